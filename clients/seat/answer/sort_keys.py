"""The keys of a Sort field, which moves things between places. The functions are pure.

Each function for a key returns the new moves, or None if the key does nothing there.
"""

from __future__ import annotations

from warcouncil.clients.seat.answer.field_keys import FieldCursor
from warcouncil.protocol.table.forms import Moves, Place, Sort, Thing


def lies(moves: Moves, thing: Thing, place: str) -> int:
    """Return how many of a thing would be at a place after the moves."""
    return thing.count - taken(moves, thing) if place == thing.at else taken(moves, thing, place)


def taken(moves: Moves, thing: Thing, place: str = "") -> int:
    """Return how many of a thing are moved to a place, or to any place."""
    away = moves.get(thing.name, {})
    return away.get(place, 0) if place else sum(away.values())


def goals(field: Sort, thing: Thing) -> tuple[str, ...]:
    """Return the places where a thing may be: its present place, and those to which it may be moved."""
    known = {place.name for place in field.places}
    return tuple(place for place in (thing.at, *thing.to) if place in known)


def put(moves: Moves, thing: Thing, place: str, number: int) -> Moves:
    """Return the moves with `number` of a thing at a place.

    A single thing leaves every other place. Zero means that it stays.
    """
    away = {} if thing.count == 1 else dict(moves.get(thing.name, {}))
    away[place] = number
    away = {goal: count for goal, count in away.items() if count and goal != thing.at}
    rest = {name: dict(goals) for name, goals in moves.items() if name != thing.name}
    return {**rest, thing.name: away} if away else rest


def keyed(field: Sort) -> tuple[str, ...]:
    """Return the places to which any thing may be moved, at most nine.

    The digits 1 to 9 select them in this order.
    """
    open_to = {place for thing in field.things for place in thing.to}
    return tuple(place.name for place in field.places if place.name in open_to)[:9]


def place_key(field: Sort, place: Place) -> str:
    """Return the digit that selects a place. It is "" if the place has none."""
    names = keyed(field)
    return str(names.index(place.name) + 1) if place.name in names else ""


def place_of(field: Sort, digit: str) -> str:
    """Return the place that a digit selects. It is "" if there is none."""
    names = keyed(field)
    return names[int(digit) - 1] if 0 < int(digit) <= len(names) else ""


def press(cursor: FieldCursor, field: Sort, moves: Moves, key: str, char: str) -> Moves | None:
    """Handle a key."""
    if not field.things:
        return None
    thing = field.things[min(cursor.row, len(field.things) - 1)]
    if key in ("up", "down", "home", "end"):
        cursor.walk(key, len(field.things))
        cursor.typed = ""
        settle(cursor, field, moves)
        return moves
    if thing.count == 1:
        return _one(cursor, field, moves, thing, key=key, char=char)
    return _many(cursor, field, moves, thing, key=key, char=char)


def reach(cursor: FieldCursor, field: Sort, moves: Moves, row: int, column: int | None) -> Moves:
    """Move to a place, as a mouse does."""
    cursor.row = row
    settle(cursor, field, moves)
    thing = field.things[row]
    if column is None or field.places[column].name not in goals(field, thing):
        return moves
    to = field.places[column].name
    if thing.count > 1:
        cursor.column = column if to in thing.to else cursor.column
        return moves
    cursor.column = column
    return put(moves, thing, to, 0 if to == thing.at else 1)


def settle(cursor: FieldCursor, field: Sort, moves: Moves) -> None:
    """Move the cursor to the place of the row's thing.

    For several equal things, move it to a place to which they may be moved.
    """
    if not field.things:
        return
    thing = field.things[cursor.row]
    names = [place.name for place in field.places]
    if thing.count == 1:
        gone = [place for place, number in moves.get(thing.name, {}).items() if number]
        lying = gone[0] if gone else thing.at
        cursor.column = names.index(lying) if lying in names else 0
    elif names[cursor.column] not in thing.to:
        cursor.column = next((n for n, name in enumerate(names) if name in thing.to), 0)


def _one(
    cursor: FieldCursor, field: Sort, moves: Moves, thing: Thing, *, key: str, char: str
) -> Moves | None:
    """Move a single thing. An arrow moves it to the next place, and a digit to the place with that number."""
    places = goals(field, thing)
    if key in ("left", "right"):
        names = [place.name for place in field.places if place.name in places]
        now = names.index(field.places[cursor.column].name)
        to = names[max(0, min(len(names) - 1, now + (1 if key == "right" else -1)))]
    elif key in ("backspace", "delete") or char == "0":
        to = thing.at
    elif char.isdecimal() and (place := place_of(field, char)):
        to = place
    else:
        return None
    if to not in places:
        return moves
    moves = put(moves, thing, to, 0 if to == thing.at else 1)
    if char and cursor.row + 1 < len(field.things):
        cursor.row += 1
    settle(cursor, field, moves)
    return moves


def _many(
    cursor: FieldCursor, field: Sort, moves: Moves, thing: Thing, *, key: str, char: str
) -> Moves | None:
    """Move some of several equal things. The arrows select the place, and digits set how many go there."""
    if key in ("left", "right"):
        _walk_places(cursor, field, thing, key)
        return moves
    place = field.places[cursor.column].name
    now = taken(moves, thing, place)
    free = thing.count - taken(moves, thing) + now
    if char.isdecimal():
        number = cursor.dial(char, free)
    elif key in ("plus", "equals_sign", "minus"):
        cursor.typed, number = "", now + (-1 if key == "minus" else 1)
    elif key in ("backspace", "delete"):
        cursor.typed, number = "", 0
    else:
        return None
    return put(moves, thing, place, max(0, min(free, number)))


def _walk_places(cursor: FieldCursor, field: Sort, thing: Thing, key: str) -> None:
    """Move the cursor to the next place to which things like this one may be moved."""
    cursor.typed = ""
    open_to = [number for number, each in enumerate(field.places) if each.name in thing.to]
    beyond = [n for n in open_to if (n > cursor.column if key == "right" else n < cursor.column)]
    if beyond:
        cursor.column = beyond[0] if key == "right" else beyond[-1]
