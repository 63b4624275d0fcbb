"""Answers in the form of a web page. Converts them to names of controls with their texts, and back. The form
decides which controls exist.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from warcouncil.protocol.table.answers import applies, tidied
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Moves,
    Pick,
    Rank,
    Sort,
    Value,
    Words,
)

Typed = Mapping[str, Sequence[str]]
"""The texts of each control, in the form that a page sends."""
_NUMBER = re.compile(r"-?[0-9]{1,6}")


def control(seat: str, *steps: str) -> str:
    """Return the name of a control. No name of a seat or a field contains the separator."""
    return "|".join((seat, *steps))


def answer_of(form: Form, seat: str, typed: Typed) -> Answer:
    """Return the answer in the controls of a seat. The answer need not fit the form, because the game checks
    it later.
    """
    answer: Answer = {}
    for field in form.fields:
        if applies(field.when, answer):
            value = _value_of(field, control(seat, field.name), typed)
            if value is not None:
                answer[field.name] = value
    return answer


def _value_of(field: FormField, name: str, typed: Typed) -> Value | None:
    said = [text for text in typed.get(name, ()) if text]
    match field:
        case Choice():
            return said[0] if said else None
        case Pick():
            return tuple(said)
        case Rank():
            places = (typed.get(control(name, str(place)), ()) for place in range(field.high))
            return tuple(text for chosen in places for text in chosen[:1] if text)
        case Count():
            return _number(said)
        case Words():
            return tidied(field, said[0].replace("\r\n", "\n") if said else "")
        case Sort():
            moves: Moves = {}
            for thing in field.things:
                for goal in thing.to:
                    units = _number(typed.get(control(name, thing.name, goal), ()))
                    if units:
                        moves.setdefault(thing.name, {})[goal] = units
            return moves


def _number(said: Sequence[str]) -> int | None:
    text = said[0].strip() if said else ""
    return int(text) if _NUMBER.fullmatch(text) else None


def typed_of(form: Form, seat: str, answer: Answer) -> dict[str, list[str]]:
    """Return the texts of the controls for an answer."""
    typed: dict[str, list[str]] = {}
    for field in form.fields:
        if field.name in answer:
            typed |= _typed_of(field, control(seat, field.name), answer[field.name])
    return typed


def _typed_of(field: FormField, name: str, value: Value) -> dict[str, list[str]]:
    match value:
        case str() | int():
            return {name: [str(value)]}
        case tuple() | list() if isinstance(field, Rank):
            return {control(name, str(place)): [text] for place, text in enumerate(value)}
        case tuple() | list():
            return {name: list(value)}
        case dict():
            return {
                control(name, thing, goal): [str(units)]
                for thing, moves in value.items()
                for goal, units in moves.items()
            }
