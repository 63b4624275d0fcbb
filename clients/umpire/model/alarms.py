"""Alarms: everything that needs an umpire now, worst first, computed from the board alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.phrases import named
from warcouncil.clients.umpire.model.wing import Wing
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.consoles import Alarm, SeatStatus, TableStatus
from warcouncil.protocol.words import SeatId, TableId, clean

SILENT_MS = 20_000
"""How long an asked seat may be silent before it causes an alarm."""
IDLE_MISSED = 3
"""How many answers in a row a player may miss before it causes an alarm."""
NO_SEAT, NO_TABLE = SeatId(""), TableId(0)


class Urgency(IntEnum):
    """The urgency of an alarm. A lower value is more urgent."""

    AWAY = 0
    HELD = 1
    CALL = 2
    SECOND = 3
    FAULT = 4
    REPLY = 5
    IDLE = 6
    SILENT = 7
    EMPTY = 8


URGENCY_WORDS = {
    Urgency.AWAY: "company.away",
    Urgency.HELD: "alarms.held",
    Urgency.CALL: "alarms.call",
    Urgency.SECOND: "alarms.second",
    Urgency.FAULT: "alarms.alarm",
    Urgency.REPLY: "alarms.reply",
    Urgency.IDLE: "alarms.idle",
    Urgency.SILENT: "alarms.silent",
    Urgency.EMPTY: "alarms.empty",
}
"""One word of the catalogue for each kind of alarm."""


@dataclass(frozen=True, slots=True)
class RankedAlarm:
    """One alarm. `since_ms` is how long it has lasted, as far as this console knows."""

    urgency: Urgency
    table: TableId
    text: str
    seat: SeatId = NO_SEAT
    number: int = 0
    """The number of a call or reply, of a ruling that waits for a second umpire, or of an alarm that can be
    dismissed.
    """
    since_ms: int = 0
    wing: str = ""
    """The wing of an alarm that belongs to no table."""


def ranked_alarms(board: Board, now_ms: int) -> list[RankedAlarm]:
    """Return all alarms, worst first. Among equals, the one that has lasted longest comes first."""
    found = [ranked for wing in board.wings.values() for ranked in _of_wing(board, wing, now_ms)]
    found += [ranked for now in board.tables.values() for ranked in alarms_of_table(board, now, now_ms)]
    return sorted(found, key=lambda ranked: (ranked.urgency, -ranked.since_ms, ranked.table))


def _of_wing(board: Board, wing: Wing, now_ms: int) -> Iterator[RankedAlarm]:
    """Yield the alarms that belong to no table: the alarms of an arbiter, and the alarm that a wing does not answer."""
    for alarm in wing.alarms:
        yield RankedAlarm(
            Urgency.FAULT, NO_TABLE, wing.says(clean(alarm.text)), number=alarm.number, wing=wing.name
        )
    if wing.name and not wing.up:
        since_ms = now_ms - wing.since_ms if wing.since_ms is not None else 0
        yield RankedAlarm(Urgency.AWAY, NO_TABLE, away_words(board, wing), since_ms=since_ms, wing=wing.name)


def away_words(board: Board, wing: Wing) -> str:
    """Return a sentence which says that a wing does not answer, and what that means for its tables."""
    mine = [number for number, now in board.tables.items() if now.wing == wing.name]
    shown = say("alarms.wing_old", tables=named(mine)) if mine else say("alarms.wing_unknown")
    if wing.over and wing.link.text:
        away = say("alarms.wing_away_why", wing=wing.called, why=clean(wing.link.text))
    else:
        away = say("alarms.wing_away", wing=wing.called)
    return f"{away} {shown}"


def alarms_of_table(board: Board, now: TableNow, now_ms: int) -> list[RankedAlarm]:
    """Return the alarms of one table."""
    status = now.status
    found: list[RankedAlarm] = []
    if status.held:
        found.append(RankedAlarm(Urgency.HELD, status.table, clean(status.held)))
    for alarm in status.alarms:
        if alarm.call:
            since_ms = now_ms - board.called_ms.get((status.table, alarm.call), now_ms)
            text = say("alarms.spoken", seat=_title(now, alarm), text=clean(alarm.text))
            urgency = Urgency.REPLY if alarm.reply else Urgency.CALL
            found.append(RankedAlarm(urgency, status.table, text, alarm.seat, alarm.call, since_ms))
        elif alarm.approval:
            found.append(RankedAlarm(Urgency.SECOND, status.table, clean(alarm.text), number=alarm.approval))
        elif alarm.text != status.held:
            found.append(RankedAlarm(Urgency.FAULT, status.table, clean(alarm.text), alarm.seat))
    if status.held or status.ended:
        return found
    found += [
        RankedAlarm(Urgency.IDLE, status.table, idle_text(seat), seat.seat) for seat in idle_seats(status)
    ]
    named = {alarm.seat for alarm in status.alarms if not alarm.call}
    owing = [seat for seat in now.missing if not seat.bot and seat.seat not in named]
    for seat in owing:
        silent_ms = now.silent_ms(seat, now_ms)
        if silent_ms >= SILENT_MS:
            found.append(
                RankedAlarm(Urgency.SILENT, status.table, _name(seat), seat.seat, since_ms=silent_ms)
            )
    empty = [seat for seat in owing if not seat.joined]
    if empty:
        found.append(
            RankedAlarm(
                Urgency.EMPTY,
                status.table,
                say("alarms.nobody_at", seats=", ".join(_name(seat) for seat in empty)),
                empty[0].seat,
            )
        )
    return found


def idle_seats(status: TableStatus) -> list[SeatStatus]:
    """Return the seats of a table whose players have missed at least IDLE_MISSED answers in a row."""
    if status.held or status.ended:
        return []
    return [seat for seat in status.seats if seat.missed >= IDLE_MISSED and not seat.bot]


def idle_meant(
    found: Iterable[RankedAlarm], tables: Collection[TableId], seat: SeatId = NO_SEAT
) -> RankedAlarm | None:
    """Return the alarm of the seat that the bot key would give away.

    It is the alarm of the chosen seat. If no seat is chosen, it is the worst alarm at these tables, or else the worst
    of all.
    """
    idle = [ranked for ranked in found if ranked.urgency is Urgency.IDLE]
    if seat:
        idle = [ranked for ranked in idle if ranked.table in tables and ranked.seat == seat]
    return next((ranked for ranked in idle if ranked.table in tables), idle[0] if idle else None)


def idle_text(seat: SeatStatus) -> str:
    """Return text that says how many answers a seat has missed."""
    return say("alarms.idle_text", n=seat.missed, seat=_name(seat))


def _name(seat: SeatStatus) -> str:
    """Return the name of a seat, with its player."""
    title, person = clean(seat.title) or str(seat.seat), clean(seat.person)
    return say("company.with_person", title=title, person=person) if person else title


def _title(now: TableNow, alarm: Alarm) -> str:
    seat = now.seat(alarm.seat)
    return _name(seat) if seat is not None else clean(str(alarm.seat)) or say("alarms.a_seat")
