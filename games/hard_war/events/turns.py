"""The events of a turn: cities, draws and discards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.events.words import TOLL, city_scene, deck_title, named, points_of, who
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.text.phrases import listed
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
        if known.mine("seat"):
            return say("events.dealt_mine", cards=listed(shown))
        side = named(known["seat"])
        if not shown:
            return say("events.dealt_hidden", side=side, n=known["count"])
        return say("events.dealt", side=side, cards=listed(shown))


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A player's turn began."""

    seen_by = EVERYONE
    turn: Public[int]
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return whose turn it is."""
        if known.mine("seat"):
            return say("events.turn_mine", turn=known["turn"])
        return say("events.turn", turn=known["turn"], side=named(known["seat"]))


@dataclass(frozen=True, slots=True)
class JusTurnedUp(Event):
    """Jus ad bellum was turned face up for its owner."""

    seen_by = EVERYONE
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that its owner can use it from now on."""
        return say("events.jus_up", who=who(known))


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
        city, points, total = known["city"], known["vp"], known["total"]
        return say("events.took_city", who=who(known), city=city, n=points, total=total)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that marks the city as taken."""
        value = say("sheet.points_of", points=known["total"], needed=known["needed"])
        points = FactChange(label=points_of(known["seat"]), value=value)
        return city_scene(
            known["city"], known["seat"], points, mark=say("events.scene_taken", side=named(known["seat"]))
        )


@dataclass(frozen=True, slots=True)
class ObserversLeft(Event):
    """The Media Report attached to a city was discarded."""

    seen_by = EVERYONE
    city: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that the observers left. Attacks there are face down again."""
        return say("events.observers_left", city=known["city"])


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
        """Return in which direction it moved, and how high it is now. Near an end of its track it moves by less."""
        if known["change"] == 0:
            return say("events.toll_left", who=who(known), city=known["city"])
        key = "events.toll_raised" if known["change"] > 0 else "events.toll_lowered"
        return say(key, who=who(known), city=known["city"], toll=known["toll"])

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
        if known.mine("seat"):
            return say("events.hand_cut_mine", size=known["size"], city=known["city"])
        return say("events.hand_cut", side=named(known["seat"]), size=known["size"], city=known["city"])


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
        return say("events.drew", who=who(known), card=what, deck=deck_title(known["deck"]), n=known["left"])


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
        if not shown:
            return say("events.discarded_hidden", who=who(known), n=known["count"])
        return say("events.discarded", who=who(known), cards=listed(shown))
