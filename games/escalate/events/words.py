"""Words that the sentences about the table are made of."""

from __future__ import annotations

from typing import Literal

from warcouncil.games.escalate.cards import face, faces
from warcouncil.games.escalate.state import named
from warcouncil.games.kit.events import Known
from warcouncil.protocol.scenes import CardsChange, Change, FactChange, ProseChange, Scene, TrackChange
from warcouncil.protocol.sheets import Card
from warcouncil.protocol.words import SeatId

ON_TABLE = "On the table"
"""What the row of an Incident is called."""


def who(known: Known, field: str = "seat") -> str:
    """Begin a sentence with the one that a field names: "You" to himself."""
    return "You" if known.mine(field) else named(known[field])


def whom(known: Known, field: str) -> str:
    """Name in mid-sentence the one that a field names: "you" to himself."""
    return "you" if known.mine(field) else named(known[field])


def was(known: Known, field: str = "seat") -> str:
    """Begin a sentence about what was done to the one that a field names."""
    return f"{who(known, field)} {'were' if known.mine(field) else 'was'}"


def count(number: int, thing: str) -> str:
    """Count things: `1 point`, `2 points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def laid(
    known: Known,
    cards: tuple[str, ...],
    tone: Literal["plain", "green", "special"],
    *more: Change,
    row: tuple[Card, ...] | None = None,
) -> Scene:
    """Give the scene in which a seat lays cards on the row of the Incident (or on `row`), and holds it."""
    name = named(known["seat"])
    added = tuple(Card(face=face(card), note=name, tone=tone) for card in cards)
    held = FactChange(label="held by", value=name)
    return Scene(title=name, changes=(CardsChange(title=ON_TABLE, cards=row, add=added), held, *more))


def nuked(seat: SeatId, cards: tuple[str, ...], targets: tuple[SeatId, ...]) -> Scene:
    """Give the scene in which a seat launches Nukes: they stand above all, and those at whom they fly light up."""
    name = named(seat)
    at = ", ".join(named(target) for target in targets)
    nuke = ProseChange(title="NUKE", text=f"☢ {name} launches {faces(cards)} at {at} ☢")
    hit = tuple(TrackChange(track=str(target), note="☢ under fire") for target in targets)
    return Scene(title=f"☢ {name} launches", changes=(nuke, *hit))


def swept() -> CardsChange:
    """Clear the row of the Incident."""
    return CardsChange(title=ON_TABLE, cards=())
