"""Rulings: the acts of an umpire at one table. Each names its reason, and the gate for which it was meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from arbiter.core.effects import StandIn
from arbiter.core.refused import Refused
from arbiter.core.table import Table
from protocol.messages import (
    Answered,
    EndNow,
    Extend,
    GiveBack,
    GiveToBot,
    Notice,
    Pause,
    RefusalCode,
    Release,
    Resume,
    Rule,
    Tell,
    Void,
)
from protocol.words import SeatId, clean


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a ruling calls for besides what it changed at the table."""

    words: str
    """What was done, for the record."""
    clock: bool = False
    """The clock changed: everyone is told."""
    close: bool = False
    """The gate is to be closed now."""
    views: bool = False
    """What everyone may do changed: everyone is sent a view."""
    notice: tuple[tuple[SeatId, ...], Notice] | None = None
    stand_in: StandIn | None = None


def rule(table: Table, at: int, request: Rule) -> Ruled:
    """Carry out a ruling. Raises Refused, and then nothing has changed."""
    if request.gate and request.gate != table.gate:
        raise Refused(RefusalCode.STALE, "The table has moved on since; look again.")
    match request.act:
        case Pause() | Resume() | Extend() | EndNow():
            return _on_clock(table, at, request.act, clean(request.reason))
        case GiveToBot() | GiveBack():
            return _on_driver(table, request.act)
        case Void() as act:
            seat = table.seat(act.seat)
            table.void(act.seat)
            return Ruled(
                f"struck out the declaration of {seat.title}",
                notice=_notice(table, (seat.id,), "The umpire struck out your declaration.", "you"),
            )
        case Tell() as act:
            return _tell(table, act)
        case Answered() as act:
            if not 1 <= act.call <= len(table.talk.calls):
                raise Refused(RefusalCode.NO_SUCH, "There is no such call.")
            call = table.talk.answer(act.call, clean(act.text))
            return Ruled(
                f"answered {table.seats[call.seat].title}: {call.answer}",
                notice=_notice(table, (call.seat,), call.answer, "you"),
            )
        case Release():
            if not table.held:
                raise Refused(RefusalCode.NO_SUCH, "The table is not held.")
            table.held = ""
            return Ruled("released the table", views=True)
        case _ as never:
            assert_never(never)


def _on_clock(table: Table, at: int, act: Pause | Resume | Extend | EndNow, reason: str) -> Ruled:
    table.playing()
    assert table.clock
    match act:
        case Pause():
            if table.paused:
                raise Refused(RefusalCode.PAUSED, "The table is paused already.")
            table.paused, table.clock = reason or "paused", table.clock.paused(at)
            return Ruled("paused the clock", clock=True)
        case Resume():
            if not table.paused:
                raise Refused(RefusalCode.NO_SUCH, "The table is not paused.")
            table.paused, table.clock = "", table.clock.resumed(at)
            return Ruled("let the clock run", clock=True)
        case Extend():
            table.clock = table.clock.extended(at, act.seconds * 1000)
            return Ruled(f"changed the clock by {act.seconds:+d} seconds", clock=True)
        case EndNow():
            if table.held:
                raise Refused(RefusalCode.PAUSED, "The table is held after a fault; release it first.")
            return Ruled("ended the question", close=True)
        case _ as never:
            assert_never(never)


def _on_driver(table: Table, act: GiveToBot | GiveBack) -> Ruled:
    seat = table.seat(act.seat)
    match act:
        case GiveToBot():
            if seat.id in table.bots:
                raise Refused(RefusalCode.NO_SUCH, "A bot plays that seat already.")
            table.bots[seat.id] = act.kind
            return Ruled(f"handed {seat.title} to a bot", stand_in=StandIn(table.number, seat.id, act.kind))
        case GiveBack():
            if seat.id not in table.bots:
                raise Refused(RefusalCode.NO_SUCH, "No bot plays that seat.")
            del table.bots[seat.id]
            return Ruled(f"gave {seat.title} back", stand_in=StandIn(table.number, seat.id, ""))
        case _ as never:
            assert_never(never)


def _tell(table: Table, act: Tell) -> Ruled:
    if act.seat:
        to: tuple[SeatId, ...] = (table.seat(act.seat).id,)
        whom, name = "you", table.seat(act.seat).title
    elif act.team:
        to = tuple(seat.id for seat in table.seats.values() if seat.team == act.team)
        whom, name = "your team", f"team {act.team}"
        if not to:
            raise Refused(RefusalCode.NO_SUCH, f"There is no team {act.team!r} at this table.")
    else:
        to, whom, name = tuple(table.seats), "the table", "the table"
    text = clean(act.text)
    if not text:
        raise Refused(RefusalCode.MALFORMED, "There is nothing to say.")
    return Ruled(f"told {name}: {text}", notice=_notice(table, to, text, whom))


def _notice(table: Table, to: tuple[SeatId, ...], text: str, whom: str) -> tuple[tuple[SeatId, ...], Notice]:
    notice = Notice(text=text, to=whom)
    table.talk.notify(to, notice)
    return to, notice
