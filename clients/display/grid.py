"""The projector's grid: every table of a room with its clock, in columns from top to bottom."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.display import tone
from warcouncil.clients.display.showing import Showing
from warcouncil.clients.widgets.board.ink import FAINT, HEAD, Lines, fit, ink, join
from warcouncil.clients.widgets.pieces.results import several_games, winner_text
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import clock_text

BAR_GAP = 4
"""The blank cells after a bar."""
CELL_COLUMNS, TITLED_COLUMNS, NAMED_COLUMNS = 10, 36, 56


def grid_lines(showing: Showing, now_ms: int, width: int, room: int) -> Lines:
    """Draw every table with its clock, in columns from top to bottom, and its phase if there is room."""
    tables = list(showing.tables.values())
    mixed = several_games(heard.status for heard in tables)
    if not tables or room < 1:
        return []
    inner = width - 2 * tone.MARGIN
    named = mixed or any(heard.status.name for heard in tables)
    titled = NAMED_COLUMNS if named else TITLED_COLUMNS
    columns = min(max(inner // titled, -(-len(tables) // room)), inner // CELL_COLUMNS)
    rows = min(room, -(-len(tables) // columns))
    cell = inner // columns
    lines: Lines = [Content()] if rows < room else []
    high = 1 + min(2, (room - len(lines)) // rows - 1)
    at_ms = showing.stands_at(now_ms)
    clock = max(len(_said(heard, heard.left_ms(at_ms))) for heard in tables)
    for row in range(rows):
        line = Content(" " * tone.MARGIN)
        for heard in tables[row::rows][:columns]:
            line += fit(_cell(heard, at_ms, cell, clock=clock, mixed=mixed), cell)
        lines.append(fit(line, width))
        if high > 1:
            bars = [fit(_bar(heard, at_ms, cell - BAR_GAP), cell) for heard in tables[row::rows][:columns]]
            lines += [fit(Content(" " * tone.MARGIN).join([Content(), Content("").join(bars)]), width)]
            lines += [Content()] * (high > 2)
    return lines


def _bar(heard: TableNow, now_ms: int, width: int) -> Content:
    """Draw how much time is left."""
    left, spent = heard.time_bar(now_ms, width)
    style = tone.PHASE if heard.playing else tone.STATE
    if heard.playing and heard.left_ms(now_ms) <= tone.LAST_MS:
        style = tone.LAST
    return Content.assemble((left, style), (spent, tone.STILL))


def _cell(heard: TableNow, now_ms: int, width: int, *, clock: int, mixed: bool) -> Content:
    """Draw a table. `clock` is the width of the longest clock in this room, in cells."""
    status = heard.status
    left = heard.left_ms(now_ms)
    titled = width >= TITLED_COLUMNS // 2
    style = HEAD if heard.playing or status.ended else tone.STATE
    said = ink(_said(heard, left), tone.LAST if heard.playing and left <= tone.LAST_MS else style)
    words = winner_text(status) if status.ended else status.phase or status.title
    label = join(
        *(ink(word, FAINT) for word in (status.name, status.game_title if mixed else "", words)), gap=" · "
    )
    short = ink(words, FAINT)
    title = (label if label.cell_length <= width - clock - 6 else short) if titled else Content()
    return join(
        Content.styled(f"{status.table:>2} ", FAINT), fit(said, clock + 2 if titled else clock), title
    )


def _said(heard: TableNow, left: int) -> str:
    status = heard.status
    if status.ended:
        return "over"
    if heard.away:
        return "away"
    if status.held:
        return "waits"
    if not status.begun:
        return "–"
    return clock_text(left) if heard.playing else "paused"
