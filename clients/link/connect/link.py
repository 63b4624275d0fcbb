"""Link: a line over the network that reconnects by itself. It sends sealed frames in order.

A beat is the fixed interval between two frames. At every beat one frame of the same size is sent, even if
there is nothing to say. So an observer of the network learns nothing.

Replies are forwarded in order. After a gap, a whole view follows. Answers to requests are always forwarded. A
request with an id is repeated with that id until it is answered, or until the client gets another seat.
"""

from __future__ import annotations

from nacl.bindings import crypto_box_beforenm, crypto_box_NONCEBYTES, crypto_box_open_afternm
from nacl.exceptions import CryptoError
from warcouncil.clients.link.base.asked import RequestsInFlight, id_of
from warcouncil.clients.link.base.line import LinkAlarm, News
from warcouncil.clients.link.base.reader import Reader
from warcouncil.clients.link.connect.seeking import LinkStage, Seeking
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.link.identity.lots import Lots
from warcouncil.clients.link.identity.receipt_proofs import ReceiptProofs
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen, Wall
from warcouncil.protocol.wire.replies import (
    Done,
    DrawShown,
    Elsewhere,
    Farewell,
    Fenced,
    Hint,
    Receipt,
    Refusal,
    RefusalCode,
    Reply,
    TableRules,
    ToClient,
    Welcome,
)
from warcouncil.protocol.wire.requests import Beat, Declare, Hello, OpenLot, Pledge, Request, Resync
from warcouncil.protocol.wire.wire import WireError, WireFault, decode_reply, encode_request
from warcouncil.protocol.words import Role, SeatId, TableId
from zmq.utils import z85


class Unsealer:
    """Opens boxes that the holder of `server_key` sealed to the holder of `secret` (Z85)."""

    def __init__(self, *, server_key: str, secret: str) -> None:
        self._box = crypto_box_beforenm(z85.decode(server_key), z85.decode(secret))

    def open(self, sealed: bytes) -> bytes | None:
        """Return the sealed bytes. Return None if they are for another key, or are not valid."""
        nonce, rest = sealed[:crypto_box_NONCEBYTES], sealed[crypto_box_NONCEBYTES:]
        try:
            return crypto_box_open_afternm(rest, nonce, self._box)
        except (CryptoError, TypeError, ValueError):
            return None


class ReplyOrder:
    """The number of the last reply that was forwarded on this connection, and whether a reply was missed since then."""

    def __init__(self) -> None:
        self.seen = 0
        self.gap = False
        self.seated = True
        """Whether a seat was welcomed. For a seat, a whole view repeats everything. For other clients, a
        `Wall` does that.
        """

    def restart(self) -> None:
        """Start on a new connection."""
        self.seen, self.gap = 0, False

    def takes(self, message: ToClient) -> bool:
        """Record a numbered reply. Return whether the reply is the next in sequence, or is a whole view."""
        body = message.body
        whole = isinstance(body, View) and body.whole if self.seated else isinstance(body, Wall)
        if message.n <= self.seen or not (whole or (message.n == self.seen + 1 and not self.gap)):
            return False
        self.seen, self.gap = message.n, False
        return True


SILENT_BEATS_MAX = 3
SILENCE_SLACK_SECONDS = 1.0
REPEAT_SECONDS = 4.0
"""How long a request, or a request for the whole view, may be unanswered before it is repeated."""
FOR_GOOD = {
    RefusalCode.FENCED: "link.fenced",
    RefusalCode.WRONG_VERSION: "link.version",
}
"""Refusals after which the link does not try again."""


def place_of(welcome: Welcome) -> tuple[str, TableId, SeatId]:
    """Return the exercise, table and seat of a welcome."""
    return welcome.exercise, welcome.table, welcome.seat


