"""The results of a room: the winner of each table, how and when it ended, and how often each side won.

All of it is public.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.widgets.board.colours import Sides, sides_of
from warcouncil.clients.widgets.board.ink import FAINT, HEAD, Lines, fit, ink, whole_rows
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import clean

HEADS = (
    "display.table",
    "display.head_winner",
    "display.head_turns",
    "display.head_counted",
    "display.head_how",
)
GAP = 2
_BADGE_CELLS = 4
"""How much wider a side's badge is than its name."""
HOW_MIN = 24
"""If fewer cells than this are left, the reason of a win is left out."""


def game_shown(status: TableStatus) -> str:
    """Return the title of a table's game. Two tables with the same game may have different titles."""
    return clean(status.game_title or status.game)


def several_games(tables: Iterable[TableStatus]) -> bool:
    """Return whether these tables play games of different titles."""
    return len({game_shown(status) for status in tables}) > 1


def winner_text(status: TableStatus) -> str:
    """Return the winner of a table that is over: "Red won". If there is no winner, return the title of the end, or "drawn"."""
    winners = [clean(winner) for winner in status.result.winners] if status.result else []
    if winners:
        return say("display.won", who=listed(winners))
    if status.result and status.result.title:
        return clean(status.result.title)
    return say("display.drawn" if status.result else "display.over")


def tallies(tables: Iterable[TableStatus]) -> list[str]:
    """Return how many tables each side won, one line for each game: Red 11 · Black 8 · drawn 1 · 2 not over."""
    games: dict[str, list[TableStatus]] = {}
    for status in tables:
        games.setdefault(game_shown(status), []).append(status)
    lines = [_tally(found) for found in games.values()]
    return [f"{game}: {line}" for game, line in zip(games, lines, strict=True)] if len(games) > 1 else lines


def tally_lines(tables: Sequence[TableStatus], width: int) -> Lines:
    """Draw the tallies, on several lines if needed."""
    sides = sides_of(status.result.sides for status in tables if status.result)
    return [row for line in tallies(tables) for row in sides.sided(line, HEAD).wrap(width)]


def _tally(found: list[TableStatus]) -> str:
    won = counted(found)
    drawn, unfinished = won.pop("", 0), sum(not status.ended for status in found)
    parts = [f"{who} {number}" for who, number in won.most_common()]
    parts += [say("display.drawn_tables", tables=drawn)] * bool(drawn)
    parts += [say("display.not_over_tables", tables=unfinished)] * bool(unfinished)
    return " · ".join(parts)


def counted(tables: Iterable[TableStatus]) -> Counter[str]:
    """Return how many tables that are over each side won, or ended in each way. Drawn games are counted under ""."""
    return Counter(_counted_as(status) for status in tables if status.ended)


def _counted_as(status: TableStatus) -> str:
    """Return the words under which the end of a table is counted. Return "" for a drawn game."""
    if status.result is None:
        return ""
    return listed(map(clean, status.result.winners)) or clean(status.result.title)


def turning_lines(tables: Sequence[TableStatus], turned: int, width: int, room: int) -> Lines:
    """Draw each table at its final place. Only the first `turned` show their result yet."""
    head, *blocks = results_blocks(tables, width, room)
    lines, newest = list(head), 0
    for number, (status, block) in enumerate(zip(tables, blocks, strict=True)):
        if number < turned:
            lines += block
            newest = len(lines)
        else:
            lines += [ink(result_cells(status)[0], FAINT), *[Content()] * (len(block) - 1)]
    wide = max((line.cell_length for block in blocks for line in block), default=0)
    first = max(0, min(newest - room + 1, len(lines) - room))  # The newest stays in sight
    return [fit(line, wide) for line in lines[first : first + room]]


def results_lines(tables: Iterable[TableStatus], width: int, room: int, *, tallied: bool = True) -> Lines:
    """Draw the tally, unless it is drawn elsewhere (`tallied`), and each table.

    Tables are drawn in full if there is room, and otherwise in one row each. If not all fit, tables that are over
    come first.
    """
    known = list(tables)
    if not known or room < 1:
        return []
    sides = sides_of(status.result.sides for status in known if status.result)
    lines: Lines = tally_lines(known, width) if tallied else []
    gap = [Content()] if lines else []
    places = room - len(lines) - len(gap)
    if places < 2:
        return lines[:room]
    blocks = results_blocks(known, width, places)
    if sum(map(len, blocks)) <= places:
        return [*lines, *gap, *(line for block in blocks for line in block)]
    kept = sorted(known, key=lambda status: not status.ended)[: places - 2]
    rows = _table([result_cells(status) for status in kept], sides, width)
    rows.append(ink(say("display.more_tables", n=len(known) - len(kept)), FAINT))
    return [*lines, *gap, *rows][:room]


