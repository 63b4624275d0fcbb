"""A bot for Kashmir Crisis. It plays its best cards on the front that the event scores, covers every front, and keeps the rest."""

from __future__ import annotations

from typing import ClassVar

from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Choice, Form, Moves, Sort
from warcouncil.protocol.table.sheets import Fronts, Sheet

_RESERVE = "R"
_REST = "rest"
_KEPT_BELOW = 4
"""A card below this value is kept for a turn with few cards, and not laid as a second card."""


class KashmirBot(Bot):
    """A bot that lays its two best cards on the scored front, and enough elsewhere to cover each front."""

    name: ClassVar[str] = "sensible"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return an answer.

        Cards are placed by their values, the first of several effects is taken, and readiness is given at
        once.
        """
        field = form.fields[0]
        match field:
            case Sort():
                return {
                    field.name: _placed(
                        field, _scored(sheet), is_last=say("sheet.last_turn") in sheet.headline
                    )
                }
            case Choice(name="card"):
                return _single(form, field, _scored(sheet))
            case Choice():
                return {field.name: field.options[0].value}
            case _:
                return fill(form, dice)


def _scored(sheet: Sheet) -> str:
    """Return the label of the front that this turn's event scores, or "" for none."""
    for element in sheet.elements:
        if isinstance(element, Fronts):
            return next((front.label for front in element.fronts if front.mark), "")
    return ""


def _value(label: str) -> int:
    rank = "".join(char for char in label if char.isdigit())
    return int(rank) if rank else 1


def _placed(field: Sort, scored: str, *, is_last: bool) -> Moves:
    """Return moves: the best cards to the scored front, one to each other, and second cards if they are worth it."""
    fronts = [place for place in field.places if place.high and place.name != _RESERVE]
    fronts.sort(key=lambda place: not (scored and place.label.startswith(scored)))
    room = sum(place.high for place in fronts)
    playable = [thing for thing in field.things if fronts[0].name in thing.to]
    playable.sort(key=lambda thing: (_RESERVE in thing.to, -_value(thing.label)))
    cards = sorted(playable[:room], key=lambda thing: -_value(thing.label))
    moves: Moves = {}
    if scored and len(cards) > len(fronts):
        moves[cards.pop(1).name] = {fronts[0].name: 1}
    for place in fronts[: len(cards)]:
        moves[cards.pop(0).name] = {place.name: 1}
    for place in reversed(fronts if not scored else fronts[1:]):
        # Cards that may not be kept go first, then the others while they are worth it.
        cards.sort(key=lambda card: _RESERVE in card.to)
        is_worth = cards and (is_last or _value(cards[0].label) >= _KEPT_BELOW)
        if place.high > 1 and cards and (is_worth or place.low > 1 or _RESERVE not in cards[0].to):
            moves[cards.pop(0).name] = {place.name: 1}
    return {thing.name: {_RESERVE: 1} for thing in field.things if _RESERVE in thing.to} | moves


def _single(form: Form, field: Choice, scored: str) -> Answer:
    """Return an answer with one card: the best for the scored front, lower ones for the others.

    Cards of little worth are kept.
    """
    cards = sorted(
        (option for option in field.options if option.value != _REST),
        key=lambda option: -_value(option.label),
    )
    may_keep = len(cards) < len(field.options)
    for where in form.fields[1:]:
        assert isinstance(where, Choice)
        assert where.when
        here = [card for card in cards if card.value in where.when.values]
        fronts = [place for place in where.options if place.value != _RESERVE]
        fronts.sort(key=lambda place: not (scored and place.label.startswith(scored)))
        if not fronts or (may_keep and _value(here[0].label) < _KEPT_BELOW):
            continue
        # The second best card is kept for the scored front, which takes a second one once all have one.
        is_scored = not scored or may_keep or fronts[0].label.startswith(scored)
        card = here[0] if is_scored or len(here) <= len(fronts) else here[1]
        return {field.name: card.value, where.name: fronts[0].value}
    return {field.name: _REST} if may_keep else dict(form.suggested or {})


BOT = KashmirBot
