"""Rehide for Kartenspiel: deals again what a seat cannot know.

The proof of secrecy compares what the seat sees before and after.
"""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.kartenspiel.roles import opposite, seating
from warcouncil.games.kartenspiel.sheet import sight_of
from warcouncil.games.kartenspiel.state import (
    CONFUSED_CHARGE,
    CONFUSED_ORDERS,
    NONE,
    REDEPLOYMENT,
    BattleState,
    Force,
    less,
    plus,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.words import SeatId


def rehidden(state: BattleState, seat: SeatId, dice: Dice) -> BattleState:
    """Return a position that the seat cannot distinguish from this one."""
    reserve, corps = list(state.reserve), list(state.corps)
    for side in (0, 1):
        if not (sight_of(state, seat).armies[side] or _all_mustered(state)):
            dealt = _deal(state, seat, side, dice.stream("side", side))
            reserve[side] = dealt[0]
            corps[side * 4 : side * 4 + 4] = dealt[1:]
    return replace(
        state,
        reserve=(reserve[0], reserve[1]),
        corps=tuple(corps),
        orders=_orders(state, seat, dice.stream("orders")) if state.step == CONFUSED_ORDERS else state.orders,
        charges=_charges(state, seat, dice.stream("charges"))
        if state.step == CONFUSED_CHARGE
        else state.charges,
    )


def _all_mustered(state: BattleState) -> bool:
    """Return whether this is a day's first redeployment. Then everyone knows that all divisions are in reserve."""
    return state.step == REDEPLOYMENT and state.fresh


def _deal(state: BattleState, seat: SeatId, side: int, dice: Dice) -> list[Force]:
    """Deal a side's hidden divisions over its reserve and the corps whose strength the seat cannot compute."""
    indices = range(side * 4, side * 4 + 4)
    exact = [_reckoned(state, seat, corps) for corps in indices]
    held = [state.reserve[side], *(state.corps[corps] for corps in indices)]
    floor = [
        NONE,
        *(held[k + 1] if exact[k] else _at_least(state, corps) for k, corps in enumerate(indices)),
    ]
    loose = NONE
    for force, least in zip(held, floor, strict=True):
        loose = plus(loose, less(force, least))
    open_places = [0, *(k + 1 for k in range(4) if not exact[k])]
    dealt = list(floor)
    for arm, unit in ((0, Force(1, 0)), (1, Force(0, 1))):
        for _ in range(loose[arm]):
            place = dice.pick(open_places)
            dealt[place] = plus(dealt[place], unit)
    return dealt


def _reckoned(state: BattleState, seat: SeatId, corps: int) -> bool:
    """Return whether a seat can compute the strength of a corps. A seat can if it knows the corps now, or saw it
    after the last redeployment.
    """
    if sight_of(state, seat).corps[corps]:
        return True
    seen = state.seen[corps % 4]
    last = state.turn - 1 if state.step == REDEPLOYMENT else state.turn
    return seen is not None and seen.turn >= last


def _at_least(state: BattleState, corps: int) -> Force:
    """Return the least number of divisions of a corps. It is what was left when it was seen, unless its side can take
    divisions away."""
    seen = state.seen[corps % 4]
    if seen is None or state.rules.small == corps // 4:
        return NONE
    return less(seen.held[corps // 4], seen.lost[corps // 4])


def _orders(state: BattleState, seat: SeatId, dice: Dice) -> tuple[bool | None, ...]:
    """Deal the others' sealed orders again. Also deal which of them are missing, as far as this seat does not know it."""
    mine = seating(state.rules.runs).corps_of[seat]
    known_missing = {corps for corps in range(8) if opposite(corps) in mine or state.rules.confusion_open}
    orders = list(state.orders)
    for corps in range(8):
        if corps in mine or (corps in known_missing and orders[corps] is None):
            continue
        missing = corps not in known_missing and dice.below(3) == 0
        orders[corps] = None if missing else dice.below(2) == 1
    if None not in orders:
        hidden = [corps for corps in range(8) if corps not in mine and corps not in known_missing]
        orders[dice.pick(hidden)] = None
    return tuple(orders)


def _charges(state: BattleState, seat: SeatId, dice: Dice) -> tuple[bool | None, bool | None]:
    """Deal the others' sealed charges again. Also deal which of them are missing, as far as this seat does not know it."""
    pair = (state.pair, opposite(state.pair))
    commanders = seating(state.rules.runs).corps
    mine = [side for side in (0, 1) if commanders[pair[side]] == seat]
    riders = [side for side in (0, 1) if state.corps[pair[side]].cav]
    charges = list(state.charges)
    if mine or state.rules.confusion_open:
        for side in (0, 1):
            if side not in mine and charges[side] is not None:
                charges[side] = dice.below(2) == 1
    elif len(riders) == 2:
        silent = dice.below(3)
        for side in riders:
            charges[side] = None if silent in (side, 2) else dice.below(2) == 1
    return charges[0], charges[1]
