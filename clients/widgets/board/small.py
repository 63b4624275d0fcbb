"""Draws the small elements: facts, tracks, tables and prose."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from warcouncil.clients.widgets.board.blocks import DOTS_HIGH, can_write, dots_wide, written
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import (
    FAINT,
    HEAD,
    LIT,
    Lines,
    fit,
    flow,
    heading,
    ink,
    join,
    width_of,
    wrapped,
)
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Facts, Mark, Prose, Rows, Track

_STEPS_MAX, _STRIDE_MAX = 25, 9
"""If a track has at most this many steps, each step is drawn. A step takes at most this many cells."""
_BAR_MAX, _BAR_MIN = 60, 20
_NAME_CELLS, _NAME_CELLS_MAX = 7, 16
"""The least and the greatest width of a short name before its bar, so that bars are aligned."""
_PROSE_MAX = 100
_CELL_MIN = 3
_LARGE_CHARS_MAX = 10


def draw_facts(element: Facts, width: int, *, sides: Sides, tight: bool = False) -> Lines:
    """Draw labels with their values, several on a line if they fit. A long value continues below.

    With `tight`, the title is before the labels if everything fits on one line.
    """
    facts = [
        list(
            join(
                sides.sided(fact.label, FAINT),
                sides.sided(fact.value, FAINT if fact.value == "?" else HEAD),
                gap=" ",
            ).wrap(max(1, width))
        )
        for fact in element.facts
    ]
    titled = flow([heading(element.title), *facts], width, 3) if tight and element.title else []
    return titled if len(titled) == 1 else heading(element.title) + flow(facts, width, 3)


def draw_track(element: Track, width: int, *, sides: Sides) -> Lines:
    """Draw a number on its track. Few steps are drawn singly, and many as a bar.

    A short name is before the track, and a long name is above it.
    """
    at = max(element.low, min(element.high, element.at))
    inner = tuple(mark for mark in element.marks if mark.at != element.high)
    name = sides.sided(element.title, HEAD)
    before = fit(name, max(_NAME_CELLS, name.cell_length + 1))
    beside_it = not inner and before.cell_length <= _NAME_CELLS_MAX
    after = _after(element, inner=inner)
    note = ink(element.note, FAINT)
    if not beside_it:
        head, before = [join(name, note, gap="  ")], Content()
    elif before.cell_length + after.cell_length + note.cell_length + _BAR_MIN <= width:
        head, after = [], join(after, note, gap="  ")
    else:
        head, before = [join(name, note, gap="  ")], Content()
    bar = _bar(
        element,
        at,
        sides.ink(element.title, HEAD),
        width - before.cell_length - after.cell_length - 1 - bool(element.low),
    )
    lines = [*head, join(before, bar, Content(" "), after)]
    marked = element.model_copy(update={"marks": element.marks if inner else ()})
    return (
        lines + _marks(marked, bar.cell_length, max(1, element.high - element.low), width) if inner else lines
    )


def _after(element: Track, *, inner: tuple[Mark, ...]) -> Content:
    """Draw the number, its limits, and what is reached at the end."""
    if element.low:
        of = ink(say("board.of_range", low=element.low, high=element.high), FAINT)
        return join(ink(f"{element.at:+d}" if element.at else "0", HEAD), of, gap="  ")
    end = "" if inner else "".join(f" {mark.label}" for mark in element.marks)
    return join(ink(f"{element.at} {say('board.of', high=element.high)}", HEAD), ink(end, FAINT), gap=" ")


def _bar(element: Track, at: int, style: str, room: int) -> Content:
    """Draw how far the number has moved: from its beginning, or from zero if it can move both ways."""
    span = max(1, element.high - element.low)
    steps = span + 1
    if steps <= _STEPS_MAX and steps * 2 - 1 <= room and not element.low:
        stride = max(2, min(_STRIDE_MAX, (min(room, _BAR_MAX) - 1) // span))
        return join(
            Content.styled("━" * stride * (at - element.low), HEAD),
            Content.styled("●", HEAD),
            Content.styled(f"{'─' * (stride - 1)}·" * (element.high - at), FAINT),
        )
    cells = max(2, min(_BAR_MAX, span if span >= _STEPS_MAX else _BAR_MAX, room))
    place, zero = (round((value - element.low) * cells / span) for value in (at, max(0, element.low)))
    filled = "█" * abs(place - zero)
    if not element.low:
        return join(Content.styled(filled, style), Content.styled("░" * (cells - place), FAINT))
    first, last = min(place, zero), max(place, zero)
    return join(
        Content.styled("░" * first, FAINT),
        Content.styled(filled if at < 0 else "", style),
        Content.styled("│", HEAD),
        Content.styled(filled if at > 0 else "", style),
        Content.styled("░" * (cells - last), FAINT),
    )


def _marks(element: Track, cells: int, span: int, width: int) -> Lines:
    """Draw the label of each mark below its place, on as many lines as keep the labels apart."""
    rows: list[tuple[int, Content]] = []
    for mark in sorted(element.marks, key=lambda mark: mark.at):
        place = round((max(element.low, min(element.high, mark.at)) - element.low) * (cells - 1) / span)
        label = Content.styled("╵", HEAD) + ink(f"{mark.at} {mark.label}", FAINT)
        start = max(0, min(place, width - label.cell_length))
        for row, (end, line) in enumerate(rows):
            if end < start:
                rows[row] = (start + label.cell_length, fit(line, start) + label)
                break
        else:
            rows.append((start + label.cell_length, fit(Content(), start) + label))
    return [fit(line, min(width, line.cell_length)) for _, line in rows]


NONE = "–"
"""This is shown if there is no number."""


def draw_rows(element: Rows, width: int, *, sides: Sides) -> Lines:
    """Draw a small table: its heading is underlined, and numbers are aligned at the right.

    If the first column has no name, the title is drawn in its place. A title that would be wrapped there is
    above the table.
    """
    columns = len(element.head)
    corner = ink(element.title if columns and not element.head[0] else "", HEAD)
    head = [sides.sided(title, "bold underline") for title in element.head]
    table = [[sides.sided(cell) for cell in row[:columns]] for row in element.rows]
    widths = _column_widths([corner, *head[1:]] if corner.plain else head, table, width)
    if corner.plain and widths[0] < corner.cell_length:
        corner, widths = Content(), _column_widths(head, table, width)
    lines = [] if corner.plain else heading(element.title)
    if corner.plain:
        head[0] = corner
    counting = [any(_is_number(row[at].plain) for row in table if at < len(row)) for at in range(columns)]
    lines += _broken(head, widths, counting)
    for row in table:
        lines += _broken(row, widths, counting)
    return lines


def _column_widths(head: Lines, table: Sequence[Lines], width: int) -> list[int]:
    """Return how many cells each column gets. The widest columns get less until the table fits."""
    widths = [
        max(
            [
                head[column].cell_length,
                *[width_of([row[column]]) for row in table if column < len(row)],
            ]
        )
        for column in range(len(head))
    ]
    while sum(widths) + 2 * (len(head) - 1) > width and max(widths) > _CELL_MIN:
        widths[widths.index(max(widths))] -= 1
    return widths


def _broken(cells: Sequence[Content], widths: Sequence[int], counting: Sequence[bool]) -> Lines:
    """Draw a row of a table.

    A cell that is too long for its column continues below. `counting` says which columns have numbers.
    """
    columns = [list(cell.wrap(room)) or [Content()] for cell, room in zip(cells, widths, strict=False)]
    drawn: Lines = []
    for at in range(max(map(len, columns), default=0)):
        parts = [
            fit(
                column[at] if at < len(column) else Content(),
                room,
                "right" if _is_number(cell.plain) or (cell.plain == NONE and counts) else "left",
            )
            for cell, column, room, counts in zip(cells, columns, widths, counting, strict=False)
        ]
        drawn.append(Content("  ").join(parts))
    return drawn


def _is_number(text: str) -> bool:
    return text.lstrip("+-−").isdigit()


def draw_prose(element: Prose, width: int, *, sides: Sides, large: bool = False) -> Lines:
    """Draw prose with a vertical line at its left. With `large`, a short title is drawn in large letters."""
    stroke = Content.styled("▎", FAINT)
    body = [stroke + sides.sided(line.plain) for line in wrapped(element.text, min(width, _PROSE_MAX) - 2)]
    title = element.title
    if not large or len(title) > _LARGE_CHARS_MAX or not can_write(title):
        return wrapped(title, width, HEAD) * bool(title) + body
    across = 2 if 2 * dots_wide(title) <= width else 1
    letters = written(title, across=across, down=DOTS_HIGH * across + across % 2)
    return [*(Content.styled(row, LIT) for row in letters), *body]
