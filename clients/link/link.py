"""The link: a line over the network that comes back by itself.

Laws: one frame of one size leaves at every beat, whatever there is to say, so that who listens to the network learns
nothing; replies are passed on in order and without a gap, or a whole view follows; a declaration is sent again, under
the same id, until the arbiter has answered it.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from enum import Enum, auto

from warcouncil.clients.link.keyring import Ticket
from warcouncil.clients.link.line import Line, LinkChange, LinkState
from warcouncil.clients.link.sealing import Unsealer
from warcouncil.clients.link.wire import End, Wire
from warcouncil.protocol.replies import (
    Fenced,
    Receipt,
    Refusal,
    RefusalCode,
    Reply,
    ToClient,
    View,
    Wall,
    Welcome,
)
from warcouncil.protocol.requests import Beat, Declare, Draft, Hello, Request, Resync
from warcouncil.protocol.wire import WireError, WireFault, decode_reply, encode_request

IDLE_BEAT_SECONDS = 1.0
"""The beat of a link that sends at once (a bot's): only to show that it lives."""
WELCOME_SECONDS = 3.0
SILENT_BEATS_MAX = 3
SILENCE_SLACK_SECONDS = 1.0
REPEAT_SECONDS = 4.0
"""A declaration or a call for the whole view is repeated when it was not answered for so long."""
BACKOFF_SECONDS = (0.1, 1.0)
"""How soon it is tried again at first, and in the end: a room is to be back within seconds of its arbiter."""
DOWN_AFTER_SECONDS = 1.0
"""A break that heals within this is not worth a word to the person."""
WAITING_MAX = 5000

DOWN_TEXT = "The link to the arbiter is lost. Trying again by itself; what you sealed is safe."
UNKNOWN_TEXT = "The arbiter does not know this machine's key any more: join again with the code on your card."
FENCED_TEXT = "This seat was opened elsewhere, so this window has no say any more."
VERSION_TEXT = "The arbiter runs another version of warcouncil; install the same one here."
UNSENT_TEXT = "Not sent: the link to the arbiter is down."
TOO_LONG_TEXT = "Not sent: that is too long for one message; say it in fewer words."


class _Stage(Enum):
    SEEKING = auto()
    """No connection, or one that was not yet welcomed."""
    UP = auto()
    SHUT = auto()


class Link(Line):
    """A line by a ticket. `start` before use, inside a running loop; `close` after."""

    def __init__(self, ticket: Ticket, *, app: str = "client", at_once: bool = False) -> None:
        self.ticket = ticket
        self.app = app
        self.lost_frames = 0
        self._at_once = at_once
        self._unsealer = Unsealer(server_key=ticket.server_key, secret=ticket.secret)
        self._came: asyncio.Queue[Reply | LinkChange] = asyncio.Queue(WAITING_MAX)
        self._queue: deque[Request] = deque()
        self._unanswered: dict[str, tuple[Declare, float]] = {}
        self._stage = _Stage.SEEKING
        self._told = LinkState.DOWN
        self._wire: Wire | None = None
        self._session = ""
        self._seen = 0
        self._gap = False
        self._seated = True
        self._asked_whole = 0.0
        self._beat_seconds = IDLE_BEAT_SECONDS
        self._heard = 0.0
        self._tries = 0
        self._timers: dict[str, asyncio.TimerHandle] = {}

    # --- the line -------------------------------------------------------------------------------------------------

    def send(self, body: Request) -> None:
        """Queue a request for the next beat. Without a link a declaration waits, anything else is refused at once.

        A draft gives way to a newer one and to a declaration, and is not worth a word when it cannot be sent.
        """
        if isinstance(body, Declare):
            self._supersede(body)
        elif self._stage is not _Stage.UP:
            self._refuse(body)
            return
        if isinstance(body, Declare | Draft):
            self._drop_waiting(Draft)
        self._queue.append(body)
        if self._stage is _Stage.UP and self._sends_at_once:
            self._flush()

    async def receive(self) -> Reply | LinkChange:
        """Wait for the next reply or link change."""
        return await self._came.get()

    def start(self) -> Link:
        """Begin to seek the arbiter."""
        self._loop = asyncio.get_running_loop()
        self._later("down", DOWN_AFTER_SECONDS, self._tell_down)
        self._connect()
        return self

    def close(self) -> None:
        """Let the link go for good."""
        self._stage = _Stage.SHUT
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._wire:
            self._wire.close()

    # --- coming up and going down ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        """Make a fresh connection: its routing id is the library's, and no old frame can come through it."""
        self._drop_wire()
        self._session, self._seen, self._gap = "", 0, False
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
        self._wire.send(encode_request(Hello(app=self.app)))
        self._later("welcome", WELCOME_SECONDS, self._lost)

    def _ended(self, end: End) -> None:
        if end is End.DENIED:
            self._shut(UNKNOWN_TEXT)
        else:
            self._lost()

    def _lost(self) -> None:
        """The connection is no good: try again soon, later each time, never all clients at the same moment."""
        if self._stage is _Stage.SHUT:
            return
        self._drop_wire()
        self._cancel("beat", "welcome")
        if self._stage is _Stage.UP:
            self._stage = _Stage.SEEKING
            self._tries = 0
            self._refuse_waiting()
            self._later("down", DOWN_AFTER_SECONDS, self._tell_down)
        low, high = BACKOFF_SECONDS
        wait = min(high, low * 2**self._tries) * random.uniform(0.5, 1.0)  # noqa: S311  # only spreads a rush
        self._tries += 1
        self._later("connect", wait, self._connect)

    def _up(self, welcome: Welcome, session: str) -> None:
        self._cancel("welcome", "down")
        self._stage = _Stage.UP
        self._session, self._tries = session, 0
        self._seated = bool(welcome.seat)
        self._beat_seconds = welcome.beat_seconds
        if self._told is not LinkState.UP:
            self._told = LinkState.UP
            self._pass_on(LinkChange(LinkState.UP))
        self._drop_waiting(Declare)
        self._queue.extend(declare for declare, _ in self._unanswered.values())
        self._later("beat", self._period * random.uniform(0.1, 1.0), self._beat)  # noqa: S311  # only spreads a rush
        if self._sends_at_once:
            self._flush()

    def _shut(self, text: str) -> None:
        if self._stage is not _Stage.SHUT:
            self.close()
            self._told = LinkState.SHUT
            self._pass_on(LinkChange(LinkState.SHUT, text))

    def _tell_down(self) -> None:
        self._told = LinkState.DOWN
        self._pass_on(LinkChange(LinkState.DOWN, DOWN_TEXT))

    def _refuse_waiting(self) -> None:
        """What waited for a beat is not sent after a break; declarations are, from what is unanswered."""
        for body in self._queue:
            if not isinstance(body, Declare):
                self._refuse(body)
        self._queue.clear()

    def _refuse(self, body: Request) -> None:
        if not isinstance(body, Draft | Resync):
            request = getattr(body, "id", "")
            self._pass_on(Refusal(id=request, code=RefusalCode.CLOSED, text=UNSENT_TEXT))

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
        self._later("beat", self._period, self._beat)
        if self._gap and now - self._asked_whole > REPEAT_SECONDS:
            self._queue.appendleft(Resync())
            self._asked_whole = now
        self._repeat_unanswered(now)
        self._emit(self._queue.popleft() if self._queue else Beat(seen=self._seen))

    def _flush(self) -> None:
        while self._queue and self._stage is _Stage.UP:
            self._emit(self._queue.popleft())

    def _emit(self, body: Request) -> None:
        if isinstance(body, Declare):
            if body.id not in self._unanswered:
                return
            self._unanswered[body.id] = (body, self._loop.time())
        try:
            frame = encode_request(body, self._session)
        except WireError:
            self._give_up(body)
            frame = encode_request(Beat(seen=self._seen), self._session)
        if self._wire is None or not self._wire.send(frame):
            self._lost()

    def _give_up(self, body: Request) -> None:
        """Refuse here what does not fit into a frame."""
        request: str = getattr(body, "id", "")
        self._unanswered.pop(request, None)
        self._pass_on(Refusal(id=request, code=RefusalCode.MALFORMED, text=TOO_LONG_TEXT))

    def _repeat_unanswered(self, now: float) -> None:
        waiting = {body.id for body in self._queue if isinstance(body, Declare)}
        for declare, sent in self._unanswered.values():
            if declare.id not in waiting and now - sent > REPEAT_SECONDS:
                self._queue.append(declare)

    def _supersede(self, declare: Declare) -> None:
        """Only the last declaration counts, so only the last is worth sending."""
        self._unanswered = {declare.id: (declare, self._now())}
        self._drop_waiting(Declare)

    def _drop_waiting(self, kind: type[Request]) -> None:
        self._queue = deque(body for body in self._queue if not isinstance(body, kind))

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
        if isinstance(body, Welcome):
            self._up(body, message.session)
        elif not message.session:
            self._outside(body)
            return
        elif message.session != self._session:
            return
        if message.n:
            self._numbered(message)
        else:
            self._note_gap(message.last > self._seen)
            self._pass_on(body)

    def _numbered(self, message: ToClient) -> None:
        """Pass a message on if it is the next; after a gap nothing is, until a whole view tells everything anew."""
        body = message.body
        whole = isinstance(body, View) and body.whole if self._seated else isinstance(body, Wall)
        if message.n <= self._seen:
            return
        if whole or (message.n == self._seen + 1 and not self._gap):
            self._gap = False
            self._seen = message.n
            self._answered(body)
            self._pass_on(body)
        else:
            self._answered(body)
            self._note_gap(True)

    def _note_gap(self, gap: bool) -> None:
        if gap and not self._gap:
            self._gap = True
            self._asked_whole = self._now()
            self._queue.appendleft(Resync())
            if self._sends_at_once:
                self._flush()

    def _answered(self, body: Reply) -> None:
        match body:
            case Receipt() | Refusal():
                self._unanswered.pop(body.id, None)
            case View():
                stale = [key for key, (declare, _) in self._unanswered.items() if declare.gate < body.gate]
                for key in stale:
                    del self._unanswered[key]
            case Fenced():
                self._loop.call_soon(self._shut, FENCED_TEXT)
            case _:
                pass

    def _outside(self, body: Reply) -> None:
        """A refusal outside any session: the arbiter will not talk with us, or not yet."""
        match body:
            case Refusal(code=RefusalCode.UNKNOWN_KEY):
                self._shut(UNKNOWN_TEXT)
            case Refusal(code=RefusalCode.FENCED):
                self._shut(FENCED_TEXT)
            case Refusal(code=RefusalCode.WRONG_VERSION):
                self._shut(VERSION_TEXT)
            case Refusal(code=RefusalCode.STALE):
                self._lost()
            case _:
                self._pass_on(body)

    def _pass_on(self, item: Reply | LinkChange) -> None:
        """Hand over to the reader; one that is far behind loses everything and starts from a whole view."""
        if self._came.full():
            while not self._came.empty():
                self._came.get_nowait()
            if isinstance(item, LinkChange):
                self._came.put_nowait(item)
            self._note_gap(True)
            return
        self._came.put_nowait(item)

    # --- timers ---------------------------------------------------------------------------------------------------

    def _later(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        self._cancel(name)
        self._timers[name] = self._loop.call_later(seconds, call)

    def _cancel(self, *names: str) -> None:
        for name in names:
            timer = self._timers.pop(name, None)
            if timer:
                timer.cancel()

    def _now(self) -> float:
        return self._loop.time()

    def _drop_wire(self) -> None:
        if self._wire:
            self._wire.close()
            self._wire = None
