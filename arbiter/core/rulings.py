"""Rulings: what each act of an umpire does, to a game, to people or to the room.

Laws: an act is checked whole before anything is kept; every act is on the record, with its reason, before anyone hears
of it, and the record of one that closes a gate is kept with that closing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core import mail
from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.course import Course
from warcouncil.arbiter.core.outcome import Effect, Refused, StandIn
from warcouncil.arbiter.core.people import People
from warcouncil.arbiter.core.room import StepKeeper, addressed, numbered
from warcouncil.arbiter.core.sessions import Sessions
from warcouncil.arbiter.core.stops import Happening
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol import wire
from warcouncil.protocol.acts import (
    Answered,
    Approve,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    Lockstep,
    Note,
    Pause,
    Reissue,
    Release,
    Remove,
    Renew,
    Reseat,
    Resume,
    SetClock,
    Tell,
    Void,
    Withdraw,
)
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Rule
from warcouncil.protocol.words import SeatId, TableId, clean

PeopleAct = Reissue | Remove | Reseat
ClockAct = Pause | Resume | Extend | EndNow | SetClock
CourseAct = Hold | Release | Fiat | EndGame | GoBack
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


class Rulings:
    """The acts, and what each leads to."""

    def __init__(
        self,
        *,
        tables: Mapping[TableId, Table],
        sessions: Sessions,
        consoles: Consoles,
        people: People,
        course: Course,
        lockstep: StepKeeper,
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self._consoles = consoles
        self._people = people
        self._course = course
        self._lockstep = lockstep

    def carry_out(self, at: int, key: str, body: Rule) -> list[Effect]:
        """Carry out the act that an umpire asked for. Raises Refused."""
        if isinstance(body.act, Lockstep):
            return self._keep_step(at, body.act, clean(body.reason))
        if isinstance(body.act, Renew):
            return self._renew(at, key, body.act, clean(body.reason))
        ruling = RulingInHand(at, self.current(body), clean(body.reason), body.id)
        match body.act:
            case Reissue() | Remove() | Reseat():
                return self._on_people(ruling, key, body.act)
            case Approve() | Withdraw():
                raise AssertionError("an act on another ruling changes nothing by itself")
            case _:
                return self._on_table(ruling, body.act)

    def current(self, body: Rule) -> Table:
        """Give the table of a ruling. Raises Refused when it has moved on from what the ruling was meant for."""
        table = numbered(self._tables, body.table)
        if body.gate and body.gate != table.gate and not table.asleep:
            raise Refused(RefusalCode.STALE, "The table has moved on since; look again.")
        return table

    # --- the room and its people ----------------------------------------------------------------------------------

    def _keep_step(self, at: int, act: Lockstep, reason: str) -> list[Effect]:
        self._lockstep.keep_at(act.phases)
        names = ", ".join(act.phases)
        words = f"put all tables in step at {names}" if names else "let every table go its own way"
        self._note_everywhere(at, f"{words} ({reason})")
        return []

    def _renew(self, at: int, key: str, act: Renew, reason: str) -> list[Effect]:
        title, effects = self._people.renew(act, key)
        stays = "stays" if act.keep else "was let go"
        self._note_everywhere(
            at, f"gave the {title} a new code; who came with the old one {stays} ({reason})"
        )
        return effects

    def _note_everywhere(self, at: int, words: str) -> None:
        for table in self._tables.values():
            table.note(at, words)
            self._consoles.touch(table.number)

    def _on_people(self, ruling: RulingInHand, key: str, act: PeopleAct) -> list[Effect]:
        table = ruling.table
        seat = table.seat(act.seat)
        match act:
            case Reseat():
                other = numbered(self._tables, act.to_table)
                goal = other.seat(act.to_seat)
                effects = self._people.reseat(table, seat, other, goal, ruling.at)
                ruling.note(f"moved the holder of {seat.title} to {goal.title} at table {other.number}")
            case Reissue():
                effects = self._people.vacate(table, seat, key, "The umpire gave this seat a new code.")
                ruling.note(f"gave {seat.title} a new code")
            case Remove():
                effects = self._people.vacate(table, seat, key, "The umpire took you from this seat.")
                if not act.keep:
                    table.withdraw(seat.id)
                what = "what was sealed stands" if act.keep else "what was sealed is struck out"
                ruling.note(f"took {seat.title} from its holder; {what}")
            case _ as never:
                assert_never(never)
        return effects

    # --- a game ---------------------------------------------------------------------------------------------------

    def _on_table(self, ruling: RulingInHand, act: TableAct) -> list[Effect]:
        table = ruling.table
        if table.asleep:
            return []
        self._consoles.draw_again(table.number)
        with table.whole():
            match act:
                case Pause() | Resume() | Extend() | EndNow() | SetClock():
                    effects = self._on_clock(ruling, act)
                case Hold() | Release() | Fiat() | EndGame() | GoBack():
                    effects = self._on_course(ruling, act)
                case Void() | DeclareFor() | GiveToBot() | GiveBack():
                    effects = self._on_seat(ruling, table.seat(act.seat), act)
                case Tell() | Answered() | Note():
                    effects = self._on_speech(ruling, act)
                case _ as never:
                    assert_never(never)
        self._consoles.touch(table.number)
        return effects

    def _on_clock(self, ruling: RulingInHand, act: ClockAct) -> list[Effect]:
        at, table = ruling.at, ruling.table
        match act:
            case Pause():
                table.happen(Happening.PAUSE, at, ruling.reason)
                ruling.note("paused the clock")
            case Resume():
                begins = not table.begun
                table.happen(Happening.BEGIN if begins else Happening.RESUME, at)
                ruling.note("began the game" if begins else "let the clock run")
                if begins:
                    return self._views(ruling)
            case Extend():
                table.extend(at, act.seconds * 1000)
                ruling.note(f"changed the clock by {act.seconds:+d} seconds")
            case SetClock():
                table.set_clock(act.phase, act.seconds)
                ruling.note(f"set the clock of {act.phase} to {act.seconds} seconds, from the next one on")
                return []
            case EndNow():
                ruling.note("ended the question")
                return self._course.close(table, at, ended=True)
            case _ as never:
                assert_never(never)
        return list(mail.clock_changed(table, at, self._sessions))

    def _on_course(self, ruling: RulingInHand, act: CourseAct) -> list[Effect]:
        at, table = ruling.at, ruling.table
        match act:
            case Hold():
                table.happen(Happening.HOLD, at, "held by an umpire")
                ruling.note("held the table")
            case Release():
                table.happen(Happening.RELEASE, at)
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
                return self._course.closed(table, at, table.end(at, finish), since=known)
            case GoBack():
                table.check_back(act.to)
                ruling.note(f"took the table back to question {act.to}")
                words = f"the table went back to question {act.to}; what happened after it is undone"
                known = len(table.story)
                return self._course.closed(table, at, table.go_back(at, act.to, words), since=known)
            case _ as never:
                assert_never(never)
        return self._views(ruling)

    def _views(self, ruling: RulingInHand, *, since: int | None = None) -> list[Effect]:
        """Send everyone a view: what they may see or do has changed. `since`: the first chapter that is new to them."""
        table = ruling.table
        known = len(table.story) if since is None else since
        return list(mail.broadcast(table, ruling.at, self._sessions, since=known))

    # --- a seat, and what is said ---------------------------------------------------------------------------------

    def _on_seat(self, ruling: RulingInHand, seat: Seat, act: SeatAct) -> list[Effect]:
        table = ruling.table
        match act:
            case Void():
                table.void(seat.id)
                ruling.note(f"struck out the declaration of {seat.title}")
                told = self._told(table, (seat.id,), "The umpire struck out your declaration.", "you")
            case DeclareFor():
                table.declare_for(seat.id, act.answer, ruling.request)
                ruling.note(f"declared for {seat.title}")
                told = self._told(table, (seat.id,), "The umpire sealed an answer for you.", "you")
            case GiveToBot():
                if seat.id in table.bots:
                    raise Refused(RefusalCode.NO_SUCH, "A bot plays that seat already.")
                table.hand_to_bot(seat.id, act.kind, lent=False)
                ruling.note(f"handed {seat.title} to a bot")
                return self._people.driver_changed(table, StandIn(table.number, seat.id, act.kind))
            case GiveBack():
                if seat.id not in table.bots:
                    raise Refused(RefusalCode.NO_SUCH, "No bot plays that seat.")
                table.take_from_bot(seat.id)
                ruling.note(f"gave {seat.title} back")
                return self._people.driver_changed(table, StandIn(table.number, seat.id, ""))
            case _ as never:
                assert_never(never)
        # That seat alone is sent a view: nobody else learns even that something was sealed or struck out.
        return [*told, *mail.new_view(table, seat.id, ruling.at, self._sessions, since=len(table.story))]

    def _on_speech(self, ruling: RulingInHand, act: SpeechAct) -> list[Effect]:
        table = ruling.table
        text = _words(act.text)
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
                call = table.talk.answer(act.call, text)
                ruling.note(f"answered {table.seats[call.seat].title}: {text}")
                return self._told(table, (call.seat,), text, "you")
            case _ as never:
                assert_never(never)

    def _told(
        self, table: Table, to: tuple[SeatId, ...], text: str, whom: str, *, reply: bool = False
    ) -> list[Effect]:
        notice = table.talk.notify(to, text, whom, reply=reply)
        return list(mail.to_table(table, self._sessions, wire.dump(notice), to))


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
    return Finish(
        f"The umpire ended the game: {_words(act.text)}", act.winners, table.game.standings(table.state)
    )
