"""6.0 The two sides may negotiate between the draw of the resources and the play of the cards (an option)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.negotiation import Negotiation, TalkWindow


class CrisisTalks(Negotiation[KashmirState]):
    """6. Negotiation. Both sides have their new cards, and none is placed yet."""

    rule: ClassVar[str] = "6.0"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.talk")

    def title(self, state: KashmirState) -> str:
        """Return the turn."""
        return say("phases.title_talk", turn=state.turn)

    def talk(self, state: KashmirState) -> TalkWindow:
        """Return the talk window of the options."""
        return state.talk

    def onward(self, state: KashmirState) -> KashmirState:
        """Return the state at the play of the cards."""
        return replace(state, step=state.placing)
