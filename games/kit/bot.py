"""Bot: a program that plays one seat. It sees only the sheet and the form of the seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet


class Bot(ABC):
    """A player of one seat. One instance plays one seat for one game, and may remember what it was shown.

    `seat` and `team` are the names on its access card. `dice` are its own random numbers.
    """

    name: ClassVar[str]
    shortcut: ClassVar[Shortcut | None] = None
    """The same answers for playouts, computed from the state. A class that inherits this bot does not inherit its shortcut."""

    def __init__(self, seat: str, team: str, dice: Dice) -> None:
        self.seat = seat
        self.team = team
        self.dice = dice
        self._asked = 0

    def play(self, sheet: Sheet, form: Form) -> Answer:
        """Return an answer to a form, with new random numbers for every question."""
        self._asked += 1
        return self.answer(sheet, form, self.dice.stream(self._asked))

    @abstractmethod
    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return a legal answer to the form."""


class RandomBot(Bot):
    """A bot that makes any legal answer, with each field at random."""

    name = "random"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return a random legal answer."""
        return fill(form, dice)
