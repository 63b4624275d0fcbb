"""What follows by itself: from one question to the next through the phases of a turn (rule 5.1).

It never asks or skips by what only one player knows: hands count by their backs, or, where those are hidden, by
their number.
"""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.hard_war import cards, events
from warcouncil.games.hard_war.course import Course, add_points, draw_card, throw_away, tribunal, win_by_arms
from warcouncil.games.hard_war.state import (
    NOBODY,
    SEAT_IDS,
    Cause,
    Discarded,
    State,
    Step,
    claims,
    controls,
    decks_empty,
    hand_limit,
    must_draw,
    play_limit,
    with_city,
)


def run(course: Course) -> None:
    """Go on until somebody must be asked or the game has ended."""
    while not course.is_over:
        _talk_if_due(course)
        match course.state.step:
            case "Begin":
                waits = _begin(course)
            case "Check control":
                waits = _check_control(course)
            case "Draw":
                waits = _draw(course)
            case "Play":
                waits = _play(course)
            case "Second report":
                waits = _second_report(course)
            case "Play extra":
                waits = _play_extra(course)
            case "Discard":
                waits = _discard(course)
            case "End":
                waits = _end(course)
            case "Dedes" | "Negotiation":
                waits = True
        if waits:
            return


def go(course: Course, step: Step) -> None:
    """Turn to another phase."""
    course.state = replace(course.state, step=step)


def begin_draw(course: Course, *, must: int, may: int, cause: Cause, then: Step) -> None:
    """Let the active player draw: so many he must and so many he may."""
    course.state = replace(
        course.state,
        step="Draw",
        then=then,
        cause=cause,
        must_draw=must,
        may_draw=may,
    )


def turn_to(course: Course, player: int) -> None:
    """Let a player's turn come next, and a talk before it where the options want one."""
    course.state = replace(course.state, active=player, step="Begin")
    rules = course.state.rules
    if player == course.state.starter and rules.talk_turns and rules.talk.opens:
        course.state = replace(course.state, step="Negotiation", after_talk="Begin")


def _talk_if_due(course: Course) -> None:
    """Open a talk once the toll has passed a threshold, though never between the two halves of one report."""
    state = course.state
    passed = tuple(toll for toll in state.talk_tolls if state.toll >= toll)
    if passed and state.step not in {"Second report", "Negotiation"}:
        left = tuple(toll for toll in state.talk_tolls if state.toll < toll)
        course.state = replace(state, talk_tolls=left, after_talk=state.step, step="Negotiation")


def _begin(course: Course) -> bool:
    """Begin a player's turn: his Jus ad bellum is turned face up (5.4)."""
    state = course.state
    seat = SEAT_IDS[state.active]
    course.state = replace(
        state,
        turn=state.turn + 1,
        step="Check control",
        attacks=(0,) * len(state.cities),
        friendly_pass=False,
    )
    course.tell(events.TurnBegan(state.turn + 1, seat))
    if state.jab == state.active and not state.jab_up:
        course.state = replace(course.state, jab_up=True)
        course.tell(events.JusTurnedUp(seat))
    return False


def _check_control(course: Course) -> bool:
    waiting = claims(course.state)
    if len(waiting) > 1:
        return True
    if waiting:
        take_city(course, waiting[0])
    else:
        state = course.state
        may = controls(state, state.active, "draw+1")
        begin_draw(course, must=must_draw(state), may=may, cause="turn", then="Play")
        course.state = replace(course.state, plays_left=play_limit(course.state))
    return False


def take_city(course: Course, place: int) -> None:
    """5.1.1: take control of one city: its points, then its observers leave, then its effect (6A)."""
    player = course.state.active
    city = course.state.cities[place]
    course.state = with_city(course.state, place, replace(city, owner=player, secured=NOBODY))
    total = add_points(course, player, city.vp)
    course.tell(events.CityTaken(SEAT_IDS[player], city.name, city.vp, total))
    if total >= course.state.rules.military_vp:
        win_by_arms(course, player)
        return
    if city.report:
        drop_report(course, place)
    _apply_effect(course, city.name, city.effect)


