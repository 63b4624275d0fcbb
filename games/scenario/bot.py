"""A sensible player of any exercise from a file: it follows the file's hints where they say something, and else answers anything."""

from __future__ import annotations

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.scenario.phases.cell import foreseen_in
from warcouncil.protocol.forms import Answer, Form
from warcouncil.protocol.sheets import Sheet


class ScenarioBot(Bot):
    """Sees a sheet and a form, as a person does, and nothing else: the hints stand in the form as what it suggests."""

    name = "sensible"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Answer what is suggested, or anything; for the white cell, each outcome that the file foresaw as often as any other."""
        if form.suggested is None:
            return fill(form, dice)
        foreseen = foreseen_in(form)
        return form.suggested | {"outcome": dice.pick(foreseen)} if foreseen else form.suggested


BOT = ScenarioBot
