"""What a bot is: something that fills a form from a sheet. It sees nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet


class Bot(ABC):
    """A player of one seat. One instance serves one seat for one game, and may remember what it was shown.

    `seat` and `team` are what its card says. `dice` is its own chance.
    """

    name: ClassVar[str]

    def __init__(self, seat: str, team: str, dice: Dice) -> None:
        self.seat = seat
        self.team = team
        self.dice = dice
        self._asked = 0

    def play(self, sheet: Sheet, form: Form) -> Answer:
        """Answer a form, with fresh chance for every question."""
        self._asked += 1
        return self.answer(sheet, form, self.dice.stream(self._asked))

    @abstractmethod
    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Fill the form legally."""


class RandomBot(Bot):
    """Plays any legal answer, each field at random."""

    name = "random"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Fill the form at random."""
        return fill(form, dice)
