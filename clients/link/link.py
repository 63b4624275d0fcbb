"""The link: a line over the network that comes back by itself.

Laws: one frame of one size leaves at every beat, whatever there is to say, so that who listens to the network learns
nothing; replies are passed on in order and without a gap, or a whole view follows, and answers come through in any case;
every request with an id is sent again, under that id, until it is answered, for this seat alone.
"""

from __future__ import annotations

import asyncio
import random
from enum import Enum, auto

from warcouncil.clients.link.asked import Asked, id_of
from warcouncil.clients.link.keyring import Ticket
from warcouncil.clients.link.line import Line, LinkChange, LinkState, News
from warcouncil.clients.link.order import ReplyOrder
from warcouncil.clients.link.proving import Proving
from warcouncil.clients.link.reader import Reader
from warcouncil.clients.link.receipts import Receipts
from warcouncil.clients.link.sealing import Unsealer
from warcouncil.clients.link.texts import (
    DOWN_TEXT,
    ENDED_TEXT,
    FAREWELL_TEXT,
    FENCED_TEXT,
    MOVED_TEXT,
    SEEKING_TEXT,
    SHUT_TEXT,
    TOO_LONG_TEXT,
    TOO_MANY_TEXT,
    UNKNOWN_TEXT,
    VERSION_TEXT,
)
from warcouncil.clients.link.timers import Timers
from warcouncil.clients.link.wire import End, Wire
from warcouncil.protocol.consoles import Seen
from warcouncil.protocol.replies import (
    Done,
    Farewell,
    Fenced,
    Receipt,
    Refusal,
    RefusalCode,
    Reply,
    TableRules,
    ToClient,
    Welcome,
)
from warcouncil.protocol.requests import Beat, Declare, Hello, Leave, Request, Resync
from warcouncil.protocol.views import View
from warcouncil.protocol.wire import WireError, WireFault, decode_reply, encode_request
from warcouncil.protocol.words import SeatId, TableId

IDLE_BEAT_SECONDS = 1.0
"""The beat of a link that sends at once (a bot's): only to show that it lives."""
WELCOME_SECONDS = 3.0
SILENT_BEATS_MAX = 3
SILENCE_SLACK_SECONDS = 1.0
REPEAT_SECONDS = 4.0
"""A request, or a call for the whole view, is repeated when it was not answered for so long."""
BACKOFF_SECONDS = (0.1, 1.0)
"""How soon it is tried again at first, and in the end: a room is to be back within seconds of its arbiter."""
DOWN_AFTER_SECONDS = 1.0
"""A break that heals within this is not worth a word to the person."""
FOR_GOOD = {
    RefusalCode.UNKNOWN_KEY: UNKNOWN_TEXT,
    RefusalCode.FENCED: FENCED_TEXT,
    RefusalCode.WRONG_VERSION: VERSION_TEXT,
}
"""Refusals after which it is no use to try again."""


def place_of(welcome: Welcome) -> tuple[str, TableId, SeatId]:
    """Say where somebody sits."""
    return welcome.exercise, welcome.table, welcome.seat


class _LinkStage(Enum):
    SEEKING = auto()
    """No connection, or one that was not yet welcomed."""
    UP = auto()
    ENDED = auto()
    """The exercise was ended: nothing is sought."""
    SHUT = auto()


