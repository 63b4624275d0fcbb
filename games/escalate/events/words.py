"""Words and scenes that the events of Escalate! share."""

from __future__ import annotations

from typing import Literal

from warcouncil.games.escalate.cards import ROLE_TITLES, Role, face, faces
from warcouncil.games.escalate.standing import Pile, Standing
from warcouncil.games.escalate.state import named
from warcouncil.games.kit.events import Known
from warcouncil.protocol.table.scenes import (
    CardsChange,
    Change,
    FactChange,
    ProseChange,
    RowChange,
    Scene,
    TrackChange,
)
from warcouncil.protocol.table.sheets import Card
from warcouncil.protocol.words import SeatId

ON_TABLE = "On the table"
"""The title of the row of an Incident."""
PLAYERS = "Players, clockwise"
"""The title of the table of the players."""
TO_ANSWER, ANSWERS, HELD, STAKE = "to be answered", "answered by", "held by", "at stake"
"""The labels of the facts about an Incident."""
DISCARDS, DRAW_PILE = "Discard pile", "Draw pile"
"""The titles of the piles."""
_SPECIAL = ("K", "Q", "J", "nuke")
"""Roles whose cards are drawn apart from the agents."""
_NOTES = {**ROLE_TITLES, "J": "Diplomatic"}
"""Words short enough to fit below a card."""


def hand_of(seat: str) -> str:
    """Return the key of a seat's hand."""
    return f"{seat}-hand"


def who(known: Known, field: str = "seat") -> str:
    """Return the name of the seat in a field for the start of a sentence. The seat itself reads "You"."""
    return "You" if known.mine(field) else named(known[field])


def whom(known: Known, field: str) -> str:
    """Return the name of the seat in a field for the middle of a sentence. The seat itself reads "you"."""
    return "you" if known.mine(field) else named(known[field])


def was(known: Known, field: str = "seat") -> str:
    """Return the start of a sentence about what happened to the seat in a field."""
    return f"{who(known, field)} {'were' if known.mine(field) else 'was'}"


def count(number: int, thing: str) -> str:
    """Return a number of things: `1 point`, `2 points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def drawn(card: str, kind: Role, *, note: str = "", secret: bool = False) -> Card:
    """Draw a face-up card with its role as its note."""
    return Card(
        face=face(card),
        note=note or _NOTES[kind],
        secret=secret,
        tone="special" if kind in _SPECIAL else "plain",
    )


def laid(
    known: Known,
    cards: tuple[str, ...],
    tone: Literal["plain", "green", "special"],
    *more: Change,
    row: tuple[Card, ...] | None = None,
) -> Scene:
    """Return the scene in which a seat lays cards from its hand on the row of the Incident (or on `row`), and holds it."""
    name = named(known["seat"])
    added = tuple(Card(face=face(card), note=name, tone=tone) for card in cards)
    held = FactChange(label=HELD, value=name)
    on_row = CardsChange(title=ON_TABLE, cards=row, add=added)
    return Scene(title=name, changes=(on_row, held, *more, played(known["seat"], cards), *stands(known)))


def played(seat: SeatId, cards: tuple[str, ...]) -> CardsChange:
    """Return the change that takes cards out of the hand that they are played from."""
    return CardsChange(title=hand_of(seat), take=tuple(Card(face=face(card)) for card in cards))


def stands(known: Known) -> tuple[RowChange, ...]:
    """Return the changes in the table of the players."""
    rows: tuple[Standing, ...] = known["standings"]
    return tuple(RowChange(title=PLAYERS, row=str(seat), cells=tuple(cells)) for seat, *cells in rows)


def discards(known: Known) -> tuple[Change, ...]:
    """Return the changes of the discard pile, which is open: its top card, and how many cards it has of each kind."""
    pile: Pile | None = known["pile"]
    if pile is None:
        return ()
    top, kind, number, kinds = pile
    counted = tuple(FactChange(label=ROLE_TITLES[each], value=str(many)) for each, many in kinds)
    return (CardsChange(title=DISCARDS, cards=(drawn(top, kind),), count=number), *counted)


def demands(known: Known) -> tuple[FactChange, ...]:
    """Return the changes that show what must be answered now, and with what."""
    return tuple(
        FactChange(label=label, value=value)
        for label, value in zip((TO_ANSWER, ANSWERS), known["demand"], strict=False)
    )


def nuked(known: Known, cards: tuple[str, ...], targets: tuple[SeatId, ...], *, back: bool = False) -> Scene:
    """Return the scene in which a seat launches Nukes, or strikes `back`.

    The text is above everything else, and the targets are marked.
    """
    name = named(known["seat"])
    at = ", ".join(named(target) for target in targets)
    does = "strikes back" if back else "launches"
    what = f"{does} at {at} with {faces(cards)}" if back else f"{does} {faces(cards)} at {at}"
    nuke = ProseChange(title="NUKE", text=f"☢ {name} {what} ☢")
    hit = tuple(TrackChange(track=str(target), note="☢ under fire") for target in targets)
    gone = (played(known["seat"], cards), *discards(known), *stands(known))
    return Scene(title=f"☢ {name} {does}", changes=(nuke, *hit, *gone))


def swept() -> tuple[Change, ...]:
    """Return the changes that clear the row of the Incident. Nothing is asked, held or at stake any more."""
    nothing = ((TO_ANSWER, "nothing"), (ANSWERS, "–"), (HELD, "nobody"), (STAKE, "0"))
    facts = tuple(FactChange(label=label, value=value) for label, value in nothing)
    return (CardsChange(title=ON_TABLE, cards=(), note=""), *facts)
