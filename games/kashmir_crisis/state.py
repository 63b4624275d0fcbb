"""The state of one game: where every card is, the effects of this turn's event, and what the table remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from warcouncil.games.kashmir_crisis.cards import (
    FRONTS,
    INDIA,
    PAKISTAN,
    SEAT_IDS,
    fits,
    ordered,
    owner,
    total,
)
from warcouncil.games.kashmir_crisis.chart import SEAT_OF, Chart, Effect, FaceUp, TotalMod, Unusable
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.negotiation import TalkWindow
from warcouncil.protocol.words import SeatId

EVENTS = "events"
RESOURCE = "resource"

CHOOSING = "Event choice"
PLACING = "Card play"
LAYING = "Card by card"


@dataclass(frozen=True, slots=True)
class Placement:
    """The cards that one seat lays in a turn: at most two on each front, the rest in its Reserve."""

    fronts: Mapping[str, tuple[str, ...]]
    reserve: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FrontResult:
    """How one front ended in the last turn. The sheets show it."""

    front: str
    cards: Mapping[SeatId, tuple[str, ...]]
    totals: Mapping[SeatId, int]
    outcome: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A line of the log of victories: the side, its gain, the front and the turn."""

    turn: int
    front: str
    seat: SeatId
    gain: int


@dataclass(frozen=True, slots=True)
class KashmirState:
    """One game. `decks` are listed from the top card down. `step` names the phase. `ended` says why the game is over.

    `owed` are effects of the event that are still to be carried out. The first is a choice that a side is asked to
    make. `forced` are the cards of a side's Reserve that must be played on fronts this turn (7.1). While a side lays
    one card after another, `received` is all that it still has, including its old Reserve. `placed` grows. `returned`
    are the cards that each reshuffle put back into a deck. They show when a card was last seen.
    """

    options: KashmirOptions
    chart: Chart
    decks: Mapping[str, tuple[str, ...]]
    vp: Mapping[SeatId, int]
    reserve: Mapping[SeatId, tuple[str, ...]]
    received: Mapping[SeatId, tuple[str, ...]]
    talk: TalkWindow
    placed: Mapping[SeatId, Placement] = field(default_factory=dict)
    orders: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    turn: int = 0
    step: str = ""
    event: str = ""
    owed: tuple[Effect, ...] = ()
    mods: tuple[TotalMod, ...] = ()
    duties: tuple[FaceUp, ...] = ()
    bans: tuple[Unusable, ...] = ()
    forced: Mapping[SeatId, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(SEAT_IDS, ()))
    jokers_seen: int = 0
    joker_now: bool = False
    is_last_turn: bool = False
    discard: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    dead_events: tuple[str, ...] = ()
    returned: tuple[tuple[str, ...], ...] = ()
    tracks: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(FRONTS, 0))
    last: tuple[FrontResult, ...] = ()
    scored: tuple[Scored, ...] = ()
    ended: str = ""

    @property
    def scoring_front(self) -> str:
        """The front that this turn's event scores, or "" without an event."""
        return self.chart.front(self.event) if self.event else ""

    @property
    def lead(self) -> int:
        """India's lead in victory points."""
        return self.vp[INDIA] - self.vp[PAKISTAN]

    def pool(self, seat: SeatId) -> tuple[str, ...]:
        """Return the cards that a seat must place: those received and, until it begins, its Reserve."""
        return ordered(self.received[seat] + (() if seat in self.placed else self.reserve[seat]))

    def usable(self, seat: SeatId) -> tuple[str, ...]:
        """Return the cards that a seat must place and may play on a front."""
        return tuple(card for card in self.pool(seat) if self.is_usable(card))

    def is_usable(self, card: str) -> bool:
        """Return whether the owner of a card may play it on a front this turn."""
        return not any(
            SEAT_OF[ban.side] == owner(card) and any(fits(kind, card) for kind in ban.cards)
            for ban in self.bans
        )

    @property
    def placing(self) -> str:
        """The step in which cards are placed. Cards are placed one by one only if a side has a usable card (7.1)."""
        if self.options.placing == "at_once" or not any(self.usable(seat) for seat in SEAT_IDS):
            return PLACING
        return LAYING

    def shown_fronts(self, seat: SeatId) -> tuple[str, ...]:
        """Return the fronts on which a seat plays face up this turn, in the order of the mat."""
        named = [front for duty in self.duties if SEAT_OF[duty.side] == seat for front in duty.fronts]
        return tuple(front for front in FRONTS if front in named)

    def modifier(self, seat: SeatId, front: str) -> int:
        """Return how much the event adds to a seat's total on a front."""
        return sum(mod.n for mod in self.mods if SEAT_OF[mod.side] == seat and mod.front == front)

    def total_words(self, seat: SeatId, front: str, cards: tuple[str, ...]) -> str:
        """Return a text with the sum of a seat's cards on a front, and how much the event adds."""
        modifier = self.modifier(seat, front)
        if not modifier:
            return say("sheet.total", total=total(cards))
        return say("sheet.total_changed", total=total(cards), change=f"{modifier:+d}")

    def with_joker(self) -> KashmirState:
        """Return the state after a Joker was revealed. The second time makes this turn the last (8.31)."""
        seen = self.jokers_seen + 1
        return replace(self, jokers_seen=seen, joker_now=True, is_last_turn=seen >= 2)


Step = tuple[KashmirState, tuple[Event, ...]]
"""The result of a step of a turn: the new state, and the events."""
