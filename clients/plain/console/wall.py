"""The tables of a room as lines: the state of each, its players, and what has changed since the last lines."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.umpire.drawing.seat_labels import answer_word, link_word
from warcouncil.clients.umpire.model.alarms import URGENCY_WORDS, RankedAlarm, Urgency
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.phrases import missing_text, person_text, seat_name
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import clock_text, lasted
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import SeatId, TableId


def table_name(now: TableNow) -> str:
    """Return the name of a table."""
    table, name = now.status.table, now.status.name
    return say("console.table_named", table=table, name=name) if name else say("display.table_n", table=table)


def table_line(now: TableNow, now_ms: int) -> str:
    """Return the state of a table."""
    status = now.status
    parts = [say("console.state", table=table_name(now), state=_state(now, now_ms))]
    if not status.ended and status.gate:
        asked = len(now.asked)
        parts.append(say("console.question", gate=status.gate, title=status.title))
        parts.append(say("console.answered", n=now.answered, of=asked) if asked else say("umpire.none_asked"))
    missing = "" if status.ended or status.held else missing_text(now)
    return "; ".join([*parts, *([say("umpire.missing", names=missing)] if missing else [])])


def _state(now: TableNow, now_ms: int) -> str:
    status = now.status
    left = clock_text(now.left_ms(now_ms))
    if status.ended:
        return say("console.over", reason=status.ended)
    if status.held:
        return say("umpire.held_why", reason=status.held)
    if not status.begun:
        return say("display.not_begun")
    if status.paused:
        return say("console.paused", time=left, reason=status.paused)
    return say("console.left", time=left) if status.clock is not None else say("umpire.no_clock")


def seat_lines(now: TableNow, now_ms: int) -> list[str]:
    """Return the seats of a table with their players and their actions."""
    lines = []
    for seat in now.status.seats:
        who = person_text(seat)
        name, answer, link = seat_name(seat), answer_word(seat), link_word(now, seat, now_ms)
        lines.append(
            say("console.seat_of", seat=seat.seat, name=name, who=who, answer=answer, link=link)
            if who
            else say("console.seat", seat=seat.seat, name=name, answer=answer, link=link)
        )
    return lines


def alarm_line(ranked: RankedAlarm) -> str:
    """Return an alarm as a line."""
    text = _worry_text(ranked)
    if ranked.since_ms >= 1000:
        text = say("console.alarm_for", alarm=text, time=lasted(ranked.since_ms))
    if ranked.urgency in (Urgency.CALL, Urgency.REPLY):
        text = say("console.alarm_answer", alarm=text, table=ranked.table)
    if ranked.urgency is Urgency.SECOND:
        text = say("console.alarm_second", alarm=text, table=ranked.table)
    if not ranked.table:
        return say("console.alarm", alarm=text)
    return say("console.alarm_at", table=ranked.table, alarm=text)


def _over_line(ranked: RankedAlarm) -> str:
    """Return the line which says that an alarm is over."""
    text = _worry_text(ranked)
    if not ranked.table:
        return say("console.alarm_over", alarm=text)
    return say("console.alarm_over_at", table=ranked.table, alarm=text)


def _worry_text(ranked: RankedAlarm) -> str:
    """Return the kind and the text of an alarm. If the text begins with the kind, return only the text."""
    word = say(URGENCY_WORDS[ranked.urgency])
    if ranked.text.startswith(word):
        return ranked.text
    return say("fields.named", label=word, value=ranked.text)


class RoomTeller:
    """Returns what has changed at each table and among the alarms."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tables: dict[TableId, tuple[object, ...]] = {}
        self._ranked_alarms: dict[tuple[Urgency, TableId, SeatId, int], RankedAlarm] = {}

    def tables(self, now_ms: int) -> list[str]:
        """Return a line for each table that has a new question, was stopped, runs again, or is over."""
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
        return [*new, *map(_over_line, gone)]

    def _changed(self, key: tuple[Urgency, TableId, SeatId, int], ranked: RankedAlarm) -> bool:
        before = self._ranked_alarms.get(key)
        return before is None or before.text != ranked.text
