"""The phases of Escalate!, in the order of the rulebook."""

from __future__ import annotations

from warcouncil.games.escalate.phases.incident import Turning
from warcouncil.games.escalate.phases.opening import Exchange, ObligedLead, Opening
from warcouncil.games.escalate.phases.out_of_turn import InstantLaunch, Interjection
from warcouncil.games.escalate.phases.retaliation import Retaliation
from warcouncil.games.escalate.state import Act, EscalateState
from warcouncil.games.escalate.talk import SurvivorsTalk
from warcouncil.games.kit.book import PhaseRules

PHASES: tuple[PhaseRules[EscalateState, Act], ...] = (
    SurvivorsTalk(),
    Opening(),
    Exchange(),
    ObligedLead(),
    Turning(),
    Interjection(),
    Retaliation(),
    InstantLaunch(),
)
