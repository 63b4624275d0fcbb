"""Invariants of a step: what one stimulus may change. For tests, never at work.

`found` says before the stimulus how it finds its table; `check_step`, after it, raises AssertionError with the sentence of
the first law that is broken.
"""

from __future__ import annotations

from typing import NamedTuple

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.table.gate import GateClock
from warcouncil.arbiter.core.table.states import Stop
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.stimuli import Due, Received
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.wire.requests import Propose, Respond, Say
from warcouncil.protocol.words import GateNo, TableId


class FoundTable(NamedTuple):
    """How a stimulus found the table that it is about. `awaits`: somebody who is asked has sealed nothing."""

    table: Table
    gate: GateNo
    phase: Phase | Finish
    stops: Stop
    clock: GateClock | None
    awaits: bool
    grace_ms: int


def found(exercise: Exercise, stimulus: object) -> FoundTable | None:
    """Say how a stimulus finds its table, where a law is about what it may do there."""
    number = TableId(0)
    match stimulus:
        case Due():
            number = stimulus.table
        case Received(body=Say() | Propose() | Respond()) if stimulus.key in exercise.keys:
            number = exercise.keys[stimulus.key].table
        case _:
            pass
    table = exercise.tables.get(number)
    if table is None:
        return None
    now, grace_ms = table.now, exercise.plan.grace_ms
    return FoundTable(table, now.number, now.phase, now.stops, now.clock, bool(now.silent), grace_ms)


def check_step(found: FoundTable, stimulus: object, outcome: Outcome) -> None:
    """Check what a stimulus has done to the table that it found. Raises AssertionError."""
    for law in STEP_LAWS:
        assert law(found, stimulus, outcome), f"table {found.table.number}: {law.__doc__}"


def closes_in_time(found: FoundTable, due: object, _outcome: Outcome) -> bool:
    """A question closes by itself while nothing stops its table, when time and grace are up or nobody is awaited any more."""
    if not isinstance(due, Due) or found.table.gate == found.gate:
        return True
    if found.stops or found.clock is None or not isinstance(found.phase, Phase):
        return False
    deadline = found.clock.deadline
    is_out = deadline is not None and due.at >= deadline + found.grace_ms
    return is_out or (found.phase.closes_early and not found.awaits)


def speaks_in_time(found: FoundTable, said: object, outcome: Outcome) -> bool:
    """Nobody speaks or deals while something stops the table, in the quiet time before its question closes, or once its time and grace are up."""
    if not isinstance(said, Received) or not outcome.durable:
        return True
    if (
        found.stops
        or found.clock is None
        or found.clock.deadline is None
        or not isinstance(found.phase, Phase)
    ):
        return False
    quiet_ms = found.phase.quiet_seconds * 1000
    return said.at < found.clock.deadline + (-quiet_ms if quiet_ms else found.grace_ms)


STEP_LAWS = (closes_in_time, speaks_in_time)
