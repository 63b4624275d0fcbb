"""The flow of the game: follows the agenda of a turn (5.1) until a player must be asked.

`turn_of` in state.py lists the items of a turn. Cards and cities put their items before the rest. `PASSAGES` defines
for each item when a player is asked, and what happens otherwise. Whether a player is asked depends only on what both
players know. For a hand, only its backs count, or only its number of cards if backs are hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.cities import take_city
from warcouncil.games.hard_war.course import WarCourse, draw_card, tribunal
from warcouncil.games.hard_war.events.turns import JusTurnedUp, TurnBegan
from warcouncil.games.hard_war.legal import jus_ready, report_targets
from warcouncil.games.hard_war.state import (
    SEAT_IDS,
    AgendaItem,
    HardWarState,
    Step,
    claims,
    decks_empty,
    hand_limit,
    play_limit,
    to_draw,
    turn_of,
)


def run(course: WarCourse) -> None:
    """Continue until a player must be asked or the game has ended."""
    while not course.is_over:
        _talk_if_due(course)
        passage = PASSAGES[course.state.step]
        if passage.asks(course.state):
            return
        passage.otherwise(course)


def lay_out_turn(course: WarCourse, player: int) -> None:
    """Put a player's turn on the agenda, with a negotiation before it if the options want one."""
    course.state = replace(course.state, active=player, agenda=turn_of(player))
    rules = course.state.rules
    if player == course.state.starter and rules.talk_turns and rules.talk.opens:
        course.put_first(AgendaItem("Negotiation"))


def _talk_if_due(course: WarCourse) -> None:
    """Open a negotiation once the toll has passed a threshold, but never between the two halves of one report."""
    state = course.state
    passed = tuple(toll for toll in state.talk_tolls if state.toll >= toll)
    if passed and not any(item.step in {"Second report", "Negotiation"} for item in state.agenda):
        left = tuple(toll for toll in state.talk_tolls if state.toll < toll)
        course.state = replace(state, talk_tolls=left)
        course.put_first(AgendaItem("Negotiation"))


@dataclass(frozen=True, slots=True)
class Passage:
    """How the game handles one item of the agenda: when a player is asked, and what happens otherwise."""

    asks: Callable[[HardWarState], bool]
    otherwise: Callable[[WarCourse], None]


def _always(_state: HardWarState) -> bool:
    return True


def _never(_state: HardWarState) -> bool:
    return False


def _begin(course: WarCourse) -> None:
    """Begin a player's turn and turn their Jus ad bellum face up (5.4)."""
    turn, seat = course.state.turn + 1, SEAT_IDS[course.state.active]
    unattacked = (0,) * len(course.state.cities)
    begun = replace(course.state, turn=turn, attacks=unattacked, friendly_pass=False, plays_more=0)
    course.state = replace(begun, plays_left=play_limit(begun))
    course.tell(TurnBegan(turn, seat))
    if begun.jab == begun.active and not begun.jab_up:
        course.state = replace(course.state, jab_up=True)
        course.tell(JusTurnedUp(seat))
    course.done()


def _has_a_choice_of_cities(state: HardWarState) -> bool:
    return len(claims(state)) > 1


def _take_the_one_city(course: WarCourse) -> None:
    """5.1.1: take the only city that can be taken. If none is left, end the check."""
    left = claims(course.state)
    if left:
        take_city(course, left[0])
    else:
        course.done()


def _has_a_choice_of_decks(state: HardWarState) -> bool:
    """Return whether the player can choose a deck. A player who must draw from the only remaining deck has no
    choice.
    """
    must, may = to_draw(state)
    return all(state.decks) and must + may > 0 if must else may > 0 and not decks_empty(state)


def _draw_unasked(course: WarCourse) -> None:
    """5.1.2: draw the cards that must be drawn from the only remaining deck. If no card is due or left, end the draw."""
    must, _ = to_draw(course.state)
    if must and not decks_empty(course.state):
        take_top(course, 0 if course.state.decks[0] else 1)
    elif must and course.state.agenda[0].cause == "turn" and course.state.rules.deck_end == "failed_draw":
        tribunal(course, "decks")
    else:
        course.done()


def take_top(course: WarCourse, deck: int) -> None:
    """Draw one of the cards that are due."""
    item, *rest = course.state.agenda
    course.state = replace(course.state, agenda=(replace(item, drawn=item.drawn + 1), *rest))
    draw_card(course, deck)


def _may_play(state: HardWarState) -> bool:
    return bool((state.plays_left and state.sides[state.active].hand) or jus_ready(state))


def _may_hold_an_extra_card(state: HardWarState) -> bool:
    """Return whether the backs of a hand allow an extra card. Faces do not matter, so the question reveals nothing."""
    hand = state.sides[state.active].hand
    if state.rules.backs_visible:
        hand = tuple(card for card in hand if cards.back(card) == cards.SPECIAL)
    return bool(hand or jus_ready(state))


def _holds_too_much(state: HardWarState) -> bool:
    player = state.asked_player
    return len(state.sides[player].hand) > hand_limit(state, player)


def _something_is_hidden(state: HardWarState) -> bool:
    return bool(report_targets(state))


def _end(course: WarCourse) -> None:
    """End the turn. If the options say so, the game ends with this turn. Otherwise the turn of the other player follows."""
    state = course.state
    if decks_empty(state) and state.rules.deck_end == "end_of_turn":
        tribunal(course, "decks")
    elif 0 < state.rules.max_turns <= state.turn:
        tribunal(course, "turns")
    else:
        lay_out_turn(course, 1 - state.active)


PASSAGES: Mapping[Step, Passage] = {
    "Begin": Passage(_never, _begin),
    "Check control": Passage(_has_a_choice_of_cities, _take_the_one_city),
    "Draw": Passage(_has_a_choice_of_decks, _draw_unasked),
    "Play": Passage(_may_play, WarCourse.done),
    "Play extra": Passage(_may_hold_an_extra_card, WarCourse.done),
    "Discard": Passage(_holds_too_much, WarCourse.done),
    "End": Passage(_never, _end),
    "Dedes": Passage(_always, WarCourse.done),
    "Second report": Passage(_something_is_hidden, WarCourse.done),
    "Negotiation": Passage(_always, WarCourse.done),
}
"""The phases of rule 5.1 in order, then the items that may come before a phase.

Those are the choice of Dedes (6A), the second half of a double report (6B.1), and a negotiation.
"""
