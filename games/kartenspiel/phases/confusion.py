"""3.2 The events about missing orders, and the seats that may know them."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.games.kartenspiel.events.orders import OrderConfused, OrderTurned
from warcouncil.games.kartenspiel.roles import TEAMS, corps_title, opposite, seating
from warcouncil.games.kartenspiel.state import BattleState
from warcouncil.games.kit.seats import PUBLIC


def order_confused(state: BattleState, missing: Iterable[int], *, charge: bool) -> OrderConfused:
    """Return the event of a missing order. The event names the corps only if an option allows it."""
    corps = tuple(corps_title(each) for each in missing) if state.rules.confusion_open else ()
    return OrderConfused(charge, corps)


def order_turned(state: BattleState, corps: int, *, acts: bool, charge: bool) -> OrderTurned:
    """Return the event in which the enemy opposite chooses for a corps. The two commanders know it. With an option,
    everyone knows it.
    """
    commanders = seating(state.rules.runs).corps
    return OrderTurned(
        commander=commanders[corps],
        chooser=commanders[opposite(corps)],
        onlookers=(*TEAMS, PUBLIC.id) if state.rules.confusion_open else (),
        corps=corps % 4 + 1,
        team=TEAMS[corps // 4],
        acts=acts,
        charge=charge,
    )
