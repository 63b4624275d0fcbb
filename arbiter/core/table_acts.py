"""Acts at one table: what an umpire's act does to its clock, its course, a seat of it, or what is said there.

Laws: an act is checked whole before anything is kept; every act is on the record, with its reason, before anyone hears of
it, and the record of one that closes a gate is kept with that closing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core import mail
from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.course import Course
from warcouncil.arbiter.core.outcome import Effect, Refused, StandIn
from warcouncil.arbiter.core.people import People
from warcouncil.arbiter.core.room import addressed
from warcouncil.arbiter.core.sessions import Sessions
from warcouncil.arbiter.core.stops import Happening
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol import wire
from warcouncil.protocol.acts import (
    Answered,
    Begin,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    LayOpen,
    Note,
    Pause,
    Release,
    Resume,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.words import SeatId, clean

ENDED = "The umpire ended the game"
"""How an end by ruling begins; by itself where the umpire wrote no more than that."""

ClockAct = Begin | Pause | Resume | Extend | EndNow | SetClock
CourseAct = Hold | Release | Fiat | EndGame | LayOpen | GoBack
SeatAct = Void | DeclareFor | GiveToBot | GiveBack
SpeechAct = Tell | Answered | Note
TableAct = ClockAct | CourseAct | SeatAct | SpeechAct


@dataclass(frozen=True, slots=True)
class RulingInHand:
    """An act on a table, as it is carried out: when, for what reason, and the id of the message that asked for it."""

    at: int
    table: Table
    reason: str
    request: str

    def note(self, words: str) -> None:
        """Put what is done on the record."""
        self.table.note(self.at, f"{words} ({self.reason})")


@dataclass(frozen=True, kw_only=True, slots=True)
class TableActs:
    """The acts at one table, and what each leads to."""

    sessions: Sessions
    consoles: Consoles
    people: People
    course: Course

    def carry_out(self, ruling: RulingInHand, act: TableAct) -> list[Effect]:
        """Carry out an act: all of it happens, or nothing. Raises Refused."""
        table = ruling.table
        if table.asleep:
            return []
        self.consoles.draw_again(table.number)
        with table.whole():
            effects = self._effects(ruling, act)
        self.consoles.touch(table.number)
        return effects

    def _effects(self, ruling: RulingInHand, act: TableAct) -> list[Effect]:
        match act:
            case Begin() | Pause() | Resume() | Extend() | EndNow() | SetClock():
                return self._on_clock(ruling, act)
            case Hold() | Release() | Fiat() | EndGame() | LayOpen() | GoBack():
                return self._on_course(ruling, act)
            case Void() | DeclareFor() | GiveToBot() | GiveBack():
                return self._on_seat(ruling, ruling.table.seat(act.seat), act)
            case Tell() | Answered() | Note():
                return self._on_speech(ruling, act)
            case _ as never:
                assert_never(never)

    def _on_clock(self, ruling: RulingInHand, act: ClockAct) -> list[Effect]:
        at, table = ruling.at, ruling.table
        match act:
            case Pause():
                table.now.happen(Happening.PAUSE, at, ruling.reason)
                ruling.note("paused the clock")
            case Begin():
                table.start(at)
                ruling.note("began the game")
                return self._views(ruling)
            case Resume():
                table.now.happen(Happening.RESUME, at)
                ruling.note("let the clock run")
            case Extend():
                table.now.move_clock(at, act.seconds * 1000)
                ruling.note(f"changed the clock by {act.seconds:+d} seconds")
            case SetClock():
                table.set_clock(act.phase, act.seconds)
                ruling.note(f"set the clock of {act.phase} to {act.seconds} seconds, from the next one on")
                return []
            case EndNow():
                ruling.note("ended the question")
                return self.course.close(table, at, ended=True)
            case _ as never:
                assert_never(never)
        return list(mail.clock_changed(table, at, self.sessions))

    def _on_course(self, ruling: RulingInHand, act: CourseAct) -> list[Effect]:
        at, table = ruling.at, ruling.table
        match act:
            case Hold():
                table.now.happen(Happening.HOLD, at, "held by an umpire")
                ruling.note("held the table")
            case Release():
                table.now.happen(Happening.RELEASE, at)
                ruling.note("released the table")
            case Fiat():
                text = _words(act.text)
                known = len(table.story)
                table.story.decree(text)
                ruling.note(f"ruled: {text}")
                views = self._views(ruling, since=known)
                table.story.forget()
                return views
            case EndGame():
                finish = _finish(table, act)
                ruling.note(f"ended the game: {_words(act.text)}")
                known = len(table.story)
                return self.course.closed(table, at, table.end(at, finish), since=known)
            case LayOpen():
                table.lay_open()
                ruling.note("laid everything open")
            case GoBack():
                table.check_back(act.to)
                ruling.note(f"took the table back to question {act.to}")
                words = f"the table went back to question {act.to}; what happened after it is undone"
                known = len(table.story)
                return self.course.closed(table, at, table.go_back(at, act.to, words), since=known)
            case _ as never:
                assert_never(never)
        return self._views(ruling)

    def _views(self, ruling: RulingInHand, *, since: int | None = None) -> list[Effect]:
        """Send everyone a view: what they may see or do has changed. `since`: the first chapter that is new to them."""
        table = ruling.table
        known = len(table.story) if since is None else since
        return list(mail.broadcast(table, ruling.at, self.sessions, since=known))

    # --- a seat, and what is said ---------------------------------------------------------------------------------

    def _on_seat(self, ruling: RulingInHand, seat: Seat, act: SeatAct) -> list[Effect]:
        table = ruling.table
        match act:
            case Void():
                table.now.strike(seat.id)
                ruling.note(f"struck out the declaration of {seat.title}")
                told = self._told(table, (seat.id,), "The umpire struck out your declaration.", "you")
            case DeclareFor():
                table.declare_for(seat.id, act.answer, ruling.request)
                ruling.note(f"declared for {seat.title}")
                told = self._told(table, (seat.id,), "The umpire sealed an answer for you.", "you")
            case GiveToBot():
                if seat.id in table.bots:
                    raise Refused(RefusalCode.NO_SUCH, "A bot plays that seat already.")
                table.carried.hand_to_bot(seat.id, act.kind, lent=False)
                ruling.note(f"handed {seat.title} to a bot")
                return self.people.driver_changed(table, StandIn(table.number, seat.id, act.kind))
            case GiveBack():
                if seat.id not in table.bots:
                    raise Refused(RefusalCode.NO_SUCH, "No bot plays that seat.")
                table.carried.take_from_bot(seat.id)
                ruling.note(f"gave {seat.title} back")
                return self.people.driver_changed(table, StandIn(table.number, seat.id, ""))
            case _ as never:
                assert_never(never)
        # That seat alone is sent a view: nobody else learns even that something was sealed or struck out.
        return [*told, *mail.new_view(table, seat.id, ruling.at, self.sessions, since=len(table.story))]

    def _on_speech(self, ruling: RulingInHand, act: SpeechAct) -> list[Effect]:
        table = ruling.table
        text = clean(act.text) if isinstance(act, Answered) else _words(act.text)
        match act:
            case Note():
                ruling.note(f"note: {text}")
                return []
            case Tell():
                to, whom, name = addressed(table, act.seat, act.team)
                ruling.note(f"told {name}: {text}")
                return self._told(table, to, text, whom, reply=act.reply)
            case Answered():
                if not 1 <= act.call <= len(table.talk.calls):
                    raise Refused(RefusalCode.NO_SUCH, "There is no such call.")
                asked = table.talk.calls[act.call - 1]
                if not (text or asked.is_reply):
                    raise Refused(
                        RefusalCode.MALFORMED, "Somebody waits for this answer: write what he shall read."
                    )
                call = table.talk.answer(act.call, text)
                if not text:
                    ruling.note(f"read the reply of {table.seats[call.seat].title}")
                    return []
                ruling.note(f"answered {table.seats[call.seat].title}: {text}")
                return self._told(table, (call.seat,), text, "you")
            case _ as never:
                assert_never(never)

    def _told(
        self, table: Table, to: tuple[SeatId, ...], text: str, whom: str, *, reply: bool = False
    ) -> list[Effect]:
        notice = table.talk.notify(to, text, whom, reply=reply)
        return list(mail.to_table(table, self.sessions, wire.dump(notice), to))


def _words(text: str) -> str:
    """Give what an umpire wrote, cleaned. Raises Refused when nothing is left."""
    words = clean(text)
    if not words:
        raise Refused(RefusalCode.MALFORMED, "There is nothing to read in that.")
    return words


def _finish(table: Table, act: EndGame) -> Finish:
    """Give the end that an umpire decides. Raises Refused."""
    names = {*table.seats, *(seat.team for seat in table.seats.values())}
    unknown = [winner for winner in act.winners if winner not in names]
    if unknown:
        raise Refused(RefusalCode.NO_SUCH, f"{unknown[0]!r} is neither a team nor a seat of this table.")
    table.now.playing()
    text = _words(act.text)
    said = ENDED if text.rstrip(".").casefold() == ENDED.casefold() else f"{ENDED}: {text}"
    return Finish(said, act.winners, table.game.standings(table.state))