def results_blocks(known: Sequence[TableStatus], width: int, room: int) -> list[Lines]:
    """Draw the head, which may be empty, and each table: in full if there is room, otherwise in one row each."""
    sides = sides_of(status.result.sides for status in known if status.result)
    for apart, in_units in ((True, True), (False, True), (False, False)):
        blocks = _in_full(known, sides, width, apart=apart, in_units=in_units)
        if sum(map(len, blocks)) <= room:
            return blocks
    return [[row] for row in _table([result_cells(status) for status in known], sides, width)]


def _in_full(
    known: Sequence[TableStatus], sides: Sides, width: int, *, apart: bool, in_units: bool
) -> list[Lines]:
    """Draw each table with its reason and counts beside its name, on several lines if needed.

    If all fit on one line each, draw a table instead. With `apart`, a blank line follows each table. With
    `in_units`, the counts are drawn. The first lines are the head of the table.
    """
    cells = [result_cells(status) for status in known]
    whole = _table(cells, sides, width)
    widths, shown = _widths(cells), _shown(cells, width)
    tells_how = width - sum(widths[at] + GAP for at in shown) >= HOW_MIN
    cut = any(row.plain.endswith("…") for row in whole)
    heads = [max(cell_len(row[at]) for row in cells) for at in (0, 1)]
    heads[1] += _BADGE_CELLS
    left = width - sum(heads) - 2 * GAP
    if left < HOW_MIN or (len(shown) == len(_filled(cells)) and tells_how and not cut):
        return [[row] for row in whole]
    blocks: list[Lines] = []
    for row in cells:
        told = [*ink(row[4]).wrap(left)]
        rest = " · ".join(part for part in (row[2], row[3]) if part and in_units)
        told += sides.sided(rest, FAINT).wrap(left) if rest else []
        first = fit(ink(row[0], HEAD), heads[0] + GAP) + fit(sides.badge(row[1], HEAD), heads[1] + GAP)
        blank = Content(" " * (sum(heads) + 2 * GAP))
        lines = [(first if at == 0 else blank) + line for at, line in enumerate(told or [Content()])]
        blocks.append([*lines, *[Content()] * apart])
    if apart:
        blocks[-1].pop()
    return [[], *blocks]


def result_cells(status: TableStatus) -> tuple[str, ...]:
    """Return the cells of a row: the table, its winner, the number of turns, the counts, and the reason."""
    label = f"{status.table}" + (f" · {clean(status.name)}" if status.name else "")
    if not status.ended:
        return (label, say("display.not_over"), "", "", clean(status.title))
    result = status.result
    if result is None:
        return (label, winner_text(status), "", "", clean(status.ended))
    turns = plural(result.turns, clean(result.turns_are).removesuffix("s")) if result.turns else ""
    said = [f"{clean(s.label)} " + ", ".join(f"{clean(who)} {n}" for who, n in s.of) for s in result.scores]
    return (label, winner_text(status), turns, "; ".join(said), clean(result.reason))


def _worn(text: str, sides: Sides, column: int, style: str) -> Content:
    """Draw a cell. A table's own name is not coloured as a side."""
    return ink(text, style) if column == 0 else sides.sided(text, style if column == 1 else FAINT)


def _filled(rows: list[tuple[str, ...]]) -> list[int]:
    """Return the columns with any content, except the last."""
    return [at for at in range(4) if any(row[at] for row in rows)]


def _heads() -> tuple[str, ...]:
    return tuple(say(head) for head in HEADS)


def _widths(rows: list[tuple[str, ...]]) -> list[int]:
    return [max(cell_len(row[at]) for row in [_heads(), *rows]) for at in range(4)]


def _shown(rows: list[tuple[str, ...]], width: int) -> list[int]:
    """Return the columns for which there is room."""
    widths, shown = _widths(rows), _filled(rows)
    while len(shown) > 2 and sum(widths[at] + GAP for at in shown) > width:
        shown.pop()
    return shown


def _table(rows: list[tuple[str, ...]], sides: Sides, width: int) -> Lines:
    """Draw rows under their headings, with the last column in the rest of the width.

    A column that does not fit is left out, never cut inside a word.
    """
    widths, shown = _widths(rows), _shown(rows, width)
    left = width - sum(widths[at] + GAP for at in shown)
    lines: Lines = []
    for number, row in enumerate([_heads(), *rows]):
        style = FAINT if number == 0 else HEAD
        parts = [fit(_worn(row[at], sides, at, style), widths[at] + GAP) for at in shown]
        if left >= HOW_MIN:
            parts += whole_rows(ink(row[4], FAINT), left, 1)
        lines.append(Content("").join(parts))
    return lines
