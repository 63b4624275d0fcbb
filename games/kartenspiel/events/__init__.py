"""The events of a battle. A combat has one event for each step: strengths, charges, totals, losses."""

from __future__ import annotations

from warcouncil.games.kartenspiel.events.combats import (
    BothDefended,
    ChargesRevealed,
    CombatCounted,
    HoldingsShown,
    LossesPaid,
)
from warcouncil.games.kartenspiel.events.ends import BattleEnded, LineBroken, NightFell
from warcouncil.games.kartenspiel.events.orders import (
    ArmiesMustered,
    OrderConfused,
    OrdersRevealed,
    OrderTurned,
    Redeployed,
)
from warcouncil.games.kit.events import Event

EVENTS: tuple[type[Event], ...] = (
    ArmiesMustered,
    Redeployed,
    OrderConfused,
    OrderTurned,
    OrdersRevealed,
    BothDefended,
    HoldingsShown,
    ChargesRevealed,
    CombatCounted,
    LossesPaid,
    LineBroken,
    NightFell,
    BattleEnded,
)
