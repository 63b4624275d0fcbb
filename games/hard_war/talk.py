"""Negotiation, where the options open it: before each turn of the starting player and as the toll rises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.state import HardWarState
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.negotiation import Negotiation, TalkWindow
from warcouncil.protocol.words import SeatId


class WarTalk(Negotiation[HardWarState]):
    """The two factions may talk; then the game goes on where it stood."""

    rule = "Talk"

    def title(self, state: HardWarState) -> str:
        """Say when the talk takes place."""
        if state.agenda[1].step == "Begin":
            return f"Negotiation before turn {state.turn + 1}"
        return f"Turn {state.turn} · Negotiation at a toll of {state.toll}k"

    def talk(self, state: HardWarState) -> TalkWindow:
        """Give the window that the options describe."""
        return state.rules.talk

    def onward(self, state: HardWarState) -> HardWarState:
        """Go on where the game stood."""
        return replace(state, agenda=state.agenda[1:])

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, Any], dice: Dice
    ) -> Resolution[HardWarState]:
        """Go on, as far as nobody needs to be asked."""
        course = WarCourse(self.onward(state))
        run(course)
        return course.resolution()
