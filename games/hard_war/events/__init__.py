"""The events of turns, and who may know each part of them."""

from __future__ import annotations

from warcouncil.games.hard_war.events.attacks import (
    AttackPlayed,
    AttackRevealed,
    CitySecured,
    ExtraPlayed,
    JusPassed,
    JusUsed,
    ObserversSent,
    ReportPlayed,
)
from warcouncil.games.hard_war.events.turns import (
    CardDrawn,
    CardsDiscarded,
    CityTaken,
    HandDealt,
    HandSizeCut,
    JusTurnedUp,
    ObserversLeft,
    TollShifted,
    TurnBegan,
)
from warcouncil.games.kit.events import Event

EVENT_TYPES: tuple[type[Event], ...] = (
    HandDealt,
    TurnBegan,
    JusTurnedUp,
    CityTaken,
    ObserversLeft,
    TollShifted,
    HandSizeCut,
    CardDrawn,
    AttackPlayed,
    CitySecured,
    ReportPlayed,
    AttackRevealed,
    JusPassed,
    JusUsed,
    ObserversSent,
    ExtraPlayed,
    CardsDiscarded,
)
