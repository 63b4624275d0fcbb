"""Papers: texts with markup, drawn piece by piece at any width. A piece is a heading, a paragraph, a list or
a table. No word is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from textual.content import Content
from warcouncil.clients.widgets.board.ink import EDGE, FAINT, HEAD, Lines, fit, width_of
from warcouncil.protocol.table.papers import (
    BETWEEN_CELLS,
    BULLET,
    PaperHeading,
    PaperItem,
    PaperList,
    PaperPicture,
    PaperPiece,
    PaperTable,
    PaperText,
    Words,
    parts,
)

PAGE_MAX = 96
"""The longest line of a text, even on a wide screen. In longer lines readers lose their place."""
CELL_MIN = 7
"""The narrowest column of a table, in cells. A column with shorter words can be narrower."""
_GAP = 2
_INDENT = 2


def draw_pieces(pieces: Sequence[PaperPiece], width: int) -> Lines:
    """Draw the pieces of a text, with a blank line between them. A heading stays with the text after it."""
    lines: Lines = []
    for number, piece in enumerate(pieces):
        if number and not isinstance(pieces[number - 1], PaperHeading):
            lines.append(Content())
        lines += _piece(piece, max(1, width))
    return lines


def _piece(piece: PaperPiece, width: int) -> Lines:
    prose = min(width, PAGE_MAX)
    match piece:
        case PaperText():
            return [row for line in piece.lines for row in said(line).wrap(prose)]
        case PaperHeading():
            return _heading(piece, prose)
        case PaperList():
            return _list(piece, prose)
        case PaperTable():
            return _table(piece, width)
        case PaperPicture():
            return list(Content.styled(piece.said, FAINT).wrap(prose))
        case _:
            assert_never(piece)


def said(words: Words, style: str = "") -> Content:
    """Return a line with its bold words. No text is ever read as markup."""
    found = [Content.styled(part, f"{style} {HEAD}" if bold else style) for part, bold in parts(words)]
    return Content("").join(found)


def _heading(piece: PaperHeading, width: int) -> Lines:
    """Draw a heading. The highest level is underlined, and the lowest level is not bold."""
    rows = list(said(piece.words, FAINT if piece.level > 2 else HEAD).wrap(width))
    return [*rows, Content.styled("━" * width_of(rows), EDGE)] if piece.level == 1 else rows


def _list(piece: PaperList, width: int) -> Lines:
    """Draw the items, with blank lines around each item of several rows."""
    lines: Lines = []
    long = False
    for item in piece.items:
        block = _item(item, width)
        lines += [Content()] * bool(lines and (long or len(block) > 1))
        lines += block
        long = len(block) > 1
    return lines


def _item(item: PaperItem, width: int) -> Lines:
    label = Content.styled("· ", EDGE) if item.label == BULLET else Content.styled(f"{item.label} ", HEAD)
    label = label if item.label else Content(" " * _INDENT)
    before = Content(" " * (item.depth * (_INDENT + 1)))
    room = max(1, width - before.cell_length - label.cell_length)
    rows = [row for line in item.lines for row in said(line).wrap(room)] or [Content()]
    blank = Content(" " * label.cell_length)
    return [before + (blank if at else label) + row for at, row in enumerate(rows)]


def _table(piece: PaperTable, width: int) -> Lines:
    """Draw a table. If its columns are too narrow for words, draw each row as a line."""
    rows = [[said(cell) for cell in row] for row in piece.rows]
    head = [said(cell, FAINT) for cell in piece.head]
    widths = column_widths([[cell.cell_length for cell in row] for row in (head, *rows)], width)
    if sum(widths) + _GAP * (len(widths) - 1) > width:
        between = Content.styled(BETWEEN_CELLS, EDGE)
        return [line for row in (head, *rows) for line in between.join(row).wrap(width)]
    lines = draw_row(head, widths, piece.right)
    lines.append(Content.styled("─" * (sum(widths) + _GAP * (len(widths) - 1)), EDGE))
    return [*lines, *(line for row in rows for line in draw_row(row, widths, piece.right))]


# --- tables -------------------------------------------------------------------------------------------------------


def column_widths(lengths: Sequence[Sequence[int]], width: int) -> list[int]:
    """Return the width of each column. It is the width of the column's widest cell. If the row is too wide,
    the widest columns are reduced.
    """
    wanted = [max(1, *column) for column in zip(*lengths, strict=True)]
    room = width - _GAP * (len(wanted) - 1)
    while sum(wanted) > room and max(wanted) > CELL_MIN:
        wanted[wanted.index(max(wanted))] -= 1
    return wanted


def draw_row(cells: Sequence[Content], widths: Sequence[int], right: Sequence[int] = ()) -> Lines:
    """Draw a row of a table. A cell that is too long for its column continues below."""
    broken = [list(cell.wrap(wide)) or [Content()] for cell, wide in zip(cells, widths, strict=True)]
    return [
        Content(" " * _GAP).join(_cells(broken, widths, right, at)) for at in range(max(map(len, broken)))
    ]


def _cells(
    broken: Sequence[Lines], widths: Sequence[int], right: Sequence[int], at: int
) -> Iterator[Content]:
    for place, (rows, wide) in enumerate(zip(broken, widths, strict=True)):
        yield fit(rows[at] if at < len(rows) else Content(), wide, "right" if place in right else "left")
