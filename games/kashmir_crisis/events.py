"""What happens in Kashmir Crisis, with who may know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, NAMES, counted, label, labels
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, Sight, known_to
from warcouncil.protocol.words import SeatId


def _who(known: Known, field: str = "seat") -> str:
    return "You" if known.mine(field) else NAMES[known[field]]


def _whose(known: Known, field: str = "seat") -> str:
    return "Your" if known.mine(field) else f"{NAMES[known[field]]}'s"


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The decks were shuffled and the game began."""

    seen_by: ClassVar[Sight] = EVERYONE
    resources: Public[int]
    chart: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say how the game began."""
        cards = counted(known["resources"], "resource card")
        return f"The game began with {cards} in play and the {known['chart']} event chart."


@dataclass(frozen=True, slots=True)
class EventRevealed(Event):
    """The top event card was revealed."""

    seen_by: ClassVar[Sight] = EVERYONE
    turn: Public[int]
    card: Public[str]
    title: Public[str]
    front: Public[str]
    effects: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which event came, what it does and which front it scores."""
        title = f", “{known['title']}”" if known["title"] else ""
        return (
            f"Turn {known['turn']}: the event was {label(known['card'])}{title}; it scores the "
            f"{FRONT_NAMES[known['front']]} Front, and its effect: {known['effects']}."
        )


@dataclass(frozen=True, slots=True)
class EventMissing(Event):
    """There was no event card left to reveal."""

    seen_by: ClassVar[Sight] = EVERYONE
    turn: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that no event is in effect."""
        return f"Turn {known['turn']}: no event card was left, so no front can be scored this turn."


@dataclass(frozen=True, slots=True)
class JokerRevealed(Event):
    """The Joker was revealed and laid aside."""

    seen_by: ClassVar[Sight] = EVERYONE
    times: Public[int]
    refreshes: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say whether the Joker showed for the first or the second time."""
        time = ("first", "second", "third", "fourth")[known["times"] - 1]
        after = (
            ": the decks are refreshed after this turn" if known["refreshes"] else ", and so the game ends"
        )
        return f"The Joker was revealed for the {time} time{after}."


@dataclass(frozen=True, slots=True)
class EffectChosen(Event):
    """A side chose an effect of the event."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    effects: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what was chosen."""
        return f"{_who(known)} chose: {known['effects']}."


@dataclass(frozen=True, slots=True)
class VpChanged(Event):
    """An event gave or took victory points."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    change: Public[int]
    vp: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what the event gave or took."""
        verb = "gained" if known["change"] >= 0 else "lost"
        return f"{_who(known)} {verb} {abs(known['change'])} VP by the event ({known['vp']} VP now)."


@dataclass(frozen=True, slots=True)
class TotalModified(Event):
    """An event changed a side's total on a front for this turn."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    front: Public[str]
    change: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which total was changed."""
        front = FRONT_NAMES[known["front"]]
        return f"{_whose(known)} {front} total was changed by {known['change']:+d} for this turn."


@dataclass(frozen=True, slots=True)
class FaceUpOrdered(Event):
    """An event obliged a side to play cards face up."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    fronts: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which fronts are played face up."""
        fronts = " and ".join(FRONT_NAMES[front] for front in known["fronts"])
        return f"{_who(known)} had to play face up on: {fronts}."


@dataclass(frozen=True, slots=True)
class CardsBarred(Event):
    """An event made cards of a side unusable for this turn."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    kinds: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which cards cannot be played."""
        return f"{_who(known)} could not play {known['kinds']} on any front this turn."


@dataclass(frozen=True, slots=True)
class CardsReceived(Event):
    """A side received resource cards; everyone knows how many."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    count: Public[int]
    cards: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say how many cards were received, and which to whoever received them."""
        shown = f": {labels(known['cards'])}" if known.get("cards") else ""
        return f"{_who(known)} received {counted(known['count'], 'card')}{shown}."


@dataclass(frozen=True, slots=True)
class CardsDealtOpenly(Event):
    """A side received resource cards that everyone saw."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    cards: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which cards were received."""
        return f"{_who(known)} received: {labels(known['cards'])}."


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
        return f"{_who(known)} placed cards: {counts}, Reserve {known['reserve']}{mine}."


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
        return f"{_who(known)} laid {card} {place} ({known['left']} left)."


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
        return f"{_who(known)} laid face up on the {FRONT_NAMES[known['front']]} Front: {labels(known['cards'])}."


