"""A sensible player of any game from a scenario file. It follows the hints in the file, and answers at random if there is
no hint.

In a matrix argument it uses sentences that fit any scenario, so that an empty seat plays like a person.
"""

from __future__ import annotations

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.scenario.map.asking import sensible_orders
from warcouncil.games.scenario.phases.cell import foreseen_in
from warcouncil.games.scenario.phases.questionnaire import blank
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet

ACTIONS = (
    "A letter is found that helps us",
    "An old friend remembers a debt",
    "Their courier comes a day too late",
    "Somebody important changes sides",
    "The people in the street cheer us",
    "Bad weather delays all but us",
)
REASONS = (
    "It has happened before",
    "Nobody watches that door",
    "Money has changed hands",
    "The others are busy elsewhere",
    "People would rather believe it",
    "We have prepared it for weeks",
)
DOUBTS = (
    "",
    "Nobody gains by it",
    "It would have been noticed",
    "There was no time for it",
    "Those people never help anybody",
)
ODDS = ("35", "50", "65")
"""The odds that bots choose from, in percent. Extreme odds are left out."""


class ScenarioBot(Bot):
    """A bot that sees only a sheet and a form, as a person does. The form suggests the answers of the hints."""

    name = "sensible"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return the suggested answer, or a random one. For the white cell, all foreseen outcomes are equally likely."""
        if form.rule == "9.2":
            return blank(form)
        orders = sensible_orders(sheet, form.fields, dice.stream("orders"))
        if form.suggested is None:
            return _argued(form, dice) or _with(fill(form, dice), form, orders)
        if orders:
            return _with(form.suggested, form, orders)
        foreseen = foreseen_in(form)
        return form.suggested | {"outcome": dice.pick(foreseen)} if foreseen else form.suggested


def _with(answer: Answer, form: Form, orders: Answer) -> Answer:
    """Return an answer with these orders in place of its own orders."""
    pieces = {*orders, *(field.name for field in form.fields if field.when and field.when.field in orders)}
    return {name: value for name, value in answer.items() if name not in pieces} | orders


def _argued(form: Form, dice: Dice) -> Answer | None:
    """5.1 5.2 5.3 Return an argument, doubts or odds if the form asks for them, or None.

    No reason of an argument occurs twice.
    """
    names = [field.name for field in form.fields]
    match form.rule:
        case "5.1":
            said = (dice.pick(ACTIONS), *dice.sample(REASONS, len(names) - 1))
            return dict(zip(names, said, strict=True))
        case "5.2":
            return {name: dice.stream(name).pick(DOUBTS) for name in names}
        case "5.3":
            return {name: dice.stream(name).pick(ODDS) for name in names}
        case _:
            return None


BOT = ScenarioBot
