"""Draws a game's rules: chapters with headings, paragraphs, lists and tables, at any width.

Nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from textual.content import Content
from warcouncil.clients.widgets.board.ink import EDGE, FAINT, HEAD, LOUD, Lines, ink, join, wrapped
from warcouncil.clients.widgets.board.papers import PAGE_MAX, column_widths, draw_row
from warcouncil.protocol.table.rulebooks import (
    RuleBlock,
    RuleChapter,
    RuleHeading,
    RuleList,
    RuleSample,
    RuleTable,
    RuleText,
)

_CHARS_MAX = 4000


def draw_chapters(chapters: Sequence[RuleChapter], width: int) -> Lines:
    """Draw chapters one below the other, each under its title."""
    lines: Lines = []
    for chapter in chapters:
        lines += [Content()] * bool(lines)
        lines += [
            ink(chapter.title.upper(), HEAD),
            Content.styled("━" * min(width, len(chapter.title)), EDGE),
        ]
        lines += draw_blocks(chapter.blocks, width)
    return lines


def draw_blocks(blocks: Sequence[RuleBlock], width: int) -> Lines:
    """Draw the pieces of a chapter, with a blank line between them."""
    lines: Lines = []
    for number, block in enumerate(blocks):
        after_heading = number and isinstance(blocks[number - 1], RuleHeading)
        lines += [Content()] * bool(number and not after_heading)
        lines += _block(block, width)
    return lines


def _block(block: RuleBlock, width: int) -> Lines:
    prose = min(width, PAGE_MAX)
    match block:
        case RuleText():
            return _prose(block.text, prose)
        case RuleHeading():
            number = ink(block.rule, FAINT)
            return list(join(number, ink(block.text, HEAD), gap="  ").wrap(width))
        case RuleList():
            return [line for item in block.items for line in _item(item, prose)]
        case RuleSample():
            return [Content("    ") + line for line in wrapped(block.text, max(1, width - 4), FAINT)]
        case RuleTable():
            return _grid(block, width)
        case _:
            assert_never(block)


def _prose(text: str, width: int) -> Lines:
    return list(ink(text, chars_max=_CHARS_MAX).wrap(max(1, width)))


def _item(text: str, width: int) -> Lines:
    first, *rest = _prose(text, width - 2) or [Content()]
    return [Content.styled("· ", EDGE) + first, *(Content("  ") + line for line in rest)]


def _grid(grid: RuleTable, width: int) -> Lines:
    """Draw a table. If it does not fit, wrap the widest columns."""
    rows = [grid.head, *grid.rows]
    widths = column_widths([[ink(cell).cell_length for cell in row] for row in rows], width)
    lines = draw_row([ink(cell, FAINT) for cell in grid.head], widths)
    for row in grid.rows:
        lines += draw_row([ink(cell, HEAD if not place else "") for place, cell in enumerate(row)], widths)
    return lines


def found(chapters: Sequence[RuleChapter], word: str, width: int) -> Lines:
    """Draw the pieces that contain a word, each under its chapter, with the word highlighted.

    If the piece is a table, draw only the matching rows.
    """
    lines: Lines = []
    for chapter in chapters:
        heading: RuleHeading | None = None
        pieces: list[RuleBlock] = []
        for block in chapter.blocks:
            if isinstance(block, RuleHeading):
                heading = block
            elif (piece := _speaking(block, word.casefold())) is not None:
                pieces += [piece] if heading is None or heading in pieces else [heading, piece]
        if pieces:
            lines += [
                *draw_chapters([chapter.model_copy(update={"blocks": tuple(pieces)})], width),
                Content(),
            ]
    return [_marked(line, word.casefold()) for line in lines]


def _speaking(block: RuleBlock, word: str) -> RuleBlock | None:
    """Return the part of a piece that contains a word. Return None if the piece does not contain it."""
    match block:
        case RuleText() | RuleHeading() | RuleSample():
            return block if word in block.text.casefold() else None
        case RuleList():
            items = tuple(item for item in block.items if word in item.casefold())
            return RuleList(items=items) if items else None
        case RuleTable():
            rows = tuple(row for row in block.rows if any(word in cell.casefold() for cell in row))
            return RuleTable(head=block.head, rows=rows) if rows else None
        case _:
            assert_never(block)


def _marked(line: Content, word: str) -> Content:
    plain, at = line.plain.casefold(), 0
    if len(plain) != len(line.plain):
        return line
    while (at := plain.find(word, at)) >= 0:
        line = line.stylize(LOUD, at, at + len(word))
        at += len(word)
    return line
