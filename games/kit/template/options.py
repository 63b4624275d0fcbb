"""What can be chosen for a game of Template. Every field has a default that is the designer's, and a meaning."""

from __future__ import annotations

from pydantic import Field
from warcouncil.games.kit.negotiation import TalkOptions


class TemplateOptions(TalkOptions):
    """The options of Template. `talk` and its fellows open negotiation before each turn; off by default."""

    players: int = Field(2, ge=2, le=4, description="How many seats play.")
    hand: int = Field(5, ge=1, le=9, description="Cards in a hand, and so turns in the game.")
    clock_seconds: float = Field(60, gt=0, description="Seconds to choose a card.")
