"""Acts at one table: the effects of an umpire's act on its clock, its course, a seat of it, or its talk.

Every act is on the record, with its reason, before any client is sent anything about it. The record of an act that
closes a gate is kept with that closing. An act sends nothing. It marks whom it concerns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.table.injects import in_short, text_of
from warcouncil.arbiter.core.table.states import Happening
from warcouncil.arbiter.core.table.table import Table, addressed
from warcouncil.arbiter.core.table.talk import CallForUmpire
from warcouncil.arbiter.core.table.touched import RulingInHand
from warcouncil.arbiter.core.words.outcome import Refused, StandIn
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.acts.acts import (
    Amend,
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
    KeepBack,
    LayOpen,
    Note,
    Pause,
    Postpone,
    Release,
    Resume,
    SendInject,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.sentences.sentence import say, sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import clean, clean_lines

ENDED = "The umpire ended the game"
"""The start of the reason of an end by ruling. It is the whole reason if the umpire wrote nothing more."""

ClockAct = Begin | Pause | Resume | Extend | EndNow | SetClock
CourseAct = Hold | Release | Fiat | Amend | EndGame | LayOpen | GoBack
SeatAct = Void | DeclareFor | GiveToBot | GiveBack
SpeechAct = Tell | Answered | Note
InjectAct = SendInject | Postpone | KeepBack
TableAct = ClockAct | CourseAct | SeatAct | SpeechAct | InjectAct


@dataclass(frozen=True, slots=True)
class TableActs:
    """The acts at one table."""

    room: Room

    def carry_out(self, ruling: RulingInHand, act: TableAct) -> None:
        """Carry out an act, and mark whom it concerns. Raises Refused."""
        match act:
            case Begin() | Pause() | Resume() | Extend() | EndNow() | SetClock():
                self._on_clock(ruling, act)
            case Hold() | Release() | Fiat() | Amend() | EndGame() | LayOpen() | GoBack():
                _on_course(ruling, act)
            case Void() | DeclareFor() | GiveToBot() | GiveBack():
                _on_seat(ruling, ruling.table.seat(act.seat), act)
            case Tell() | Answered() | Note():
                _on_speech(ruling, act)
            case SendInject() | Postpone() | KeepBack():
                _on_inject(ruling, act)
            case _ as never:
                assert_never(never)

    def _on_clock(self, ruling: RulingInHand, act: ClockAct) -> None:
        at, table = ruling.at, ruling.table
        match act:
            case Pause():
                table.now.happen(Happening.PAUSE, at, ruling.reason)
                ruling.note("paused the clock")
                ruling.clock_moved = True
            case Begin():
                table.start(at)
                ruling.note("began the game")
                ruling.views = True
            case Resume():
                table.now.happen(Happening.RESUME, at)
                ruling.note("let the clock run")
                ruling.clock_moved = True
            case Extend():
                table.now.move_clock(at, act.seconds * 1000)
                ruling.note(f"changed the clock by {act.seconds:+d} seconds")
                ruling.clock_moved = True
            case SetClock():
                table.set_clock(act.phase, act.seconds)
                ruling.note(f"set the clock of {act.phase} to {act.seconds} seconds, from the next one on")
            case EndNow():
                ruling.note("ended the question")
                self.room.lockstep.passes(table)
                ruling.close(table.close(at, ended=True))
            case _ as never:
                assert_never(never)


def _on_course(ruling: RulingInHand, act: CourseAct) -> None:
    at, table = ruling.at, ruling.table
    ruling.views = True
    match act:
        case Hold():
            table.now.happen(Happening.HOLD, at, "held by an umpire")
            ruling.note("held the table")
        case Release():
            table.now.happen(Happening.RELEASE, at)
            ruling.note("released the table")
        case Fiat():
            text = _words(act.text)
            table.story.decree(text)
            ruling.note(f"ruled: {text}")
        case Amend():
            _check_dealt(table)
            text = clean_lines(act.text)
            table.amend(text)
            ruling.views = False
            ruling.note(f"amended the game: {clean(text)}")
        case EndGame():
            finish = _finish(table, act)
            ruling.note(f"ended the game: {_words(act.text)}")
            ruling.close(table.end(at, finish))
        case LayOpen():
            table.lay_open()
            ruling.note("laid everything open")
        case GoBack():
            table.check_back(act.to)
            ruling.note(f"took the table back to question {act.to}")
            words = f"the table went back to question {act.to}; what happened after it is undone"
            ruling.close(table.go_back(at, act.to, words))
        case _ as never:
            assert_never(never)


def _on_seat(ruling: RulingInHand, seat: Seat, act: SeatAct) -> None:
    """Carry out an act on a seat. Only that seat gets a view, so no other seat learns that something was sealed or
    voided."""
    table = ruling.table
    match act:
        case Void():
            table.now.strike(seat.id)
            ruling.note(f"struck out the declaration of {seat.title}")
            ruling.tell((seat.id,), say("told.answer_struck"), "you")
            ruling.seat = seat.id
        case DeclareFor():
            table.declare_for(seat.id, act.answer, ruling.request)
            ruling.note(f"declared for {seat.title}")
            ruling.tell((seat.id,), say("told.answer_sealed"), "you")
            ruling.seat = seat.id
        case GiveToBot():
            if seat.id in table.bots:
                raise Refused(RefusalCode.NO_SUCH, sentence("rulings.bot_plays_already"))
            table.hand_to_bot(seat.id, act.kind, lent=False)
            ruling.note(f"handed {seat.title} to a bot")
            ruling.stand_in = StandIn(table.number, seat.id, act.kind)
        case GiveBack():
            if seat.id not in table.bots:
                raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_bot_there"))
            table.take_from_bot(seat.id)
            ruling.note(f"gave {seat.title} back")
            ruling.stand_in = StandIn(table.number, seat.id, "")
        case _ as never:
            assert_never(never)


def _on_speech(ruling: RulingInHand, act: SpeechAct) -> None:
    match act:
        case Note():
            ruling.note(f"note: {_words(act.text)}")
        case Tell():
            text = _words(act.text)
            to, whom, name = addressed(ruling.table, act.seat, act.team)
            ruling.note(f"told {name}: {text}")
            ruling.tell(to, text, whom, reply=act.reply)
        case Answered():
            _answer(ruling, act.call, clean(act.text))
        case _ as never:
            assert_never(never)


def _on_inject(ruling: RulingInHand, act: InjectAct) -> None:
    """Carry out an act on an inject. No player learns that an inject was planned or postponed."""
    at, table = ruling.at, ruling.table
    match act:
        case SendInject():
            inject = table.send_inject(at, act.inject)
            to, whom, name = addressed(table, inject.seat, inject.team)
            ruling.note(f"sent inject {act.inject} to {name}: {in_short(inject)}")
            ruling.tell(to, text_of(inject), whom, reply=inject.reply, sender=inject.sender, kind=inject.kind)
        case Postpone():
            table.postpone_injects(at, act.inject, act.seconds * 1000)
            which = f"inject {act.inject}" if act.inject else "all injects whose time runs"
            ruling.note(f"postponed {which} by {act.seconds} seconds")
        case KeepBack():
            table.keep_inject_back(act.inject, drop=act.drop)
            ruling.note(f"{'dropped' if act.drop else 'kept back'} inject {act.inject}")
        case _ as never:
            assert_never(never)


def check_waits(table: Table, number: int) -> None:
    """Check that a call was not answered yet. A call is answered only once. Raises Refused."""
    call = _called(table, number)
    if not call.waits:
        if not call.answer:
            raise Refused(RefusalCode.CLOSED, sentence("rulings.reply_read"))
        key = "rulings.reply_answered" if call.is_reply else "rulings.call_answered"
        raise Refused(RefusalCode.CLOSED, sentence(key, answer=call.answer))


def _called(table: Table, number: int) -> CallForUmpire:
    """Return a call. Raises Refused."""
    if not 1 <= number <= len(table.talk.calls):
        raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_call"))
    return table.talk.calls[number - 1]


def _answer(ruling: RulingInHand, number: int, text: str) -> None:
    """Answer a call or, with an empty text, mark a reply as read. Raises Refused."""
    table = ruling.table
    if not (_called(table, number).is_reply or text):
        raise Refused(RefusalCode.MALFORMED, sentence("rulings.answer_without_text"))
    call = table.talk.answer(number, text)
    caller = table.seats[call.seat].title
    if not text:
        ruling.note(f"read the reply of {caller}")
        return
    ruling.note(f"answered {caller}: {text}")
    ruling.tell((call.seat,), text, "you")


def _words(text: str) -> str:
    """Return an umpire's text, cleaned. Raises Refused if nothing is left."""
    words = clean(text)
    if not words:
        raise Refused(RefusalCode.MALFORMED, sentence("refusals.unreadable_text"))
    return words


def _check_dealt(table: Table) -> None:
    """Check that a game is being played. Raises Refused."""
    table.now.playing()
    if table.is_undealt:
        raise Refused(RefusalCode.PAUSED, sentence("refusals.not_dealt"))


def _finish(table: Table, act: EndGame) -> Finish:
    """Return the end that an umpire decides. Raises Refused."""
    names = {*table.seats, *(seat.team for seat in table.seats.values())}
    unknown = [winner for winner in act.winners if winner not in names]
    if unknown:
        raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_winner", name=repr(unknown[0])))
    _check_dealt(table)
    text = _words(act.text)
    said = ENDED if text.rstrip(".").casefold() == ENDED.casefold() else f"{ENDED}: {text}"
    return Finish(said, act.winners, table.game.standings(table.state))
