"""What is told of a turn: cities, draws and discards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import TOLL, city_scene, listed, named, points_of, who, whom
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.table.scenes import FactChange, Scene, TrackChange


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A player got his opening hand."""

    seen_by = EVERYONE
    seat: Public[str]
    count: Public[int]
    backs: Public[tuple[str, ...]]
    hand: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name the cards to their holder and their backs to the rest."""
        shown = tuple(map(cards.words, known["hand"])) if "hand" in known else ()
        shown = shown or tuple(map(cards.back_words, known["backs"]))
        verb = "were" if known.mine("seat") else "was"
        return f"{who(known)} {verb} dealt {listed(shown) if shown else str(known['count']) + ' cards'}."


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A player's turn began."""

    seen_by = EVERYONE
    turn: Public[int]
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say whose turn it is."""
        return f"Turn {known['turn']}: {whom(known, 'seat')} began."


@dataclass(frozen=True, slots=True)
class JusTurnedUp(Event):
    """Jus ad bellum was turned face up for its owner."""

    seen_by = EVERYONE
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that it can be used from now."""
        return f"{who(known)} turned Jus ad bellum face up; it can be used from now."


@dataclass(frozen=True, slots=True)
class CityTaken(Event):
    """A player took control of a city."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    vp: Public[int]
    total: Public[int]
    needed: Public[int]
    """With how many the war is won."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what it brought."""
        points = f"{known['vp']} victory point{'s' if known['vp'] > 1 else ''}"
        return f"{who(known)} took control of {known['city']}: {points}, {known['total']} in all."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Mark the city as taken."""
        value = f"{known['total']} of {known['needed']}"
        points = FactChange(label=points_of(known["seat"]), value=value)
        return city_scene(known["city"], known["seat"], points, mark=f"★ {named(known['seat'])} takes it")


@dataclass(frozen=True, slots=True)
class ObserversLeft(Event):
    """The Media Report attached to a city was discarded."""

    seen_by = EVERYONE
    city: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that attacks there are face down again."""
        return f"The observers left {known['city']}."


@dataclass(frozen=True, slots=True)
class TollShifted(Event):
    """A city's effect moved the toll, or its owner left it as it was."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    change: Public[int]
    toll: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which way it moved and where it stands: near an end of its track it moves by less than was asked for."""
        if known["change"] == 0:
            return f"{who(known)} left the toll as it was, for {known['city']}."
        moved = "raised" if known["change"] > 0 else "lowered"
        return f"{who(known)} {moved} the toll for {known['city']}: it stands at {known['toll']}k."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Move the toll."""
        return city_scene(known["city"], known["seat"], TrackChange(track=TOLL, at=known["toll"]))


@dataclass(frozen=True, slots=True)
class HandSizeCut(Event):
    """A city made a player's hand smaller for good."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    size: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Give the new hand size."""
        own = "Your" if known.mine("seat") else f"{named(known['seat'])}'s"
        return f"{own} hand size is {known['size']} from now, for {known['city']}."


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A player drew a card."""

    seen_by = EVERYONE
    seat: Public[str]
    deck: Public[str]
    left: Public[int]
    back: Public[str]
    card: Annotated[str, known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name the card to him who drew it and its back to the rest."""
        what = cards.words(known["card"]) if "card" in known else cards.back_words(known["back"])
        return f"{who(known)} drew {what} from the {known['deck']} deck ({known['left']} left)."


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """A player threw cards away, face down."""

    seen_by = EVERYONE
    seat: Public[str]
    count: Public[int]
    backs: Public[tuple[str, ...]]
    thrown: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name the cards to their owner and their backs to the rest."""
        shown = tuple(map(cards.words, known["thrown"])) if "thrown" in known else ()
        shown = shown or tuple(map(cards.back_words, known["backs"]))
        number = f"{known['count']} card{'' if known['count'] == 1 else 's'}"
        return f"{who(known)} discarded {listed(shown) if shown else number}, face down."
