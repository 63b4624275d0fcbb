"""What is told of cards that are laid down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, NAMES, label, labels
from warcouncil.games.kashmir_crisis.events.words import face_up, who
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, Sight, known_to
from warcouncil.protocol.scenes import FrontChange, Scene
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class CardsPlaced(Event):
    """A side placed its cards; everyone sees how many lie where."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    counts: Public[dict[str, int]]
    reserve: Public[int]
    held_back: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say how many cards lie on each front and in the Reserve."""
        counts = ", ".join(f"{FRONT_NAMES[front]} {count}" for front, count in known["counts"].items())
        mine = f" ({labels(known['held_back'])})" if known.get("held_back") else ""
        return f"{who(known)} placed cards: {counts}, Reserve {known['reserve']}{mine}."


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """A side laid down a single card; everyone sees where."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    place: Public[str]
    left: Public[int]
    card: Annotated[str, known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say where the card lies and how many are still to come."""
        card = label(known["card"]) if known.get("card") else "a card"
        front = FRONT_NAMES.get(known["place"])
        place = f"on the {front} Front" if front else "in the Reserve"
        return f"{who(known)} laid {card} {place} ({known['left']} left)."


@dataclass(frozen=True, slots=True)
class CardsShown(Event):
    """A side laid the cards of a front face up, as the event ordered."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    front: Public[str]
    cards: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which cards lie face up."""
        return (
            f"{who(known)} laid face up on the {FRONT_NAMES[known['front']]} Front: {labels(known['cards'])}."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Lay the cards down, face up."""
        front, cards = FRONT_NAMES[known["front"]], tuple(map(face_up, known["cards"]))
        return Scene(
            title=f"{front} Front",
            changes=(FrontChange(front=front, side=NAMES[known["seat"]], add=cards),),
        )
