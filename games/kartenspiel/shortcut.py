"""The bot of a battle on the values of its state, for playouts. It reads only what a seat may know."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from warcouncil.games.kartenspiel import tactics
from warcouncil.games.kartenspiel.combat import payments
from warcouncil.games.kartenspiel.phases.declaration import FIELDS, Orders
from warcouncil.games.kartenspiel.phases.redeployment import Redeploy
from warcouncil.games.kartenspiel.roles import opposite, seating, side_of
from warcouncil.games.kartenspiel.sheet import sight_of
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    CONFUSED_CHARGE,
    CONFUSED_ORDERS,
    DECLARATION,
    LOSSES,
    OVER,
    REDEPLOYMENT,
    BattleState,
    Force,
    force,
    forces_left,
    less,
)
from warcouncil.games.kartenspiel.swift import STEPS, SwiftBattle, any_sends
from warcouncil.games.kartenspiel.tactics import Army, Send
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.protocol.words import SeatId

_NO_CHANCE = Dice(b"nothing is drawn")
_NOTHING_FIXED: Mapping[SeatId, Any] = {}
_FIGHTING = (CHARGE, CONFUSED_CHARGE, LOSSES)


class BattleShortcut(Shortcut):
    """The bot and the random answers of Kartenspiel."""

    def suggested(self, state: BattleState, seat: SeatId, dice: Dice) -> Any:
        """Return what the bot declares."""
        step = state.step
        if step == REDEPLOYMENT:
            army = army_of(state, side_of(seat))
            return _ordered(army, *tactics.chosen_main(army, dice))
        if step == DECLARATION:
            return tuple((k, tactics.attacks(*_front(state, k))) for k in _corps_of(state, seat))
        if step == CONFUSED_ORDERS:
            return tuple(
                (theirs, tactics.attacks_for_enemy(*_front(state, opposite(theirs))))
                for theirs in _confused(state, seat)
            )
        return _choices(state, seat)[0] if step == LOSSES else _charges(state, seat)

    def drawn(self, state: BattleState, seat: SeatId, dice: Dice) -> Any:
        """Return a random declaration."""
        step = state.step
        if step == REDEPLOYMENT:
            side, rules = side_of(seat), state.rules
            held = (state.reserve[side], *state.corps[side * 4 : side * 4 + 4])
            return ordered(any_sends(held, rules.small == side, rules.recall, dice.stream("moves")))
        if step == DECLARATION:
            return _any_orders(_corps_of(state, seat), dice)
        if step == CONFUSED_ORDERS:
            return _any_orders(_confused(state, seat), dice)
        if step == LOSSES:
            return dice.stream("losses").pick(_choices(state, seat))
        return dice.stream("charge").below(2) == 0

    def chance(self, state: BattleState, seat: SeatId, declared: Any) -> tuple[float, float]:
        """Return the probability of a declaration from the bot, and from a random answer. In these phases the bot
        draws no random numbers.
        """
        if state.step == DECLARATION:
            by_chance = 0.5 ** len(declared)
        else:
            by_chance = 1 / len(_choices(state, seat)) if state.step == LOSSES else 0.5
        return float(self.suggested(state, seat, _NO_CHANCE) == declared), by_chance

    def is_open(self, phase: str) -> bool:
        """Return whether a phase shows everyone its declarations. All do except redeployments and the orders for confused corps."""
        return phase in (DECLARATION, CHARGE, LOSSES)

    def played_on(
        self,
        state: BattleState,
        gate: int,
        until: int,
        slips: Callable[[int], bytes],
        seed: bytes,
        *,
        fixed: Mapping[SeatId, Any],
    ) -> tuple[str, ...] | None:
        """Return the winners."""
        battle = SwiftBattle(state)
        while battle.step != OVER:
            if gate == until:
                return None
            battle.close(gate, seed, slips(gate), fixed)
            fixed = _NOTHING_FIXED
            gate += 1
        return (battle.winner,) if battle.winner else ()

    def plays_on(self, state: BattleState) -> bool:
        """Return whether no order and no charge is missing."""
        return state.step in STEPS

    def glimpse(self, state: BattleState, seat: SeatId) -> Hashable:
        """Return what the position shows the seat."""
        sight, side, over = sight_of(state, seat), side_of(seat), state.step == OVER
        return (
            seat,
            state.rules,
            (state.step, state.day, state.turn, state.pair),
            state.reserve[side] if sight.armies[side] else None,
            tuple(state.corps[k] if sight.corps[k] or over else None for k in range(8)),
            tuple(state.fallen[k] if sight.corps[k] else None for k in range(8)),
            (state.lost, state.ever, forces_left(state.reserve, state.corps)),
            state.seen,
            state.orders if over or state.step in _FIGHTING else None,
            (state.owed, state.charges) if state.step == LOSSES else None,
            _confused(state, seat) if state.step == CONFUSED_ORDERS else None,
            state.step == CONFUSED_CHARGE and _stands_in(state, seat),
            state.outcome,
        )


@lru_cache(maxsize=1024)
def _ordered(army: Army, main: int, size: int) -> Redeploy:
    return ordered(tactics.deployed(army, main, size))


def army_of(state: BattleState, side: int) -> Army:
    """Return what the army commander of a side knows."""
    last = [_left(state, side * 4 + k) for k in range(4)]
    corps = state.corps[side * 4 : side * 4 + 4]
    return Army(
        reserve=state.reserve[side],
        corps=corps,
        theirs=tuple(last),
        field=forces_left(state.reserve, state.corps)[1 - side],
        moves=state.rules.small == side,
    )


def _left(state: BattleState, corps: int) -> Force | None:
    """Return what was left of the enemy opposite a corps when it was last seen."""
    seen = state.seen[corps % 4]
    enemy = 1 - corps // 4
    return None if seen is None else less(seen.held[enemy], seen.lost[enemy])


def _front(state: BattleState, corps: int) -> tuple[Force, Force | None, Force]:
    """Return a corps, the last seen strength of the enemy opposite, and all divisions of this enemy in the field."""
    field = forces_left(state.reserve, state.corps)[1 - corps // 4]
    return state.corps[corps], _left(state, corps), field


def _charges(state: BattleState, seat: SeatId) -> bool:
    """Return the charge that the seat orders, or chooses for the enemy opposite."""
    mine = state.pair if seating(state.rules.runs).corps[state.pair] == seat else opposite(state.pair)
    theirs = opposite(mine)
    judge = tactics.charges if state.step == CHARGE else tactics.charges_for_enemy
    attacking = state.orders[mine] is True, state.orders[theirs] is True
    return judge(state.corps[mine], state.corps[theirs], attacking)


def _corps_of(state: BattleState, seat: SeatId) -> tuple[int, ...]:
    return seating(state.rules.runs).corps_of[seat]


def _confused(state: BattleState, seat: SeatId) -> tuple[int, ...]:
    """Return the enemy corps for which the seat chooses."""
    return tuple(opposite(k) for k in _corps_of(state, seat) if state.orders[opposite(k)] is None)


def _stands_in(state: BattleState, seat: SeatId) -> bool:
    """Return whether the seat chooses the charge of an enemy whose own choice is missing."""
    commanders = seating(state.rules.runs).corps
    return any(
        commanders[opposite(corps)] == seat
        and state.corps[corps].cav > 0
        and state.charges[corps // 4] is None
        for corps in (state.pair, opposite(state.pair))
    )


def _choices(state: BattleState, seat: SeatId) -> range:
    """Return how many cavalry divisions the seat may give up."""
    corps = state.pair if seating(state.rules.runs).corps[state.pair] == seat else opposite(state.pair)
    side = corps // 4
    fewest, most = payments(state.corps[corps], state.owed[side], state.charges[side])
    return range(fewest, most + 1)


def _any_orders(corps: Sequence[int], dice: Dice) -> Orders:
    return tuple((each, dice.stream(FIELDS[each]).below(2) == 0) for each in corps)


def ordered(sends: Sequence[Send]) -> Redeploy:
    """Return an order of an army commander, from divisions sent one by one."""
    came, left = [[0, 0] for _ in range(5)], [[0, 0] for _ in range(5)]
    for source, arm, goal in sends:
        left[source][arm] += 1
        came[goal][arm] += 1
    return tuple((force(*came[place]), force(*left[place])) for place in range(5))
