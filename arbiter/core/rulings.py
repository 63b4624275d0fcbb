"""Rulings: the acts of an umpire on the course of one table's game. Each is checked whole before anything is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from warcouncil.arbiter.core.effects import Closed, StandIn
from warcouncil.arbiter.core.refused import Refused
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.book import Book
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.acts import (
    Answered,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    Note,
    Pause,
    Release,
    Resume,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.replies import Notice, RefusalCode
from warcouncil.protocol.words import SeatId, clean

ClockAct = Pause | Resume | Extend | EndNow | SetClock
CourseAct = DeclareFor | GoBack | Hold | Release | EndGame | Fiat | Void
SpeechAct = Tell | Answered | Note
TableAct = ClockAct | CourseAct | SpeechAct | GiveToBot | GiveBack


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
    """What everyone may see or do changed: everyone is sent a view."""
    view: SeatId | None = None
    """What one seat may see or do changed: it alone is sent a view, and nobody learns even that."""
    turn: Callable[[], Closed] | None = None
    """The ruling itself closes the gate: to be called when the record says so, for the record is kept with a closing."""
    notice: tuple[tuple[SeatId, ...], Notice] | None = None
    stand_in: StandIn | None = None


def rule(table: Table, at: int, act: TableAct, reason: str, request: str) -> Ruled:
    """Carry out an act. `request` is the id of the message that asked for it. Raises Refused: nothing has changed."""
    match act:
        case Pause() | Resume() | Extend() | EndNow() | SetClock():
            return _on_clock(table, at, act, reason)
        case GiveToBot() | GiveBack():
            return _on_driver(table, act)
        case Tell() | Answered() | Note():
            return _on_speech(table, act)
        case _:
            return _on_course(table, at, act, request)


def _on_clock(table: Table, at: int, act: ClockAct, reason: str) -> Ruled:
    if isinstance(act, SetClock):
        return _set_clock(table, act)
    table.playing()
    assert table.clock
    match act:
        case Pause():
            if table.paused or not table.begun:
                raise Refused(RefusalCode.PAUSED, "The clock of that table stands already.")
            table.paused, table.clock = reason or "paused", table.clock.paused(at)
            return Ruled("paused the clock", clock=True)
        case Resume():
            if table.held:
                raise Refused(RefusalCode.PAUSED, "The table is held; release it instead.")
            if not table.paused and table.begun:
                raise Refused(RefusalCode.NO_SUCH, "The clock of that table runs already.")
            begins = not table.begun
            table.start(at)
            return Ruled("began the game" if begins else "let the clock run", clock=not begins, views=begins)
        case Extend():
            table.clock = table.clock.extended(at, act.seconds * 1000)
            return Ruled(f"changed the clock by {act.seconds:+d} seconds", clock=True)
        case EndNow():
            table.startable()
            return Ruled("ended the question", close=True)
        case _ as never:
            assert_never(never)


def _set_clock(table: Table, act: SetClock) -> Ruled:
    phases = [page.name for page in table.game.phases] if isinstance(table.game, Book) else [act.phase]
    if act.phase not in phases:
        raise Refused(RefusalCode.NO_SUCH, f"There is no such phase; there are {', '.join(phases)}.")
    table.clocks[act.phase] = act.seconds
    return Ruled(f"set the clock of {act.phase} to {act.seconds} seconds, from the next one on")


def _on_driver(table: Table, act: GiveToBot | GiveBack) -> Ruled:
    seat = table.seat(act.seat)
    match act:
        case GiveToBot():
            if seat.id in table.bots:
                raise Refused(RefusalCode.NO_SUCH, "A bot plays that seat already.")
            table.bots[seat.id] = act.kind
            table.lent.discard(seat.id)
            return Ruled(f"handed {seat.title} to a bot", stand_in=StandIn(table.number, seat.id, act.kind))
        case GiveBack():
            if seat.id not in table.bots:
                raise Refused(RefusalCode.NO_SUCH, "No bot plays that seat.")
            del table.bots[seat.id]
            table.lent.discard(seat.id)
            return Ruled(f"gave {seat.title} back", stand_in=StandIn(table.number, seat.id, ""))
        case _ as never:
            assert_never(never)


def _on_speech(table: Table, act: SpeechAct) -> Ruled:
    text = _words(act.text)
    match act:
        case Note():
            return Ruled(f"note: {text}")
        case Tell():
            to, whom, name = addressed(table, act.seat, act.team)
            return Ruled(f"told {name}: {text}", notice=notify(table, to, text, whom, reply=act.reply))
        case Answered():
            if not 1 <= act.call <= len(table.talk.calls):
                raise Refused(RefusalCode.NO_SUCH, "There is no such call.")
            call = table.talk.answer(act.call, text)
            words = f"answered {table.seats[call.seat].title}: {text}"
            return Ruled(words, notice=notify(table, (call.seat,), text, "you"))
        case _ as never:
            assert_never(never)


def _words(text: str) -> str:
    """Give what an umpire wrote, cleaned. Raises Refused when nothing is left."""
    words = clean(text)
    if not words:
        raise Refused(RefusalCode.MALFORMED, "There is nothing to read in that.")
    return words


def addressed(table: Table, seat: SeatId, team: str) -> tuple[tuple[SeatId, ...], str, str]:
    """Give whom a message reaches, what they read of it ("you"), and what the record says. Raises Refused."""
    if seat:
        return (table.seat(seat).id,), "you", table.seat(seat).title
    if not team:
        return tuple(table.seats), "the table", "the table"
    members = tuple(each.id for each in table.seats.values() if each.team == team)
    if not members:
        raise Refused(RefusalCode.NO_SUCH, f"There is no team {team!r} at this table.")
    return members, "your team", f"team {team}"


def notify(
    table: Table, to: tuple[SeatId, ...], text: str, whom: str, *, reply: bool = False
) -> tuple[tuple[SeatId, ...], Notice]:
    """Keep the umpire's word to these seats. One that asks for a reply has a number."""
    notice = Notice(text=text, to=whom, number=len(table.talk.notices) + 1 if reply else 0)
    table.talk.notify(to, notice)
    return to, notice


