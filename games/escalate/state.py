"""The state of a table of Escalate!, and small questions that every rule asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from warcouncil.games.escalate.cards import TOP_OF, VALUES, Role, Top, faces, role_of
from warcouncil.games.escalate.options import TARGETS, EscalateOptions
from warcouncil.games.kit.negotiation import TalkWindow
from warcouncil.protocol.words import SeatId

Step = Literal[
    "negotiation",
    "opening",
    "obliged",
    "exchange",
    "turning",
    "interjection",
    "launching",
    "retaliation",
    "over",
]
Call = Literal["defer", "pass"]
ActKind = Literal[
    "lead",
    "pass",
    "defer",
    "exchange",
    "turn",
    "escalate",
    "un",
    "drop",
    "launch",
    "hold",
    "retaliate",
]

NOBODY = SeatId("")
HAND_SIZE = 5


@dataclass(frozen=True, slots=True)
class Act:
    """A legal declaration: what a seat does, with which cards, and at whom."""

    kind: ActKind
    cards: tuple[str, ...] = ()
    targets: tuple[SeatId, ...] = ()


@dataclass(frozen=True, slots=True)
class PilePlay:
    """Cards that a seat laid on the table in one act."""

    seat: SeatId
    kind: ActKind
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch that waits to hear who strikes back; `turn` is whose turn it interrupted."""

    seat: SeatId
    targets: tuple[SeatId, ...]
    cards: tuple[str, ...]
    turn: SeatId


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended; no winners: a draw."""

    reason: str
    winners: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True)
class EscalateState:
    """One table. `seats` stand clockwise. `turn` is who is asked, where one seat is; while an Incident waits for
    plays out of turn it is the seat from whom the asking goes on.

    `bare`, `armed`, `disarmed` and `unable` are what everyone could see for himself: seats that hold no Incident
    (they deferred and drew nothing since), that hold one (they passed and played none since), that hold no Nuke
    (they did not strike back where they would have been the first, and drew nothing since), that hold no agents to
    turn such an Incident (they dropped out of it, where whoever can turn it must, and drew nothing since).
    """

    options: EscalateOptions
    seats: tuple[SeatId, ...]
    dealer: SeatId
    alive: tuple[SeatId, ...]
    points: Mapping[SeatId, int]
    hands: Mapping[SeatId, tuple[str, ...]]
    draw: tuple[str, ...]
    lead: SeatId
    discard: tuple[str, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    incident: int = 1
    step: Step = "opening"
    turn: SeatId = NOBODY
    calls: tuple[tuple[SeatId, Call], ...] = ()
    circles: int = 0
    table: tuple[PilePlay, ...] = ()
    top: Top = ""
    holder: SeatId = NOBODY
    out: tuple[SeatId, ...] = ()
    passed: Mapping[SeatId, int] = field(default_factory=dict)
    bare: tuple[SeatId, ...] = ()
    armed: tuple[SeatId, ...] = ()
    disarmed: tuple[SeatId, ...] = ()
    unable: tuple[tuple[SeatId, Top], ...] = ()
    launch: Launch | None = None
    talk: TalkWindow = field(default_factory=TalkWindow)
    ending: Ending | None = None


def role(state: EscalateState, card: str) -> Role:
    """Give what a card is used as at this table."""
    return role_of(card, mad=state.options.mad)


def held(state: EscalateState, seat: SeatId, *roles: str) -> tuple[str, ...]:
    """Give the cards of these roles in a seat's hand, in a lasting order."""
    return tuple(sorted(card for card in state.hands[seat] if role(state, card) in roles))


def incidents(state: EscalateState, seat: SeatId) -> tuple[str, ...]:
    """Give the Incident cards in a seat's hand, the dearest first."""
    return tuple(sorted(held(state, seat, *VALUES), key=lambda card: -VALUES[role(state, card)]))


def target(state: EscalateState) -> int:
    """Give the victory points that win (rule 2)."""
    return state.options.target or TARGETS[len(state.seats)]


def stake(state: EscalateState) -> int:
    """Give the victory points of the open Incident: all Incident cards on the table count (rule 4.5)."""
    return sum(VALUES.get(role(state, card), 0) for laid in state.table for card in laid.cards)


def incident_top(state: EscalateState) -> Top:
    """Give the Incident that lies highest on the table, whatever lies on it."""
    roles = [role(state, card) for laid in state.table for card in laid.cards]
    return [TOP_OF[kind] for kind in roles if kind in VALUES][-1]


def clockwise(state: EscalateState, first: SeatId) -> tuple[SeatId, ...]:
    """Give the surviving seats clockwise, beginning at `first` (who may himself be gone)."""
    at = state.seats.index(first)
    return tuple(seat for seat in state.seats[at:] + state.seats[:at] if seat in state.alive)


def after(state: EscalateState, seat: SeatId) -> tuple[SeatId, ...]:
    """Give the surviving seats clockwise from the left of `seat`; he comes last, if he survives."""
    at = state.seats.index(seat) + 1
    return tuple(other for other in state.seats[at:] + state.seats[:at] if other in state.alive)


def passes_left(state: EscalateState, seat: SeatId) -> int | None:
    """Give the passes that a seat has left in this Incident; None: as many as it likes (rule 7.1)."""
    limit = state.options.pass_limit
    return None if limit is None else limit - state.passed.get(seat, 0)


def without(seats: tuple[SeatId, ...], gone: SeatId) -> tuple[SeatId, ...]:
    """Give the seats but one."""
    return tuple(seat for seat in seats if seat != gone)


def may_launch_now(state: EscalateState) -> bool:
    """Tell whether any seat may launch at any moment (option launches), there being Nukes in the deck."""
    return state.options.launches == "instantly" and not state.options.salt


def heading(state: EscalateState) -> str:
    """Say when, in the players' words."""
    return f"incident {state.incident}"


def named(seat: str) -> str:
    """Give a seat's name for a sentence."""
    return seat.title()


def cards_named(cards: tuple[str, ...]) -> str:
    """Give cards for a sentence, or "no cards"."""
    return faces(cards) if cards else "no cards"
