"""The Final Phase: reveals all fronts, scores one, resolves the others, and removes the cards (8.0 to 8.31)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import accumulate

from warcouncil.games.kashmir_crisis import ending
from warcouncil.games.kashmir_crisis.cards import (
    FRONTS,
    INDIA,
    NAMES,
    PAKISTAN,
    SEAT_IDS,
    other,
    total,
)
from warcouncil.games.kashmir_crisis.decks import discarded_of, jokers_aside, refresh
from warcouncil.games.kashmir_crisis.events.finals import (
    FrontLost,
    FrontRevealed,
    FrontScored,
    FrontTied,
    MarkerMoved,
    ValuesAdded,
)
from warcouncil.games.kashmir_crisis.phases.event_draw import begin_turn
from warcouncil.games.kashmir_crisis.state import EVENTS, RESOURCE, FrontResult, KashmirState, Scored, Step
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId


def final_phase(state: KashmirState, dice: Dice) -> Step:
    """8. Reveal all fronts, score before resolving, and remove the cards. Then end the game or begin the next turn."""
    sums = [sum(total(_cards(state, seat, front)) for seat in SEAT_IDS) for front in FRONTS]
    raw = sum(sums)
    scored = state.scoring_front if raw >= state.options.threshold else ""
    events: list[Event] = [
        _revealed(state, front, so_far) for front, so_far in zip(FRONTS, accumulate(sums), strict=True)
    ]
    events.append(ValuesAdded(raw=raw, front=scored))
    state = replace(state, last=())
    for front in sorted(FRONTS, key=lambda front: front != scored):
        state, more = (_score if front == scored else _resolve)(state, front)
        events += more
    state, more = _put_away(state, dice)
    events += more
    why = ending.why_over(state)
    if why:
        state, ended = ending.end(state, why)
        return state, (*events, ended)
    state, more = begin_turn(state, dice.stream("turn"))
    return state, (*events, *more)


def front_total(state: KashmirState, seat: SeatId, front: str) -> int:
    """8.1 Return a side's total on a front: its cards and the change by the event. It is at least 0 by default."""
    modified = total(_cards(state, seat, front)) + state.modifier(seat, front)
    return max(0, modified) if state.options.front_total_floor else modified


def _cards(state: KashmirState, seat: SeatId, front: str) -> tuple[str, ...]:
    return state.placed[seat].fronts[front]


def _revealed(state: KashmirState, front: str, so_far: int) -> FrontRevealed:
    return FrontRevealed(
        front=front,
        india=_cards(state, INDIA, front),
        pakistan=_cards(state, PAKISTAN, front),
        india_total=front_total(state, INDIA, front),
        pakistan_total=front_total(state, PAKISTAN, front),
        so_far=(so_far, state.options.threshold),
    )


def _higher(state: KashmirState, front: str) -> SeatId | None:
    lead = front_total(state, INDIA, front) - front_total(state, PAKISTAN, front)
    if lead == 0:
        return None
    return INDIA if lead > 0 else PAKISTAN


def _score(state: KashmirState, front: str) -> Step:
    """8.1 Score a front: the higher total gains the difference in victory points."""
    winner = _higher(state, front)
    if winner is None:
        return _remembered(state, front, outcome_scored(None, 0)), (FrontTied(front=front),)
    gain = front_total(state, winner, front) - front_total(state, other(winner), front)
    vp = state.vp[winner] + gain
    line = Scored(turn=state.turn, front=front, seat=winner, gain=gain)
    state = replace(
        state,
        vp={**state.vp, winner: vp},
        scored=(*state.scored, line) if state.options.vp_log else (),
    )
    state = _remembered(state, front, outcome_scored(winner, gain))
    return state, (FrontScored(front=front, seat=winner, gain=gain, vp=vp, lead=state.lead),)


