"""How things lie after they are moved: what is moved of a thing, and where."""

from __future__ import annotations

from warcouncil.protocol.forms import Moves, Place, Sort, Thing


def lies(moves: Moves, thing: Thing, place: str) -> int:
    """Give how many of a thing would lie at a place."""
    return thing.count - taken(moves, thing) if place == thing.at else taken(moves, thing, place)


def taken(moves: Moves, thing: Thing, place: str = "") -> int:
    """Give how many of a thing are moved to a place, or anywhere."""
    away = moves.get(thing.name, {})
    return away.get(place, 0) if place else sum(away.values())


def goals(field: Sort, thing: Thing) -> tuple[str, ...]:
    """Give the places where a thing may lie: where it is, and where it may go."""
    known = {place.name for place in field.places}
    return tuple(place for place in (thing.at, *thing.to) if place in known)


def put(moves: Moves, thing: Thing, place: str, number: int) -> Moves:
    """Give the moves with so many of a thing at a place. A single thing is nowhere else then; none means it stays."""
    away = {} if thing.count == 1 else dict(moves.get(thing.name, {}))
    away[place] = number
    away = {goal: count for goal, count in away.items() if count and goal != thing.at}
    rest = {name: dict(goals) for name, goals in moves.items() if name != thing.name}
    return {**rest, thing.name: away} if away else rest


def keyed(field: Sort) -> tuple[str, ...]:
    """Give the places to which anything may go: the first digits stand for them, in their order."""
    open_to = {place for thing in field.things for place in thing.to}
    return tuple(place.name for place in field.places if place.name in open_to)[:9]


def place_key(field: Sort, place: Place) -> str:
    """Give the digit that stands for a place, "" where there is none."""
    names = keyed(field)
    return str(names.index(place.name) + 1) if place.name in names else ""


def place_of(field: Sort, digit: str) -> str:
    """Give the place that a digit stands for, "" where there is none."""
    names = keyed(field)
    return names[int(digit) - 1] if 0 < int(digit) <= len(names) else ""
