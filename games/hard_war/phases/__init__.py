"""The phases in the order of the rulebook: those of a turn (5.1), then the choices of the appendix (6)."""

from __future__ import annotations

from typing import Any

from warcouncil.games.hard_war.phases.check_control import CheckControl
from warcouncil.games.hard_war.phases.dedes import Dedes
from warcouncil.games.hard_war.phases.discard import Discard
from warcouncil.games.hard_war.phases.draw import Draw
from warcouncil.games.hard_war.phases.play import PlayPhase
from warcouncil.games.hard_war.phases.play_extra import PlayExtra
from warcouncil.games.hard_war.phases.second_report import SecondReport
from warcouncil.games.hard_war.state import HardWarState
from warcouncil.games.hard_war.talk import WarTalk
from warcouncil.games.kit.book import PhaseRules

PHASES: tuple[PhaseRules[HardWarState, Any], ...] = (
    WarTalk(),
    CheckControl(),
    Draw(),
    PlayPhase(),
    PlayExtra(),
    Discard(),
    Dedes(),
    SecondReport(),
)
