"""A sensible player of Kashmir Crisis: strong where the event scores, present everywhere, thrifty with the rest."""

from __future__ import annotations

from typing import ClassVar

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.forms import Answer, Choice, Form, Moves, Sort, Thing
from warcouncil.protocol.sheets import Fronts, Sheet

_RESERVE = "R"
_KEPT_BELOW = 4
"""A card below this value is kept for a turn with few cards rather than laid as a second one."""


class KashmirBot(Bot):
    """Lays its two best cards on the front that is scored, and enough elsewhere to be counted."""

    name: ClassVar[str] = "sensible"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Place cards by their values; take the certain points of a choice; be ready at once."""
        field = form.fields[0]
        match field:
            case Sort():
                return {field.name: _placed(field, _scored(sheet), is_last="last turn" in sheet.headline)}
            case Choice():
                return {field.name: field.options[0].value}
            case _:
                return fill(form, dice)


def _scored(sheet: Sheet) -> str:
    """Give the label of the front that this turn's event scores; "" for none."""
    for element in sheet.elements:
        if isinstance(element, Fronts):
            return next((front.label for front in element.fronts if front.mark), "")
    return ""


def _value(thing: Thing) -> int:
    rank = "".join(char for char in thing.label.split()[0] if char.isdigit())
    return int(rank) if rank else 1


def _placed(field: Sort, scored: str, *, is_last: bool) -> Moves:
    """Give the best cards to the scored front, one to each other, and seconds while they are worth it."""
    fronts = [place for place in field.places if place.high and place.name != _RESERVE]
    fronts.sort(key=lambda place: not (scored and place.label.startswith(scored)))
    cards = sorted(field.things, key=_value, reverse=True)
    moves: Moves = {}
    spare = len(cards) - len(fronts)
    if scored and spare > 0:
        moves[cards.pop(1).name] = {fronts[0].name: 1}
    for place in fronts[: len(cards)]:
        moves[cards.pop(0).name] = {place.name: 1}
    for place in reversed(fronts if not scored else fronts[1:]):
        if place.high > 1 and cards and (is_last or _value(cards[0]) >= _KEPT_BELOW):
            moves[cards.pop(0).name] = {place.name: 1}
    return moves | {card.name: {_RESERVE: 1} for card in cards}


BOT = KashmirBot
