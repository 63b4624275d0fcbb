"""Draws the small elements: facts, tracks, tables and prose."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.widgets.ink import (
    FAINT,
    HEAD,
    Lines,
    fit,
    flow,
    heading,
    ink,
    join,
    width_of,
    wrapped,
)
from warcouncil.protocol.sheets import Facts, Prose, Rows, Track

_STEPS_MAX = 25
_BAR_MAX = 60
_PROSE_MAX = 100


def draw_facts(element: Facts, width: int) -> Lines:
    """Draw labels with their values, several on a line where they fit."""
    facts = [
        [
            fit(
                join(ink(fact.label, FAINT), ink(fact.value, FAINT if fact.value == "?" else HEAD), gap=" "),
                min(width, ink(f"{fact.label} {fact.value}").cell_length),
            )
        ]
        for fact in element.facts
    ]
    return heading(element.title) + flow(facts, width, 3)


def draw_track(element: Track, width: int) -> Lines:
    """Draw a number on its way: single steps where there are few, a bar where there are many."""
    span = max(1, element.high - element.low)
    steps = span + 1
    at = max(element.low, min(element.high, element.at))
    cells = steps * 2 - 1 if steps <= _STEPS_MAX and steps * 2 - 1 <= width - 8 else min(_BAR_MAX, width - 10)
    cells = max(cells, 2)
    if cells == steps * 2 - 1:
        bar = join(
            Content.styled("━━" * (at - element.low), HEAD),
            Content.styled("●", HEAD),
            Content.styled("─·" * (element.high - at), FAINT),
        )
    else:
        filled = round((at - element.low) * cells / span)
        bar = join(Content.styled("█" * filled, HEAD), Content.styled("░" * (cells - filled), FAINT))
    number = Content(" ") + ink(
        f"{element.at} of {element.high}" if element.low == 0 else f"{element.at}", HEAD
    )
    ends = ink(f"{element.low}…{element.high}", FAINT) if element.low else Content()
    head = heading(element.title, element.note)
    lines = [*head, join(bar, number, join(Content("  "), ends) if element.low else Content())]
    return lines + _marks(element, cells, span, width) if element.marks else lines


def _marks(element: Track, cells: int, span: int, width: int) -> Lines:
    """Write each mark's label below its place, on as many lines as keep them apart."""
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


def draw_rows(element: Rows, width: int) -> Lines:
    """Draw a small table: its head underlined, numbers to the right."""
    columns = len(element.head)
    table = [[ink(cell) for cell in row[:columns]] for row in element.rows]
    widths = [
        max(
            [
                ink(element.head[column]).cell_length,
                *[width_of([row[column]]) for row in table if column < len(row)],
            ]
        )
        for column in range(columns)
    ]
    while sum(widths) + 2 * (columns - 1) > width and max(widths) > 3:
        widths[widths.index(max(widths))] -= 1
    head = [fit(ink(title, "bold underline"), room) for title, room in zip(element.head, widths, strict=True)]
    lines = [*heading(element.title), Content("  ").join(head)]
    for row in table:
        cells = [
            fit(cell, room, "right" if _is_number(cell.plain) else "left")
            for cell, room in zip(row, widths, strict=False)
        ]
        lines.append(Content("  ").join(cells))
    return lines


def _is_number(text: str) -> bool:
    return text.lstrip("+-−").isdigit()


def draw_prose(element: Prose, width: int) -> Lines:
    """Draw sentences with a stroke at their left."""
    stroke = Content.styled("▎", FAINT)
    body = [stroke + line for line in wrapped(element.text, min(width, _PROSE_MAX) - 2)]
    return heading(element.title) + body
