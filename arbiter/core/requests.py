"""Requests of a seat: declare, speak, propose, respond, call. Each is checked whole before anything is kept."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from json import JSONEncoder

from warcouncil.arbiter.core.effects import Send
from warcouncil.arbiter.core.refused import Refused
from warcouncil.arbiter.core.sessions import Sessions
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol import wire
from warcouncil.protocol.replies import Deal, Deals, Receipt, RefusalCode
from warcouncil.protocol.requests import Call, Declare, Propose, Respond, Say, Write
from warcouncil.protocol.words import SeatId, clean

SPEECH_WINDOW_MS = 10_000
SPEECHES_MAX = 10
"""A seat may speak, propose and call so often in ten seconds."""
OPEN_DEALS_MAX = 20
"""So many proposals of one seat may wait for an answer."""
OPEN_CALLS_MAX = 5
"""So many calls of one seat may wait for the umpire."""

Sign = Callable[[bytes], str]

_canonical = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


class Desk:
    """What the seats of an exercise ask for, carried out at their tables."""

    def __init__(self, exercise: str, sign: Sign, sessions: Sessions) -> None:
        self._exercise = exercise
        self._sign = sign
        self._sessions = sessions
        self._spoke: dict[tuple[int, SeatId], tuple[int, ...]] = {}

    def declare(self, table: Table, seat: Seat, request: Declare) -> tuple[bool, Receipt]:
        """Seal a declaration and give its receipt; False for one that was accepted before. Raises Refused."""
        repeated = table.repeated(seat.id, request)
        if repeated:
            return False, repeated
        table.declare(seat.id, request)
        digest = blake2b(
            _canonical(request.answer).encode(),
            digest_size=16,
        ).hexdigest()
        signed = "|".join(
            ("receipt:" + self._exercise, str(table.number), seat.id, str(request.gate), request.id, digest)
        )
        receipt = Receipt(
            id=request.id,
            gate=request.gate,
            answer=request.answer,
            digest=digest,
            signature=self._sign(signed.encode()),
        )
        table.receipts[request.id] = (seat.id, receipt)
        return True, receipt

    def say(self, table: Table, at: int, seat: Seat, request: Say) -> list[Send]:
        """Speak in a channel. Raises Refused when it is shut, whoever asks."""
        channel = table.channel(request.channel)
        if channel is None or seat.id not in channel.members or not table.speakable(at):
            table.awake()
            raise Refused(RefusalCode.CLOSED, "The discussion is closed; your words were not sent.")
        text = self._words(table, at, seat, request.text)
        line = table.talk.speak(channel.id, channel.members, seat, text)
        return self._to(table, line.members, wire.dump(line.spoken))

    def propose(self, table: Table, at: int, seat: Seat, request: Propose) -> list[Send]:
        """Put a proposal to another seat. Raises Refused."""
        phase = self._dealing(table, at)
        taker = table.seat(request.to)
        if taker.id == seat.id:
            raise Refused(RefusalCode.NO_SUCH, "Put a proposal to somebody else.")
        waiting = [d for d in table.talk.deals if d.giver == seat.id and d.state == "open"]
        if len(waiting) >= OPEN_DEALS_MAX:
            raise Refused(RefusalCode.TOO_FAST, "Too many of your proposals wait for an answer.")
        text = self._words(table, at, seat, request.text)
        return self._dealt(table, table.talk.propose(seat, taker, text, phase.title))

    def respond(self, table: Table, at: int, seat: Seat, request: Respond) -> list[Send]:
        """Accept or refuse a proposal. Raises Refused."""
        self._dealing(table, at)
        deals = [d for d in table.talk.deals_for(seat.id) if d.number == request.deal]
        if not deals or deals[0].taker != seat.id:
            raise Refused(RefusalCode.NO_SUCH, "There is no such proposal to you.")
        if deals[0].state != "open":
            raise Refused(RefusalCode.CLOSED, f"That proposal is {deals[0].state} already.")
        return self._dealt(table, table.talk.respond(request.deal, accept=request.accept))

    def call(self, table: Table, at: int, seat: Seat, request: Call) -> None:
        """Call the umpire. Raises Refused."""
        waiting = [call for call in table.talk.calls if call.seat == seat.id and not call.answer]
        if len(waiting) >= OPEN_CALLS_MAX:
            raise Refused(RefusalCode.TOO_FAST, "The umpire has your calls; wait for an answer.")
        table.talk.call(seat.id, self._words(table, at, seat, request.text))

    def write(self, table: Table, at: int, seat: Seat, request: Write) -> str:
        """Answer a notice that asks for a reply, and give the words. Raises Refused."""
        asked = [notice for notice in table.talk.notices_for(seat.id) if notice.number]
        if request.notice not in [notice.number for notice in asked]:
            raise Refused(RefusalCode.NO_SUCH, "The umpire did not ask you that.")
        return self._words(table, at, seat, request.text)

    def _dealing(self, table: Table, at: int) -> Phase:
        phase = table.playing()
        table.awake()
        if not phase.deals or not table.speakable(at):
            raise Refused(RefusalCode.CLOSED, "No deals can be made now.")
        return phase

    def _words(self, table: Table, at: int, seat: Seat, text: str) -> str:
        """Clean what a person wrote, and count it. Raises Refused."""
        words = clean(text)
        if not words:
            raise Refused(RefusalCode.MALFORMED, "There is nothing to read in that.")
        who = (table.number, seat.id)
        recent = tuple(then for then in self._spoke.get(who, ()) if at - then < SPEECH_WINDOW_MS)
        if len(recent) >= SPEECHES_MAX:
            raise Refused(RefusalCode.TOO_FAST, "You are writing too fast; wait a few seconds.")
        self._spoke[who] = (*recent, at)
        return words

    def _dealt(self, table: Table, deal: Deal) -> list[Send]:
        return self._to(table, (deal.giver, deal.taker), wire.dump(Deals(deals=(deal,))))

    def _to(self, table: Table, seats: tuple[SeatId, ...], body: bytes) -> list[Send]:
        return [session.mail(body) for seat in seats for session in self._sessions.at(table.number, seat)]
