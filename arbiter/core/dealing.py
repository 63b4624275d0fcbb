"""Dealing: how a table stands before its chance is made by all, and how it comes to know it.

Law: until then it has no position, no clock and no question, so that there is nothing that anybody could be shown.
"""

from __future__ import annotations

from warcouncil.arbiter.core.draw import UNDEALT, DrawStage, TableDraw
from warcouncil.arbiter.core.gate import Gate
from warcouncil.arbiter.core.stops import Stop
from warcouncil.protocol.lots import Lot
from warcouncil.protocol.words import GateNo


class Undealt:
    """A table that may have to wait for its draw."""

    now: Gate
    chance: bytes
    draw: TableDraw | None
    asleep: bool

    @property
    def undealt(self) -> bool:
        """Whether its chance is still to be made by all, so that it has no position."""
        return self.draw is not None and self.draw.stage is not DrawStage.MADE

    def await_draw(self) -> None:
        """Stand without a position, a clock and a question until all have made the chance."""
        self.now = Gate(GateNo(0), UNDEALT, stops=Stop.UNBEGUN)
        self.draw = TableDraw()

    def know_chance(self, lots: tuple[Lot, ...], chance: bytes) -> None:
        """Know by what chance the game is played, and of which lots it was made."""
        assert self.draw
        self.draw.make(lots, passed_over=self.asleep)
        self.chance = chance
