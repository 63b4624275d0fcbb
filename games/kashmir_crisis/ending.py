"""The end of the game and the levels of victory (9.0, 9.1, 10.1)."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.kashmir_crisis.cards import FRONTS, INDIA, NAMES, PAKISTAN, SEAT_IDS, other
from warcouncil.games.kashmir_crisis.events.finals import CrisisEnded
from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kit.course import Bearings, Figure, ahead_of_the_next
from warcouncil.games.kit.game import Finish, Standings, Tally
from warcouncil.protocol.words import SeatId

JOKER_TWICE = "joker"
SUDDEN_DEATH = "sudden_death"
BREAKTHROUGH = "tracks"
TURN_LIMIT = "turn_limit"
NO_EVENT = "no_event"

WHY = {
    JOKER_TWICE: "The Joker was revealed for the second time, and its turn is over",
    SUDDEN_DEATH: "The Joker was revealed for the second time, and the game stopped at once",
    BREAKTHROUGH: "All three Progress markers stand in one victory box",
    TURN_LIMIT: "The agreed number of turns has been played",
    NO_EVENT: "The Joker was the last of the Event Deck, and its turn is over",
}

LEVEL_NAMES = {
    "tie": "Tie",
    "draw": "Draw",
    "tactical": "Tactical Victory",
    "smashing": "Smashing Victory",
}
LEVEL_WORDS = {
    "tie": "Neither government has anything to show for the crisis.",
    "draw": "The crisis has calmed down for now, perhaps under some ceasefire, but nothing that caused it is settled. "
    "Should it flare up again, {ahead} will have the advantage.",
    "tactical": "{ahead}, with powerful friends firmly behind it, has stood off the other's aggressive moves in "
    "Kashmir for now. {behind}'s standing in the world has suffered.",
    "smashing": "{ahead} now dominates politically and economically, if not by arms, and has cemented its claim to "
    "Kashmir without much harm to its diplomacy or its trade. {behind}'s prime minister, smarting but undeterred, "
    "will speak of insult and conspiracy to feed national feeling at home.",
}
"""The meaning of each level (9.1), in our own words."""
_TACTICAL = 11
_SMASHING = 26


def level(difference: int) -> str:
    """9.1 Return the level of victory for a difference in points."""
    if difference == 0:
        return "tie"
    if difference < _TACTICAL:
        return "draw"
    return "tactical" if difference < _SMASHING else "smashing"


def stops_at_joker(state: KashmirState) -> bool:
    """10.11 Return whether the second showing of a Joker stops the game at once."""
    return state.options.sudden_death_1 and state.jokers_seen >= 2


def track_winner(state: KashmirState) -> SeatId | None:
    """10.12 Return the side whose victory box holds all three markers, or None."""
    half = state.options.track_half_length
    if not state.options.sudden_death_2:
        return None
    for seat, box in ((INDIA, half), (PAKISTAN, -half)):
        if all(state.tracks[front] == box for front in FRONTS):
            return seat
    return None


def why_over(state: KashmirState) -> str:
    """9.0 Return why the game is over after a Final Phase, or "".

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
    """9.0 Return the side that leads: by the tracks after a breakthrough, else by victory points. None: a tie."""
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
    return state, CrisisEnded(why=f"{WHY[why]}.", verdict=_verdict(state), meaning=meaning(state))


def finish(state: KashmirState) -> Finish:
    """9.0 Return the end of the game. A Draw has no winner, even if one side leads."""
    ahead = leader(state)
    won = ahead is not None and reached(state) != "draw"
    return Finish(
        reason=f"{WHY[state.ended]} (turn {state.turn}): {_level_named(state)}",
        winners=(ahead,) if ahead is not None and won else (),
        standings=standings(state),
    )


def standings(state: KashmirState) -> Standings:
    """Return the victory points of each side."""
    return Standings((Tally("victory points", {seat: state.vp[seat] for seat in SEAT_IDS}),), state.turn)


def course(state: KashmirState) -> Bearings:
    """Return the figures of the crisis for its debrief.

    Everyone may know how many new cards a side has, but not which.
    """
    points = {str(seat): float(state.vp[seat]) for seat in SEAT_IDS}
    return Bearings(
        figures=(
            Figure("victory points", points),
            Figure("new cards", {str(seat): len(state.received[seat]) for seat in SEAT_IDS}),
        ),
        ahead=ahead_of_the_next(points),
        ahead_is="victory points more",
    )


def meaning(state: KashmirState) -> str:
    """9.1 Return in words what the level of victory means for both countries."""
    ahead = leader(state)
    words = LEVEL_WORDS[reached(state)]
    return words if ahead is None else words.format(ahead=NAMES[ahead], behind=NAMES[other(ahead)])


def _verdict(state: KashmirState) -> str:
    """9.1 Return a sentence with the level of victory and the points."""
    return f"{_level_named(state)}: India {state.vp[INDIA]} VP, Pakistan {state.vp[PAKISTAN]} VP."


def _level_named(state: KashmirState) -> str:
    """9.1 Return the name of the level of victory, and the side that has it."""
    ahead = leader(state)
    name = LEVEL_NAMES[reached(state)]
    if ahead is None:
        return name
    if reached(state) == "draw":
        return f"{name}, with the advantage to {NAMES[ahead]}"
    return f"{name} for {NAMES[ahead]}"
