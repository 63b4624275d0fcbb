"""Draws the fields of a question: the one in hand in full, the others on one line each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from textual.content import Content
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.answer.rank_keys import shown
from warcouncil.clients.seat.drawing.rows import Row, Spot, hidden_row
from warcouncil.clients.seat.drawing.sorts import sort_rows
from warcouncil.clients.seat.drawing.text_box import writing_rows
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.answer_words import value_words
from warcouncil.clients.widgets.board.ink import Lines, fit, ink, join, whole_rows
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Choice, Count, FormField, Option, Pick, Rank, Sort, Words

LABEL_MAX = 30
NOTE_GAP = 3
NOTE_INDENT = 7


@dataclass(frozen=True, slots=True)
class FieldLook:
    """How a question is to be drawn: the width, whether it may be answered, and whether keys go to it."""

    width: int
    live: bool
    focused: bool


def fields_rows(filling: Filling, look: FieldLook, room: int) -> list[Row]:
    """Draw the fields within so many lines, as far as that can be."""
    fields = filling.fields
    if len(fields) == 1:
        return field_rows(filling, 0, look, room)
    rows: list[Row] = []
    for at, field in enumerate(fields):
        rows += [(line, Spot(at, -1)) for line in _head(filling, field, look, at=at, of=len(fields))]
        if at == filling.at:
            rows += field_rows(filling, at, look, max(2, room - len(fields)))
    return rows


def _head(filling: Filling, field: FormField, look: FieldLook, *, at: int, of: int) -> Lines:
    """Name a field among several; one that is not in hand says its value too."""
    mine = at == filling.at
    label = ink(say("fields.part", n=at + 1, of=of, label=field.label), tone.STRONG if mine else tone.QUIET)
    if mine:
        return [Content(" ") + line for line in label.wrap(look.width - 1)]
    fault = filling.fault_of(field)
    value = ink(fault or value_words(field, filling.values[field.name]), tone.WARN if fault else tone.STRONG)
    said = join(label, value, gap="   ")
    rows = (
        whole_rows(said, look.width - 1, 1) if isinstance(field, Words | Rank) else said.wrap(look.width - 1)
    )
    return [Content(" ") + line for line in rows]


def field_rows(filling: Filling, at: int, look: FieldLook, room: int) -> list[Row]:
    """Draw one field in full."""
    field = filling.fields[at]
    match field:
        case Choice():
            chosen = filling.values[field.name]
            offered = [
                _Offered(option, "◉○"[option.value != chosen], _key(option, at), option.value == chosen)
                for at, option in enumerate(field.options)
            ]
            return _options(filling, field, offered, look, room)
        case Pick():
            picked = filling.picked(field)
            offered = [
                _Offered(option, "☐☑"[option.value in picked], _key(option, at), option.value in picked)
                for at, option in enumerate(field.options)
            ]
            of = say("fields.picked_of", n=len(picked), wanted=_wanted(field))
            note = ink(f"   {of} · {say('fields.space_picks')}", tone.QUIET)
            return [*_options(filling, field, offered, look, room - 1), (note, None)]
        case Rank():
            ranked = filling.picked(field)
            offered = [
                _Offered(
                    option, f"{at}." if at <= len(ranked) else "–", option.key.upper(), at <= len(ranked)
                )
                for at, option in enumerate(shown(field, ranked), 1)
            ]
            of = say("fields.placed_of", n=len(ranked), wanted=_wanted(field))
            note = Content.styled(f"   {of}", tone.QUIET)
            return [*_options(filling, field, offered, look, room - 1), (note, None)]
        case Sort():
            return sort_rows(filling, field, at, look.width, focused=look.focused and look.live, room=room)
        case Count():
            return [(_count(filling, field), Spot(at, 0))]
        case Words():
            return writing_rows(filling, field, at, look.width, room=room, lit=look.live)
        case _:
            assert_never(field)


@dataclass(frozen=True, slots=True)
class _Offered:
    """An option as it is drawn: with its mark, and the key that chooses it."""

    option: Option
    mark: str
    key: str
    chosen: bool


def _key(option: Option, number: int) -> str:
    return option.key.upper() if option.key else str(number + 1) if number < 9 else " "


def _wanted(field: Pick | Rank) -> str:
    return str(field.low) if field.low == field.high else say("fields.span", low=field.low, high=field.high)


def _options(
    filling: Filling, field: FormField, offered: list[_Offered], look: FieldLook, room: int
) -> list[Row]:
    """Draw the options; where there is no room for all, those around the hand."""
    at = filling.fields.index(field)
    in_hand = at == filling.at
    count = len(offered)
    room = max(3, room)
    labels = min(LABEL_MAX, max((ink(each.option.label).cell_length for each in offered), default=0))
    marks = max((len(each.mark) for each in offered), default=0)
    drawn = [
        _option(each, marks, labels, here=in_hand and number == filling.row, look=look)
        for number, each in enumerate(offered)
    ]
    drawn = _within(drawn, filling.row if in_hand else -1, look, room)
    first, last = 0, count
    if sum(map(len, drawn)) > room:
        shown = max(1, room - (len(drawn[filling.row]) if in_hand else 1))
        first = max(0, min(count - shown, filling.row - shown // 2)) if in_hand else 0
        last = first + shown
    rows: list[Row] = [(line, Spot(at, number)) for number in range(first, last) for line in drawn[number]]
    if last - first < count:
        rows.append(hidden_row(first, count - last))
    return rows


def _within(drawn: list[Lines], hand: int, look: FieldLook, room: int) -> list[Lines]:
    """Give the option in hand all its lines, and each of the others all of them as long as there is room."""
    spare = room - len(drawn) - (len(drawn[hand]) - 1 if hand >= 0 else 0)
    kept: list[Lines] = []
    for number, lines in enumerate(drawn):
        more = len(lines) - 1
        if number == hand or more <= spare:
            spare -= 0 if number == hand else more
            kept.append(lines)
        else:
            kept.append(_short(lines, look))
    return kept


def _short(lines: Lines, look: FieldLook) -> Lines:
    """Give an option on one line, and say by three dots that there is more to it."""
    return lines if len(lines) == 1 else [fit(lines[0].rstrip() + Content(" …"), look.width)]


def _option(offered: _Offered, marks: int, labels: int, *, here: bool, look: FieldLook) -> Lines:
    """Draw an option; its note goes on under itself where one line does not hold it."""
    option = offered.option
    lit = here and look.live and look.focused
    label = ink(option.label)
    head = Content.assemble(
        " ▸" if here else "  ",
        f"{offered.mark:>{marks}} ",
        (f"{ink(offered.key).plain:<2}", tone.CHOSEN if lit else tone.KEY),
        " ",
        fit(label, labels) if label.cell_length < labels else label,
    )
    lines = _noted(head, ink(option.help, "" if lit else tone.QUIET), look.width) if option.help else [head]
    lines = [fit(line, look.width) for line in lines]
    if lit:
        return [Content.styled(line.plain, tone.CHOSEN) for line in lines]
    return [line.stylize(tone.STRONG) for line in lines] if offered.chosen else lines


def _noted(head: Content, note: Content, width: int) -> Lines:
    """Put a note beside its option, or under it where it would be squeezed into less than half the width."""
    indent = head.cell_length + NOTE_GAP
    if head.cell_length + NOTE_GAP + note.cell_length > width and indent > width // 2:
        return [
            *head.wrap(width),
            *(Content(" " * NOTE_INDENT) + line for line in note.wrap(width - NOTE_INDENT - 1)),
        ]
    first, *more = note.wrap(max(1, width - indent - 1))
    return [head + Content(" " * NOTE_GAP) + first, *(Content(" " * indent) + line for line in more)]


def _count(filling: Filling, field: Count) -> Content:
    value = filling.values[field.name]
    return Content.assemble(
        ("   ◂ ", tone.QUIET),
        (f" {value} ", tone.CHOSEN),
        (" ▸", tone.QUIET),
        (f"   {say('fields.count_keys', low=field.low, high=field.high)}", tone.QUIET),
    )
