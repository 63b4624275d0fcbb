"""Hints: the answer of a game's sensible bot for a seat, computed from what the seat itself sees."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.games import registry
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire.replies import Welcome

Suggest = Callable[[Welcome, Sheet, Form], Answer | None]


def hints_from(dice: Dice) -> Suggest:
    """Return a function that suggests answers, with one bot for each seat.

    For an unknown game it suggests nothing.
    """
    bots: dict[tuple[str, int, str], Bot] = {}

    def suggest(welcome: Welcome, sheet: Sheet, form: Form) -> Answer | None:
        if welcome.game not in registry.names():
            return None
        place = (welcome.game, welcome.table, welcome.seat)
        if place not in bots:
            own = dice.stream(welcome.table, welcome.seat)
            bots[place] = registry.bot_for(welcome.game)(welcome.seat, welcome.team, own)
        return bots[place].play(sheet, form)

    return suggest
