"""What happens during turns, and who may know each part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import NAMES, SEAT_IDS
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.protocol.words import SeatId


def named(seat: str) -> str:
    """Give the name of the faction on a seat."""
    return NAMES[SEAT_IDS.index(SeatId(seat))]


def who(known: Known, field: str = "seat") -> str:
    """Begin a sentence with the one that a field names: "You" to himself."""
    return "You" if known.mine(field) else named(known[field])


def whom(known: Known, field: str) -> str:
    """Name in mid-sentence the one that a field names: "you" to himself."""
    return "you" if known.mine(field) else named(known[field])


def whose(known: Known, field: str) -> str:
    """Say in mid-sentence whose something is: "your" to himself."""
    return "your" if known.mine(field) else f"{named(known[field])}'s"


def listed(names: tuple[str, ...]) -> str:
    """Join names as people do: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nothing"


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

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what it brought."""
        points = f"{known['vp']} victory point{'s' if known['vp'] > 1 else ''}"
        return f"{who(known)} took control of {known['city']}: {points}, {known['total']} in all."


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
        """Say by how much and where it stands."""
        if known["change"] == 0:
            return f"{who(known)} left the toll as it was, for {known['city']}."
        return f"{who(known)} moved the toll by {known['change']:+d}k for {known['city']}: it stands at {known['toll']}k."


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
class AttackPlayed(Event):
    """A player attacked a city with a card, face down or face up."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    kind: Public[str]
    up: Public[bool]
    marker: Public[str]
    friendly_fire: Public[bool]
    card: Annotated[str, known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what was played where and how far the marker went."""
        kind = cards.words(known["card"]) if "card" in known else cards.back_words(known["kind"])
        way = "face up" if known["up"] else "face down"
        fire = ", in spite of friendly fire" if known["friendly_fire"] else ""
        return (
            f"{who(known)} attacked {known['city']} with {kind} {way}{fire}: the marker is {known['marker']}."
        )


@dataclass(frozen=True, slots=True)
class CitySecured(Event):
    """A player moved a marker off his edge of a city."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what that prevents."""
        verb = "take" if known.mine("seat") else "takes"
        return f"{who(known)} secured {known['city']}: no counterattack there before {whom(known, 'seat')} {verb} it."


@dataclass(frozen=True, slots=True)
class ReportPlayed(Event):
    """A player played a Media Report on an attack."""

    seen_by = EVERYONE
    seat: Public[str]
    card: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which report."""
        return f"{who(known)} played a {cards.words(known['card'])}."


@dataclass(frozen=True, slots=True)
class AttackRevealed(Event):
    """An attack was shown to the world."""

    seen_by = EVERYONE
    owner: Public[str]
    city: Public[str]
    card: Public[str]
    toll: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Give the toll of the attack and of the war."""
        attack = f"{whose(known, 'owner')} attack on {known['city']}"
        return f"The world saw {attack}: {cards.words(known['card'])}. The toll is {known['toll']}k."


@dataclass(frozen=True, slots=True)
class JusPassed(Event):
    """Jus ad bellum went to a player, face down."""

    seen_by = EVERYONE
    seat: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who has it now."""
        return f"Jus ad bellum went to {whom(known, 'seat')}, face down."


@dataclass(frozen=True, slots=True)
class JusUsed(Event):
    """The owner of Jus ad bellum used one of its effects."""

    seen_by = EVERYONE
    seat: Public[str]
    effect: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which effect."""
        return f"{who(known)} used Jus ad bellum: {JUS_WORDS[known['effect']]}."


JUS_WORDS = {
    "play+1": "one more card this turn",
    "draw2_now": "draw two cards at once",
    "ignore_friendly_fire_once": "one attack this turn may ignore friendly fire",
}
"""The effects of Jus ad bellum in words; all of them are ours."""


@dataclass(frozen=True, slots=True)
class ObserversSent(Event):
    """A player attached a Media Report to a city."""

    seen_by = EVERYONE
    seat: Public[str]
    city: Public[str]
    card: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what follows."""
        return f"{who(known)} sent observers to {known['city']} ({cards.words(known['card'])}): attacks played there from now are face up."


@dataclass(frozen=True, slots=True)
class ExtraPlayed(Event):
    """A player moved a marker with a US Bombing or Local Support."""

    seen_by = EVERYONE
    seat: Public[str]
    card: Public[str]
    city: Public[str]
    marker: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say where the marker went."""
        return f"{who(known)} played {cards.words(known['card'])} on {known['city']}: the marker is {known['marker']}."


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
