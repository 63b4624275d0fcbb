"""Invariants of a step: what one stimulus may change. Tests check them. A running arbiter never does.

Call `found` before the stimulus, to record the state of its table, and `check_step` after it. `check_step` raises
AssertionError with the sentence of the first broken invariant.
"""

from __future__ import annotations

from typing import NamedTuple

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.seat_requests import HELD_UP_MS_MAX
from warcouncil.arbiter.core.table.gate import GateClock
from warcouncil.arbiter.core.table.states import Stop
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.stimuli import Due, Received
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.wire.requests import Declare, Propose, Respond, Say
from warcouncil.protocol.words import GateNo, SeatId, TableId


class FoundTable(NamedTuple):
    """The state of a table before a stimulus. `awaits`: a seat was asked and had sealed nothing. `waits`: the time
    was up, and the gate waited for such a seat. `seat`: the seat of the sender."""

    table: Table
    gate: GateNo
    phase: Phase | Finish
    stops: Stop
    clock: GateClock | None
    awaits: bool
    waits: bool
    grace_ms: int
    seat: SeatId


def found(exercise: Exercise, stimulus: object) -> FoundTable | None:
    """Return the state of the stimulus' table before the stimulus. Return None if no invariant concerns the stimulus."""
    number = TableId(0)
    match stimulus:
        case Due():
            number = stimulus.table
        case Received(body=Declare(answer=answer)) if answer:
            pass
        case Received(body=Say() | Propose() | Respond() | Declare()) if stimulus.key in exercise.keys:
            number = exercise.keys[stimulus.key].table
        case _:
            pass
    table = exercise.tables.get(number)
    if table is None:
        return None
    now, grace_ms = table.now, exercise.plan.grace_ms
    waits = isinstance(stimulus, Received) and now.waits_for_umpire(stimulus.at, grace_ms + HELD_UP_MS_MAX)
    sender = exercise.keys.get(stimulus.key) if isinstance(stimulus, Received) else None
    return FoundTable(
        table=table,
        gate=now.number,
        phase=now.phase,
        stops=now.stops,
        clock=now.clock,
        awaits=bool(now.silent),
        waits=waits,
        grace_ms=grace_ms,
        seat=sender.seat if sender else SeatId(""),
    )


def check_step(found: FoundTable, stimulus: object, outcome: Outcome) -> None:
    """Check the effect of a stimulus on its table. Raises AssertionError."""
    for law in STEP_LAWS:
        assert law(found, stimulus, outcome), f"table {found.table.number}: {law.__doc__}"


def closes_in_time(found: FoundTable, due: object, _outcome: Outcome) -> bool:
    """A question closes by itself only when nothing stops its table, and either time and grace are up or no answer is
    awaited."""
    if not isinstance(due, Due) or found.table.gate == found.gate:
        return True
    if found.stops or found.clock is None or not isinstance(found.phase, Phase):
        return False
    deadline = found.clock.deadline
    is_out = deadline is not None and due.at >= deadline + found.grace_ms
    return is_out or (found.phase.closes_early and not found.awaits)


def speaks_in_time(found: FoundTable, said: object, outcome: Outcome) -> bool:
    """A seat speaks or proposes only while its table is not stopped, outside the quiet time, before time and grace
    are up."""
    if not isinstance(said, Received) or not outcome.durable or isinstance(said.body, Declare):
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


def takes_back_in_time(found: FoundTable, declared: object, outcome: Outcome) -> bool:
    """A seat takes back its readiness only while its question is open and the clock runs. It then has no sealed answer."""
    asks = isinstance(found.phase, Phase) and found.phase.readiness
    if not (
        asks and outcome.durable and isinstance(declared, Received) and isinstance(declared.body, Declare)
    ):
        return True
    is_open = declared.body.gate == found.gate == found.table.gate and not found.stops
    return is_open and not found.waits and found.seat not in found.table.sealed


STEP_LAWS = (closes_in_time, speaks_in_time, takes_back_in_time)
