"""The events of event cards, draws and decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, FRONTS, NAMES, SEAT_IDS, counted, label, labels
from warcouncil.games.kashmir_crisis.events.words import DECK_NAMES, points, who, whose
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, Sight, known_to
from warcouncil.protocol.table.scenes import FrontChange, ProseChange, Scene
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The decks were shuffled and the game began."""

    seen_by: ClassVar[Sight] = EVERYONE
    resources: Public[int]
    chart: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how the game began."""
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
        """Return which event came, what it does and which front it scores."""
        title = f", “{known['title']}”" if known["title"] else ""
        return (
            f"Turn {known['turn']}: the event was {label(known['card'])}{title}; it may score the "
            f"{FRONT_NAMES[known['front']]} Front, and its effect: {known['effects']}."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: empty fronts, the event, and a mark on the front that may be scored."""
        swept = [
            FrontChange(
                front=FRONT_NAMES[front],
                side=NAMES[seat],
                cards=(),
                total="",
                mark=("at stake" if front == known["front"] else "") if seat == SEAT_IDS[0] else None,
                note="" if seat == SEAT_IDS[0] else None,
            )
            for front in FRONTS
            for seat in SEAT_IDS
        ]
        title = f"{label(known['card'])} {known['title']}".rstrip()
        event = ProseChange(title=title, text=f"Effect: {known['effects']}.")
        return Scene(title="The next event" if known["turn"] > 1 else "The event", changes=(event, *swept))


@dataclass(frozen=True, slots=True)
class EventMissing(Event):
    """No event card was left to reveal."""

    seen_by: ClassVar[Sight] = EVERYONE
    turn: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that no event is in effect."""
        return f"Turn {known['turn']}: no event card was left, so no front can be scored this turn."


@dataclass(frozen=True, slots=True)
class JokerRevealed(Event):
    """A Joker was revealed and set aside."""

    seen_by: ClassVar[Sight] = EVERYONE
    times: Public[int]
    refreshes: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many times a Joker has been revealed, and what follows."""
        # Four Jokers can all be revealed in the last turn, one of them for the second time (10.4).
        time = ("first", "second", "third", "fourth", "fifth")[known["times"] - 1]
        ends = ": this turn is the last" if known["times"] > 1 else ""
        after = ": the decks are refreshed after this turn" if known["refreshes"] else ends
        return f"The Joker was revealed for the {time} time{after}."


@dataclass(frozen=True, slots=True)
class EffectChosen(Event):
    """A side chose an effect of the event."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    effects: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what was chosen."""
        return f"{who(known)} chose: {known['effects']}."


@dataclass(frozen=True, slots=True)
class VpChanged(Event):
    """An event gave or took victory points."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    change: Public[int]
    vp: Public[int]
    lead: Public[int]
    """India's lead now."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many points the event gave or took."""
        verb = "gained" if known["change"] >= 0 else "lost"
        return f"{who(known)} {verb} {abs(known['change'])} VP by the event ({known['vp']} VP now)."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the new points."""
        name = NAMES[known["seat"]]
        return Scene(
            title=f"{name} {known['change']:+d} VP",
            changes=points(known["seat"], known["vp"], known["lead"]),
        )


@dataclass(frozen=True, slots=True)
class TotalModified(Event):
    """An event changed a side's total on a front for this turn."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    front: Public[str]
    change: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which total was changed."""
        front = FRONT_NAMES[known["front"]]
        return f"{whose(known)} {front} total was changed by {known['change']:+d} for this turn."


@dataclass(frozen=True, slots=True)
class FaceUpOrdered(Event):
    """An event obliged a side to play cards face up."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    fronts: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which fronts are played face up."""
        fronts = " and ".join(FRONT_NAMES[front] for front in known["fronts"])
        return f"{who(known)} had to play face up on: {fronts}."


@dataclass(frozen=True, slots=True)
class CardsBarred(Event):
    """An event made cards of a side unusable for this turn."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    kinds: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cards cannot be played."""
        return f"{who(known)} could not play {known['kinds']} on any front this turn."


@dataclass(frozen=True, slots=True)
class CardsReceived(Event):
    """A side received resource cards. Everyone knows how many."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    count: Public[int]
    cards: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many cards were received. The side that received them also reads which."""
        shown = f": {labels(known['cards'])}" if known.get("cards") else ""
        return f"{who(known)} received {counted(known['count'], 'card')}{shown}."


@dataclass(frozen=True, slots=True)
class CardsDealtOpenly(Event):
    """A side received resource cards that everyone saw."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    cards: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cards were received."""
        return f"{who(known)} received: {labels(known['cards'])}."


@dataclass(frozen=True, slots=True)
class DeckRefreshed(Event):
    """A deck was shuffled with cards that had been discarded."""

    seen_by: ClassVar[Sight] = EVERYONE
    deck: Public[str]
    count: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which deck was shuffled."""
        return f"{DECK_NAMES[known['deck']]} was shuffled anew: {counted(known['count'], 'card')}."
