"""Acts at one table: the effects of an umpire's act on the clock, the game, a seat or the talk.

Every act is recorded with its reason before any client receives a message about it. The closing of a gate keeps the
record of the act that closed it. An act sends nothing. It marks the readers who are concerned.
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
from warcouncil.arbiter.core.words.plan import Inject
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
from warcouncil.protocol.sentences.sentence import Sentence, say, sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import clean, clean_lines

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
        """Carry out an act, and mark the readers who are concerned. Raises Refused."""
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
                ruling.note(sentence("record.paused"))
                ruling.clock_moved = True
            case Begin():
                table.start(at)
                ruling.note(sentence("record.began"))
                ruling.views = True
            case Resume():
                table.now.happen(Happening.RESUME, at)
                ruling.note(sentence("record.resumed"))
                ruling.clock_moved = True
            case Extend():
                table.now.move_clock(at, act.seconds * 1000)
                ruling.note(sentence("record.clock_changed", seconds=f"{act.seconds:+d}"))
                ruling.clock_moved = True
            case SetClock():
                table.set_clock(act.phase, act.seconds)
                ruling.note(sentence("record.clock_set", phase=act.phase, seconds=act.seconds))
            case EndNow():
                ruling.note(sentence("record.question_ended"))
                self.room.lockstep.passes(table)
                ruling.close(table.close(at, ended=True))
            case _ as never:
                assert_never(never)


def _on_course(ruling: RulingInHand, act: CourseAct) -> None:
    at, table = ruling.at, ruling.table
    ruling.views = True
    match act:
        case Hold():
            table.now.happen(Happening.HOLD, at, ruling.reason)
            ruling.note(sentence("record.held"))
        case Release():
            table.now.happen(Happening.RELEASE, at)
            ruling.note(sentence("record.released"))
        case Fiat():
            text = _words(act.text)
            table.story.decree(text, table.gate)
            ruling.note(sentence("record.ruled", text=text))
        case Amend():
            _check_dealt(table)
            text = clean_lines(act.text)
            table.amend(text)
            ruling.views = False
            ruling.note(sentence("record.amended", text=clean(text)))
        case EndGame():
            finish = _finish(table, act)
            ruling.note(sentence("record.game_ended", text=_words(act.text)))
            ruling.close(table.end(at, finish))
        case LayOpen():
            table.lay_open()
            ruling.note(sentence("record.secrets_shown"))
        case GoBack():
            table.check_back(act.to)
            ruling.note(sentence("record.went_back", to=act.to))
            ruling.close(table.go_back(at, act.to, say("stored.went_back", to=act.to)))
        case _ as never:
            assert_never(never)


def _on_seat(ruling: RulingInHand, seat: Seat, act: SeatAct) -> None:
    """Carry out an act on a seat. Only that seat gets a view, so no other seat learns that an answer was sealed or
    voided."""
    table = ruling.table
    match act:
        case Void():
            table.now.strike(seat.id)
            ruling.note(sentence("record.answer_struck", seat=seat.title))
            ruling.tell((seat.id,), say("told.answer_struck"), "you")
            ruling.seat = seat.id
        case DeclareFor():
            table.declare_for(seat.id, act.answer, ruling.request)
            ruling.note(sentence("record.answer_given", seat=seat.title))
            ruling.tell((seat.id,), say("told.answer_sealed"), "you")
            ruling.seat = seat.id
        case GiveToBot():
            if seat.id in table.bots:
                raise Refused(RefusalCode.NO_SUCH, sentence("rulings.bot_plays_already"))
            table.hand_to_bot(seat.id, act.kind, lent=False)
            ruling.note(sentence("record.given_to_bot", seat=seat.title))
            ruling.stand_in = StandIn(table.number, seat.id, act.kind)
        case GiveBack():
            if seat.id not in table.bots:
                raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_bot_there"))
            table.take_from_bot(seat.id)
            ruling.note(sentence("record.given_back", seat=seat.title))
            ruling.stand_in = StandIn(table.number, seat.id, "")
        case _ as never:
            assert_never(never)


def _on_speech(ruling: RulingInHand, act: SpeechAct) -> None:
    match act:
        case Note():
            ruling.note(sentence("record.note", text=_words(act.text)))
        case Tell():
            text = _words(act.text)
            to, whom = addressed(ruling.table, act.seat, act.team)
            ruling.note(_told(ruling.table, act, text))
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
            to, whom = addressed(table, inject.seat, inject.team)
            ruling.note(_sent(table, act.inject, inject))
            ruling.tell(to, text_of(inject), whom, reply=inject.reply, sender=inject.sender, kind=inject.kind)
        case Postpone():
            table.postpone_injects(at, act.inject, act.seconds * 1000)
            if act.inject:
                ruling.note(sentence("record.inject_postponed", number=act.inject, seconds=act.seconds))
            else:
                ruling.note(sentence("record.injects_postponed", seconds=act.seconds))
        case KeepBack():
            table.keep_inject_back(act.inject, drop=act.drop)
            key = "record.inject_dropped" if act.drop else "record.inject_kept_back"
            ruling.note(sentence(key, number=act.inject))
        case _ as never:
            assert_never(never)


def check_waits(table: Table, number: int) -> None:
    """Check that a call is not answered yet. A call is answered only once. Raises Refused."""
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
        ruling.note(sentence("record.reply_read", seat=caller))
        return
    ruling.note(sentence("record.answered", seat=caller, text=text))
    ruling.tell((call.seat,), text, "you")


def _told(table: Table, act: Tell, text: str) -> Sentence:
    """Return the line of the record about a message of an umpire."""
    if act.seat:
        return sentence("record.told_seat", seat=table.seat(act.seat).title, text=text)
    if act.team:
        return sentence("record.told_team", team=act.team, text=text)
    return sentence("record.told_table", text=text)


def _sent(table: Table, number: int, inject: Inject) -> Sentence:
    """Return the line of the record about an inject that an umpire sent."""
    text = in_short(inject)
    if inject.seat:
        seat = table.seat(inject.seat).title
        return sentence("record.inject_sent_to_seat", number=number, seat=seat, text=text)
    if inject.team:
        return sentence("record.inject_sent_to_team", number=number, team=inject.team, text=text)
    return sentence("record.inject_sent_to_table", number=number, text=text)


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
    """Return the end that an umpire chose. Raises Refused."""
    names = {*table.seats, *(seat.team for seat in table.seats.values())}
    unknown = [winner for winner in act.winners if winner not in names]
    if unknown:
        raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_winner", name=repr(unknown[0])))
    _check_dealt(table)
    text = _words(act.text)
    ended = say("stored.game_ended")
    is_whole = text.rstrip(".").casefold() == ended.casefold()
    said = ended if is_whole else say("stored.game_ended_why", text=text)
    return Finish(said, act.winners, table.game.standings(table.state))