def drop_report(course: Course, place: int) -> None:
    """5.6.1: put a city's attached Media Report among the discards."""
    city = course.state.cities[place]
    state = with_city(course.state, place, replace(city, report=""))
    course.state = replace(state, discard=(*state.discard, Discarded(city.report)))
    course.tell(events.ObserversLeft(city.name))


def _apply_effect(course: Course, city: str, effect: str) -> None:
    """6A: the effects that happen at once; the others count from now on."""
    state = course.state
    other = 1 - state.active
    match effect:
        case "toll+-30_once":
            go(course, "Dedes")
        case "draw3_once":
            begin_draw(course, must=0, may=3, cause="city", then="Check control")
        case "opp_hand-1":
            course.tell(events.HandSizeCut(SEAT_IDS[other], city, hand_limit(state, other)))
            course.state = replace(state, step="Discard", then="Check control", discarder=other)
        case "opp_discard_hand_once":
            throw_away(course, other, state.sides[other].hand)


def _draw(course: Course) -> bool:
    state = course.state
    if decks_empty(state):
        if state.must_draw and state.cause == "turn" and state.rules.deck_end == "failed_draw":
            tribunal(course, "decks")
        else:
            course.state = replace(state, step=state.then, must_draw=0, may_draw=0)
        return False
    if state.must_draw + state.may_draw == 0:
        go(course, state.then)
        return False
    if state.must_draw and not all(state.decks):
        take_top(course, 0 if state.decks[0] else 1)
        return False
    return True


def take_top(course: Course, deck: int) -> None:
    """Draw one of the cards that are due: those that must be drawn come first."""
    state = course.state
    if state.must_draw:
        course.state = replace(state, must_draw=state.must_draw - 1)
    else:
        course.state = replace(state, may_draw=state.may_draw - 1)
    draw_card(course, deck)


def _play(course: Course) -> bool:
    state = course.state
    if (state.plays_left and state.sides[state.active].hand) or jus_ready(state):
        return True
    go(course, "Play extra")
    return False


def jus_ready(state: State) -> tuple[str, ...]:
    """5.4: the effects of Jus ad bellum that the active player may use in the phase he is in."""
    if state.jab != state.active or not state.jab_up:
        return ()
    useful = (
        {"draw2_now"} if state.step == "Play extra" else {"play+1", "ignore_friendly_fire_once", "draw2_now"}
    )
    if decks_empty(state):
        useful -= {"draw2_now"}
    return tuple(effect for effect in state.rules.jab_effects if effect in useful)


def _second_report(course: Course) -> bool:
    state = course.state
    if state.reports_left and any_face_down(state):
        return True
    course.state = replace(state, step="Play", reports_left=0)
    return False


def any_face_down(state: State) -> bool:
    """Tell whether an attack on the table is still hidden."""
    return any(not laid.up for city in state.cities for row in city.rows for laid in row)


def _play_extra(course: Course) -> bool:
    """Ask whoever may hold an extra card, judged by the backs of his hand and never by their faces."""
    state = course.state
    hand = state.sides[state.active].hand
    hopeful = (
        any(cards.back(card) == cards.SPECIAL for card in hand) if state.rules.backs_visible else bool(hand)
    )
    if hopeful or jus_ready(state):
        return True
    finish_plays(course)
    return False


def finish_plays(course: Course) -> None:
    """Turn to the discards that end a turn (5.1.5)."""
    course.state = replace(course.state, step="Discard", then="End", discarder=course.state.active)


def _discard(course: Course) -> bool:
    state = course.state
    if len(state.sides[state.discarder].hand) > hand_limit(state, state.discarder):
        return True
    go(course, state.then)
    return False


def _end(course: Course) -> bool:
    state = course.state
    if decks_empty(state) and state.rules.deck_end == "end_of_turn":
        tribunal(course, "decks")
    elif state.turn >= state.rules.max_turns:
        tribunal(course, "turns")
    else:
        turn_to(course, 1 - state.active)
    return False
