"""Invariants of an exercise between any two stimuli. Tests and rehearsals check them. A running arbiter never does.

Each invariant is one sentence, with a function that returns whether it holds. `check` raises AssertionError with the
sentence of the first broken invariant. `table_invariants.py` has the invariants of one table, `step_invariants.py`
those of one stimulus.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.arbiter.core.checks.step_invariants import STEP_LAWS
from warcouncil.arbiter.core.checks.table_invariants import GATE_LAWS, TABLE_LAWS, TALK_LAWS, check_table
from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.protocol.words import Role


def check(exercise: Exercise) -> None:
    """Check every invariant of an exercise and of its tables and sessions. Raises AssertionError."""
    for table in exercise.tables.values():
        check_table(table)
    for law in SESSION_LAWS:
        assert law(exercise.sessions), f"{law.__doc__}"
    for whole in EXERCISE_LAWS:
        assert whole(exercise), f"{whole.__doc__}"


# --- links, keys, the room ----------------------------------------------------------------------------------------


def finds_each_link_where_it_sits(sessions: Sessions) -> bool:
    """A session is stored under its key and at its place, and nowhere else."""
    placed = [session.key for session in sessions.placed()]
    known = {session.key for session in sessions if sessions.get(session.key) is session}
    return len(placed) == len(known) == len([*sessions]) and {*placed} == known


def numbers_mail(sessions: Sessions) -> bool:
    """Every session has been sent a message, and no two sessions have the same token."""
    tokens = [session.token for session in sessions]
    return len({*tokens}) == len(tokens) and all(session.n > 0 for session in sessions)


SESSION_LAWS = (finds_each_link_where_it_sits, numbers_mail)


def links_hold_keys(exercise: Exercise) -> bool:
    """Every session has an admitted key, and is at the present place of that key."""
    keys = exercise.keys
    return all(
        (holder := keys.get(session.key)) is session.holder or holder == session.holder
        for session in exercise.sessions
    )


def seats_one_driver(exercise: Exercise) -> bool:
    """A seat has at most one driver and one stand-in. The index by place and the index by key agree."""
    known, placed = exercise.keys, 0
    for place, keys in exercise.roster.places.items():
        if len(keys) > 1 and place[0] in (Role.SEAT, Role.STAND_IN):
            return False
        for key in keys:
            held = known.get(key)
            if held is None or (held.role, held.table, held.seat) != place:
                return False
        placed += len(keys)
    return placed == len(known)


def sits_at_what_is(exercise: Exercise) -> bool:
    """Every key and every code is for an existing seat or a console."""
    places = [*exercise.keys.values(), *(card.holder for card in exercise.codes)]
    return all(
        (holder.table in exercise.tables and holder.seat in exercise.tables[holder.table].seats)
        if holder.seat
        else not holder.table
        for holder in places
    )


def waits_for_what_is(exercise: Exercise) -> bool:
    """A ruling waits for a second umpire only if the exercise requires two."""
    return exercise.room.seconds.wanted or not exercise.room.seconds.waiting


def bounds_its_memory(exercise: Exercise) -> bool:
    """The number of remembered request ids is within its limits."""
    return not exercise.room.repeats.over()


def knows_its_times(exercise: Exercise) -> bool:
    """An unchanged table closes its gate at the time in the timetable."""
    return not any(exercise.timing.timetable.wrong())


EXERCISE_LAWS = (
    links_hold_keys,
    seats_one_driver,
    sits_at_what_is,
    waits_for_what_is,
    bounds_its_memory,
    knows_its_times,
)


def sentences() -> Iterable[str]:
    """Return the sentence of every invariant."""
    for law in (*GATE_LAWS, *TABLE_LAWS, *TALK_LAWS, *SESSION_LAWS, *EXERCISE_LAWS, *STEP_LAWS):
        yield str(law.__doc__)
