"""The events of cards that are laid down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, FRONTS, NAMES, label, labels
from warcouncil.games.kashmir_crisis.events.words import face_up, hidden, holds, who
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, Sight, known_to
from warcouncil.protocol.table.scenes import FrontChange, Scene
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class CardsPlaced(Event):
    """A side placed its cards. Everyone sees how many are on each front.

    CardsShown shows the cards that an event orders to lie face up.
    """

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    counts: Public[tuple[tuple[str, int], ...]]
    is_open: Public[tuple[str, ...]]
    """The fronts on which its cards lie face up."""
    reserve: Public[int]
    held_back: Annotated[tuple[str, ...], known_to("seat")]
    laid: Annotated[tuple[tuple[str, tuple[str, ...]], ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many cards are on each front and in the Reserve."""
        counts = dict(known["counts"])
        diplomatic, information, military = (counts[front] for front in FRONTS)
        if not known.get("held_back"):
            return say(
                "events.placed",
                who=who(known),
                diplomatic=diplomatic,
                information=information,
                military=military,
                reserve=known["reserve"],
            )
        return say(
            "events.placed_held",
            who=who(known),
            diplomatic=diplomatic,
            information=information,
            military=military,
            reserve=known["reserve"],
            cards=labels(known["held_back"]),
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the cards on the fronts and in the Reserve.

        They are face down for all except the side itself.
        """
        seat, mine = known["seat"], dict(known.get("laid", ()))
        fronts = (
            FrontChange(
                front=FRONT_NAMES[front],
                side=NAMES[seat],
                cards=hidden(seat, count, mine.get(front)),
                total=None if mine else say("sheet.unknown"),
            )
            for front, count in known["counts"]
            if front not in known["is_open"]
        )
        return Scene(
            title=say("events.scene_laid"),
            joins=True,
            changes=(*fronts, *holds(seat, (0, ()), (known["reserve"], known.get("held_back")))),
        )


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """A side laid down a single card. Everyone sees where."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    place: Public[str]
    is_open: Public[bool]
    """Whether an event orders that it is laid face up. CardsShown then shows it."""
    left: Public[int]
    reserve: Public[int]
    card: Annotated[str, known_to("seat")]
    hand: Annotated[tuple[str, ...], known_to("seat")]
    """The cards that the side must still lay."""
    held_back: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return where the card is, and how many are still to come."""
        card = label(known["card"]) if known.get("card") else say("events.a_card")
        front = FRONT_NAMES.get(known["place"])
        if front is None:
            return say("events.laid_reserve", who=who(known), card=card, left=known["left"])
        return say("events.laid", who=who(known), card=card, front=front, left=known["left"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the card. It is face down for all except the side itself."""
        seat, front = known["seat"], FRONT_NAMES.get(known["place"])
        mine = (known["card"],) if "card" in known else None
        laid = FrontChange(front=front, side=NAMES[seat], add=hidden(seat, 1, mine)) if front else None
        held = holds(seat, (known["left"], known.get("hand")), (known["reserve"], known.get("held_back")))
        return Scene(
            title=say("events.scene_laid"),
            joins=True,
            changes=held if laid is None or known["is_open"] else (laid, *held),
        )


@dataclass(frozen=True, slots=True)
class CardsShown(Event):
    """A side laid the cards of a front face up, as the event ordered."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    front: Public[str]
    cards: Public[tuple[str, ...]]
    total: Public[str]
    """The present total of all the side's cards on the front, in words."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cards are face up."""
        cards = labels(known["cards"])
        return say("events.shown", who=who(known), cards=cards, front=FRONT_NAMES[known["front"]])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that lays the cards down, face up."""
        front, cards = FRONT_NAMES[known["front"]], tuple(map(face_up, known["cards"]))
        return Scene(
            title=say("events.scene_front", front=front),
            changes=(FrontChange(front=front, side=NAMES[known["seat"]], add=cards, total=known["total"]),),
        )
