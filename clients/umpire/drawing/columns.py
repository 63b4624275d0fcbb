"""The columns of the wall, the page that lists all tables. The heading and every row are drawn from them.
This module also decides how many tables are side by side.

A new column is one entry of `wall_columns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.model.alarms import Urgency
from warcouncil.clients.umpire.model.phrases import (
    SHORT_MS,
    answered_text,
    away_text,
    clock_word,
    missing_text,
    phase_text,
    place_text,
    waits_text,
)
from warcouncil.clients.widgets.pieces.results import result_cells, several_games, winner_text
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import fit
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import clean

CELL_MIN = 25
CELL_NAMES_MIN = 62
"""From this width on, a cell also names the missing seats."""
PHASE_MIN, TIME_MIN, TIME_MAX = 24, 12, 40
"""The least width of the phase if bars of time are drawn, and the width of the narrowest and the widest bar."""
PLACES_AND_NAMES_MIN = 110
"""From this width on, a cell has room for the names of tables and of missing seats, however long they are."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many tables are side by side, in how many rows, and the width of each table in cells."""

    columns: int
    rows: int
    width: int

    @property
    def cells(self) -> int:
        """How many tables fit."""
        return self.columns * self.rows


def plan_for(tables: int, width: int, height: int) -> Plan:
    """Return the plan with the fewest columns that the height allows, so that each cell shows as much as possible."""
    height = max(1, height)
    columns_max = max(1, width // CELL_MIN)
    columns = min(columns_max, max(1, -(-tables // height)))
    rows = min(height, max(1, -(-tables // columns)))
    return Plan(columns, rows, width // columns)


@dataclass(frozen=True, slots=True)
class WallRow:
    """The row of one table: its worst alarm, whether it is marked, and whether the cursor is on it."""

    now: TableNow
    now_ms: int
    worst: Urgency | None = None
    marked: bool = False
    cursor: bool = False
    own: OwnKeys = SAME

    @property
    def tone(self) -> str:
        """The style of the text about the table."""
        return tone.QUIET if self.now.status.ended or self.now.away else tone.PLAIN


@dataclass(frozen=True, slots=True)
class WallColumn:
    """One column: its title, its width in cells, the blank cells before it, and its text."""

    title: str
    width: int
    words: Callable[[WallRow, int], tuple[str, str]]
    """Returns the text for a row and a width, and the style of the text."""
    gap: int = 1
    right: bool = False
    """Whether title and text are aligned at the right edge."""

    def head(self) -> str:
        """Return the title with the gap, as wide as the column."""
        title = f"{self.title:>{self.width}}" if self.right else self.title
        return " " * self.gap + fit(title, self.width)

    def cell(self, row: WallRow, *, reverse: bool = False) -> Content:
        """Draw the words of a row with the gap, as wide as the column.

        With `reverse`, urgent words are reversed instead of coloured.
        """
        words, style = self.words(row, self.width)
        if reverse:
            style = "reverse" if style == tone.URGENT else ""
        said = Content.styled(words, style).truncate(self.width, ellipsis=True)
        empty = Content(" " * (self.width - said.cell_length))
        return Content(" " * self.gap) + (empty + said if self.right else said + empty)


SIGNS: dict[Urgency | None, str] = {
    Urgency.AWAY: "?",
    Urgency.HELD: "H",
    Urgency.CALL: "C",
    Urgency.SECOND: "2",
    Urgency.FAULT: "!",
    Urgency.REPLY: "R",
    Urgency.IDLE: "z",
    Urgency.SILENT: "!",
    Urgency.EMPTY: "·",
    None: " ",
}


def wall_columns(tables: Iterable[TableNow], now_ms: int, width: int) -> tuple[WallColumn, ...]:
    """Return the columns of a row with this many cells. The phase gets the cells that the others leave.

    In a narrow row, a column is only as wide as the longest word of these tables.
    """
    known = list(tables)
    places = place_width([now.status for now in known], width)
    mixed = several_games(now.status for now in known)
    clock, answered, number = 12 if width >= (100 if places else 44) else 6, 5, 3
    if width < CELL_NAMES_MIN and known:
        clock = max(
            cell_len(say("umpire.column_left")), *(len(clock_word(now, now_ms, clock)) for now in known)
        )
        answered = max(cell_len(say("umpire.column_in")), *(len(answered_text(now)) for now in known))
        number = max(2, *(len(str(now.status.table)) for now in known))
    before = [
        WallColumn("", 1, _mark, gap=0),
        WallColumn(say("umpire.column_number"), number, _number, gap=0, right=True),
        WallColumn("", 1, _sign, gap=0),
    ]
    if places:
        before.append(WallColumn(say("display.table"), places, partial(_place, mixed=mixed)))
    gap = 2 if places else 1
    if known and all(now.status.ended for now in known):
        left = width - gap - sum(column.gap + column.width for column in before)
        return (*before, *_results(known, left, gap))
    head = say("umpire.column_clock")
    if cell_len(head) > clock:
        head = say("umpire.column_left")  # The column is too narrow for the longer title
    after = [
        WallColumn(head, clock, _clock, right=True),
        WallColumn(say("umpire.column_in"), answered, _answered, right=True),
    ]
    if missing := missing_width(width, places):
        after.append(WallColumn(say("umpire.column_missing"), missing, _missing, gap=2))
    left = width - gap - sum(column.gap + column.width for column in (*before, *after))
    if time := _time_width(known, left):
        left -= time + 2
        after.insert(0, WallColumn(say("umpire.column_time"), time, _time, gap=2))
    return (*before, WallColumn(say("umpire.column_phase"), left, _phase, gap=gap), *after)


def _results(tables: list[TableNow], room: int, gap: int) -> tuple[WallColumn, ...]:
    """Return the columns of a wall on which every game is over: the winner, and the number of turns, the
    counts and the reason if they fit. No column is cut. If the longest reason does not fit, the rows have no
    reasons.
    """
    heads = [
        say("display.head_winner"),
        say("display.head_turns"),
        say("display.head_counted"),
        say("display.head_how"),
    ]
    rows = [result_cells(now.status)[1:] for now in tables]
    widths = [max(map(cell_len, cells)) for cells in zip(*rows, strict=True)]
    winner = max(cell_len(heads[0]), widths[0])
    left = room - winner - 2
    if left < 0:
        return (WallColumn(heads[0], room, _phase, gap=gap),)
    columns = [WallColumn(heads[0], winner, partial(_result, at=1), gap=gap)]
    reason = max(cell_len(heads[3]), widths[3])
    if reason > left:  # The detail below shows the reason of the chosen table
        reason = 0
    for at in (1, 2):
        wide = max(cell_len(heads[at]), widths[at])
        if widths[at] and left - wide - 2 >= reason:
            columns.append(WallColumn(heads[at], wide, partial(_result, at=at + 1), gap=2))
            left -= wide + 2
    return (*columns, WallColumn(heads[3], left, partial(_result, at=4), gap=2)) if reason else tuple(columns)


def _time_width(tables: list[TableNow], room: int) -> int:
    """Return the width of the bars of time. It is what the longest phase leaves, or 0 if that is too little."""
    playing = [phase_text(now, room).rstrip() for now in tables if not now.status.ended]
    ended = [winner_text(now.status) for now in tables if now.status.ended]
    longest = max(map(cell_len, [*playing, *ended])) if playing else room
    left = room - 2 - max(longest, PHASE_MIN)
    return min(left, TIME_MAX) if left >= TIME_MIN else 0


def phase_width(columns: Iterable[WallColumn]) -> int:
    """Return the width of the phase. It is 0 if the columns do not show it."""
    return next((column.width for column in columns if column.words is _phase), 0)


def place_width(tables: Iterable[TableStatus], width: int) -> int:
    """Return the width for the names and games of tables. It is 0 if all tables play one game without names, or there is no room."""
    known = list(tables)
    mixed = several_games(known)
    longest = max((cell_len(place_text(status, mixed=mixed)) for status in known), default=0)
    if not longest or width < CELL_NAMES_MIN:
        return 0
    return max(cell_len(say("display.table")), min(longest, width * 2 // 5))


def missing_width(width: int, places: int) -> int:
    """Return the width for the names of missing seats. It is 0 if there is no room. A table's own name and game come first."""
    if width < CELL_NAMES_MIN or (places > width // 4 and width < PLACES_AND_NAMES_MIN):
        return 0
    names = (width - CELL_NAMES_MIN) // 2 + 26
    return max(16, names - places - 2) if places else names


def _mark(row: WallRow, _width: int) -> tuple[str, str]:
    signs = {(True, False): "▸", (True, True): "◉", (False, True): "●", (False, False): " "}
    return signs[row.cursor, row.marked], tone.STRONG


def _number(row: WallRow, _width: int) -> tuple[str, str]:
    return str(row.now.status.table), tone.STRONG


def _sign(row: WallRow, _width: int) -> tuple[str, str]:
    if row.worst is None or row.now.away:
        return SIGNS[Urgency.AWAY if row.now.away else None], tone.PLAIN
    return SIGNS[row.worst], tone.URGENCY_TONES[row.worst]


def _place(row: WallRow, width: int, *, mixed: bool) -> tuple[str, str]:
    return fit(place_text(row.now.status, width, mixed=mixed), width), tone.QUIET


def _phase(row: WallRow, width: int) -> tuple[str, str]:
    return phase_text(row.now, width), row.tone


def _clock(row: WallRow, width: int) -> tuple[str, str]:
    status, word = row.now.status, clock_word(row.now, row.now_ms, width)
    running = status.clock is not None and status.clock.running and not status.ended and not status.held
    is_quiet = (
        row.tone == tone.QUIET and not row.cursor
    )  # The cursor hides styles, so it marks any short clock
    if running and row.now.left_ms(row.now_ms) <= SHORT_MS and row.now.missing and not is_quiet:
        return word, tone.URGENT
    if row.tone == tone.QUIET:
        return word, row.tone
    return word, tone.ALARM if status.held else tone.WARN if status.paused else tone.STRONG


def _result(row: WallRow, _width: int, *, at: int) -> tuple[str, str]:
    return result_cells(row.now.status)[at], tone.STRONG if at == 1 else row.tone


def _time(row: WallRow, width: int) -> tuple[str, str]:
    """Draw how much time is left. A table whose host does not answer has no bar."""
    left, spent = row.now.time_bar(row.now_ms, width)
    if row.now.away or not left + spent:
        return "", row.tone
    _, style = _clock(row, TIME_MAX)
    return left + spent, style


def _answered(row: WallRow, _width: int) -> tuple[str, str]:
    return answered_text(row.now), row.tone


def _missing(row: WallRow, width: int) -> tuple[str, str]:
    said = Content(_beside(row.now, row.now_ms, width - 1, row.own)).truncate(width - 1, ellipsis=True)
    return said.plain, tone.QUIET


def _beside(now: TableNow, now_ms: int, width: int, own: OwnKeys) -> str:
    if now.status.ended:
        return ""
    if now.away:
        return away_text(now, now_ms)
    if now.status.held or now.status.paused:
        return clean(now.status.held) or say("fields.quoted", text=clean(now.status.paused))
    if not now.status.begun:
        return waits_text(now, own.of("begin", "B"), width)
    if now.status.waits and not now.missing:
        return say("umpire.all_sealed")
    return missing_text(now, width)
