"""Words and drawings that the events of the crisis share."""

from __future__ import annotations

from functools import cache

from warcouncil.games.kashmir_crisis.cards import INDIA, NAMES, PAKISTAN, label, ordered, tone
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.events import Known
from warcouncil.protocol.table.scenes import CardsChange, Change, FactChange, TrackChange
from warcouncil.protocol.table.sheets import Card
from warcouncil.protocol.words import SeatId


def who(known: Known, field: str = "seat") -> str:
    """Return the side in a field for the start of a sentence. The side itself reads "You"."""
    return say("events.you") if known.mine(field) else NAMES[known[field]]


_DECKS = {
    "resource": "events.deck_resource",
    "india": "events.deck_india",
    "pakistan": "events.deck_pakistan",
    "events": "events.deck_events",
}


def deck_title(deck: str) -> str:
    """Return the name of a deck."""
    return say(_DECKS[deck])


@cache
def face_up(card: str) -> Card:
    """Draw a card that everyone sees."""
    return Card(face=label(card), tone=tone(card))


_BACKS = {INDIA: "sheet.back_black", PAKISTAN: "sheet.back_red"}
"""The backs of each side's cards."""


@cache
def face_down(seat: str) -> Card:
    """Draw the back of a card of a side."""
    return Card(back=say(_BACKS[SeatId(seat)]))


def hidden(seat: str, count: int, faces: tuple[str, ...] | None) -> tuple[Card, ...]:
    """Draw cards that are face down, with their faces for a reader who knows them."""
    if faces is None:
        return (face_down(seat),) * count
    return tuple(face_up(card).model_copy(update={"secret": True}) for card in ordered(faces))


Held = tuple[int, tuple[str, ...] | None]
"""The number of cards, and the cards themselves for a reader who knows them."""


def holds(seat: str, hand: Held, reserve: Held) -> tuple[CardsChange, ...]:
    """Return the changes of a side's new cards and of its Reserve."""
    return tuple(
        CardsChange(title=key, cards=hidden(seat, *cards), count=cards[0])
        for key, cards in ((held_of(seat), hand), (reserve_of(seat), reserve))
    )


def held_of(seat: str) -> str:
    """Return the key of the cards that a side has received and not yet placed."""
    return f"{seat}-held"


def reserve_of(seat: str) -> str:
    """Return the key of a side's Reserve."""
    return f"{seat}-reserve"


def lead_of(seat: str) -> str:
    """Return the key of the track of a side's lead."""
    return f"{seat}-lead"


def points(seat: str, vp: int, lead: int) -> tuple[Change, ...]:
    """Return the changes of a side's victory points, and of the lead track of each side."""
    return (
        FactChange(label=say("sheet.points", side=NAMES[SeatId(seat)]), value=str(vp)),
        TrackChange(track=lead_of(INDIA), at=lead),
        TrackChange(track=lead_of(PAKISTAN), at=-lead),
    )
