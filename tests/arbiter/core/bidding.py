"""A room of sealed bids in which everybody sits, and what its people do."""

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
    """Give a room of sealed bids in which everybody sits."""
    room = Room("sealed_bid", options, seed=seed)
    return room, room.sit_all()


def bid(room: Room, person: Person) -> Answer:
    """Give a legal bid for somebody."""
    form = room.table.game.form(room.table.state, room.exercise.keys[person.key].seat)
    assert form.suggested
    return {"card": str(form.suggested["card"])}


def opened(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Give a room of sealed bids in which everybody sits, and its umpire."""
    room = Room("sealed_bid", **more)
    return room, room.sit_all(), room.umpire()


def refused(room: Room, umpire: Person, act: Act, **more: Any) -> Refusal:
    """Let an umpire rule, and see it refused without a trace in the journal."""
    rows = len(room.journal)
    said = room.rule(umpire, act, **more)
    assert isinstance(said, Refusal)
    assert len(room.journal) == rows
    return said


def told(person: Person) -> tuple[RefusalCode, str]:
    """Give how somebody was refused last."""
    said = person.last(Refusal)
    return said.code, said.text


def left(room: Room) -> int:
    """Give what is left on the first table's clock."""
    assert room.table.clock
    return room.table.clock.left(room.at)
