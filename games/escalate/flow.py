"""The flow of the game: the next call or turn, the questions out of turn, the winner, and the end of an Incident
(rules 3 to 6)."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.escalate.deal import refill
from warcouncil.games.escalate.events.deals import CircleRepeated, ExchangeOrdered, LeadObliged
from warcouncil.games.escalate.events.incidents import IncidentVoided, IncidentWon
from warcouncil.games.escalate.events.launches import GameEnded
from warcouncil.games.escalate.standing import changed_discards, moved
from warcouncil.games.escalate.state import (
    NOBODY,
    Ending,
    EscalateState,
    after,
    clockwise,
    may_launch_now,
    named,
    stake,
    target,
)
from warcouncil.games.escalate.talk import before_opening
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId

Next = tuple[EscalateState, tuple[Event, ...]]


def call_on(state: EscalateState) -> Next:
    """Continue with the calls. If any seat may launch at any time, all are asked for a launch first (5.6)."""
    if may_launch_now(state):
        return replace(state, step="launching", turn=NOBODY), ()
    return next_call(state)


def next_call(state: EscalateState) -> Next:
    """Ask the next survivor of the circle, or close the circle once all have called (rule 3.1)."""
    circle = clockwise(state, state.lead)
    called = [seat for seat, _ in state.calls]
    for seat in circle:
        if seat not in called:
            return replace(state, step="opening", lead=circle[0], turn=seat), ()
    return _close_circle(replace(state, lead=circle[0]))


def _close_circle(state: EscalateState) -> Next:
    """Close a circle in which no seat led. If all seats deferred, they exchange cards (3.2). Otherwise the first
    seat that passed must lead (3.3), or the circle repeats (option `all_passed`).
    """
    passers = tuple(seat for seat, call in state.calls if call == "pass" and seat in state.alive)
    if not passers:
        return replace(state, step="exchange", turn=NOBODY), (ExchangeOrdered(state.lead),)
    circles = state.circles + 1
    again = state.options.all_passed == "new_circle" and circles < state.options.pass_circles
    if len(passers) > 1 and again:
        asked = replace(state, step="opening", calls=(), circles=circles, turn=state.lead)
        return asked, (CircleRepeated(passers),)
    return replace(state, step="obliged", turn=passers[0]), (LeadObliged(passers[0]),)


def go_on(state: EscalateState, first: SeatId, dice: Dice) -> Next:
    """Continue the Incident from `first`.

    If the options allow plays out of turn, all seats are asked for one first.
    """
    if state.options.any_time:
        return replace(state, step="interjection", turn=first), ()
    if may_launch_now(state):
        return replace(state, step="launching", turn=first), ()
    return next_turn(state, first, dice)


def next_turn(state: EscalateState, first: SeatId, dice: Dice) -> Next:
    """Ask the next survivor who is still in, from `first` clockwise. If there is none, the holder wins (4.5)."""
    for other in clockwise(state, first):
        if other != state.holder and other not in state.out:
            return replace(state, step="turning", turn=other), ()
    return _win(state, dice)


def _win(state: EscalateState, dice: Dice) -> Next:
    winner = state.holder
    points = {**state.points, winner: state.points[winner] + stake(state)}
    won = replace(_cleared(state), points=points, lead=winner)
    event = IncidentWon(
        winner, stake(state), points[winner], standings=moved(state, won), pile=changed_discards(state, won)
    )
    if points[winner] >= target(state):
        state, events = end(won, (winner,), _reached(won, winner))
    else:
        state, events = _next_incident(won, dice)
    return state, (event, *events)


def void(state: EscalateState, launcher: SeatId, dice: Dice) -> Next:
    """Close an Incident whose holder and launcher are gone.

    No seat scores, and the first survivor to the left of the launcher leads (5.5).
    """
    cleared = replace(_cleared(state), lead=after(state, launcher)[0])
    following, events = _next_incident(cleared, dice)
    voided = IncidentVoided(
        stake(state), standings=moved(state, cleared), pile=changed_discards(state, cleared)
    )
    return following, (voided, *events)


def _cleared(state: EscalateState) -> EscalateState:
    played = tuple(card for laid in state.table for card in laid.cards)
    return replace(state, table=(), discard=state.discard + played, top="", holder=NOBODY, out=(), passed={})


def _next_incident(state: EscalateState, dice: Dice) -> Next:
    last = state.options.max_incidents
    if last is not None and state.incident >= last:
        return _most_points(state)
    full, events = refill(state, dice)
    return before_opening(replace(full, incident=state.incident + 1)), events


def after_knock_out(state: EscalateState) -> Next | None:
    """Return the end of the game if at most one seat survives, or None (rules 5.4 and 6)."""
    if len(state.alive) == 1:
        return end(
            state,
            state.alive,
            say("events.reason_alone", side=named(state.alive[0]), incident=state.incident),
        )
    return None if state.alive else _nobody_survived(state)


def _nobody_survived(state: EscalateState) -> Next:
    """5.4: end the game without survivors. The seat with the most points wins, unless the options `mutual` and
    `posthumous` say otherwise.
    """
    options = state.options
    if len(state.seats) == 2 and options.mutual != "most_points":
        won = options.mutual == "both_win"
        key = "events.reason_both_win" if won else "events.reason_both_lose"
        return end(state, state.seats if won else (), say(key, incident=state.incident))
    if options.posthumous == "mad" and not options.mad:
        return end(state, (), say("events.reason_after_death", incident=state.incident))
    most = max(state.points.values())
    best = tuple(seat for seat in state.seats if state.points[seat] == most)
    if len(best) > 1:
        return end(state, (), say("events.reason_fallen_equal", incident=state.incident))
    return end(state, best, say("events.reason_fallen", side=named(best[0]), incident=state.incident))


def _most_points(state: EscalateState) -> Next:
    most = max(state.points[seat] for seat in state.alive)
    best = tuple(seat for seat in state.alive if state.points[seat] == most)
    if len(best) > 1:
        return end(state, (), say("events.reason_last_equal"))
    return end(state, best, say("events.reason_last", side=named(best[0])))


def _reached(state: EscalateState, winner: SeatId) -> str:
    return say("events.reason_reached", side=named(winner), points=target(state), incident=state.incident)


def end(state: EscalateState, winners: tuple[SeatId, ...], reason: str) -> Next:
    """End the game."""
    return replace(state, step="over", turn=NOBODY, ending=Ending(reason, winners)), (
        GameEnded(reason, winners),
    )
