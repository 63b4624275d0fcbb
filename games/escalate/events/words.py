"""Words and scenes that the events of Escalate! share."""

from __future__ import annotations

from typing import Literal

from warcouncil.games.escalate.cards import Role, face, faces, role_title
from warcouncil.games.escalate.standing import Pile, Standing
from warcouncil.games.escalate.state import named
from warcouncil.games.escalate.wording import say
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

_SPECIAL = ("K", "Q", "J", "nuke")
"""Roles whose cards are drawn apart from the agents."""


def hand_of(seat: str) -> str:
    """Return the key of a seat's hand."""
    return f"{seat}-hand"


def who(known: Known, field: str = "seat") -> str:
    """Return the name of the seat in a field for the start of a sentence. The seat itself reads "You"."""
    return say("events.you") if known.mine(field) else named(known[field])


def whom(known: Known, field: str) -> str:
    """Return the name of the seat in a field for the middle of a sentence. The seat itself reads "you"."""
    return say("events.you_middle") if known.mine(field) else named(known[field])


def role_note(kind: Role) -> str:
    """Return the name of a role, short enough to fit below a card."""
    return say("sheet.note_diplomatic") if kind == "J" else role_title(kind)


def drawn(card: str, kind: Role, *, note: str = "", secret: bool = False) -> Card:
    """Draw a face-up card with its role as its note."""
    return Card(
        face=face(card),
        note=note or role_note(kind),
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
    """Return the scene in which a seat becomes the holder. The seat lays cards from its hand on the row of the
    Incident, or on `row`.
    """
    name = named(known["seat"])
    added = tuple(Card(face=face(card), note=name, tone=tone) for card in cards)
    held = FactChange(label=say("sheet.held"), value=name)
    on_row = CardsChange(title=say("sheet.on_table"), cards=row, add=added)
    return Scene(title=name, changes=(on_row, held, *more, played(known["seat"], cards), *stands(known)))


def played(seat: SeatId, cards: tuple[str, ...]) -> CardsChange:
    """Return the change that removes cards from the hand of the player."""
    return CardsChange(title=hand_of(seat), take=tuple(Card(face=face(card)) for card in cards))


def stands(known: Known) -> tuple[RowChange, ...]:
    """Return the changes in the table of the players."""
    rows: tuple[Standing, ...] = known["standings"]
    return tuple(
        RowChange(title=say("sheet.players"), row=str(seat), cells=tuple(cells)) for seat, *cells in rows
    )


def discards(known: Known) -> tuple[Change, ...]:
    """Return the changes of the discard pile, which is open: its top card, and how many cards it has of each kind."""
    pile: Pile | None = known["pile"]
    if pile is None:
        return ()
    top, kind, number, kinds = pile
    counted = tuple(FactChange(label=role_title(each), value=str(many)) for each, many in kinds)
    return (CardsChange(title=say("sheet.discards"), cards=(drawn(top, kind),), count=number), *counted)


def demands(known: Known) -> tuple[FactChange, ...]:
    """Return the changes that show what must be answered now, and which cards answer it."""
    return tuple(
        FactChange(label=label, value=value)
        for label, value in zip((say("sheet.to_answer"), say("sheet.answers")), known["demand"], strict=False)
    )


def nuked(known: Known, cards: tuple[str, ...], targets: tuple[SeatId, ...], *, back: bool = False) -> Scene:
    """Return the scene in which a seat launches Nukes, or strikes `back`.

    The text covers everything else, and the targets are marked.
    """
    name = named(known["seat"])
    at = say("events.list_comma").join(named(target) for target in targets)
    said = say(
        "events.nuke_strike" if back else "events.nuke_launch", side=name, cards=faces(cards), targets=at
    )
    nuke = ProseChange(title=say("events.nuke"), text=said)
    hit = tuple(TrackChange(track=str(target), note=say("events.under_fire")) for target in targets)
    gone = (played(known["seat"], cards), *discards(known), *stands(known))
    title = say("events.scene_strikes" if back else "events.scene_launches", side=name)
    return Scene(title=title, changes=(nuke, *hit, *gone))


def cleared_row() -> tuple[Change, ...]:
    """Return the changes that clear the row of the Incident. There is nothing to answer, and no seat is the holder."""
    nothing = (
        (say("sheet.to_answer"), say("sheet.nothing")),
        (say("sheet.answers"), say("sheet.dash")),
        (say("sheet.held"), say("sheet.no_holder")),
        (say("sheet.stake"), "0"),
    )
    facts = tuple(FactChange(label=label, value=value) for label, value in nothing)
    return (CardsChange(title=say("sheet.on_table"), cards=(), note=""), *facts)
