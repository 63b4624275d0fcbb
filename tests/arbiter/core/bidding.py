"""A room that plays sealed bids with every seat taken, and the actions of its people."""

from __future__ import annotations

from typing import Any

from warcouncil.protocol.acts.acts import (
    Act,
)
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import (
    Refusal,
    RefusalCode,
)

from tests.arbiter.core.harness import Person, Room

BID: Answer = {"card": "3"}


def bids(seed: int = 1, **options: object) -> tuple[Room, dict[str, Person]]:
    """Return a room of sealed bids with a person in every seat."""
    room = Room("sealed_bid", options, seed=seed)
    return room, room.sit_all()


def bid(room: Room, person: Person) -> Answer:
    """Return a legal bid for a person."""
    form = room.table.game.form(room.table.state, room.exercise.keys[person.key].seat)
    assert form.suggested
    return {"card": str(form.suggested["card"])}


def opened(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Return a room of sealed bids with a person in every seat, and its umpire."""
    room = Room("sealed_bid", **more)
    return room, room.sit_all(), room.umpire()


def refused(room: Room, umpire: Person, act: Act, **more: Any) -> Refusal:
    """Send an umpire's ruling, check that it is refused and leaves no record in the journal, and return the
    refusal.
    """
    rows = len(room.journal)
    said = room.rule(umpire, act, **more)
    assert isinstance(said, Refusal)
    assert len(room.journal) == rows
    return said


def told(person: Person) -> tuple[RefusalCode, str]:
    """Return the code and the text of a person's last refusal."""
    said = person.last(Refusal)
    return said.code, said.text


def left(room: Room) -> int:
    """Return the milliseconds left on the first table's clock."""
    assert room.table.clock
    return room.table.clock.left(room.at)
