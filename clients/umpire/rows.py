"""Draws the wall: the tables in columns, the alarms above them, and one table in some detail below."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from warcouncil.clients.umpire import tone
from warcouncil.clients.umpire.alarms import RANK_WORDS, Rank, Worry
from warcouncil.clients.umpire.board import Board
from warcouncil.clients.umpire.phrases import (
    SHORT_MS,
    answered_text,
    clock_word,
    missing_text,
    named,
    phase_text,
    seat_name,
)
from warcouncil.clients.widgets.ink import Lines, beside, ink, join, rule, width_of
from warcouncil.clients.widgets.tablenow import TableNow
from warcouncil.clients.widgets.wording import clock_text, count, fit, lasted
from warcouncil.protocol.consoles import SeatStatus
from warcouncil.protocol.words import TableId, clean

CELL_MIN = 25
CELL_NAMES_MIN = 62
"""From this width on a cell also names who is missing."""
_IN = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """How the tables stand on the wall: so many columns of so many rows, each so wide."""

    columns: int
    rows: int
    width: int

    @property
    def cells(self) -> int:
        """How many tables have a place."""
        return self.columns * self.rows


def plan_for(tables: int, width: int, height: int) -> Plan:
    """Choose as few columns as the height allows, so that each cell says as much as it can."""
    height = max(1, height)
    columns_max = max(1, width // CELL_MIN)
    columns = min(columns_max, max(1, -(-tables // height)))
    rows = min(height, max(1, -(-tables // columns)))
    return Plan(columns, rows, width // columns)


def _clock_width(width: int) -> int:
    return 12 if width >= 44 else 6


def _phase_width(width: int) -> int:
    names = (width - CELL_NAMES_MIN) // 2 + 26 if width >= CELL_NAMES_MIN else 0
    return width - (1 + 3 + 1 + 1 + _clock_width(width) + 1 + 1 + _IN) - (names + 2 if names else 0)


def head_row(plan: Plan) -> Content:
    """Name the columns of the wall."""
    width = plan.width
    phase = _phase_width(width)
    cell = f"   #  {fit('phase', phase)} {'clock':>{_clock_width(width)}} {'in':>{_IN}}"
    if width >= CELL_NAMES_MIN:
        cell += "  missing"
    return Content("").join([Content.styled(fit(cell, width), tone.QUIET)] * plan.columns)


def cell(
    now: TableNow, now_ms: int, width: int, *, worst: Rank | None, marked: bool, cursor: bool
) -> Content:
    """Draw one table in one line."""
    status = now.status
    left = now.left_ms(now_ms)
    running = status.clock is not None and status.clock.running and not status.ended and not status.held
    urgent = running and left <= SHORT_MS and bool(now.missing)
    sign = {
        Rank.HELD: "H",
        Rank.CALL: "C",
        Rank.SECOND: "2",
        Rank.FAULT: "!",
        Rank.SILENT: "!",
        Rank.EMPTY: "·",
        None: " ",
    }[worst]
    mark = "▸" if cursor and not marked else "◉" if cursor else "●" if marked else " "
    word = clock_word(now, now_ms, _clock_width(width))
    quiet = bool(status.ended)
    body = tone.QUIET if quiet else tone.PLAIN
    clock = (
        tone.URGENT if urgent else tone.ALARM if status.held else tone.WARN if status.paused else tone.STRONG
    )
    parts: list[tuple[str, str]] = [
        (mark, tone.STRONG),
        (f"{status.table:>3}", tone.STRONG),
        (sign, tone.PLAIN if worst is None else tone.RANK_TONES[worst]),
        (" ", ""),
        (phase_text(now, _phase_width(width)), body),
        (" " * (_clock_width(width) - len(word) + 1), ""),
        (word, body if quiet else clock),
        (f" {answered_text(now):>{_IN}}", body),
    ]
    if width >= CELL_NAMES_MIN:
        parts.append(("  " + _beside(now), tone.QUIET))
    row = Content.assemble(*parts)
    row = row.truncate(width - 1, ellipsis=True) if width >= CELL_NAMES_MIN else row
    row = row.pad_right(max(0, width - row.cell_length))
    if not cursor:
        return row
    plain = Content.styled(row.plain, tone.CURSOR)
    at = 6 + _phase_width(width) + _clock_width(width) + 1 - len(word)
    return plain.stylize("reverse", at, at + len(word)) if urgent else plain


def _beside(now: TableNow) -> str:
    if now.status.ended:
        return ""
    if now.status.held or now.status.paused:
        return clean(now.status.held or f"“{now.status.paused}”")
    if not now.status.begun:
        return "not begun: B begins it"
    if now.status.waits:
        return "all sealed; waits for the others"
    return missing_text(now)


def alarm_rows(found: list[Worry], height: int, width: int) -> Lines:
    """Draw the alarms, worst first, as many as there is room for; the last line counts the rest."""
    if not found:
        return [Content.styled(" no alarms", tone.QUIET)]
    shown = found if len(found) <= height else found[: height - 1]
    lines = [_alarm_row(worry, width) for worry in shown]
    rest = found[len(shown) :]
    if rest:
        tables = sorted({worry.table for worry in rest if worry.table})
        where = f" at {named(tables)}" if tables else ""
        lines.append(
            Content.styled(fit(f" and {len(rest)} more{where} · a goes through them", width), tone.QUIET)
        )
    return lines


def _alarm_row(worry: Worry, width: int) -> Content:
    since = lasted(worry.since_ms) if worry.since_ms >= 1000 else ""
    return Content.assemble(
        (f" {RANK_WORDS[worry.rank]} ", tone.RANK_TONES[worry.rank]),
        " " * (6 - len(RANK_WORDS[worry.rank])),
        (f" {worry.table or '':>3} ", tone.STRONG),
        f" {worry.text}",
        (f"  {since}", tone.QUIET),
    ).truncate(width, ellipsis=True)


def head_line(board: Board, now_ms: int, width: int, *, note: str = "") -> Content:
    """Draw the top line: the exercise, who is linked, the calls, and the clock that all tables share."""
    linked, seats = board.linked
    left = f" {clean(board.exercise) or 'no exercise yet'} · "
    left += f"{note} · " if note else ""
    left += f"{count(len(board.tables), 'table')} · {linked}/{seats} linked"
    calls = len(board.called_ms)
    if calls:
        left += f" · {count(calls, 'call')} waiting"
    right = room_clock(board, now_ms) + " "
    return Content.styled(fit(left, width - len(right) - 1) + " " + right, tone.STRONG)


def room_clock(board: Board, now_ms: int) -> str:
    """Say the clock of the room: one when all tables agree, else from the least to the most."""
    nows = [now for now in board.tables.values() if not now.status.ended and now.status.clock is not None]
    if not nows:
        return ""
    if all(now.status.paused for now in nows):
        return "room paused"
    lefts = [now.left_ms(now_ms) for now in nows if now.status.clock is not None and now.status.clock.running]
    if not lefts:
        return "no clock runs"
    low, high = min(lefts), max(lefts)
    if high - low < 1500:
        return f"room clock {clock_text(low)}"
    return f"clocks {clock_text(low)} to {clock_text(high)}"


def table_line(now: TableNow, now_ms: int) -> Content:
    """Say how a table stands, in one line."""
    status = now.status
    clock = clock_text(now.left_ms(now_ms))
    if status.ended:
        state = Content.styled(f"over: {clean(status.ended)}", tone.STRONG)
    elif status.held:
        state = Content.styled(f"HELD: {clean(status.held)}", tone.BAD)
    elif status.paused:
        state = Content.styled(f"paused by the umpire at {clock}: “{clean(status.paused)}”", tone.WARN)
    elif not status.begun:
        state = Content.styled("not begun: B begins it", tone.WARN)
    elif status.clock is not None:
        state = Content.styled(f"{clock} of {clock_text(status.clock.total_ms)}", tone.STRONG)
    else:
        state = Content.styled("no clock", tone.QUIET)
    ruled = Content.styled(f"rule {clean(status.rule)}", tone.QUIET) if status.rule else Content()
    title = ink(status.title)
    name = f"Table {status.table}" + (f" {clean(status.name)}" if status.name else "")
    return join(Content.styled(name, tone.STRONG), title, state, ruled, gap=" · ")


def detail_rows(now: TableNow, now_ms: int, width: int, height: int) -> Lines:
    """Draw one table below the wall, in as much detail as there is room for."""
    lines: Lines = [rule("", width), (Content(" ") + table_line(now, now_ms)).truncate(width, ellipsis=True)]
    missing = missing_text(now)
    sides = _sides(now, now_ms)
    seats = beside(sides, 3)
    if width_of(seats) > width - 2:
        seats = [line for side in sides for line in side]
    if len(seats) + len(lines) + 1 <= height:
        return [*lines, Content(), *(Content("  ") + row for row in seats)]
    said = (
        f" missing: {missing}"
        if missing
        else " everyone asked has answered"
        if now.asked
        else " nobody is asked"
    )
    return [*lines, Content(said).truncate(width, ellipsis=True)][:height]


def _sides(now: TableNow, now_ms: int) -> list[Lines]:
    teams = list(dict.fromkeys(seat.team for seat in now.status.seats))
    if len(teams) > 4:
        return [[_seat_row(now, seat, now_ms) for seat in now.status.seats]]
    return [
        [_seat_row(now, seat, now_ms) for seat in now.status.seats if seat.team == team] for team in teams
    ]


def _seat_row(now: TableNow, seat: SeatStatus, now_ms: int) -> Content:
    return Content.assemble(
        (link_sign(seat), tone.PLAIN if seat.linked or seat.bot else tone.WARN),
        f" {fit(seat_name(seat), 24)} ",
        (f"{answer_word(seat):<15}", answer_tone(seat)),
        (link_word(now, seat, now_ms), tone.QUIET if seat.linked or seat.bot else tone.WARN),
    )


def link_sign(seat: SeatStatus) -> str:
    """Give the sign of a seat's link."""
    return "■" if seat.bot else "●" if seat.linked else "○" if seat.joined else "·"


def link_word(now: TableNow, seat: SeatStatus, now_ms: int) -> str:
    """Say how a seat's link stands."""
    if seat.bot:
        return "a bot plays" + ("" if seat.linked else ", holder away")
    if seat.linked:
        return "linked"
    return f"silent {lasted(now.silent_ms(seat, now_ms))}" if seat.joined else "nobody came yet"


def answer_word(seat: SeatStatus) -> str:
    """Say what a seat has done about its question."""
    if seat.voided:
        return "struck out"
    if seat.sealed:
        return "sealed"
    return "owes an answer" if seat.asked else "not asked"


def answer_tone(seat: SeatStatus) -> str:
    """Give the tone that goes with `answer_word`."""
    if seat.voided:
        return tone.BAD
    return tone.GOOD if seat.sealed else tone.STRONG if seat.asked else tone.QUIET


def table_ids(found: list[Worry]) -> list[TableId]:
    """Give the tables that need an umpire, worst first, each once."""
    return list(dict.fromkeys(worry.table for worry in found))
