"""Writes answers as plain text, in the form in which the player gave them."""

from __future__ import annotations

from typing import assert_never

from warcouncil.clients.widgets.pieces.wording import named
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Pick,
    Place,
    Rank,
    Sort,
    Thing,
    Value,
    Words,
)
from warcouncil.protocol.words import clean


def answer_words(form: Form, answer: Answer) -> str:
    """Return an answer as a sentence. If it has several fields, each one is named."""
    parts = [
        (field.label, value_words(field, answer[field.name])) for field in form.fields if field.name in answer
    ]
    if len(parts) == 1:
        return parts[0][1]
    return "; ".join(named(label, value) for label, value in parts)


def value_words(field: FormField, value: Value) -> str:
    """Return the text for the value of a field."""
    match field:
        case Choice():
            labels = {option.value: clean(option.label) for option in field.options}
            chosen = labels.get(value) if isinstance(value, str) else None
            return say("fields.not_chosen") if chosen is None else chosen
        case Pick():
            picked = [clean(option.label) for option in field.options if option.value in _several(value)]
            return ", ".join(picked) or say("fields.none")
        case Rank():
            labels = {option.value: clean(option.label) for option in field.options}
            ranked = [labels[each] for each in _several(value) if each in labels]
            return ", ".join(f"{place}. {label}" for place, label in enumerate(ranked, 1)) or say(
                "fields.none"
            )
        case Sort():
            return _moves_words(field, value)
        case Count():
            return str(value)
        case Words():
            lines = [line for line in str(value).split("\n") if line]
            if not value:
                return say("fields.nothing_written")
            return say("fields.quoted", text=clean(" / ".join(lines), 2 * field.chars_max))
        case _:
            assert_never(field)


def _several(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _moves_words(field: Sort, value: Value) -> str:
    moves = value if isinstance(value, dict) else {}
    parts = [text for place in field.places if (text := _into(field, moves, place))]
    return "; ".join(parts) or say("fields.nothing_moves")


def _into(field: Sort, moves: dict[str, dict[str, int]], place: Place) -> str:
    came = [
        _pieces(field, number, thing)
        for thing in field.things
        if (number := moves.get(thing.name, {}).get(place.name, 0))
    ]
    return say("fields.moved_to", what=", ".join(came), place=clean(place.label)) if came else ""


def _pieces(field: Sort, number: int, thing: Thing) -> str:
    """Return how many of a thing there are. Its name is left out if there is no other thing."""
    if thing.count == 1:
        return clean(thing.label)
    return str(number) if len(field.things) == 1 else f"{number} {clean(thing.label)}"
