"""The score of the room: a column for each side with its number in large digits, and one bar of all tables."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from warcouncil.clients.display import tone
from warcouncil.clients.widgets.board.blocks import DOTS_HIGH, can_write, dots_wide, plain_letters, written
from warcouncil.clients.widgets.board.colours import Sides, sides_of
from warcouncil.clients.widgets.board.ink import FAINT, HEAD, Lines, fit, ink
from warcouncil.clients.widgets.pieces.results import counted, several_games
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import clean

COLUMNS_MAX = 5
"""If there are more sides and kinds of ends than this, the score is written as text."""
COLUMN_MIN = 16
"""The narrowest column, in cells."""
ACROSS_MAX = 5
"""The greatest width of a digit's dot, in cells."""
COUNTED_ACROSS_MAX = 3
"""The greatest width of a digit's dot below a verdict, in cells."""
ROOMY_ROWS = 14
"""From this height on, the names of the columns are in block letters."""
OPEN = "░"
FULL = "█"
Column = tuple[str, int, str]
"""A side or a kind of end, how many tables it has, and its style."""


def score_lines(tables: Sequence[TableStatus], turned: int, width: int, room: int) -> Lines:
    """Draw the score of the tables that already show their result. Draw nothing if the score does not fit.

    Every side has its column from the beginning, so nothing moves while more results appear.
    """
    columns = _columns(tables, turned)
    inner = width - 2 * tone.MARGIN
    if (
        not columns
        or len(columns) > COLUMNS_MAX
        or inner // len(columns) < COLUMN_MIN
        or several_games(tables)
    ):
        return []
    cell = inner // len(columns)
    digits = max(dots_wide(str(len(tables))), dots_wide("0"))
    roomy = room >= ROOMY_ROWS
    names = _across([_name(column, cell, large=roomy) for column in columns], cell)
    gap = [Content()] if roomy else []
    across = min(ACROSS_MAX, (cell - 2) // digits, (room - len(names) - 3 - 2 * len(gap)) * 2 // DOTS_HIGH)
    if across < 2:
        return []
    counts = ink(say("display.score_counts"), FAINT)
    rows = [counts, *_across([_digits(column, across) for column in columns], cell), *gap, *names, *gap]
    rows.append(_bar(columns, len(tables), cell * len(columns)))
    return [fit(row, width, "center") for row in rows] + [Content()]


def counted_lines(ended: Ended, width: int, room: int) -> Lines:
    """Draw what was counted first at the end of one game, in a column for each side. Draw nothing if it does
    not fit.
    """
    if not ended.scores or not 1 < len(ended.scores[0].of) <= COLUMNS_MAX:
        return []
    score, sides, inner = ended.scores[0], Sides(ended.sides), width - 2 * tone.MARGIN
    columns = [(clean(name), number, sides.ink(name, tone.PHASE)) for name, number in score.of]
    cell = inner // len(columns)
    widest = max(dots_wide(str(number)) for _, number, _ in columns)
    across = min(COUNTED_ACROSS_MAX, (cell - 2) // widest, (room - 4) * 2 // DOTS_HIGH)
    if cell < COLUMN_MIN or across < 2:
        return []
    names = _across([_name(column, cell, large=False) for column in columns], cell)
    rows = [*_across([_digits(column, across) for column in columns], cell), *names]
    return [fit(row, width, "center") for row in (Content(), ink(score.label, FAINT), *rows)]


def _columns(tables: Sequence[TableStatus], turned: int) -> list[Column]:
    """Return a column for each side of these tables, for each other end that was shown, and for draws."""
    won, badges = counted(tables[:turned]), sides_of(each.result.sides for each in tables if each.result)
    names = list(dict.fromkeys([*(clean(badge.title) for badge in badges.badges), *won]))
    found = [(name, won[name], badges.ink(name, tone.PHASE)) for name in names if name]
    drawn = counted(tables)[""]
    return [*found, (say("display.drawn"), won[""], tone.STATE)] if drawn else found


def _digits(column: Column, across: int) -> Lines:
    _, number, style = column
    return [
        Content.styled(line, f"bold {style}")
        for line in written(str(number), across=across, down=DOTS_HIGH * across)
    ]


def _name(column: Column, cell: int, *, large: bool) -> Lines:
    """Draw the name of a column, in block letters if they are wanted and fit."""
    name, _, style = column
    if large and can_write(name) and dots_wide(name) <= cell - 2:
        return [Content.styled(line, style) for line in written(name, across=1, down=DOTS_HIGH + 1)]
    return [ink(plain_letters(name), f"{HEAD} {style}")]


def _across(blocks: list[Lines], cell: int) -> Lines:
    """Put drawings side by side, each in the middle of its cell."""
    height = max(map(len, blocks))
    return [
        Content("").join(
            fit(block[row] if row < len(block) else Content(), cell, "center") for block in blocks
        )
        for row in range(height)
    ]


def _bar(columns: list[Column], tables: int, width: int) -> Content:
    """Draw one bar of all tables. Each side has its part, and the rest is not over or not shown yet."""
    bar, used = Content(), 0
    for _, number, style in columns:
        part = width * number // tables
        bar += Content.styled(FULL * part, style)
        used += part
    shown = sum(number for _, number, _ in columns)
    rest = columns[-1][2] if shown == tables else tone.STILL
    return bar + Content.styled((FULL if shown == tables else OPEN) * (width - used), rest)
