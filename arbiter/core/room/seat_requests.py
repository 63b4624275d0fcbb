"""Requests of seats: declare, speak, propose, call, hand over. Each is checked completely before anything is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.table.states import Happening
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import messages
from warcouncil.arbiter.core.words.outcome import Effect, Refused, Send
from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.ways import Way
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import Receipt, RefusalCode
from warcouncil.protocol.wire.requests import (
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    OpenLot,
    Pledge,
    Propose,
    Respond,
    Say,
    Write,
)
from warcouncil.protocol.words import Role, SeatId, clean

OPEN_DEALS_MAX = 20
"""How many proposals of one seat may wait for an answer."""
OPEN_CALLS_MAX = 5
"""How many calls of one seat may wait for the umpire. Also how many replies it may send beyond those it was asked for."""

OPEN_REQUESTS_MAX = 5
"""How many requests for information of one team may wait for an answer."""

HELD_UP_MS_MAX = 1000
"""How long a slow disk may delay a request that came in time. A longer delay is added to every clock."""

Speech = Say | Propose | Respond | Call | Write
SeatRequest = Declare | Draft | Speech | HandOver | Claim | Pledge | OpenLot
_SETTLED = {
    "accepted": "refusals.deal_accepted",
    "refused": "refusals.deal_refused",
    "lapsed": "refusals.deal_lapsed",
}
"""Why a proposal can no longer be answered, by its state."""


@dataclass(frozen=True, slots=True)
class SeatRequests:
    """The requests of the seats of an exercise, carried out at their tables."""

    room: Room
    people: People

    def perform(self, at: int, key: str, holder: Grant, body: SeatRequest) -> tuple[bool, list[Effect]]:
        """Carry out a seat's request. Return whether it must be journalled, and its effects. Raises Refused."""
        session = self.room.sessions.get(key)
        table = self.room.tables[holder.table]
        seat = table.seats[holder.seat]
        match body:
            case Declare():
                new, receipt = self.declare(table, at, holder, body)
                self.room.consoles.touch(table.number)
                return new, [session.mail(wire.dump(receipt))] if session else []
            case Draft():
                self._check_in_time(table, at, seat.id)
                return table.now.draft(seat.id, body.gate, body.answer), []
            case Pledge() | OpenLot():
                new, taken = self.room.draws.put_in(table, seat.id, key, body)
                return new, [session.mail(wire.dump(taken))] if session else []
            case _ if self.room.repeats.known(key, body.id):
                return False, [*messages.done(session, body.id)]
            case Claim() if holder.role is Role.SEAT:
                effects = self.people.take_back(table, at, seat)
            case Claim():
                effects = self.people.claim(at, key, holder)
            case HandOver():
                effects = self.people.hand_over(key, holder)
            case _:
                effects = list(self._speak(table, at, seat, body))
        self.room.repeats.remember(key, body.id)
        self.room.consoles.touch(table.number)
        return True, [*effects, *messages.done(session, body.id)]

    # --- declarations ---------------------------------------------------------------------------------------------

    def declare(self, table: Table, at: int, holder: Grant, request: Declare) -> tuple[bool, Receipt]:
        """Seal a declaration, and return its receipt. Return False if it was accepted before, from any driver. Raises
        Refused.

        A bot to which an umpire handed the seat may answer after time is up.
        """
        sealed_at = self.room.receipts.gate_of(request.id, table.number, holder.seat)
        if sealed_at is not None:
            table.check_counts(request.id, sealed_at)
        repeated = table.now.repeated(holder.seat, request.id)
        if repeated:
            return False, repeated
        if request.gate < table.gate and sealed_at is not None:
            raise Refused(RefusalCode.COUNTED, sentence("refusals.sealed_in_time"))
        _check_driver(table, holder)
        if request.seat and (request.table, request.seat) != (table.number, holder.seat):
            raise Refused(RefusalCode.STALE, sentence("refusals.at_another_seat"))
        if holder.role is Role.SEAT:
            self._check_in_time(table, at, holder.seat, takes_back=table.now.takes_back(request.answer))
        instead = holder.role is Role.STAND_IN and self.people.sits(table.number, holder.seat)
        table.declare(holder.seat, request, Way.BOT if instead else Way.SEALED)
        receipt = self.room.receipts.make(table.number, holder.seat, request)
        table.now.keep_receipt(holder.seat, receipt)
        return True, receipt

    def _check_in_time(self, table: Table, at: int, seat: SeatId, *, takes_back: bool = False) -> None:
        """If the question is still open after its time, check that the seat's player may still decide. Raises
        Refused.

        If the question waits for silent seats, only a first answer counts, and no answer is taken back. In lock-step no
        answer counts. For any other question, the order of the messages and of the tick alone decides.
        """
        gate, late_ms = table.now, self.room.plan.grace_ms + HELD_UP_MS_MAX
        waits_for_others = gate.waits_for_umpire(at, late_ms) and (takes_back or seat in gate.sealed)
        if waits_for_others or (gate.due(at, late_ms) and self.room.lockstep.holds_at(table)):
            why = "refusals.take_back_late" if takes_back else "refusals.time_is_up"
            raise Refused(RefusalCode.STALE, sentence(why))

    # --- speech ---------------------------------------------------------------------------------------------------

    def _speak(self, table: Table, at: int, seat: Seat, body: Speech) -> list[Send]:
        match body:
            case Say():
                return self._say(table, at, seat, body)
            case Propose():
                return self._propose(table, at, seat, body)
            case Respond():
                return self._respond(table, at, seat, body)
            case Call():
                return self._call(table, at, seat, body)
            case Write():
                return self._write(table, at, seat, body)
            case _ as never:
                assert_never(never)

    def _say(self, table: Table, at: int, seat: Seat, request: Say) -> list[Send]:
        """Speak in a channel. Raises Refused if it is closed."""
        channel = table.now.channel(request.channel)
        shut = not table.now.speakable(at, self.room.plan.grace_ms) or request.gate not in (0, table.gate)
        if channel is None or seat.id not in channel.members or shut:
            table.now.check(Happening.ANSWER)
            raise Refused(RefusalCode.CLOSED, sentence("refusals.talk_closed"))
        text = self._words(table, at, seat, request.text)
        heard_by = (*channel.members, *channel.readers)
        return messages.spoken(table, self.room.sessions, table.talk.speak(channel.id, heard_by, seat, text))

    def _propose(self, table: Table, at: int, seat: Seat, request: Propose) -> list[Send]:
        """Make a proposal to another seat. Raises Refused."""
        phase = self._dealing(table, at)
        if request.gate not in (0, table.gate):
            raise Refused(RefusalCode.CLOSED, sentence("refusals.deal_too_late"))
        taker = table.seat(request.to)
        if taker.id == seat.id:
            raise Refused(RefusalCode.NO_SUCH, sentence("refusals.deal_to_yourself"))
        waiting = [d for d in table.talk.deals if d.giver == seat.id and d.state == "open"]
        if len(waiting) >= OPEN_DEALS_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.too_many_deals"))
        text = self._words(table, at, seat, request.text)
        return messages.deals(
            table, self.room.sessions, (table.talk.propose(seat, taker, text, phase.title),)
        )

    def _respond(self, table: Table, at: int, seat: Seat, request: Respond) -> list[Send]:
        """Accept or refuse a proposal. Raises Refused."""
        self._dealing(table, at)
        own = table.talk.deals_of(seat.id)
        deal = own[request.deal - 1] if 0 < request.deal <= len(own) else None
        if deal is None or deal.taker != seat.id:
            raise Refused(RefusalCode.NO_SUCH, sentence("refusals.no_such_deal"))
        if deal.state != "open":
            raise Refused(RefusalCode.CLOSED, sentence(_SETTLED[deal.state]))
        return messages.deals(
            table, self.room.sessions, (table.talk.respond(deal.number, accept=request.accept),)
        )

    def _dealing(self, table: Table, at: int) -> Phase:
        phase = table.now.playing()
        table.now.check(Happening.ANSWER)
        if not phase.deals or not table.now.speakable(at, self.room.plan.grace_ms):
            raise Refused(RefusalCode.CLOSED, sentence("refusals.no_deals_now"))
        return phase

    def _call(self, table: Table, at: int, seat: Seat, request: Call) -> list[Send]:
        """Call the umpire, or ask the white cell for information. Raises Refused."""
        if request.to == "cell":
            return self._ask(table, at, seat, request)
        if _waiting(table, seat, replies=False) >= OPEN_CALLS_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.too_many_calls"))
        table.talk.call(seat.id, self._words(table, at, seat, request.text))
        return []

    def _ask(self, table: Table, at: int, seat: Seat, request: Call) -> list[Send]:
        """Ask the white cell for information. The whole team reads the request and its answer. Raises Refused."""
        phase = table.now.playing()
        table.now.check(Happening.ANSWER)
        desk = phase.desk
        open_now = table.now.takes_requests(at, self.room.plan.grace_ms)
        if desk is None or seat.id not in desk.asks or not open_now:
            raise Refused(RefusalCode.CLOSED, sentence("refusals.asks_closed"))
        if len(table.talk.open_requests(seat.id)) >= OPEN_REQUESTS_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.too_many_requests", n=OPEN_REQUESTS_MAX))
        words = self._words(table, at, seat, request.text)
        team = tuple(each.id for each in table.seats.values() if each.team == seat.team)
        side = next((badge.title for badge in table.sides if badge.id == seat.team), "")
        sender = seat.title if side in ("", seat.title) else f"{seat.title}, {side}"
        to = (*team, *desk.answers)
        notice = table.talk.notify(
            to, words, desk.title, gate=table.gate, reply=True, sender=sender, kind="request"
        )
        table.note(at, sentence("record.asked", sender=sender, desk=desk.title, text=words))
        return messages.notice(table, self.room.sessions, notice, to)

    def _write(self, table: Table, at: int, seat: Seat, request: Write) -> list[Send]:
        """Answer a notice that asks for a reply. Raises Refused."""
        asked = table.talk.put_to(seat.id)
        notice = asked.get(request.notice)
        if notice is None:
            raise Refused(RefusalCode.NO_SUCH, sentence("refusals.reply_not_asked"))
        if notice.kind == "request":
            return self._inform(table, at, seat, notice, request.text)
        if _waiting(table, seat, replies=True) >= len(asked) + OPEN_CALLS_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.too_many_replies"))
        words = self._words(table, at, seat, request.text)
        table.talk.call(seat.id, words, is_reply=True)
        table.note(at, sentence("record.replied", seat=seat.title, text=words))
        return []

    def _inform(self, table: Table, at: int, seat: Seat, asked: Notice, text: str) -> list[Send]:
        """Answer a request for information for the team that sent it. Raises Refused."""
        table.now.playing()
        if asked not in table.talk.open_requests(seat.id):
            raise Refused(RefusalCode.CLOSED, sentence("refusals.request_answered"))
        words = self._words(table, at, seat, text)
        to, answer = table.talk.answer_request(asked, words, gate=table.gate)
        table.note(at, sentence("record.informed", seat=seat.title, sender=asked.sender, text=words))
        return messages.notice(table, self.room.sessions, answer, to)

    def _words(self, table: Table, at: int, seat: Seat, text: str) -> str:
        """Clean a text, count it for the speech limit, and return it. Raises Refused. The limit applies only to a
        linked seat, so it never applies in a replay."""
        words = clean(text)
        if not words:
            raise Refused(RefusalCode.MALFORMED, sentence("refusals.unreadable_text"))
        if self.room.sessions.at(table.number, seat.id):
            self.room.speech_limit.check(at, table.number, seat.id)
        self.room.speech_limit.count(at, table.number, seat.id)
        return words


def _waiting(table: Table, seat: Seat, *, replies: bool) -> int:
    """Return how many of a seat's calls, or of its replies, wait for the umpire."""
    mine = (call for call in table.talk.calls if call.seat == seat.id and call.is_reply is replies)
    return sum(call.waits for call in mine)


def _check_driver(table: Table, holder: Grant) -> None:
    """Check that the holder of a key drives the seat. Raises Refused."""
    if holder.role is Role.WATCHER:
        raise Refused(RefusalCode.NOT_DRIVER, sentence("refusals.crew_answers"))
    bot = holder.seat in table.bots
    if bot and holder.role is Role.SEAT:
        raise Refused(RefusalCode.NOT_DRIVER, sentence("refusals.bot_plays_yours"))
    if not bot and holder.role is Role.STAND_IN:
        raise Refused(RefusalCode.NOT_DRIVER, sentence("refusals.seat_given_back"))