def _resolve(state: KashmirState, front: str) -> Step:
    """8.2 Resolve a front: the lower total loses its cards there and one victory point.

    A side without a card there also loses a point.
    """
    winner = _higher(state, front)
    losers = tuple(seat for seat in SEAT_IDS if not _cards(state, seat, front) or winner not in (None, seat))
    events: list[Event] = []
    state = _remembered(state, front, outcome_resolved(losers))
    if not losers:
        events.append(FrontTied(front=front))
    for seat in losers:
        state, lost = _lose(state, seat, front, beaten=winner not in (None, seat))
        events.append(lost)
    if winner is not None and state.options.sudden_death_2:
        state, moved = _move_marker(state, winner, front)
        events += moved
    return state, tuple(events)


@cache
def outcome_scored(winner: SeatId | None, gain: int) -> str:
    """Return a short text about how a scored front ended. Return None if it was tied."""
    if winner is None:
        return say("sheet.outcome_tied")
    return say("sheet.outcome_scored", side=NAMES[winner], gain=gain)


@cache
def outcome_resolved(losers: tuple[SeatId, ...]) -> str:
    """Return a short text about the sides that lost on a front."""
    if not losers:
        return say("sheet.outcome_resolved_tied")
    lost = [say("sheet.outcome_lost", side=NAMES[seat]) for seat in losers]
    return lost[0] if len(lost) == 1 else say("sheet.outcome_both", one=lost[0], other=lost[1])


def _lose(state: KashmirState, seat: SeatId, front: str, *, beaten: bool) -> tuple[KashmirState, Event]:
    cards = _cards(state, seat, front) if beaten else ()
    vp = max(0, state.vp[seat] - 1)
    loss = state.vp[seat] - vp
    placement = state.placed[seat]
    left = replace(placement, fronts={**placement.fronts, front: ()}) if cards else placement
    state = replace(
        state,
        vp={**state.vp, seat: vp},
        dead=state.dead + cards,
        placed={**state.placed, seat: left},
    )
    return state, FrontLost(front=front, seat=seat, cards=cards, loss=loss, vp=vp, lead=state.lead)


def _move_marker(state: KashmirState, winner: SeatId, front: str) -> Step:
    """10.12 Move the marker of a resolved front one box towards the higher total, up to the end."""
    half = state.options.track_half_length
    box = state.tracks[front] + (1 if winner == INDIA else -1)
    if abs(box) > half:
        return state, ()
    moved = MarkerMoved(front=front, seat=winner, boxes=box)
    return replace(state, tracks={**state.tracks, front: box}), (moved,)


def _remembered(state: KashmirState, front: str, outcome: str) -> KashmirState:
    """Record how a front ended, in the order of the mat, for the sheets of the next turn."""
    result = FrontResult(
        front=front,
        cards={seat: _cards(state, seat, front) for seat in SEAT_IDS},
        totals={seat: front_total(state, seat, front) for seat in SEAT_IDS},
        outcome=outcome,
    )
    kept = sorted((*state.last, result), key=lambda line: FRONTS.index(line.front))
    return replace(state, last=tuple(kept))


def _put_away(state: KashmirState, dice: Dice) -> Step:
    """8.3 Discard the surviving cards and remove the event. A first Joker refreshes the decks (8.31)."""
    played = tuple(card for seat in SEAT_IDS for front in FRONTS for card in _cards(state, seat, front))
    state = replace(
        state,
        discard=state.discard + played,
        dead_events=(*state.dead_events, state.event) if state.event else state.dead_events,
        placed={},
    )
    if not state.joker_now or state.is_last_turn:
        return state, ()
    if not state.options.red_and_black:
        state, refreshed = refresh(state, RESOURCE, (*state.discard, *jokers_aside(state)), dice)
        return state, (refreshed,)
    events: list[Event] = []
    state, again = refresh(state, EVENTS, jokers_aside(state), dice)
    events.append(again)
    for seat in SEAT_IDS:
        if discarded_of(state, seat):
            state, again = refresh(state, seat, discarded_of(state, seat), dice)
            events.append(again)
    return state, tuple(events)