@dataclass(frozen=True, slots=True)
class FrontRevealed(Event):
    """Both sides turned their cards on a front face up."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    india: Public[tuple[str, ...]]
    pakistan: Public[tuple[str, ...]]
    india_total: Public[int]
    pakistan_total: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what lay on the front and what it came to."""
        return (
            f"{FRONT_NAMES[known['front']]} Front: India showed {labels(known['india'])} (total "
            f"{known['india_total']}), Pakistan {labels(known['pakistan'])} (total {known['pakistan_total']})."
        )


@dataclass(frozen=True, slots=True)
class ValuesAdded(Event):
    """The values of all cards on all fronts were added up."""

    seen_by: ClassVar[Sight] = EVERYONE
    raw: Public[int]
    front: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say whether a front is scored."""
        if known["front"]:
            return f"All cards together came to {known['raw']}: the {FRONT_NAMES[known['front']]} Front was scored."
        return f"All cards together came to {known['raw']}: no front was scored."


@dataclass(frozen=True, slots=True)
class FrontScored(Event):
    """A side had the higher total on the scored front."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    seat: Public[SeatId]
    gain: Public[int]
    vp: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who gained how much."""
        front = FRONT_NAMES[known["front"]]
        return f"{_who(known)} scored {known['gain']} VP on the {front} Front ({known['vp']} VP now)."


@dataclass(frozen=True, slots=True)
class FrontTied(Event):
    """Both totals on a front were equal."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say that a tie has no effect."""
        return f"The {FRONT_NAMES[known['front']]} Front was tied, without effect."


@dataclass(frozen=True, slots=True)
class FrontLost(Event):
    """A side had the lower total on a resolved front, or no card there."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    seat: Public[SeatId]
    cards: Public[tuple[str, ...]]
    loss: Public[int]
    vp: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what was lost."""
        front = FRONT_NAMES[known["front"]]
        vp = (
            f"{known['loss']} VP ({known['vp']} VP now)"
            if known["loss"]
            else "no VP, there being none to lose"
        )
        if not known["cards"]:
            return f"{_who(known)} had no card on the {front} Front and lost {vp}."
        noun = "card" if len(known["cards"]) == 1 else "cards"
        cards = f"the {noun} {labels(known['cards'])}"
        return f"{_who(known)} had the lower total on the {front} Front and lost {cards} and {vp}."


@dataclass(frozen=True, slots=True)
class MarkerMoved(Event):
    """A marker moved one box along its Progress Track."""

    seen_by: ClassVar[Sight] = EVERYONE
    front: Public[str]
    seat: Public[SeatId]
    boxes: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say who moved the marker and where it stands."""
        boxes = known["boxes"]
        now = "one box" if abs(boxes) == 1 else f"{abs(boxes)} boxes"
        end = "India's" if boxes > 0 else "Pakistan's"
        where = f"{now} from the start, towards {end} end" if boxes else "back at the start"
        return f"{_who(known)} moved the {FRONT_NAMES[known['front']]} marker by one box: it is {where}."


@dataclass(frozen=True, slots=True)
class DeckRefreshed(Event):
    """A deck was shuffled anew with what had been discarded."""

    seen_by: ClassVar[Sight] = EVERYONE
    deck: Public[str]
    count: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which deck was shuffled."""
        return f"{DECK_NAMES[known['deck']]} was shuffled anew: {counted(known['count'], 'card')}."


@dataclass(frozen=True, slots=True)
class CrisisEnded(Event):
    """The game was over and the points were compared."""

    seen_by: ClassVar[Sight] = EVERYONE
    why: Public[str]
    verdict: Public[str]
    meaning: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say why the game ended, who leads, and what that means."""
        return f"{known['why']} {known['verdict']} {known['meaning']}"


DECK_NAMES = {
    "resource": "The Resource Deck",
    "india": "India's deck",
    "pakistan": "Pakistan's deck",
    "events": "The Event Deck",
}

EVENT_TYPES: tuple[type[Event], ...] = (
    GameOpened,
    EventRevealed,
    EventMissing,
    JokerRevealed,
    EffectChosen,
    VpChanged,
    TotalModified,
    FaceUpOrdered,
    CardsBarred,
    CardsReceived,
    CardsDealtOpenly,
    CardsPlaced,
    CardLaid,
    CardsShown,
    FrontRevealed,
    ValuesAdded,
    FrontScored,
    FrontTied,
    FrontLost,
    MarkerMoved,
    DeckRefreshed,
    CrisisEnded,
)
