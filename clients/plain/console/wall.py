"""The tables of a room as lines: the state of each, its players, and what has changed since the last lines."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.umpire.drawing.seat_labels import answer_word, link_word
from warcouncil.clients.umpire.model.alarms import URGENCY_WORDS, RankedAlarm, Urgency
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.phrases import missing_text, person_text, seat_name
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import clock_text, lasted
from warcouncil.protocol.words import SeatId, TableId


def table_name(now: TableNow) -> str:
    """Return the name of a table."""
    return f"table {now.status.table}" + (f" {now.status.name}" if now.status.name else "")


def table_line(now: TableNow, now_ms: int) -> str:
    """Return the state of a table."""
    status = now.status
    said = [f"{table_name(now)}: {_state(now, now_ms)}"]
    if not status.ended and status.gate:
        said.append(f"question {status.gate}: {status.title}")
        said.append(f"{now.answered} of {len(now.asked)} answered" if now.asked else "nobody is asked")
    missing = "" if status.ended or status.held else missing_text(now)
    return "; ".join([*said, *([f"missing: {missing}"] if missing else [])])


def _state(now: TableNow, now_ms: int) -> str:
    status = now.status
    left = clock_text(now.left_ms(now_ms))
    if status.ended:
        return f"over: {status.ended}"
    if status.held:
        return f"HELD: {status.held}"
    if not status.begun:
        return "not begun"
    if status.paused:
        return f"paused at {left}: “{status.paused}”"
    return f"{left} left" if status.clock is not None else "no clock"


def seat_lines(now: TableNow, now_ms: int) -> list[str]:
    """Return the seats of a table with their players, and what each has done."""
    lines = []
    for seat in now.status.seats:
        who = person_text(seat)
        about = f"{answer_word(seat)}, {link_word(now, seat, now_ms)}"
        lines.append(f"seat {seat.seat}: {seat_name(seat)}{f' ({who})' if who else ''}: {about}")
    return lines


def alarm_line(ranked: RankedAlarm) -> str:
    """Return an alarm as a line."""
    where = f", table {ranked.table}" if ranked.table else ""
    since = f" (for {lasted(ranked.since_ms)})" if ranked.since_ms >= 1000 else ""
    how = f"; answer {ranked.table} answers it" if ranked.urgency in (Urgency.CALL, Urgency.REPLY) else ""
    if ranked.urgency is Urgency.SECOND:
        how = f"; second {ranked.table} seconds it"
    return f"alarm{where}: {_worry_text(ranked)}{since}{how}"


def _worry_text(ranked: RankedAlarm) -> str:
    """Return the kind of an alarm and its text. Some texts begin with their kind."""
    word = URGENCY_WORDS[ranked.urgency]
    return ranked.text if ranked.text.startswith(word) else f"{word}: {ranked.text}"


class RoomTeller:
    """Returns what has changed at each table and among the alarms."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tables: dict[TableId, tuple[object, ...]] = {}
        self._ranked_alarms: dict[tuple[Urgency, TableId, SeatId, int], RankedAlarm] = {}

    def tables(self, now_ms: int) -> list[str]:
        """Return a line for each table that has another question, is stopped or runs again, or is over."""
        lines = []
        for table, now in self._board.tables.items():
            status = now.status
            sign = (status.gate, status.ended, status.held, status.paused, status.begun)
            if self._tables.get(table) != sign:
                self._tables[table] = sign
                lines.append(table_line(now, now_ms))
        return lines

    def alarms(self, found: Iterable[RankedAlarm]) -> list[str]:
        """Return a line for each alarm that is new, and for each that is over."""
        now = {(ranked.urgency, ranked.table, ranked.seat, ranked.number): ranked for ranked in found}
        new = [alarm_line(ranked) for key, ranked in now.items() if self._changed(key, ranked)]
        gone = [ranked for key, ranked in self._ranked_alarms.items() if key not in now]
        self._ranked_alarms = now
        over = [
            f"alarm over{f', table {ranked.table}' if ranked.table else ''}: {_worry_text(ranked)}"
            for ranked in gone
        ]
        return [*new, *over]

    def _changed(self, key: tuple[Urgency, TableId, SeatId, int], ranked: RankedAlarm) -> bool:
        before = self._ranked_alarms.get(key)
        return before is None or before.text != ranked.text
