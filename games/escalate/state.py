"""The state of a table of Escalate!, and small queries that many rules share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from warcouncil.games.escalate.cards import TOP_OF, VALUES, Role, Top, faces, role_of
from warcouncil.games.escalate.options import TARGETS, EscalateOptions
from warcouncil.games.escalate.wording import say
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
    """A legal declaration: the act of a seat, with which cards, and at which targets."""

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
    """A launch that waits for the retaliation of others. `turn` is the seat whose turn it interrupted."""

    seat: SeatId
    targets: tuple[SeatId, ...]
    cards: tuple[str, ...]
    turn: SeatId


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended. Without winners it is a draw."""

    reason: str
    winners: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True)
class EscalateState:
    """One table. `seats` are in clockwise order.

    `turn` is the seat that is asked now. While an Incident waits for plays out of turn, `turn` is the seat from
    which the questions continue.

    `bare`, `armed`, `disarmed` and `unable` are what everyone could see: - `bare`: seats that have no Incident. They

    deferred, and have drawn nothing since then.
    - `armed`: seats that have an Incident. They passed, and have played none since then.
    - `disarmed`: seats that have no Nuke. They did not strike back although they would have been the first, and have
      drawn nothing since then.
    - `unable`: seats that have no agents to turn such an Incident. They dropped out of it under the option
      `must_turn`, and have drawn nothing since then.
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
    """Return the role of a card at this table."""
    return role_of(card, mad=state.options.mad)


def held(state: EscalateState, seat: SeatId, *roles: str) -> tuple[str, ...]:
    """Return the cards of these roles in a seat's hand, sorted."""
    return tuple(sorted(card for card in state.hands[seat] if role(state, card) in roles))


def incidents(state: EscalateState, seat: SeatId) -> tuple[str, ...]:
    """Return the Incident cards in a seat's hand, the highest first."""
    return tuple(sorted(held(state, seat, *VALUES), key=lambda card: -VALUES[role(state, card)]))


def target(state: EscalateState) -> int:
    """Return the victory points that win (rule 2)."""
    return state.options.target or TARGETS[len(state.seats)]


def stake(state: EscalateState) -> int:
    """Return the victory points of the open Incident. All Incident cards on the table count (rule 4.5)."""
    return sum(VALUES.get(role(state, card), 0) for laid in state.table for card in laid.cards)


def incident_top(state: EscalateState) -> Top:
    """Return the highest Incident card on the table, even if other cards cover it."""
    roles = [role(state, card) for laid in state.table for card in laid.cards]
    return [TOP_OF[kind] for kind in roles if kind in VALUES][-1]


def clockwise(state: EscalateState, first: SeatId) -> tuple[SeatId, ...]:
    """Return the surviving seats clockwise from `first`, which may itself be knocked out."""
    at = state.seats.index(first)
    return tuple(seat for seat in state.seats[at:] + state.seats[:at] if seat in state.alive)


def after(state: EscalateState, seat: SeatId) -> tuple[SeatId, ...]:
    """Return the surviving seats clockwise from the left of `seat`. The seat itself comes last, if it survives."""
    at = state.seats.index(seat) + 1
    return tuple(other for other in state.seats[at:] + state.seats[:at] if other in state.alive)


def passes_left(state: EscalateState, seat: SeatId) -> int | None:
    """Return the passes that a seat has left in this Incident. None if there is no limit (rule 7.1)."""
    limit = state.options.pass_limit
    return None if limit is None else limit - state.passed.get(seat, 0)


def without(seats: tuple[SeatId, ...], gone: SeatId) -> tuple[SeatId, ...]:
    """Return the seats except one."""
    return tuple(seat for seat in seats if seat != gone)


def may_launch_now(state: EscalateState) -> bool:
    """Return whether any seat may launch at any time (option launches) and the deck has Nukes."""
    return state.options.launches == "instantly" and not state.options.salt


def heading(state: EscalateState) -> str:
    """Return the heading of events for players."""
    return say("events.heading", incident=state.incident)


def named(seat: str) -> str:
    """Return a seat's name for a sentence."""
    return seat.title()


def cards_named(cards: tuple[str, ...]) -> str:
    """Return cards for a sentence, or "no cards"."""
    return faces(cards) if cards else say("events.no_cards")
