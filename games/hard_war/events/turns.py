"""The events of a turn: cities, draws and discards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import TOLL, city_scene, listed, named, points_of, who, whom
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.table.scenes import FactChange, Scene, TrackChange


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A player received an opening hand."""

    seen_by = EVERYONE
    seat: Public[str]
    count: Public[int]
    backs: Public[tuple[str, ...]]
    hand: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the cards for their holder, and their backs for the others."""
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
        """Return whose turn it is."""
        return f"Turn {known['turn']}: {whom(known, 'seat')} began."


@dataclass(frozen=True, slots=True)
class JusTurnedUp(Event):
    """Jus ad bellum was turned face up for its owner."""

    seen_by = EVERYONE
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that it can be used from now."""
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
    """How many victory points win the war."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many points it gained."""
        points = f"{known['vp']} victory point{'s' if known['vp'] > 1 else ''}"
        return f"{who(known)} took control of {known['city']}: {points}, {known['total']} in all."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the city as taken."""
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
        """Return that the observers left. Attacks there are face down again."""
        return f"The observers left {known['city']}."


@dataclass(frozen=True, slots=True)
class TollShifted(Event):
    """A city's effect moved the toll, or its owner left it unchanged."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    change: Public[int]
    toll: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which way it moved and how high it is now. Near an end of its track it moves by less."""
        if known["change"] == 0:
            return f"{who(known)} left the toll as it was, for {known['city']}."
        moved = "raised" if known["change"] > 0 else "lowered"
        return f"{who(known)} {moved} the toll for {known['city']}: it stands at {known['toll']}k."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that moves the toll."""
        return city_scene(known["city"], known["seat"], TrackChange(track=TOLL, at=known["toll"]))


@dataclass(frozen=True, slots=True)
class HandSizeCut(Event):
    """A city made a player's hand size smaller for the rest of the game."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    size: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the new hand size."""
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
        """Return the card for the player who drew it, and its back for the others."""
        what = cards.words(known["card"]) if "card" in known else cards.back_words(known["back"])
        return f"{who(known)} drew {what} from the {known['deck']} deck ({known['left']} left)."


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """A player discarded cards, face down."""

    seen_by = EVERYONE
    seat: Public[str]
    count: Public[int]
    backs: Public[tuple[str, ...]]
    thrown: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the cards for their owner, and their backs for the others."""
        shown = tuple(map(cards.words, known["thrown"])) if "thrown" in known else ()
        shown = shown or tuple(map(cards.back_words, known["backs"]))
        number = f"{known['count']} card{'' if known['count'] == 1 else 's'}"
        return f"{who(known)} discarded {listed(shown) if shown else number}, face down."
