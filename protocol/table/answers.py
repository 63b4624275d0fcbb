"""Answers: checks of an answer against its form, and the arithmetic of moves.

Rules and screens use only these checks.
"""

from __future__ import annotations

from typing import assert_never

from pydantic_core import to_json
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Moves,
    Pick,
    Place,
    Rank,
    Sort,
    Value,
    When,
    Words,
)
from warcouncil.protocol.words import WRITTEN_LINES_MAX, clean, clean_lines

ANSWER_BYTES_MAX = 1640
"""The maximum size of an answer as JSON, in bytes. Every such answer fits into one request, and all receipts have one
length.
"""


def fault(form: Form, answer: Answer) -> str:
    """Return why an answer does not fit a form. It is "" if it fits."""
    fields = {field.name: field for field in form.fields}
    for name in answer:
        if name not in fields:
            return say("answers.no_field", field=name)
    for field in form.fields:
        wanted = applies(field.when, answer)
        if wanted and field.name not in answer:
            return say("answers.missing", label=field.label)
        if not wanted and field.name in answer:
            return say("answers.not_asked", label=field.label)
        why = field_fault(field, answer[field.name]) if wanted else ""
        if why:
            return why
    if spare_bytes(answer) < 0:
        written = any(isinstance(field, Words) for field in form.fields)
        return say("answers.too_long_written") if written else say("answers.too_long_chosen")
    return ""


def spare_bytes(answer: Answer) -> int:
    """Return by how many bytes an answer may still grow. Below 0 it is too long to be sent."""
    return ANSWER_BYTES_MAX - len(to_json(answer))


def applies(when: When | None, answer: Answer) -> bool:
    """Return whether the other fields of an answer make the form ask a field with this condition."""
    return when is None or answer.get(when.field) in when.values


def field_fault(field: FormField, value: Value) -> str:
    """Return why a value does not fit a field. It is "" if it fits."""
    match field:
        case Choice():
            offered = value in [option.value for option in field.options]
            return "" if offered else say("answers.offered", label=field.label)
        case Pick():
            return _listed_fault(field, value)
        case Rank():
            return _listed_fault(field, value)
        case Count():
            fits = isinstance(value, int) and field.low <= value <= field.high
            return "" if fits else say("answers.number", low=field.low, high=field.high, label=field.label)
        case Words():
            return _words_fault(field, value)
        case Sort():
            return _sort_fault(field, value)
        case _:
            assert_never(field)


def _listed_fault(field: Pick | Rank, value: Value) -> str:
    offered, ranked = {option.value for option in field.options}, isinstance(field, Rank)
    if not isinstance(value, tuple | list) or len(set(value)) != len(value) or not set(value) <= offered:
        return (
            say("answers.rank_offered", label=field.label)
            if ranked
            else say("answers.pick_offered", label=field.label)
        )
    if field.low <= len(value) <= field.high:
        return ""
    span = _span(field.low, field.high)
    return (
        say("answers.rank", span=span, label=field.label)
        if ranked
        else say("answers.pick", span=span, label=field.label)
    )


def _words_fault(field: Words, value: Value) -> str:
    if not isinstance(value, str) or tidied(field, value) != value:
        if field.lines:
            return say("answers.text_on_lines", n=field.chars_max, lines=WRITTEN_LINES_MAX, label=field.label)
        return say("answers.text", n=field.chars_max, label=field.label)
    return say("answers.no_text", label=field.label) if field.required and not value else ""


def tidied(field: Words, text: str) -> str:
    """Return a text as an answer to a field, cleaned and cut to the field's length."""
    return (clean_lines if field.lines else clean)(text, field.chars_max)


def _sort_fault(field: Sort, value: Value) -> str:
    if not isinstance(value, dict) or not all(map(_counts, value.values())):
        return say("answers.moves", label=field.label)
    things = {thing.name: thing for thing in field.things}
    for name, moves in value.items():
        thing = things.get(name)
        if thing is None:
            return say("answers.no_thing", thing=name)
        for goal, number in moves.items():
            if goal not in thing.to:
                return say("answers.no_way", thing=thing.label, goal=goal)
            if number < 0:
                return say("answers.below_zero", thing=thing.label)
        if sum(moves.values()) > thing.count:
            return say("answers.too_many", n=thing.count, thing=thing.label)
    found = misfit(field, value)
    if found is None:
        return ""
    place, held, _ = found
    return say("answers.misfit", place=place.label, span=_span(place.low, place.high), held=held)


def _counts(moves: object) -> bool:
    """Return whether all moves are whole numbers for places. True and false are not numbers."""
    return isinstance(moves, dict) and all(type(number) is int for number in moves.values())


def _span(low: int, high: int) -> str:
    return str(low) if low == high else say("answers.span", low=low, high=high)


def misfit(field: Sort, moves: Moves) -> tuple[Place, int, int] | None:
    """Return the first place that would have too few or too many things. Return None if all places fit.

    The second value is how many things it would have. The third is the surplus. Below 0 it is the number of missing
    things.
    """
    lying = held(field, moves)
    for place in field.places:
        number = lying[place.name]
        if not place.low <= number <= place.high:
            return place, number, number - (place.high if number > place.high else place.low)
    return None


def held(field: Sort, moves: Moves) -> dict[str, int]:
    """Return how many of the field's things each place would have after the moves."""
    lying = {place.name: 0 for place in field.places}
    for thing in field.things:
        away = moves.get(thing.name, {})
        lying[thing.at] = lying.get(thing.at, 0) + thing.count - sum(away.values())
        for place, number in away.items():
            lying[place] = lying.get(place, 0) + number
    return lying
