"""A sensible player of Template. It plays its best card while the seats have unequal prizes, and otherwise its lowest."""

from __future__ import annotations

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.table.sheets import Facts, Sheet


class TemplateBot(Bot):
    """A bot that sees only a sheet and a form, as a person does."""

    name = "sensible"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return a card: the highest while the seats have unequal prizes, and otherwise the lowest."""
        field = form.fields[0]
        if not isinstance(field, Choice) or field.name != "card":
            return fill(form, dice)
        cards = sorted((option.value for option in field.options), key=int)
        won = [int(fact.value) for part in sheet.elements if isinstance(part, Facts) for fact in part.facts]
        behind = max(won, default=0) > min(won, default=0)
        return {"card": cards[-1] if behind else cards[0]}


BOT = TemplateBot
