"""The events of the deal and of the opening of an Incident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.escalate.cards import ROLES, face, role_title
from warcouncil.games.escalate.events.moving import RowsMoved
from warcouncil.games.escalate.events.words import (
    discards,
    played,
    stands,
    who,
)
from warcouncil.games.escalate.standing import Pile
from warcouncil.games.escalate.state import cards_named, named
from warcouncil.games.escalate.wording import say
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
        dealer, lead = named(known["dealer"]), named(known["lead"])
        cards, target = known["cards"], known["target"]
        if known.mine("dealer"):
            return say("events.laid_dealer", cards=cards, lead=lead, target=target)
        if known.mine("lead"):
            return say("events.laid_lead", dealer=dealer, cards=cards, target=target)
        return say("events.laid", dealer=dealer, cards=cards, lead=lead, target=target)


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
        if known.mine("seat"):
            return say("events.dealt_mine", cards=cards_named(known["cards"]))
        side = named(known["seat"])
        if "cards" in known:
            return say("events.dealt_cards", side=side, cards=cards_named(known["cards"]))
        return say("events.dealt", side=side, n=known["count"])


@dataclass(frozen=True, slots=True)
class DiscardsShuffled(Event):
    """The discard pile became the draw pile. `left` is the size of the draw pile after all cards were dealt."""

    seen_by = EVERYONE
    count: Public[int]
    left: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that the discard pile was shuffled."""
        return say("events.shuffled", n=known["count"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: an empty discard pile, and the draw pile after the deal."""
        none = tuple(FactChange(label=role_title(kind), value="0") for kind in ROLES)
        piles = (
            CardsChange(title=say("sheet.discards"), cards=(), count=0),
            CardsChange(title=say("sheet.draw_pile"), count=known["left"]),
        )
        return Scene(title=say("events.scene_shuffled"), changes=(*piles, *none))


@dataclass(frozen=True, slots=True)
class OpeningDeferred(Event):
    """A seat without an Incident card deferred."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat deferred."""
        return say("events.deferred", who=who(known))


@dataclass(frozen=True, slots=True)
class OpeningPassed(Event):
    """A seat that holds an Incident card passed."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat passed."""
        return say("events.passed", who=who(known))


@dataclass(frozen=True, slots=True)
class CircleRepeated(Event):
    """Several seats passed, and every seat is asked again."""

    seen_by = EVERYONE
    passers: Public[tuple[SeatId, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that every seat is asked again."""
        passers = say("events.list_comma").join(named(seat) for seat in known["passers"])
        return say("events.circle", passers=passers)


@dataclass(frozen=True, slots=True)
class LeadObliged(Event):
    """A seat that passed must lead after all."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which seat must lead."""
        if known.mine("seat"):
            return say("events.obliged_mine")
        return say("events.obliged", side=named(known["seat"]))


@dataclass(frozen=True, slots=True)
class ExchangeOrdered(Event):
    """No seat has an Incident card, so each seat exchanges a card."""

    seen_by = EVERYONE
    lead: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that each seat exchanges a card, and which seat is asked first afterwards."""
        if known.mine("lead"):
            return say("events.exchange_mine")
        return say("events.exchange", side=named(known["lead"]))


@dataclass(frozen=True, slots=True)
class CardReturned(RowsMoved):
    """A seat put a card on the discard pile and was dealt another card."""

    seat: Public[SeatId]
    card: Public[str]
    pile: Public[Pile | None] = None

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which card was returned."""
        return say("events.returned", who=who(known), card=face(known["card"]))

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: all returned cards go to the discard pile at once."""
        gone = played(known["seat"], (known["card"],))
        return Scene(
            title=say("events.scene_exchange"), changes=(gone, *discards(known), *stands(known)), joins=True
        )
