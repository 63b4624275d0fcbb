"""6.

Nightfall comes when every corps defended. All divisions go back to reserve, half of the lost divisions rally, and a
new day begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from warcouncil.games.kartenspiel.ending import UNBROKEN, endings, limit
from warcouncil.games.kartenspiel.events.ends import NightFell
from warcouncil.games.kartenspiel.state import (
    NO_CORPS,
    NO_ORDERS,
    NONE_FALLEN,
    NOTHING_SEEN,
    OVER,
    REDEPLOYMENT,
    BattleState,
    Force,
    force,
    heading,
    less,
    plus,
)
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution


def nightfall(state: BattleState, events: Sequence[Event]) -> Resolution[BattleState]:
    """6. Return all divisions to reserve, rally half of the lost, and begin a new day."""
    red, black = _rallied(state, 0), _rallied(state, 1)
    pile = (less(state.lost[0], red), less(state.lost[1], black))
    outcome = limit(state)
    morning = replace(
        state,
        step=REDEPLOYMENT if outcome is None else OVER,
        day=state.day + 1,
        turn=state.turn + 1 if outcome is None else state.turn,
        fresh=True,
        reserve=(_mustered(state, 0, red), _mustered(state, 1, black)),
        corps=NO_CORPS,
        lost=pile,
        dawn=pile,
        fallen=NONE_FALLEN,
        seen=NOTHING_SEEN,
        orders=NO_ORDERS,
        outcome=outcome,
    )
    told = (*events, NightFell(state.day, red, black), *endings(UNBROKEN, outcome))
    return Resolution(morning, told, heading(state))


def _rallied(state: BattleState, side: int) -> Force:
    """6. Return half of what a side has lost. Each arm is rounded by the rules."""
    pool = state.lost[side] if state.rules.night_whole else less(state.lost[side], state.dawn[side])
    inf_up, cav_up = state.rules.night_up
    return force((pool.inf + inf_up) // 2, (pool.cav + cav_up) // 2)


def _mustered(state: BattleState, side: int, rallied: Force) -> Force:
    return reduce(plus, state.corps[side * 4 : side * 4 + 4], plus(state.reserve[side], rallied))
