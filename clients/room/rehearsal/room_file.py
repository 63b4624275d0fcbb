"""RoomFile: stores a rehearsed room in virtual time, as an exercise file like that of its arbiter."""

from __future__ import annotations

from pathlib import Path

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.stimuli import Began, Stimulus, Ticked
from warcouncil.arbiter.shell.base.clock import wall_ms
from warcouncil.arbiter.shell.base.entries import Entry
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.opening import begin
from warcouncil.protocol.words import TableId

BATCH = 1000
"""How many records are written at a time. No receipt waits for them."""


class RoomFile:
    """A journal of a rehearsal. Raises a JournalError if it cannot be written."""

    def __init__(self, file: Path | Location, began: Began) -> None:
        opened = begin(file, began)
        self.exercise: Exercise = opened.exercise
        self._journal = opened.journal
        self._waiting: list[Entry] = []
        self._began_ms = wall_ms()

    def keep(self, stimulus: Stimulus, outcome: Outcome, table: TableId) -> None:
        """Record a stimulus and its outcome."""
        if isinstance(stimulus, Ticked):
            stimulus = stimulus.model_copy(update={"wall_ms": self._began_ms + stimulus.at})
        self._waiting += written(stimulus, outcome, table, self.exercise.keys)
        if len(self._waiting) >= BATCH:
            self._write()

    def close(self) -> None:
        """Write the remaining records, and close the file."""
        self._write()
        self._journal.close()

    def _write(self) -> None:
        self._journal.append(self._waiting)
        self._waiting = []
