"""The comparable state of an exercise: every value that follows from its journal.

Law: an attribute is compared unless this module excludes it by name. So an attribute that a later change adds
is compared automatically.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from warcouncil.arbiter.core.people.receipts import Sign
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import Following
from warcouncil.arbiter.core.table.chance import DrawStage
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views.alarms import OWN_NUMBERS_FROM, RoomAlarms
from warcouncil.arbiter.core.words.record import Row
from warcouncil.protocol.words import Role

PARTS = (
    *("receipts", "roster", "repeats", "speech_limit", "lockstep", "seconds", "consoles", "lead"),
    *("_people", "timing"),
)
"""The parts of an exercise that hold state. The others are made of these."""
FIXED = frozenset({"plan", "game", "rules", "seats", "sides", "cover", "number", "injects"})
"""The fixed attributes of a table. They follow from the plan."""
OF_LINKS = {
    "_sessions": "links are not in the journal",
    "_refused": "a session remembers what it was refused, and ends with its arbiter",
    "_unread": "codes that wait for the link of an umpire",
    "web": "where browsers come in is of this arbiter's machine",
    "standbys": "how far a standby is behind is told to consoles alone",
    "_debriefing": "the writing of a debrief ends with its arbiter",
    "sought": "the addresses that a welcome adds for those who still look",
    "_told": "what consoles were told last, or the addresses that a welcome adds",
}
"""Attributes that depend on linked sessions or on the arbiter's machine.

They may refuse a new request, but they decide nothing that the journal holds.
"""
OF_CONSOLES = {
    "_changed": "what consoles are still to be shown",
    "undrawn": "rooms that are still to be drawn",
    "blind": "rooms whose drawing failed",
    "drawing": "the room that is being drawn",
    "_stalled": "which tables wait for the silent: a tick says it anew",
    "_turn": "whose turn it is to be shown",
    "_alarms_changed": "what consoles are still to be told",
    "timetable": "what the tables are asked, and asked again",
    "_looking": "the table that is being asked",
}
"""Attributes that are derived from the tables or from the time. They decide nothing."""
OF_TABLES = {
    "asleep": "a table that was passed over is awake when its resume ends",
    "_quiet": "what the injects were asked last",
}


def standing(exercise: Exercise) -> dict[str, Any]:
    """Return the state of an exercise that follows from its journal, by name."""
    parts = {**vars(exercise), **vars(exercise.room)}
    shared = {id(one) for one in parts.values() if type(one).__module__.startswith("warcouncil.")}
    shared.add(id(exercise.tables))
    found: dict[str, Any] = {}
    for name in PARTS:
        for what, value in _attributes(parts[name], shared):
            found[f"{name}.{what}"] = value
    for number, table in exercise.tables.items():
        found |= {f"table {number}.{name}": value for name, value in of_table(table).items()}
    return _of_the_journal(exercise, found)


def retold(rows: list[Row], sign: Sign, known: int = 1, **how: Any) -> Exercise:
    """Replay a journal with a follower that began when it had `known` records.

    Each table is restored from the second-last closing among those records. The later records follow one by one.
    """
    following = Following(rows[:known], sign, **how)
    for row in rows[known:]:
        following.take(row)
    return following.stand()


def differences(one: Exercise, other: Exercise) -> list[str]:
    """Return the names and values in which two exercises differ."""
    left, right = standing(one), standing(other)
    return [
        f"{name}: {left.get(name)!r:.600} and {right.get(name)!r:.600}"
        for name in sorted(left.keys() | right.keys())
        if left.get(name) != right.get(name)
    ]


def _attributes(part: object, shared: set[int]) -> Iterator[tuple[str, Any]]:
    for name, value in vars(part).items():
        if name in OF_LINKS or name in OF_CONSOLES or id(value) in shared or callable(value):
            continue
        if isinstance(value, RoomAlarms):
            yield from ((f"{name}.{inner}", each) for inner, each in vars(value).items())
        else:
            yield name, value


def of_table(table: Table) -> dict[str, Any]:
    """Return the state of a table that follows from the journal."""
    found = {name: value for name, value in vars(table).items() if name not in FIXED | OF_TABLES.keys()}
    if table.draw is not None and table.draw.stage is DrawStage.MADE:
        found["draw"] = replace(table.draw, since=0)  # the draw no longer waits for any seat
    return found


def _of_the_journal(exercise: Exercise, found: dict[str, Any]) -> dict[str, Any]:
    """Leave out alarms that no record mentions, and the keys of bots whose seat was given back.

    A resume strikes both at its end.
    """
    del found["repeats._keys"]  # these keys are the roster's
    del found["consoles._room_alarms._own_count"]
    alarms = found["consoles._room_alarms._told"]
    found["consoles._room_alarms._told"] = {
        about: told for about, told in alarms.items() if told[1].number < OWN_NUMBERS_FROM
    }
    keys = exercise.keys
    bots = {key for key, holder in keys.items() if holder.role is Role.STAND_IN}
    idle = {key for key in bots if keys[key].seat not in exercise.tables[keys[key].table].bots}
    for name in ("roster._keys", "roster._since", "roster._cards"):
        found[name] = {key: value for key, value in found[name].items() if key not in idle}
    places = {
        place: [*sorted(held, key=held.__getitem__)] for place, held in found.pop("roster.places").items()
    }
    found["roster.places"] = {
        place: kept for place, held in places.items() if (kept := [key for key in held if key not in idle])
    }
    return found
