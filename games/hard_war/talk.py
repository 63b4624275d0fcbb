"""Negotiation, if the options open it: before each turn of the starting player, and as the toll rises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.state import HardWarState
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.negotiation import Negotiation, TalkWindow
from warcouncil.protocol.words import SeatId


class WarTalk(Negotiation[HardWarState]):
    """The two factions may talk. Afterwards the game continues at the next item of the agenda."""

    rule = "Talk"

    def title(self, state: HardWarState) -> str:
        """Return when the negotiation takes place."""
        if state.agenda[1].step == "Begin":
            return say("phases.talk_before", turn=state.turn + 1)
        return say("phases.talk_toll", turn=state.turn, toll=state.toll)

    def talk(self, state: HardWarState) -> TalkWindow:
        """Return the window that the options describe."""
        return state.rules.talk

    def onward(self, state: HardWarState) -> HardWarState:
        """Return the state at the next item of the agenda."""
        return replace(state, agenda=state.agenda[1:])

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, Any], dice: Dice
    ) -> Resolution[HardWarState]:
        """Continue until a player must be asked."""
        course = WarCourse(self.onward(state))
        run(course)
        return course.resolution()
