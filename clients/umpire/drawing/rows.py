"""Draws the wall (the page that lists all tables): the tables in columns, the alarms above them, and one
table in more detail below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.columns import Plan, WallColumn, WallRow, phase_width, wall_columns
from warcouncil.clients.umpire.drawing.seat_labels import answer_tone, answer_word, link_sign, link_word
from warcouncil.clients.umpire.model.alarms import URGENCY_WORDS, RankedAlarm, Urgency
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.labels import in_browsers
from warcouncil.clients.umpire.model.phrases import (
    away_text,
    missing_text,
    name_text,
    named,
    place_text,
)
from warcouncil.clients.widgets.board.ink import Lines, beside, ink, join, rule, width_of
from warcouncil.clients.widgets.pieces.results import result_cells, winner_text
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import clock_text, fit, lasted
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.consoles import SeatStatus
from warcouncil.protocol.words import TableId, clean

ROOMY_ALARMS = 5
"""If fewer lines than this are free and the alarms need more, each alarm gets one line, even if its text is cut off."""


def head_row(plan: Plan, columns: Sequence[WallColumn]) -> Content:
    """Draw the titles of the columns once for each column of tables."""
    titles = fit("".join(column.head() for column in columns), plan.width)
    return Content("").join([Content.styled(titles, tone.QUIET)] * plan.columns)


def table_row(row: WallRow, width: int, columns: Sequence[WallColumn] = ()) -> Content:
    """Draw one table in one line."""
    cells = [
        column.cell(row, reverse=row.cursor) for column in columns or wall_columns((), row.now_ms, width)
    ]
    drawn = Content("").join(cells)
    return drawn.stylize_before(tone.CURSOR) if row.cursor else drawn


def phase_key(tables: Iterable[TableNow], now_ms: int, cell_width: int, width: int) -> str:
    """Return the full names of the phases that cells of this width shorten. It is "" if no name is shortened,
    or the line is too long.
    """
    known = list(tables)
    room = phase_width(wall_columns(known, now_ms, cell_width))
    phases = [clean(now.status.phase or now.status.title) for now in known if not now.status.ended]
    cut = " · ".join(sorted({phase for phase in phases if cell_len(phase) > room}))
    return cut if cell_len(cut) + 2 <= width else ""


def alarm_rows(
    found: list[RankedAlarm],
    height: int,
    width: int,
    own: OwnKeys = SAME,
    *,
    meant: RankedAlarm | None = None,
) -> Lines:
    """Draw the alarms, worst first, as many as fit.

    If there are few lines, an alarm of the room has only one. The last line counts the rest. `meant` is explained at
    `alarm_row`.
    """
    if not found:
        return [Content.styled(f" {say('umpire.no_alarms')}", tone.QUIET)]
    rows = [alarm_row(ranked, width, own, offers=ranked is meant) for ranked in found]
    if height < ROOMY_ALARMS:
        more = f" … {own.of('alarms', '!')}"
        are_many = sum(map(len, rows)) > height
        rows = [
            [row[0].wrap(width - len(more))[0].rstrip() + Content(more)]
            if len(row) > 1 and (are_many or _is_of_room(ranked))
            else row
            for ranked, row in zip(found, rows, strict=True)
        ]
    shown, used = 0, 0
    while shown < len(rows) and used + len(rows[shown]) <= height - (shown + 1 < len(rows)):
        used += len(rows[shown])
        shown += 1
    if not shown and height > 1:
        rows[0], shown = rows[0][: height - 1], 1
    lines = [line for row in rows[:shown] for line in row]
    rest = found[shown:]
    if rest:
        tables = sorted({ranked.table for ranked in rest if ranked.table})
        more = say("umpire.more_alarms", n=len(rest))
        more += f" {say('umpire.alarms_at', tables=named(tables))}" if tables else ""
        text = say("umpire.alarm_keys", more=more, key=own.of("alarm", "a"), all=own.of("alarms", "!"))
        lines.append(Content.styled(fit(f" {text}", width), tone.QUIET))
    return lines


def _is_of_room(ranked: RankedAlarm) -> bool:
    """Return whether an alarm concerns no table, such as a card that was used twice."""
    return ranked.urgency is Urgency.FAULT and not ranked.table


def alarm_row(ranked: RankedAlarm, width: int, own: OwnKeys, *, offers: bool) -> Lines:
    """Draw an alarm in full, on several lines if needed.

    `offers`: the bot key would give this seat to a bot.
    """
    since = lasted(ranked.since_ms) if ranked.since_ms >= 1000 else ""
    word = say(URGENCY_WORDS[ranked.urgency])
    head = Content.assemble(
        (f" {word} ", tone.URGENCY_TONES[ranked.urgency]),
        " " * (max(map(cell_len, map(say, URGENCY_WORDS.values()))) - cell_len(word)),
        (f" {ranked.table or '':>3} ", tone.STRONG),
        " ",
    )
    text = ranked.text
    if offers:
        text = say("umpire.bot_key", text=text, key=own.of("bot", "b"))
    said = Content.assemble(text, (f"  {since}", tone.QUIET)) if since else Content(text)
    first, *more = said.wrap(max(20, width - head.cell_length))
    return [head + first, *(Content(" " * head.cell_length) + line for line in more)]


def head_line(board: Board, now_ms: int, width: int, *, note: str = "") -> Content:
    """Draw the top line: the exercise, the linked seats, the calls, and the clock that all tables share."""
    linked, seats = board.linked
    away = sum(now.away for now in board.tables.values())
    tables = say("display.tables", n=len(board.tables))
    paged = in_browsers(seat for now in board.tables.values() for seat in now.status.seats)
    here = say("umpire.linked_of", linked=linked, seats=seats)
    calls = sum(bool(a.call and not a.reply) for now in board.tables.values() for a in now.status.alarms)
    parts = (
        clean(board.exercise) or say("umpire.no_exercise"),
        note,
        say("umpire.some_away", tables=tables, n=away) if away and board.several else tables,
        say("umpire.linked_paged", linked=here, browsers=paged) if paged else here,
        say("umpire.calls", n=calls) if calls else "",
    )
    left = " " + " · ".join(filter(None, parts))
    right = room_clock(board, now_ms) + " "
    return Content.styled(fit(left, width - len(right) - 1) + " " + right, tone.STRONG)


def room_clock(board: Board, now_ms: int) -> str:
    """Return the clock of the room. It is one time if all tables have the same time, or else the shortest and
    the longest time.
    """
    nows = [now for now in board.tables.values() if not now.status.ended and now.status.clock is not None]
    if not nows:
        return ""
    if all(now.status.paused for now in nows):
        return say("umpire.room_paused")
    lefts = [now.left_ms(now_ms) for now in nows if now.status.clock is not None and now.status.clock.running]
    if not lefts:
        return say("umpire.no_clock_runs")
    low, high = min(lefts), max(lefts)
    if high - low < 1500:
        return say("umpire.room_clock", time=clock_text(low))
    return say("umpire.room_clocks", low=clock_text(low), high=clock_text(high))


def table_line(now: TableNow, now_ms: int, own: OwnKeys = SAME, *, alarmed: bool = False) -> Content:
    """Draw the state of a table in one line. `alarmed`: an alarm on the same screen already shows why it is held."""
    status = now.status
    clock = clock_text(now.left_ms(now_ms))
    if status.ended:
        ended = say("umpire.state_is", state=winner_text(status), reason=clean(status.ended))
        state = Content.styled(ended, tone.STRONG)
    elif now.away:
        state = Content.styled(say("umpire.away_at", away=away_text(now, now_ms), time=clock), tone.BAD)
    elif status.held:
        held = (
            say("umpire.held_at", time=clock)
            if alarmed
            else say("umpire.held_why", reason=clean(status.held))
        )
        state = Content.styled(held, tone.BAD)
    elif status.paused:
        paused = say("umpire.paused_at", time=clock, reason=clean(status.paused))
        state = Content.styled(paused, tone.WARN)
    elif not status.begun:
        state = Content.styled(say("umpire.begins_it", key=own.of("begin", "B")), tone.WARN)
    elif status.clock is not None:
        total = clock_text(status.clock.total_ms)
        state = Content.styled(say("umpire.left_of", left=clock, total=total), tone.STRONG)
    else:
        state = Content.styled(say("umpire.no_clock"), tone.QUIET)
    ruled = (
        Content.styled(say("umpire.rule", rule=clean(status.rule)), tone.QUIET) if status.rule else Content()
    )
    title = Content() if status.ended else ink(status.title)
    name = " · ".join(
        part for part in (say("door.table", table=status.table), place_text(status, mixed=True)) if part
    )
    return join(Content.styled(name, tone.STRONG), title, state, ruled, gap=" · ")


def detail_rows(
    now: TableNow, now_ms: int, width: int, height: int, own: OwnKeys = SAME, *, title: str = ""
) -> Lines:
    """Draw one table below the wall, in as much detail as fits. `title` is in the line between them."""
    lines: Lines = [
        rule(title, width),
        *(Content(" ") + line for line in table_line(now, now_ms, own, alarmed=True).wrap(width - 2)),
    ]
    if now.status.ended and (counted := " · ".join(filter(None, result_cells(now.status)[2:4]))):
        lines += [Content(" ") + line for line in Content.styled(counted, tone.QUIET).wrap(width - 2)]
    sides = _sides(now, now_ms)
    seats = beside(sides, 3)
    if width_of(seats) > width - 2:
        seats = [line for side in sides for line in side]
    if len(seats) + len(lines) + 1 <= height:
        return [*lines, Content(), *(Content("  ") + row for row in seats)]
    if now.status.ended:
        return lines[:height]
    if missing := missing_text(now, width - 12):
        answers = say("umpire.missing", names=missing)
    else:
        answers = say("umpire.all_answered" if now.asked else "umpire.none_asked")
    return [*lines, Content(f" {answers}").truncate(width, ellipsis=True)][:height]


def _sides(now: TableNow, now_ms: int) -> list[Lines]:
    seats = now.status.seats
    names = max((cell_len(name_text(seat)) for seat in seats), default=0)
    teams = list(dict.fromkeys(seat.team for seat in seats))
    if len(teams) > 4:
        return [[_seat_row(now, seat, now_ms, names) for seat in seats]]
    return [[_seat_row(now, seat, now_ms, names) for seat in seats if seat.team == team] for team in teams]


def _seat_row(now: TableNow, seat: SeatStatus, now_ms: int, names: int) -> Content:
    return Content.assemble(
        (link_sign(seat), tone.PLAIN if seat.linked or seat.bot else tone.WARN),
        f" {fit(name_text(seat), names)} ",
        (fit(answer_word(seat), 15), answer_tone(seat)),
        (link_word(now, seat, now_ms), tone.QUIET if seat.linked or seat.bot else tone.WARN),
    )


def table_ids(found: list[RankedAlarm]) -> list[TableId]:
    """Return the tables that need an umpire, worst first, each once."""
    return list(dict.fromkeys(ranked.table for ranked in found))
