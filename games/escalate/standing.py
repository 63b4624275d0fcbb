"""The rows of the table of the players and the facts of an Incident, as everyone may know them, and how an
event changes them."""

from __future__ import annotations

from warcouncil.games.escalate.cards import ROLE_TITLES, ROLES, Role
from warcouncil.games.escalate.state import EscalateState, role
from warcouncil.protocol.words import SeatId

_ANSWERS = {
    "J": "1 Diplomat, a dearer Incident, or a U.N. card",
    "Q": "1 Spy, 2 Diplomats, a King, or a U.N. card",
    "K": "1 Soldier, 2 Spies, 3 Diplomats, or a U.N. card",
    "UN": "another U.N. card",
}
Standing = tuple[SeatId, str, str, str]
"""A row: the seat, its points, its cards, and its situation in words."""
Pile = tuple[str, Role, int, tuple[tuple[Role, int], ...]]
"""The discard pile: its top card, the role of that card, the number of cards, and the new count of each role that changed."""


def around(state: EscalateState) -> tuple[SeatId, ...]:
    """Return the seats clockwise from the dealer's left."""
    at = state.seats.index(state.dealer) + 1
    return state.seats[at:] + state.seats[:at]


def standings(state: EscalateState) -> tuple[Standing, ...]:
    """Return what everyone may know of each seat, clockwise from the dealer's left."""
    return tuple(
        (
            seat,
            str(state.points[seat]),
            str(len(state.hands[seat])) if seat in state.alive else "–",
            ", ".join(_words(state, seat)),
        )
        for seat in around(state)
    )


def moved(before: EscalateState, now: EscalateState) -> tuple[Standing, ...]:
    """Return the rows that changed."""
    stood = standings(before)
    return tuple(row for row in standings(now) if row not in stood)


def tally(state: EscalateState) -> dict[Role, int]:
    """Return how many discards there are of each role."""
    counted = dict.fromkeys(ROLES, 0)
    for card in state.discard:
        counted[role(state, card)] += 1
    return counted


def piled(before: EscalateState, now: EscalateState) -> Pile | None:
    """Return the discard pile if it changed and is not empty, or None."""
    if now.discard == before.discard or not now.discard:
        return None
    stood, top = tally(before), now.discard[-1]
    moved_kinds = tuple((kind, number) for kind, number in tally(now).items() if number != stood[kind])
    return top, role(now, top), len(now.discard), moved_kinds


def demand(state: EscalateState) -> tuple[str, str]:
    """Return what must be answered now, and with what."""
    answers = _ANSWERS[state.top]
    if state.options.gunboat:
        answers = answers.replace(", or a U.N. card", "").replace("another U.N. card", "nothing")
    if state.options.mixing and state.top == "K":
        answers = answers.replace("3 Diplomats", "3 Diplomats, 1 Spy with 2 Diplomats")
    return ("U.N. card" if state.top == "UN" else ROLE_TITLES[state.top]), answers


def _words(state: EscalateState, seat: SeatId) -> list[str]:
    if seat not in state.alive:
        return ["knocked out"]
    calls = dict(state.calls)
    words = [
        ("dealer", seat == state.dealer),
        ("leads", seat == state.lead and not state.table and state.step != "over"),
        ("holds the Incident", seat == state.holder),
        ("dropped out", seat in state.out),
        ("passed", calls.get(seat) == "pass"),
        ("deferred", calls.get(seat) == "defer"),
        (_passes(state, seat), seat in state.passed),
        ("has no Incident", seat in state.bare),
        ("has an Incident", seat in state.armed),
        ("has no Nuke", seat in state.disarmed),
        *((f"cannot turn a {ROLE_TITLES[top]}", seat == unable) for unable, top in state.unable),
    ]
    return [word for word, holds in words if holds]


def _passes(state: EscalateState, seat: SeatId) -> str:
    passes, limit = state.passed.get(seat, 0), state.options.pass_limit
    if limit is not None:
        return f"passed {passes} of {limit}"
    return "passed once" if passes == 1 else f"passed {passes} times"
