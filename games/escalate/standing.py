"""The public rows of the table of players and the public facts of an Incident, and how an event changes them."""

from __future__ import annotations

from warcouncil.games.escalate.cards import ROLES, Role, role_title
from warcouncil.games.escalate.state import EscalateState, role
from warcouncil.games.escalate.wording import say
from warcouncil.protocol.words import SeatId

_ANSWERS = {
    ("J", False): "sheet.answers_j",
    ("J", True): "sheet.answers_j_gunboat",
    ("Q", False): "sheet.answers_q",
    ("Q", True): "sheet.answers_q_gunboat",
    ("K", False): "sheet.answers_k",
    ("K", True): "sheet.answers_k_gunboat",
    ("UN", False): "sheet.answers_un",
    ("UN", True): "sheet.nothing",
}
"""The answers to a top, without and with Gunboat Diplomacy."""
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
            str(len(state.hands[seat])) if seat in state.alive else say("sheet.dash"),
            say("events.list_comma").join(_words(state, seat)),
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


def changed_discards(before: EscalateState, now: EscalateState) -> Pile | None:
    """Return the discard pile if it changed and is not empty, or None."""
    if now.discard == before.discard or not now.discard:
        return None
    stood, top = tally(before), now.discard[-1]
    moved_kinds = tuple((kind, number) for kind, number in tally(now).items() if number != stood[kind])
    return top, role(now, top), len(now.discard), moved_kinds


def demand(state: EscalateState) -> tuple[str, str]:
    """Return what must be answered now, and with what."""
    gunboat = state.options.gunboat
    answers = say(_ANSWERS[state.top, gunboat])
    if state.options.mixing and state.top == "K":
        answers = say("sheet.answers_k_mixed_gunboat" if gunboat else "sheet.answers_k_mixed")
    return (say("events.un_card") if state.top == "UN" else role_title(state.top)), answers


def _words(state: EscalateState, seat: SeatId) -> list[str]:
    if seat not in state.alive:
        return [say("sheet.knocked_out")]
    calls = dict(state.calls)
    called = (
        ("sheet.dealer", seat == state.dealer),
        ("sheet.leads", seat == state.lead and not state.table and state.step != "over"),
        ("sheet.holds", seat == state.holder),
        ("sheet.dropped_out", seat in state.out),
        ("sheet.passed", calls.get(seat) == "pass"),
        ("sheet.deferred", calls.get(seat) == "defer"),
    )
    shown = (
        ("sheet.no_incident", seat in state.bare),
        ("sheet.has_incident", seat in state.armed),
        ("sheet.no_nuke", seat in state.disarmed),
    )
    return [
        *(say(word) for word, holds in called if holds),
        *([_passes(state, seat)] if seat in state.passed else []),
        *(say(word) for word, holds in shown if holds),
        *(
            say("sheet.cannot_turn", incident=role_title(top))
            for unable, top in state.unable
            if seat == unable
        ),
    ]


def _passes(state: EscalateState, seat: SeatId) -> str:
    passes, limit = state.passed.get(seat, 0), state.options.pass_limit
    if limit is not None:
        return say("sheet.passed_of", n=passes, limit=limit)
    return say("sheet.passed_times", n=passes)
