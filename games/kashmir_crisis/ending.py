"""The end of the game and the levels of victory (9.0, 9.1, 10.1)."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.kashmir_crisis.cards import FRONTS, INDIA, NAMES, PAKISTAN, SEAT_IDS, other
from warcouncil.games.kashmir_crisis.events.finals import CrisisEnded
from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.course import Bearings, Figure, ahead_of_the_next
from warcouncil.games.kit.game import Finish, Standings, Tally
from warcouncil.protocol.words import SeatId

JOKER_TWICE = "joker"
SUDDEN_DEATH = "sudden_death"
BREAKTHROUGH = "tracks"
TURN_LIMIT = "turn_limit"
NO_EVENT = "no_event"

_WHY = {
    JOKER_TWICE: "ends.joker",
    SUDDEN_DEATH: "ends.sudden_death",
    BREAKTHROUGH: "ends.tracks",
    TURN_LIMIT: "ends.turn_limit",
    NO_EVENT: "ends.no_event",
}

_LEVELS = {
    "tie": "ends.tie",
    "draw": "ends.draw",
    "tactical": "ends.tactical",
    "smashing": "ends.smashing",
}
_TACTICAL = 11
_SMASHING = 26


def why_words(why: str) -> str:
    """9.0 Return why the game is over, as a sentence without its full stop."""
    return say(_WHY[why])


def level_title(name: str) -> str:
    """9.1 Return the name of a level of victory."""
    return say(_LEVELS[name])


def level(difference: int) -> str:
    """9.1 Return the level of victory for a difference in points."""
    if difference == 0:
        return "tie"
    if difference < _TACTICAL:
        return "draw"
    return "tactical" if difference < _SMASHING else "smashing"


def stops_at_joker(state: KashmirState) -> bool:
    """10.11 Return whether the second revealed Joker ends the game at once."""
    return state.options.sudden_death_1 and state.jokers_seen >= 2


def track_winner(state: KashmirState) -> SeatId | None:
    """10.12 Return the side whose victory box has all three markers, or None."""
    half = state.options.track_half_length
    if not state.options.sudden_death_2:
        return None
    for seat, box in ((INDIA, half), (PAKISTAN, -half)):
        if all(state.tracks[front] == box for front in FRONTS):
            return seat
    return None


def why_over(state: KashmirState) -> str:
    """9.0 Return why the game is over after a Final Phase. Return "" if the game continues.

    A breakthrough comes before all other reasons (10.12).
    """
    if track_winner(state):
        return BREAKTHROUGH
    if state.jokers_seen >= 2 and state.joker_now:
        return JOKER_TWICE
    if state.is_last_turn:
        return NO_EVENT
    if state.options.max_turns and state.turn >= state.options.max_turns:
        return TURN_LIMIT
    return ""


def leader(state: KashmirState) -> SeatId | None:
    """9.0 Return the side that leads: by the tracks after a breakthrough, otherwise by victory points. None for a tie."""
    if state.ended == BREAKTHROUGH:
        return track_winner(state)
    lead = state.vp[INDIA] - state.vp[PAKISTAN]
    if lead == 0:
        return None
    return INDIA if lead > 0 else PAKISTAN


def reached(state: KashmirState) -> str:
    """9.1 Return the level of victory with which the game ended."""
    if state.ended == BREAKTHROUGH:
        return "smashing"
    return level(abs(state.vp[INDIA] - state.vp[PAKISTAN]))


def end(state: KashmirState, why: str) -> tuple[KashmirState, CrisisEnded]:
    """9.0 End the game."""
    state = replace(state, ended=why, step="")
    return state, CrisisEnded(
        why=say("ends.why", why=why_words(why)), verdict=_verdict(state), meaning=meaning(state)
    )


def finish(state: KashmirState) -> Finish:
    """9.0 Return the end of the game. A Draw has no winner, even if one side leads."""
    ahead = leader(state)
    won = ahead is not None and reached(state) != "draw"
    return Finish(
        reason=say("ends.finish", why=why_words(state.ended), turn=state.turn, level=_level_named(state)),
        winners=(ahead,) if ahead is not None and won else (),
        standings=standings(state),
        meaning=meaning(state),
    )


def standings(state: KashmirState) -> Standings:
    """Return the victory points of each side."""
    return Standings((Tally(say("ends.tally"), {seat: state.vp[seat] for seat in SEAT_IDS}),), state.turn)


def course(state: KashmirState) -> Bearings:
    """Return the figures of the crisis for its debrief.

    Everyone may know how many new cards a side has, but not which.
    """
    points = {str(seat): float(state.vp[seat]) for seat in SEAT_IDS}
    return Bearings(
        figures=(
            Figure(say("ends.tally"), points),
            Figure(say("ends.new_cards"), {str(seat): len(state.received[seat]) for seat in SEAT_IDS}),
        ),
        ahead=ahead_of_the_next(points),
        ahead_is=say("ends.ahead"),
    )


def meaning(state: KashmirState) -> str:
    """9.1 Return in words what the level of victory means for both countries."""
    ahead = leader(state)
    if ahead is None:
        return say("ends.tie_means")
    name, behind = NAMES[ahead], NAMES[other(ahead)]
    match reached(state):
        case "draw":
            return say("ends.draw_means", ahead=name)
        case "tactical":
            return say("ends.tactical_means", ahead=name, behind=behind)
        case _:
            return say("ends.smashing_means", ahead=name, behind=behind)


def _verdict(state: KashmirState) -> str:
    """9.1 Return a sentence with the level of victory and the points."""
    return say("ends.verdict", level=_level_named(state), india=state.vp[INDIA], pakistan=state.vp[PAKISTAN])


def _level_named(state: KashmirState) -> str:
    """9.1 Return the name of the level of victory, and the side that has reached it."""
    ahead = leader(state)
    name = level_title(reached(state))
    if ahead is None:
        return name
    if reached(state) == "draw":
        return say("ends.draw_for", level=name, side=NAMES[ahead])
    return say("ends.won_by", level=name, side=NAMES[ahead])