class Link(Seeking):
    """A connection to the arbiter for the holder of a ticket. It reconnects by itself.

    Call `start` before use, inside a running loop, and `close` after. With `roams`, it follows its arbiter to other
    machines.
    """

    def __init__(
        self,
        ticket: Ticket,
        *,
        app: str = "client",
        at_once: bool = False,
        receipts: Receipts | None = None,
        roams: bool = True,
    ) -> None:
        super().__init__(ticket, roams=roams)
        self.app = app
        self.lost_frames = 0
        self._at_once = at_once
        self._unsealer = Unsealer(server_key=ticket.server_key, secret=ticket.secret)
        self._reader = Reader()
        self._asked = RequestsInFlight(REPEAT_SECONDS)
        self._welcomed: Welcome | None = None
        receipts = receipts or Receipts()
        self._proving, self._lots = ReceiptProofs(receipts), Lots(receipts)
        self._order = ReplyOrder()
        self._asked_whole = 0.0
        self._heard = 0.0

    # --- the line -------------------------------------------------------------------------------------------------

    def send(self, body: Request) -> None:
        """Queue a request. The next beat sends it while the link is up.

        Refuse it here if too many wait for an answer.
        """
        if self._stage is LinkStage.SHUT:
            self._refuse(id_of(body), RefusalCode.CLOSED, say("link.shut"))
        elif self._stage is LinkStage.ENDED:
            self._refuse(id_of(body), RefusalCode.CLOSED, say("link.ended"))
        elif not self._asked.add(body):
            self._refuse(id_of(body), RefusalCode.TOO_FAST, say("link.too_many"))
        else:
            if isinstance(body, Declare):
                self._proving.ask(body)
            if self._sends_at_once:
                self._flush()

    async def receive(self) -> News:
        """Wait for the next news item and return it."""
        return await self._reader.next()

    def _hello(self) -> Hello:
        self._order.restart()
        self._asked.broken()
        return Hello(app=self.app, held=self._proving.newest)

    def _forget(self) -> tuple[str, ...]:
        return self._asked.forget()

    # --- out ------------------------------------------------------------------------------------------------------

    @property
    def _sends_at_once(self) -> bool:
        return self._at_once or not self._beat_seconds

    def _beat(self) -> None:
        """Send exactly one frame: the request that has waited longest, or a heartbeat."""
        now = self._loop.time()
        if now - self._heard > SILENT_BEATS_MAX * self._period + SILENCE_SLACK_SECONDS:
            self._lost(rests=True)
            return
        self._timers.start("beat", self._period, self._beat)
        if self._order.gap and now - self._asked_whole > REPEAT_SECONDS:
            self._ask_whole()
        self._emit(self._asked.next(now) or Beat(seen=self._order.seen))

    def _flush(self) -> None:
        while self._stage is LinkStage.UP and (body := self._asked.next(self._now())):
            self._emit(body)

    def _emit(self, body: Request) -> None:
        try:
            frame = encode_request(body, self._session)
        except WireError:
            self._asked.give_up(body)
            self._refuse(id_of(body), RefusalCode.MALFORMED, say("link.too_long"))
            frame = encode_request(Beat(seen=self._order.seen), self._session)
        if self._wire is None or not self._wire.send(frame):
            self._lost()

    def _ask_whole(self) -> None:
        self._asked_whole = self._now()
        self._asked.add_first(Resync())

    # --- in -------------------------------------------------------------------------------------------------------

    def _frame(self, sealed: bytes) -> None:
        plain = self._unsealer.open(sealed)
        if plain is None:
            self.lost_frames += 1
            return
        try:
            message = decode_reply(plain)
        except WireError as error:
            self.lost_frames += 1
            if error.fault is WireFault.WRONG_VERSION:
                self._shut(say("link.version"))
            return
        self._heard = self._loop.time()
        self._message(message)

    def _message(self, message: ToClient) -> None:
        body = message.body
        if not message.session:
            self._outside(body)
        elif isinstance(body, Welcome):
            self._welcome(body, message)
        elif message.session == self._session:
            if isinstance(body, Receipt) and not self._proved(body):
                self._numbered(message, None)
                return
            if isinstance(body, DrawShown):
                self._shown(body)
                self._numbered(message, None)
                return
            if isinstance(body, Elsewhere):
                self._told_elsewhere(body.addresses, self.ticket.epoch)
                self._numbered(message, None)
                return
            if isinstance(body, Farewell) and body.returns:
                self._loop.call_soon(self._host_stops, body.text or say("link.host_stops"))
                return
            answers = self._answers(body)
            if self._settles(body):
                self._numbered(message, None)
            elif message.n:
                self._numbered(message, body, answers=answers)
            else:
                self._note_gap(message.last > self._order.seen)
                self._pass_on(body)
            if answers and self._sends_at_once:
                self._flush()

    def _welcome(self, welcome: Welcome, message: ToClient) -> None:
        """Handle the welcome: the link is up. Requests for another seat are dropped."""
        if not self._believes(welcome):
            self._lost(rests=True)
            return
        before, self._welcomed = self._welcomed, welcome
        moved = before is not None and place_of(before) != place_of(welcome)
        dropped = self._asked.forget() if moved else ()
        if welcome.role is Role.WATCHER:
            self._asked.watches()
        self._order.seated = bool(welcome.seat)
        self._up(welcome, message.session)
        self._numbered(message, welcome)
        for request in dropped:
            self._refuse(request, RefusalCode.STALE, say("link.moved"))
        self._put_in(*self._lots.welcomed(welcome))
        if (missed := self._proving.missed(welcome)) is not None:
            self._pass_on(missed)
        if self._sends_at_once:
            self._flush()

    def _proved(self, receipt: Receipt) -> bool:
        """Verify a receipt and store it. A false receipt raises one alarm and does not count as an answer."""
        assert self._welcomed is not None
        holds, shout = self._proving.take(receipt, self._welcomed)
        if shout is not None:
            self._pass_on(shout)
        return holds

    def _shown(self, draw: DrawShown) -> None:
        """Handle the progress of the draw of the table's seed. This needs neither the person nor a key press."""
        self._put_in(*self._lots.shown(draw))
        if self._sends_at_once:
            self._flush()

    def _put_in(self, body: Pledge | OpenLot | None, shout: LinkAlarm | None) -> None:
        if body is not None:
            self._asked.add(body)
        if shout is not None:
            self._pass_on(shout)

    def _settles(self, body: Reply) -> bool:
        """Return whether a reply is about this key's number for the draw (its lot). Such a reply is not forwarded."""
        settles, shout = self._lots.settles(body)
        if shout is not None:
            self._pass_on(shout)
        return settles

    def _numbered(self, message: ToClient, item: Reply | None, *, answers: bool = False) -> None:
        """Forward a message if it is the next one.

        After a gap only answers are forwarded, until a whole view repeats everything.
        """
        if not self._order.takes(message):
            self._note_gap(message.n > self._order.seen)
            item = item if answers else None
        if item is not None:
            self._pass_on(item)

    def _note_gap(self, gap: bool) -> None:
        if gap and not self._order.gap:
            self._order.gap = True
            self._ask_whole()
            if self._sends_at_once:
                self._flush()

    def _answers(self, body: Reply) -> bool:
        """Settle the request that a reply answers. Return whether the request was still waiting."""
        match body:
            case Receipt() | Done() | Refusal() | Seen() | TableRules() | Hint():
                return self._asked.answered(body.id)
            case View():
                self._asked.passed(body.gate)
            case Fenced():
                self._loop.call_soon(self._shut, body.text or say("link.fenced"))
            case Farewell():
                self._loop.call_soon(self._end, body.text or say("link.farewell"))
            case _:
                pass
        return False

    def _outside(self, body: Reply) -> None:
        """Handle a refusal outside any session. The arbiter does not accept us, or does not accept us yet."""
        code = body.code if isinstance(body, Refusal) else None
        if code is RefusalCode.UNKNOWN_KEY:
            self._unknown()
        elif code in FOR_GOOD:
            self._shut(say(FOR_GOOD[code]))
        elif code is RefusalCode.STALE:
            self._lost()
        else:
            self._pass_on(body)

    def _pass_on(self, item: News) -> None:
        if not self._reader.put(item):
            self._note_gap(True)