def _on_course(table: Table, at: int, act: CourseAct, request: str) -> Ruled:
    match act:
        case Void():
            seat = table.seat(act.seat)
            table.void(seat.id)
            notice = notify(table, (seat.id,), "The umpire struck out your declaration.", "you")
            return Ruled(f"struck out the declaration of {seat.title}", view=seat.id, notice=notice)
        case DeclareFor():
            seat = table.seat(act.seat)
            table.declare_for(seat.id, act.answer, request)
            notice = notify(table, (seat.id,), "The umpire sealed an answer for you.", "you")
            return Ruled(f"declared for {seat.title}", view=seat.id, notice=notice)
        case Hold():
            if table.held:
                raise Refused(RefusalCode.PAUSED, "The table is held already.")
            table.hold(at, "held by an umpire")
            return Ruled("held the table", views=True)
        case Release():
            if not table.held:
                raise Refused(RefusalCode.NO_SUCH, "The table is not held.")
            table.release(at)
            return Ruled("released the table", views=True)
        case Fiat():
            text = _words(act.text)
            table.decree(text)
            return Ruled(f"ruled: {text}", views=True)
        case EndGame():
            names = {*table.seats, *(seat.team for seat in table.seats.values())}
            unknown = [winner for winner in act.winners if winner not in names]
            if unknown:
                raise Refused(
                    RefusalCode.NO_SUCH, f"{unknown[0]!r} is neither a team nor a seat of this table."
                )
            table.playing()
            text = _words(act.text)
            finish = Finish(f"ended by the umpire: {text}", act.winners)
            return Ruled(f"ended the game: {text}", turn=partial(table.end, at, finish))
        case GoBack():
            table.check_back(act.to)
            words = f"the table went back to question {act.to}; what happened after it is undone"
            return Ruled(
                f"took the table back to question {act.to}", turn=partial(table.go_back, at, act.to, words)
            )
        case _ as never:
            assert_never(never)
