"""Batches: the exercise takes in what was heard, and what is to be written down and carried out is gathered.

Law: a table whose rules fail, at whatever they are asked, is held, and the others go on.
"""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from structlog import BoundLogger
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.outcome import Effect, Outcome, RulesFault, attempt
from warcouncil.arbiter.core.words.stimuli import Faulted, Stimulus
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.base.entries import Entry
from warcouncil.arbiter.shell.service.inbox import Counters, HeardStimulus
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.protocol.words import TableId

T = TypeVar("T")


@dataclass(slots=True)
class Batch:
    """What is written down with one commit, what follows from it (each with when it is due), and when the next clock runs out. `written_at`:
    when that commit was begun, by the loop's time, where it is made beside the loop."""

    entries: list[Entry] = field(default_factory=list)
    effects: list[tuple[Effect, float]] = field(default_factory=list)
    deadline: int | None = None
    written_at: float = 0.0


class Batcher:
    """Puts what was heard to the exercise."""

    def __init__(
        self, exercise: Exercise, clock: ExerciseClock, counters: Counters, log: BoundLogger
    ) -> None:
        self._exercise = exercise
        self._clock = clock
        self._counters = counters
        self._log = log
        self.latest = clock.now()
        """The exercise time of the last batch: nothing that follows is of an earlier one."""

    def batch(self, heard: Iterable[HeardStimulus], passed: int) -> Batch:
        """Let the exercise take in what was heard, and what is due by itself then: by time what was due when it had `passed`, for what is
        not heard yet may have come before what is due since."""
        batch = Batch()
        for one in heard:
            self._handle(self._no_earlier(one.stimulus), one.due, batch)
        self.latest = self._clock.now()
        pending = partial(self._exercise.pending, passed)
        for stimulus in self._ask(pending, batch):
            self._handle(self._no_earlier(stimulus), 0.0, batch)
        batch.deadline = self._ask(self._exercise.deadline, batch)
        failpoints.reach("handled")
        return batch

    def _no_earlier(self, stimulus: Stimulus) -> Stimulus:
        """Give what had to wait for something of a later moment as of that."""
        return stimulus if stimulus.at >= self.latest else stimulus.model_copy(update={"at": self.latest})

    def _handle(self, stimulus: Stimulus, due: float, batch: Batch) -> None:
        outcome = attempt(partial(self._exercise.handle, stimulus))
        if isinstance(outcome, RulesFault):
            table = self._exercise.suspect(stimulus)
            alarm = self._alarm(table, stimulus.kind, outcome.error)
            # A fault in telling of a fault: held it is, though nobody could be told.
            outcome = Outcome(durable=isinstance(stimulus, Faulted))
            if table and not outcome.durable:
                # Of the same moment: what is heard beside it may be of an earlier one than now.
                self._handle(Faulted(at=stimulus.at, table=table, alarm=alarm), 0.0, batch)
        if outcome.durable:
            table = self._exercise.table_of(stimulus)
            batch.entries += written(stimulus, outcome, table, self._exercise.keys)
        batch.effects += [(effect, due) for effect in outcome.effects]

    def _ask(self, question: Callable[[], T], batch: Batch) -> T:
        """Ask the exercise something. A table whose rules fail at that is held, and the question is put again."""
        while isinstance(answer := attempt(question), RulesFault):
            table = self._exercise.timing.looking
            if not table or self._exercise.tables[table].held:
                raise answer.error
            alarm = self._alarm(table, "question", answer.error)
            self._handle(Faulted(at=self.latest, table=table, alarm=alarm), 0.0, batch)
        return answer

    def _alarm(self, table: TableId, kind: str, error: Exception) -> str:
        """Note what failed, and give its number. The log says where in the program, never with what values."""
        self._counters.faults += 1
        alarm = secrets.token_hex(4)
        frame = traceback.extract_tb(error.__traceback__)[-1]
        self._log.error(
            "the rules failed; the table is held",
            alarm=alarm,
            table=table,
            kind=kind,
            error=type(error).__name__,
            place=f"{frame.filename}:{frame.lineno}",
        )
        return alarm