class Link(Line):
    """A line by a ticket. `start` before use, inside a running loop; `close` after."""

    def __init__(
        self,
        ticket: Ticket,
        *,
        app: str = "client",
        at_once: bool = False,
        receipts: Receipts | None = None,
    ) -> None:
        self.ticket = ticket
        self.app = app
        self.lost_frames = 0
        self._at_once = at_once
        self._unsealer = Unsealer(server_key=ticket.server_key, secret=ticket.secret)
        self._reader = Reader()
        self._asked = Asked(REPEAT_SECONDS)
        self._welcomed: Welcome | None = None
        self._proving = Proving(receipts or Receipts())
        self._stage = _LinkStage.SEEKING
        self._told = LinkState.DOWN
        self._wire: Wire | None = None
        self._session = ""
        self._order = ReplyOrder()
        self._asked_whole = 0.0
        self._beat_seconds = IDLE_BEAT_SECONDS
        self._heard = 0.0
        self._tries = 0
        self._timers = Timers()

    # --- the line -------------------------------------------------------------------------------------------------

    def send(self, body: Request) -> None:
        """Let a request be sent at a beat, when the link stands. It is refused here if too many wait for an answer."""
        if self._stage is _LinkStage.SHUT:
            self._refuse(id_of(body), RefusalCode.CLOSED, SHUT_TEXT)
        elif self._stage is _LinkStage.ENDED:
            self._refuse(id_of(body), RefusalCode.CLOSED, ENDED_TEXT)
        elif not self._asked.add(body):
            self._refuse(id_of(body), RefusalCode.TOO_FAST, TOO_MANY_TEXT)
        else:
            if isinstance(body, Declare):
                self._proving.ask(body)
            if self._sends_at_once:
                self._flush()

    def again(self) -> None:
        """Seek the arbiter again, after the exercise was ended."""
        if self._stage is _LinkStage.ENDED:
            self._stage, self._tries = _LinkStage.SEEKING, 0
            self._tell_down(SEEKING_TEXT)
            self._connect()

    async def receive(self) -> News:
        """Wait for what comes next."""
        return await self._reader.next()

    def start(self) -> Link:
        """Begin to seek the arbiter."""
        self._loop = asyncio.get_running_loop()
        self._timers.start("down", DOWN_AFTER_SECONDS, self._tell_down)
        self._connect()
        return self

    def close(self) -> None:
        """Let the link go for good."""
        self._stage = _LinkStage.SHUT
        self._timers.stop_all()
        if self._wire:
            self._wire.close()

    def leave(self) -> None:
        """Say good-bye, so that the place is not taken for linked any longer, and let the link go for good."""
        if self._stage is _LinkStage.UP and self._wire:
            self._wire.send(encode_request(Leave(), self._session))
            self._wire.close(parting=True)
        self.close()

    # --- coming up and going down ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        """Make a fresh connection: its routing id is the library's, and no old frame can come through it."""
        self._drop_wire()
        self._session = ""
        self._order.restart()
        self._asked.broken()
        ticket = self.ticket
        self._wire = Wire(
            host=ticket.host,
            port=ticket.port,
            server_key=ticket.server_key,
            public=ticket.public,
            secret=ticket.secret,
            on_frame=self._frame,
            on_end=self._ended,
        )
        self._wire.send(encode_request(Hello(app=self.app, held=self._proving.newest)))
        self._timers.start("welcome", WELCOME_SECONDS, self._lost)

    def _ended(self, end: End) -> None:
        if end is End.DENIED:
            self._shut(UNKNOWN_TEXT)
        else:
            self._lost()

    def _lost(self) -> None:
        """The connection is no good: try again soon, later each time, never all clients at the same moment."""
        if self._stage in (_LinkStage.SHUT, _LinkStage.ENDED):
            return
        self._drop_wire()
        self._timers.stop("beat", "welcome")
        if self._stage is _LinkStage.UP:
            self._stage = _LinkStage.SEEKING
            self._timers.start("down", DOWN_AFTER_SECONDS, self._tell_down)
        low, high = BACKOFF_SECONDS
        wait = min(high, low * 2**self._tries) * random.uniform(0.5, 1.0)  # noqa: S311  # only spreads a rush
        self._tries += 1
        self._timers.start("connect", wait, self._connect)

    def _up(self, welcome: Welcome, session: str) -> None:
        self._timers.stop("welcome", "down")
        self._stage = _LinkStage.UP
        self._session, self._tries = session, 0
        self._order.seated = bool(welcome.seat)
        self._beat_seconds = welcome.beat_seconds
        if self._told is not LinkState.UP:
            self._told = LinkState.UP
            self._pass_on(LinkChange(LinkState.UP))
        self._timers.start("beat", self._period * random.uniform(0.1, 1.0), self._beat)  # noqa: S311  # only spreads a rush

    def _shut(self, text: str) -> None:
        if self._stage is not _LinkStage.SHUT:
            self.close()
            self._told = LinkState.SHUT
            self._pass_on(LinkChange(LinkState.SHUT, text))

    def _end(self, text: str) -> None:
        """Take leave: the exercise was ended in order, so nobody is there to be sought."""
        if self._stage is not _LinkStage.SHUT:
            self._stage, self._told = _LinkStage.ENDED, LinkState.ENDED
            self._timers.stop_all()
            self._drop_wire()
            for request in self._asked.forget():
                self._refuse(request, RefusalCode.CLOSED, ENDED_TEXT)
            self._pass_on(LinkChange(LinkState.ENDED, text))

    def _tell_down(self, text: str = DOWN_TEXT) -> None:
        self._told = LinkState.DOWN
        self._pass_on(LinkChange(LinkState.DOWN, text))

    def _refuse(self, request: str, code: RefusalCode, text: str) -> None:
        self._pass_on(Refusal(id=request, code=code, text=text))

    # --- out ------------------------------------------------------------------------------------------------------

    @property
    def _sends_at_once(self) -> bool:
        return self._at_once or not self._beat_seconds

    @property
    def _period(self) -> float:
        return self._beat_seconds or IDLE_BEAT_SECONDS

    def _beat(self) -> None:
        """Send exactly one frame: what waits longest, or a sign of life."""
        now = self._loop.time()
        if now - self._heard > SILENT_BEATS_MAX * self._period + SILENCE_SLACK_SECONDS:
            self._lost()
            return
        self._timers.start("beat", self._period, self._beat)
        if self._order.gap and now - self._asked_whole > REPEAT_SECONDS:
            self._ask_whole()
        self._emit(self._asked.next(now) or Beat(seen=self._order.seen))

    def _flush(self) -> None:
        while self._stage is _LinkStage.UP and (body := self._asked.next(self._now())):
            self._emit(body)

    def _emit(self, body: Request) -> None:
        try:
            frame = encode_request(body, self._session)
        except WireError:
            self._asked.give_up(body)
            self._refuse(id_of(body), RefusalCode.MALFORMED, TOO_LONG_TEXT)
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
                self._shut(VERSION_TEXT)
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
            answers = self._answers(body)
            if message.n:
                self._numbered(message, body, answers=answers)
            else:
                self._note_gap(message.last > self._order.seen)
                self._pass_on(body)
            if answers and self._sends_at_once:
                self._flush()

    def _welcome(self, welcome: Welcome, message: ToClient) -> None:
        """Come up. What was asked for another seat than this is not asked for this one."""
        before, self._welcomed = self._welcomed, welcome
        moved = before is not None and place_of(before) != place_of(welcome)
        dropped = self._asked.forget() if moved else ()
        self._up(welcome, message.session)
        self._numbered(message, welcome)
        for request in dropped:
            self._refuse(request, RefusalCode.STALE, MOVED_TEXT)
        if (missed := self._proving.missed(welcome)) is not None:
            self._pass_on(missed)
        if self._sends_at_once:
            self._flush()

    def _proved(self, receipt: Receipt) -> bool:
        """Keep a receipt that holds. One that does not is shouted about once, and is no answer."""
        assert self._welcomed is not None
        holds, shout = self._proving.take(receipt, self._welcomed)
        if shout is not None:
            self._pass_on(shout)
        return holds

    def _numbered(self, message: ToClient, item: Reply | None, *, answers: bool = False) -> None:
        """Pass a message on if it is the next. After a gap only answers are, until a whole view tells everything anew."""
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
        """Take note of what a reply settles; whether it answers a request that was still waiting."""
        match body:
            case Receipt() | Done() | Refusal() | Seen() | TableRules():
                return self._asked.answered(body.id)
            case View():
                self._asked.passed(body.gate)
            case Fenced():
                self._loop.call_soon(self._shut, body.text or FENCED_TEXT)
            case Farewell():
                self._loop.call_soon(self._end, body.text or FAREWELL_TEXT)
            case _:
                pass
        return False

    def _outside(self, body: Reply) -> None:
        """A refusal outside any session: the arbiter will not talk with us, or not yet."""
        code = body.code if isinstance(body, Refusal) else None
        if code in FOR_GOOD:
            self._shut(FOR_GOOD[code])
        elif code is RefusalCode.STALE:
            self._lost()
        else:
            self._pass_on(body)

    def _pass_on(self, item: News) -> None:
        if not self._reader.put(item):
            self._note_gap(True)

    def _now(self) -> float:
        return self._loop.time()

    def _drop_wire(self) -> None:
        if self._wire:
            self._wire.close()
            self._wire = None
