"""The events of event cards, draws and decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from warcouncil.games.kashmir_crisis.cards import FRONT_NAMES, FRONTS, NAMES, SEAT_IDS, label, labels
from warcouncil.games.kashmir_crisis.events.words import deck_title, points, who
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, Sight, known_to
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.scenes import FrontChange, ProseChange, Scene
from warcouncil.protocol.words import SeatId

_JOKER = ("events.joker_1", "events.joker_2", "events.joker_3", "events.joker_4", "events.joker_5")


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The decks were shuffled and the game began."""

    seen_by: ClassVar[Sight] = EVERYONE
    resources: Public[int]
    chart: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how the game began."""
        return say("events.opened", n=known["resources"], chart=known["chart"])


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
        """Return which event was revealed, what it does and which front it scores."""
        turn, card, title = known["turn"], label(known["card"]), known["title"]
        front, effects = FRONT_NAMES[known["front"]], known["effects"]
        if not title:
            return say("events.event", turn=turn, card=card, front=front, effects=effects)
        return say("events.event_titled", turn=turn, card=card, title=title, front=front, effects=effects)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene: empty fronts, the event, and a mark on the front that may be scored."""
        swept = [
            FrontChange(
                front=FRONT_NAMES[front],
                side=NAMES[seat],
                cards=(),
                total="",
                mark=(say("events.at_stake") if front == known["front"] else "")
                if seat == SEAT_IDS[0]
                else None,
                note="" if seat == SEAT_IDS[0] else None,
            )
            for front in FRONTS
            for seat in SEAT_IDS
        ]
        title = say("events.scene_titled", card=label(known["card"]), title=known["title"]).rstrip()
        event = ProseChange(title=title, text=say("events.scene_effect", effects=known["effects"]))
        heading = say("events.scene_next" if known["turn"] > 1 else "events.scene_event")
        return Scene(title=heading, changes=(event, *swept))


@dataclass(frozen=True, slots=True)
class EventMissing(Event):
    """No event card was left to reveal."""

    seen_by: ClassVar[Sight] = EVERYONE
    turn: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that no event is in effect."""
        return say("events.no_event", turn=known["turn"])


@dataclass(frozen=True, slots=True)
class JokerRevealed(Event):
    """A Joker was revealed and set aside."""

    seen_by: ClassVar[Sight] = EVERYONE
    times: Public[int]
    refreshes: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many times a Joker has been revealed, and what follows."""
        # In the last turn four Jokers can be revealed, one of them for the second time (10.4).
        shown = say(_JOKER[known["times"] - 1])
        if known["refreshes"]:
            return say("events.joker_refresh", shown=shown)
        return say("events.joker_last", shown=shown) if known["times"] > 1 else shown


@dataclass(frozen=True, slots=True)
class EffectChosen(Event):
    """A side chose an effect of the event."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    effects: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what was chosen."""
        return say("events.chose", who=who(known), effects=known["effects"])


@dataclass(frozen=True, slots=True)
class VpChanged(Event):
    """An event added or removed victory points."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    change: Public[int]
    vp: Public[int]
    lead: Public[int]
    """India's lead now."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many points the event added or removed."""
        key = "events.gained" if known["change"] >= 0 else "events.lost_points"
        return say(key, who=who(known), n=abs(known["change"]), vp=known["vp"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the new points."""
        name = NAMES[known["seat"]]
        return Scene(
            title=say("events.scene_points", side=name, change=f"{known['change']:+d}"),
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
        change = f"{known['change']:+d}"
        if known.mine("seat"):
            return say("events.total_mine", front=front, change=change)
        return say("events.total", side=NAMES[known["seat"]], front=front, change=change)


@dataclass(frozen=True, slots=True)
class FaceUpOrdered(Event):
    """An event obliged a side to play cards face up."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    fronts: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which fronts are played face up."""
        fronts = tuple(FRONT_NAMES[front] for front in known["fronts"])
        return say("events.face_up", n=len(fronts), who=who(known), fronts=listed(fronts))


@dataclass(frozen=True, slots=True)
class CardsBarred(Event):
    """An event made cards of a side unusable for this turn."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    kinds: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cards cannot be played."""
        return say("events.barred", who=who(known), kinds=known["kinds"])


@dataclass(frozen=True, slots=True)
class CardsReceived(Event):
    """A side received resource cards. Everyone knows how many."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    count: Public[int]
    cards: Annotated[tuple[str, ...], known_to("seat")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many cards were received. The side that received them also reads which cards they are."""
        if not known.get("cards"):
            return say("events.received", who=who(known), n=known["count"])
        return say("events.received_cards", who=who(known), n=known["count"], cards=labels(known["cards"]))


@dataclass(frozen=True, slots=True)
class CardsDealtOpenly(Event):
    """A side received resource cards that everyone saw."""

    seen_by: ClassVar[Sight] = EVERYONE
    seat: Public[SeatId]
    cards: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which cards were received."""
        return say("events.dealt", who=who(known), cards=labels(known["cards"]))


@dataclass(frozen=True, slots=True)
class DeckRefreshed(Event):
    """A deck was shuffled with cards that had been discarded."""

    seen_by: ClassVar[Sight] = EVERYONE
    deck: Public[str]
    count: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which deck was shuffled."""
        return say("events.refreshed", deck=deck_title(known["deck"]), n=known["count"])
