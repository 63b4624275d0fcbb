"""Draws a question as its player sees it, for reading only, and the sealed answer."""

from __future__ import annotations

from typing import assert_never

from textual.content import Content
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.widgets.board.ink import Lines, ink, inset, join, wrapped
from warcouncil.clients.widgets.pieces.wording import named
from warcouncil.clients.wording.saying import say
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
from warcouncil.protocol.table.views import View


def question_lines(view: View, width: int) -> Lines:
    """Draw the question that a seat is asked, and its sealed answer."""
    if view.ended is not None:
        return ink(say("verdict.over_because", reason=view.ended.reason), tone.STRONG).wrap(width)
    if view.form is None:
        asked = ", ".join(view.asked)
        text = say("umpire.seat_not_asked", names=asked) if asked else say("umpire.nobody_asked")
        return ink(text, tone.QUIET).wrap(width)
    lines: Lines = [*ink(view.form.question, tone.STRONG).wrap(width)]
    if view.form.help:
        lines += ink(view.form.help, tone.QUIET).wrap(width)
    lines += _seal_line(view).wrap(width)
    for field in view.form.fields:
        lines += _field_lines(field, view.sealed, width)
    if view.sealed is None and view.form.suggested:
        lines += [Content(), Content.styled(say("umpire.q_suggested"), tone.QUIET)]
        lines += _answer_lines(view.form, view.form.suggested, width)
    return lines


def _seal_line(view: View) -> Content:
    if view.sealed is not None:
        return Content.styled(say("help.sealed_what"), tone.GOOD)
    if view.voided:
        return Content.styled(say("umpire.q_struck"), tone.WARN)
    if view.bot:
        return Content.styled(say("umpire.q_bot"), tone.WARN)
    key = "umpire.q_drafted" if view.drafted is not None else "umpire.q_unsealed"
    return Content.styled(say(key), tone.WARN)


def _field_lines(field: FormField, sealed: Answer | None, width: int) -> Lines:
    value = (sealed or {}).get(field.name)
    lines: Lines = [Content(), *ink(field.label, tone.STRONG).wrap(width)]
    match field:
        case Choice() | Pick():
            picked = value if isinstance(value, tuple) else (value,)
            for option in field.options:
                mine = option.value in picked
                key = f"{option.key} " if option.key else ""
                lines += _marked(f"{key}{option.label}", option.help, width, mine=mine)
        case Rank():
            lines += _ranked_lines(field, value, width)
        case Sort():
            for thing in field.things:
                text = say("umpire.q_things", n=thing.count, thing=thing.label, place=thing.at)
                places = say("umpire.q_may_go", places=", ".join(thing.to))
                lines += _marked(text, places, width, mine=False)
            if value is not None:
                lines += _marked(value_text(value), "", width, mine=True)
        case Count():
            lines += _marked(say("fields.span", low=field.low, high=field.high), "", width, mine=False)
            if value is not None:
                lines += _marked(value_text(value), "", width, mine=True)
        case Words():
            if value is None:
                lines += _marked(say("umpire.q_chars", n=field.chars_max), "", width, mine=False)
            else:
                lines += [Content("   ") + line for line in wrapped(value_text(value), max(10, width - 3))]
        case _:
            assert_never(field)
    return lines


def _ranked_lines(field: Rank, value: Value | None, width: int) -> Lines:
    """Draw the ranked options in their order, then the others in the order of the form."""
    ranked = value if isinstance(value, tuple) else ()
    options = {option.value: option for option in field.options}
    lines: Lines = []
    for place, name in enumerate(ranked, 1):
        lines += _marked(f"{place}. {options[name].label}", options[name].help, width, mine=True)
    for option in (options[name] for name in options if name not in ranked):
        lines += _marked(option.label, option.help, width, mine=False)
    return lines


def _marked(text: str, more: str, width: int, *, mine: bool) -> Lines:
    line = join(
        Content("  ◉" if mine else "  ·"),
        ink(text, tone.STRONG if mine else tone.PLAIN),
        ink(more, tone.QUIET),
        gap="  ",
    )
    return list(line.wrap(width))


def _answer_lines(form: Form, answer: Answer, width: int) -> Lines:
    labels = {field.name: field.label for field in form.fields}
    lines: Lines = []
    for name, value in answer.items():
        lines += inset(ink(named(labels.get(name, name), value_text(value)), tone.QUIET).wrap(width - 1))
    return lines


def value_text(value: Value) -> str:
    """Return the text for the value of a field."""
    if isinstance(value, tuple):
        return ", ".join(value) or say("fields.none")
    if isinstance(value, dict):
        return _moves_text(value)
    return str(value)


def _moves_text(moves: Moves) -> str:
    said = [
        say("umpire.q_moved", n=number, thing=thing, place=place)
        for thing, places in moves.items()
        for place, number in places.items()
        if number
    ]
    return ", ".join(said) or say("fields.nothing_moves")
