"""What happens in a battle. A combat is told in steps: what was shown, who charged, how it counted, what was lost."""

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
