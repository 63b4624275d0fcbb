"""The styles of drawings, and functions that make them from text.

All text passes `ink`, so that no text can become markup or an escape sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from textual.content import Content
from warcouncil.protocol.words import clean

Align = Literal["left", "center", "right"]
Lines = list[Content]
"""A drawing: its lines from top to bottom."""

HEAD = "bold"
"""A heading, or a value that is known exactly now."""
FAINT = "$muted"
"""Decoration, and unknown values."""
MEMORY = "italic $memory"
"""A value that was seen once and may have changed."""
YOURS = "bold $text-accent"
"""The reader's own things."""
EDGE = "$faint"
"""Edges of cards and boxes, and horizontal lines."""
LIT = "bold $text-warning"
"""A new event."""
DIM = "dim"
"""Everything that a scene does not highlight."""
LOUD = "bold reverse"
"""Something that must not be overlooked. It needs no colours."""

_TEXT_CHARS_MAX = 2000
_PARAGRAPH_CHARS_MAX = 6000


def ink(text: str, style: str = "", chars_max: int = _TEXT_CHARS_MAX) -> Content:
    """Return `text` as plain content on one line: cleaned, and never read as markup."""
    return Content.styled(clean(text, chars_max), style) if style else Content(clean(text, chars_max))


def tag(text: str, style: str) -> Content:
    """Return `text` with a blank on each side, so that its coloured ground does not touch its letters."""
    return Content.styled(f" {clean(text)} ", style)


def join(*parts: Content, gap: str = "") -> Content:
    """Join parts on one line, without the empty ones."""
    return Content(gap).join([part for part in parts if part.plain])


def wrapped(text: str, width: int, style: str = "") -> Lines:
    """Wrap `text` into lines of at most `width` cells. Keep its line ends."""
    lines: Lines = []
    for paragraph in text.splitlines() or [""]:
        lines += ink(paragraph, style, _PARAGRAPH_CHARS_MAX).wrap(max(1, width))
    return lines


def whole_rows(line: Content, width: int, rows_max: int) -> Lines:
    """Wrap a line into at most `rows_max` rows. The last line ends in three dots if there are more."""
    rows = list(line.wrap(max(1, width)))
    if len(rows) <= rows_max:
        return rows
    last = rows[rows_max - 1].rstrip()
    return [*rows[: rows_max - 1], last.truncate(max(1, width - 2)) + Content(" …")]


def fit(line: Content, width: int, align: Align = "left") -> Content:
    """Return a line exactly `width` cells wide: cut with an ellipsis, or filled with blanks."""
    width = max(0, width)
    line = line.truncate(width, ellipsis=True)
    spare = width - line.cell_length
    left = {"left": 0, "center": spare // 2, "right": spare}[align]
    return line.pad(left, spare - left) if spare else line


def width_of(lines: Sequence[Content]) -> int:
    """Return how many cells the widest line has."""
    return max((line.cell_length for line in lines), default=0)


def beside(blocks: Sequence[Lines], gap: int = 2) -> Lines:
    """Put drawings side by side, aligned at their tops."""
    widths = [width_of(block) for block in blocks]
    height = max((len(block) for block in blocks), default=0)
    rows: Lines = []
    for row in range(height):
        cells = [
            fit(block[row] if row < len(block) else Content(), width)
            for block, width in zip(blocks, widths, strict=True)
        ]
        rows.append(Content(" " * gap).join(cells))
    return rows


def flow(blocks: Sequence[Lines], width: int, gap: int = 1) -> Lines:
    """Put drawings side by side while they fit, then continue below."""
    rows: Lines = []
    shelf: list[Lines] = []
    used = 0
    for block in blocks:
        need = width_of(block)
        if shelf and used + gap + need > width:
            rows += beside(shelf, gap)
            shelf, used = [], 0
        used += need + (gap if shelf else 0)
        shelf.append(block)
    return rows + beside(shelf, gap) if shelf else rows


def in_columns(blocks: Sequence[Lines], width: int, gap: int) -> Lines:
    """Put drawings side by side in columns."""
    cell = max(map(width_of, blocks), default=0)
    even = [[fit(line, cell) for line in block] for block in blocks]
    return flow(even, max(width, cell), gap)


def rule(title: str, width: int, stroke: str = "─", style: str = EDGE) -> Content:
    """Return a line across the drawing with words in its middle."""
    words = Content.styled(f" {clean(title)} " if title else "", FAINT if style == EDGE else style).truncate(
        width
    )
    spare = width - words.cell_length
    left = Content.styled(stroke * (spare // 2), style)
    right = Content.styled(stroke * (spare - spare // 2), style)
    return join(left, words, right)


def heading(title: str, note: str = "") -> Lines:
    """Return the heading line of an element. Return an empty result if there is no title and no note."""
    return [join(ink(title, HEAD), ink(note, FAINT), gap="  ")] if title or note else []


def inset(lines: Lines) -> Lines:
    """Move lines one cell to the right."""
    return [Content(" ") + line for line in lines]


def dimmed(lines: Iterable[Content]) -> Lines:
    """Return a drawing with every line dimmed."""
    return [line.stylize(DIM) for line in lines]


def is_dimmed(line: Content) -> bool:
    """Return whether the whole line is dimmed."""
    return any(span.style == DIM and span.start == 0 and span.end >= len(line) for span in line.spans)
