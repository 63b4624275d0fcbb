"""Batches: lets the exercise handle the stimuli, and collects their records and effects.

A table whose rules raise an error in any call is held. The other tables continue.
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
    """The records of one commit, the effects with their due times, and the time at which the next clock runs out.

    `written_at` is the loop's time at which the commit began, if it runs beside the loop.
    """

    entries: list[Entry] = field(default_factory=list)
    effects: list[tuple[Effect, float]] = field(default_factory=list)
    deadline: int | None = None
    written_at: float = 0.0


class Batcher:
    """Passes stimuli to the exercise."""

    def __init__(
        self, exercise: Exercise, clock: ExerciseClock, counters: Counters, log: BoundLogger
    ) -> None:
        self._exercise = exercise
        self._clock = clock
        self._counters = counters
        self._log = log
        self.latest = clock.now()
        """The exercise time of the last batch. No later stimulus has an earlier time."""

    def batch(self, heard: Iterable[HeardStimulus], passed: int) -> Batch:
        """Return a batch: the exercise handles the stimuli, and then those that are due without a request.

        They were due at the exercise time `passed`. A message that still waits may be older than a clock that ran out
        since then.
        """
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
        """Return the stimulus. Its time is at least that of the last batch, because it waited for that batch."""
        return stimulus if stimulus.at >= self.latest else stimulus.model_copy(update={"at": self.latest})

    def _handle(self, stimulus: Stimulus, due: float, batch: Batch) -> None:
        outcome = attempt(partial(self._exercise.handle, stimulus))
        if isinstance(outcome, RulesFault):
            table = self._exercise.suspect(stimulus)
            alarm = self._alarm(table, stimulus.kind, outcome.error)
            # An error while an error is reported: the table is held, even if no console could be informed.
            outcome = Outcome(durable=isinstance(stimulus, Faulted))
            if table and not outcome.durable:
                # This is the same time, because other stimuli of this batch may be earlier than now.
                self._handle(Faulted(at=stimulus.at, table=table, alarm=alarm), 0.0, batch)
        if outcome.durable:
            table = self._exercise.table_of(stimulus)
            batch.entries += written(stimulus, outcome, table, self._exercise.keys)
        batch.effects += [(effect, due) for effect in outcome.effects]

    def _ask(self, question: Callable[[], T], batch: Batch) -> T:
        """Call a function of the exercise. If a table's rules fail, hold the table and call again."""
        while isinstance(answer := attempt(question), RulesFault):
            table = self._exercise.timing.looking
            if not table or self._exercise.tables[table].held:
                raise answer.error
            alarm = self._alarm(table, "question", answer.error)
            self._handle(Faulted(at=self.latest, table=table, alarm=alarm), 0.0, batch)
        return answer

    def _alarm(self, table: TableId, kind: str, error: Exception) -> str:
        """Log a fault and return its number. The log names the place in the program, never any values."""
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
