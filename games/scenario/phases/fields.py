"""Questions as fields of a form, and the answers in the form of a state."""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import HintPart
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.map.asking import given_orders, holding, order_fields
from warcouncil.games.scenario.state import Given
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    FormField,
    Option,
    Pick,
    Place,
    Rank,
    Sort,
    Thing,
    Value,
    Words,
)

UNIT, POOL = "unit", "pool"
"""The name of the units of an allocation, and of the place where they begin."""


def field_of(look: Outlook, question: QuestionPart, owner: str, *, alone: bool) -> FormField:
    """3.2 Return the field of a question for one of its owners.

    `alone`: the form has no other field and shows the question itself.
    """
    name = question.name
    label = say("asked.answer") if alone else question.ask
    options = tuple(Option(value=each.name, label=each.label, help=each.help) for each in question.options)
    match question.kind:
        case "choice":
            hinted = any(hint.question == name for hint in look.script.scenario.hints)
            return Choice(name=name, label=label, options=options, weighty=question.weighty or hinted)
        case "several":
            high = min(look.own(question.high, owner), len(options))
            return Pick(name=name, label=label, options=options, low=min(question.low, high), high=high)
        case "amount":
            high = max(look.own(question.high, owner), question.low)
            return Count(name=name, label=label, low=question.low, high=high)
        case "allocation":
            units = max(look.own(question.total, owner), 0)
            thing = Thing(
                name=UNIT,
                label=say("asked.units"),
                count=units,
                at=POOL,
                to=tuple(each.name for each in question.options),
            )
            places = (
                Place(name=POOL, label=say("asked.kept_back")),
                *(Place(name=each.value, label=each.label) for each in options),
            )
            return Sort(name=name, label=label, things=(thing,), places=places)
        case "ranking":
            return Rank(name=name, label=label, options=options, low=len(options), high=len(options))
        case "order":
            return Words(name=name, label=label, chars_max=question.chars, lines=True)
        case "orders":
            raise AssertionError("orders have a field for each piece")


def fields_of(look: Outlook, question: QuestionPart, owner: str, *, alone: bool) -> tuple[FormField, ...]:
    """3.2 8.1 Return the fields of a question for one of its owners: one field, or the fields of its pieces if the
    question asks for orders.
    """
    if question.kind == "orders":
        return order_fields(look, question.name, owner)
    return (field_of(look, question, owner, alone=alone),)


def given_in(script: Script, question: QuestionPart, owner: str, answer: Answer | None) -> Given | None:
    """Return a seat's answer to a question. None: no answer. An order without words is silence.

    An unordered answer is sorted in the order of the options, so that equal answers compare equal.
    """
    if question.kind == "orders":
        return given_orders(script, owner, answer)
    value = None if answer is None else answer.get(question.name)
    match question.kind, value:
        case _, None | "":
            return None
        case "allocation", dict():
            units = value.get(UNIT, {})
            return {each.name: units[each.name] for each in question.options if units.get(each.name)}
        case "several", tuple() | list():
            return tuple(each.name for each in question.options if each.name in value)
        case "ranking", tuple() | list():
            return tuple(map(str, value))
        case _, int() | str():
            return value
        case _:
            raise AssertionError(f"{question.name}: an answer of another kind")


def hint_for(look: Outlook, name: str, owner: str) -> HintPart | None:
    """3.5 Return the first hint for a question or a vote of one owner, or None."""
    return next(
        (
            hint
            for hint in look.script.scenario.hints
            if hint.question == name
            and owner in (hint.of, *look.script.seats_of(hint.of))
            and look.all_said(hint.only_if)
        ),
        None,
    )


def suggestion(
    look: Outlook, mine: Sequence[tuple[QuestionPart, str]], fields: Sequence[tuple[FormField, ...]]
) -> Answer | None:
    """3.5 Return an answer made from the file's hints, or None if a question has no hint.

    Written orders without a hint stay empty, and pieces hold.
    """
    answer: Answer = {}
    for (question, owner), own in zip(mine, fields, strict=True):
        if question.kind == "orders":
            answer |= holding(own)
            continue
        (field,) = own
        hint = hint_for(look, question.name, owner)
        if hint is None and isinstance(field, Words):
            answer[question.name] = ""
            continue
        said = None if hint is None else _hinted(hint.answer, field)
        if said is None:
            return None
        answer[question.name] = said
    return answer


def _hinted(value: str | int | tuple[str, ...] | dict[str, int], field: FormField) -> Value | None:
    """Return the answer of a hint in the form of this field: within its bounds, and with no more units than there are.

    None if it does not fit the field.
    """
    match field, value:
        case Count(), int():
            return min(max(value, field.low), field.high)
        case Sort(), dict():
            left, moves = field.things[0].count, {}
            for place, units in value.items():
                moves[place] = min(units, left)
                left -= moves[place]
            return {UNIT: {place: units for place, units in moves.items() if units}}
        case Pick() | Rank(), tuple() as names:
            return names
        case Choice() | Words(), str() as said:
            return said
        case _:
            return None
