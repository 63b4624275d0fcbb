"""A room in which all seats make the chance of a table, and the numbers that its people contribute."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from warcouncil.arbiter.core.room.chance import WAIT_MS
from warcouncil.arbiter.core.words.stimuli import Bound
from warcouncil.protocol.proofs.lots import pledge_of
from warcouncil.protocol.wire.replies import Done, Refusal
from warcouncil.protocol.wire.requests import OpenLot, Pledge

from tests.arbiter.core.harness import Person, Room

TOO_LATE_MS = WAIT_MS


def drawing(
    game: str = "sealed_bid",
    *,
    start: str = "linked",
    tables: int = 1,
    seed: int = 1,
    plan: Mapping[str, Any] | None = None,
    **exercise: Any,
) -> Room:
    """Return a room in which all seats make the chance."""
    wanted = {"start": start, "chance": "all", **exercise}
    return Room(game, tables=tables, seed=seed, plan=plan, exercise=wanted)


def lot(person: Person, salt: str = "") -> str:
    """Return the random number of a person, as their client makes it."""
    return blake2b(f"the lot of {person.key}{salt}".encode(), digest_size=32).hexdigest()


def pledge(room: Room, person: Person, salt: str = "") -> Done | Refusal:
    """Send a person's pledge, and return the reply."""
    holder = room.exercise.keys[person.key]
    name = pledge_of("Jena", holder.table, holder.seat, lot(person, salt))
    return _asked(room, person, Pledge(id=room.fresh(), pledge=name))


def open_lot(room: Room, person: Person, salt: str = "") -> Done | Refusal:
    """Send a person's opened number, and return the reply."""
    return _asked(room, person, OpenLot(id=room.fresh(), lot=lot(person, salt)))


def _asked(room: Room, person: Person, body: Pledge | OpenLot) -> Done | Refusal:
    room.ask(person, body)
    room.settle()
    said: list[Done | Refusal] = [*person.of(Done), *person.of(Refusal)]
    return next(one for one in said if one.id == body.id)


def all_drawn(room: Room) -> dict[str, Person]:
    """Seat every person of the first table, pledge and open all numbers, so that the game begins, and return
    the people.
    """
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    for person in people.values():
        open_lot(room, person)
    return people


def bound(room: Room) -> Bound:
    """Return the record of the chance that was made."""
    (row,) = [row for row in room.journal if row.kind == "bound"]
    return Bound.model_validate_json(row.body)
