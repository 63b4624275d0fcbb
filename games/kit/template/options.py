"""The options of a game of Template. Every field has the designer's value as its default, and a description."""

from __future__ import annotations

from pydantic import Field
from warcouncil.games.kit.negotiation import TalkOptions


class TemplateOptions(TalkOptions):
    """The options of Template.

    `talk` and its companions open a negotiation before each turn. They are off by default.
    """

    players: int = Field(2, ge=2, le=4, description="How many seats play.")
    hand: int = Field(5, ge=1, le=9, description="Cards in a hand, and so turns in the game.")
    clock_seconds: float = Field(60, gt=0, description="Seconds to choose a card.")
