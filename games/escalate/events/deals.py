"""The events of the deal and of the opening of an Incident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.escalate.cards import ROLE_TITLES, ROLES, face
from warcouncil.games.escalate.events.moving import RowsMoved
from warcouncil.games.escalate.events.words import (
    DISCARDS,
    DRAW_PILE,
    count,
    discards,
    played,
    stands,
    was,
    who,
    whom,
)
from warcouncil.games.escalate.standing import Pile
from warcouncil.games.escalate.state import cards_named, named
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.table.scenes import CardsChange, FactChange, Scene
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class TableLaid(Event):
    """The game began."""

    seen_by = EVERYONE
    dealer: Public[SeatId]
    lead: Public[SeatId]
    target: Public[int]
    cards: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat deals, which leads, and how many points win."""
        deal = "You deal" if known.mine("dealer") else f"{named(known['dealer'])} deals"
        lead = "you lead" if known.mine("lead") else f"{named(known['lead'])} leads"
        return f"{deal} from {known['cards']} cards, {lead} first, and {known['target']} points win."


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat was dealt cards."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    count: Public[int]
    cards: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the cards for the seat that drew them, and their number for the others."""
        if "cards" in known:
            return f"{was(known)} dealt {cards_named(known['cards'])}."
        return f"{was(known)} dealt {count(known['count'], 'card')}."


@dataclass(frozen=True, slots=True)
class DiscardsShuffled(Event):
    """The discard pile became the draw pile. `left` is the size of the draw pile after all cards were dealt."""

    seen_by = EVERYONE
    count: Public[int]
    left: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that the discard pile was shuffled."""
        return (
            f"The draw pile ran out, and the {count(known['count'], 'discard')} were shuffled into a new one."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: an empty discard pile, and the draw pile as it is after the deal."""
        none = tuple(FactChange(label=ROLE_TITLES[kind], value="0") for kind in ROLES)
        piles = (
            CardsChange(title=DISCARDS, cards=(), count=0),
            CardsChange(title=DRAW_PILE, count=known["left"]),
        )
        return Scene(title="Discards shuffled", changes=(*piles, *none))


@dataclass(frozen=True, slots=True)
class OpeningDeferred(Event):
    """A seat without an Incident card deferred."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat deferred."""
        return f"{who(known)} deferred, holding no Incident."


@dataclass(frozen=True, slots=True)
class OpeningPassed(Event):
    """A seat that holds an Incident card passed."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat passed."""
        return f"{who(known)} passed, though holding an Incident."


@dataclass(frozen=True, slots=True)
class CircleRepeated(Event):
    """Several seats passed, and every seat is asked again."""

    seen_by = EVERYONE
    passers: Public[tuple[SeatId, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that every seat is asked again."""
        passers = ", ".join(named(seat) for seat in known["passers"])
        return f"All who hold an Incident passed ({passers}), so everyone is asked again."


@dataclass(frozen=True, slots=True)
class LeadObliged(Event):
    """A seat that passed must lead after all."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat must lead."""
        return f"Nobody led, so {whom(known, 'seat')} must lead after all."


@dataclass(frozen=True, slots=True)
class ExchangeOrdered(Event):
    """No seat holds an Incident card, so each exchanges a card."""

    seen_by = EVERYONE
    lead: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that each seat exchanges a card, and which is asked first afterwards."""
        are = "are" if known.mine("lead") else "is"
        return f"Nobody holds an Incident, so everyone exchanges a card; then {whom(known, 'lead')} {are} asked first."


@dataclass(frozen=True, slots=True)
class CardReturned(RowsMoved):
    """A seat put a card on the discard pile, to be dealt another."""

    seat: Public[SeatId]
    card: Public[str]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which card was returned."""
        return f"{who(known)} returned {face(known['card'])}."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: all returned cards go to the discard pile at once."""
        gone = played(known["seat"], (known["card"],))
        return Scene(title="Exchange", changes=(gone, *discards(known), *stands(known)), joins=True)
