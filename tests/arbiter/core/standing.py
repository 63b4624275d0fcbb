"""Standing: all that an exercise knows, as values that can be compared, but for what follows from no journal.

Law: an attribute is compared unless it is named here. So what a later change adds is compared without anyone's thinking of it.
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
"""The parts of an exercise that remember anything. The others are made of these."""
FIXED = frozenset({"plan", "game", "rules", "seats", "sides", "cover", "number", "injects"})
"""What a table is from beginning to end: it follows from the plan."""
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
"""What hangs on who is linked, or on the machine of an arbiter. It may refuse a new request, and decides nothing that the journal holds."""
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
"""What is made of the tables, or of the time, and decides nothing."""
OF_TABLES = {
    "asleep": "a table that was passed over is awake when its resume ends",
    "_quiet": "what the injects were asked last",
}


def standing(exercise: Exercise) -> dict[str, Any]:
    """Give all of an exercise that follows from its journal, by names."""
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
    """Do a journal again, of which so many records stood there when that began: each table stands up from its last closing but one among
    those, and of one record alone from the beginning."""
    following = Following(rows[:known], sign, **how)
    for row in rows[known:]:
        following.take(row)
    return following.stand()


def differences(one: Exercise, other: Exercise) -> list[str]:
    """Say in what two exercises stand otherwise."""
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
    """Give all of a table that follows from the journal."""
    found = {name: value for name, value in vars(table).items() if name not in FIXED | OF_TABLES.keys()}
    if table.draw is not None and table.draw.stage is DrawStage.MADE:
        found["draw"] = replace(table.draw, since=0)  # nobody is waited for any more
    return found


def _of_the_journal(exercise: Exercise, found: dict[str, Any]) -> dict[str, Any]:
    """Leave out alarms that no record tells of, and the keys of bots whose seat was given back: a resume strikes them at its end."""
    del found["repeats._keys"]  # they are the roster's
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
