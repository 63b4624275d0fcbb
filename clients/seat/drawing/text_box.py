"""Draws a text that is being written: on a line, or in a box of several, with what is left of its limit always in sight."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.answer.text_keys import Rows, row_of, rows
from warcouncil.clients.seat.drawing.rows import Row, Spot
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import EDGE, Lines, fit
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Words
from warcouncil.protocol.words import WRITTEN_LINES_MAX

INDENT = 3
_BOX_MIN, _BOX_MAX = 3, 16
_EDGES = 4


def page_width(field: Words, width: int) -> int:
    """Give the cells in which a text is written, where the question has so many."""
    return max(10, width - INDENT - (_EDGES + 1 if field.lines else 2))


def writing_wants(text: str, field: Words, width: int) -> int:
    """Give the lines that a text of several lines would like to have, with its frame."""
    return max(_BOX_MIN, min(_BOX_MAX, len(rows(text, page_width(field, width))))) + 2


def writing_rows(filling: Filling, field: Words, at: int, width: int, *, room: int, lit: bool) -> list[Row]:
    """Draw a text in the making within so many lines; those around the hand where there is no room for all."""
    text, wide = filling.written(field), page_width(field, width)
    drawn = rows(text, wide)
    hand = row_of(drawn, filling.column)
    most = max(1, min(_BOX_MAX, room - 2)) if field.lines else max(1, room - 1)
    first = max(0, min(hand - most // 2, len(drawn) - most))
    shown = _text(text, drawn[first : first + most], filling.column, hand - first, lit=lit)
    left = _left(filling, field, text)
    if field.lines:
        shown += [Content()] * (min(most, _BOX_MIN) - len(shown))
        shown = _boxed(shown, wide, above=first, below=len(drawn) - first - most, foot=left)
    else:
        shown = [*shown, left]
    return [(Content(" " * INDENT) + line, Spot(at, 0)) for line in shown]


def _text(text: str, drawn: Rows, column: int, hand: int, *, lit: bool) -> Lines:
    """Draw rows of a text, with the place of the next letter marked."""
    lines = [Content(text[begin:end]) for begin, end in drawn]
    if lit and 0 <= hand < len(lines):
        begin, end = drawn[hand]
        line, at = lines[hand], column - begin
        lines[hand] = (
            line.stylize("reverse", at, at + 1) if column < end else line + Content.styled("▏", tone.KEY)
        )
    return lines


def _left(filling: Filling, field: Words, text: str) -> Content:
    """Say how many characters are left, and at the limit that no more is taken."""
    spare = filling.spare * max(1, len(text)) // max(1, len(text.encode()))  # of letters like those before
    left = max(0, min(field.chars_max - len(text), spare))
    if left == 0:
        return Content.styled(say("fields.text_full"), tone.WARN)
    if field.lines and text.count("\n") + 1 >= WRITTEN_LINES_MAX:
        return Content.styled(say("fields.lines_full", n=WRITTEN_LINES_MAX), tone.WARN)
    return Content.styled(say("fields.chars_left", n=left), tone.QUIET)


def _boxed(lines: Lines, width: int, *, above: int, below: int, foot: Content) -> Lines:
    """Put a frame around a text; its edges say what is above and below, and how much may still be written."""
    side = Content.styled("│", EDGE)
    top = _edge(
        "╭", "╮", width, Content.styled(say("fields.text_above", n=above) if above > 0 else "", tone.QUIET)
    )
    said = Content.styled(f"{say('fields.text_below', n=below)} · ", tone.QUIET) + foot if below > 0 else foot
    middle = [Content.assemble(side, " ", fit(line, width + 1), side) for line in lines]
    return [top, *middle, _edge("╰", "╯", width, said)]


def _edge(left: str, right: str, width: int, said: Content) -> Content:
    words = Content.assemble("─ ", said.truncate(width - 1), " ") if said.plain else Content()
    line = Content.styled("─" * max(0, width + 2 - words.cell_length), EDGE)
    return Content.assemble((left, EDGE), words, line, (right, EDGE))
