"""A bot for Kashmir Crisis. It plays its best cards on the front that the event scores, covers every front, and keeps the other cards."""

from __future__ import annotations

from typing import ClassVar

from warcouncil.games.kashmir_crisis.swift import KEPT, KEPT_BELOW, CrisisShortcut, chosen_places
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.protocol.table.forms import Answer, Choice, Form, Moves, Sort
from warcouncil.protocol.table.sheets import Fronts, Sheet

_RESERVE = "R"
_REST = "rest"


class KashmirBot(Bot):
    """A bot that lays its two best cards on the scored front, and enough other cards to cover each front."""

    name: ClassVar[str] = "sensible"
    shortcut: ClassVar[Shortcut | None] = CrisisShortcut()

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Return an answer.

        Cards are placed by their values, the first of several effects is chosen, and readiness is declared at once.
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
    """Return moves: each card to the front that the tactics choose, and the others to the Reserve."""
    fronts = [place for place in field.places if place.high and place.name != _RESERVE]
    fronts.sort(key=lambda place: not (scored and place.label.startswith(scored)))
    playable = [thing for thing in field.things if fronts[0].name in thing.to]
    places = chosen_places(
        tuple(_value(thing.label) for thing in playable),
        tuple(_RESERVE in thing.to for thing in playable),
        (fronts[0].low, fronts[0].high),
        bool(scored),
        is_last,
    )
    moves: Moves = {
        thing.name: {fronts[place].name: 1}
        for thing, place in zip(playable, places, strict=True)
        if place != KEPT
    }
    return {thing.name: {_RESERVE: 1} for thing in field.things if _RESERVE in thing.to} | moves


def _single(form: Form, field: Choice, scored: str) -> Answer:
    """Return an answer with one card: the best for the scored front, lower ones for the others.

    Cards of low value are kept.
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
        if not fronts or (may_keep and _value(here[0].label) < KEPT_BELOW):
            continue
        # The second best card is kept for the scored front, which takes a second one after each front has one.
        is_scored = not scored or may_keep or fronts[0].label.startswith(scored)
        card = here[0] if is_scored or len(here) <= len(fronts) else here[1]
        return {field.name: card.value, where.name: fronts[0].value}
    return {field.name: _REST} if may_keep else dict(form.suggested or {})


BOT = KashmirBot
