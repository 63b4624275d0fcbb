"""PageLine relays frames between one browser page and the arbiter, over a WebSocket or a stream with posts.

Laws: a frame that came from a page goes to the wire of its own line and to no other; what the arbiter sends goes to the
page of that wire; a page that reads too slowly is cut, never waited for.

Both carry the same frames in the same order; whoever watches the network sees the same sizes at the same times.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from enum import Enum

from starlette.types import Receive, Send
from warcouncil.clients.link.base.wire import End, Wire
from warcouncil.clients.link.connect.link import Unsealer
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.web.limits import NO_STORE, Header, Rate
from warcouncil.clients.web.tickets import WebTicket
from warcouncil.protocol.wire.wire import REPLY_BYTES, REQUEST_BYTES
from zmq import ZMQError

FRAMES_PER_SECOND, FRAMES_AT_ONCE = 4.0, 8
"""What the arbiter takes of one key; more is dropped here, as it would be there."""
WAITING_BYTES_MAX = 3 * REPLY_BYTES[-1]
"""So much may wait for a page that reads slowly."""
SILENT_SECONDS = 20.0
"""A page speaks twice a second. One that is silent for so long is gone, though its connection may not know."""
LINES_OF_ONE_MAX = 4
"""Windows of one seat: one more ends the oldest, which is the likeliest to be dead."""
LINES_MAX = 120 if sys.platform == "win32" else 4000
"""A line takes three descriptors or four, and Windows waits for 512 at a time."""


class Parting(Enum):
    """How a line ends: the code with which a socket closes, and the word that goes with it."""

    GONE = 4000, "gone"
    """The arbiter is not there now: come back."""
    DENIED = 4001, "denied"
    """The arbiter does not know this seat's key, or the browser holds none: knock at the door."""
    STRANGE = 4002, "strange"
    """What answers there is not the arbiter of this seat."""
    SLOW = 4003, "slow"
    """The page did not read what was sent: come back."""
    MALFORMED = 4004, "malformed"
    """What came from the page was no frame."""
    SILENT = 4005, "silent"
    """Nothing came from the page for a while: come back."""
    MANY = 4006, "many"
    """The seat was opened in too many windows, and this is the oldest."""
    CLOSED = 4007, "closed"
    """The page went away, or the gateway ends."""

    @property
    def code(self) -> int:
        """The code of a socket's close."""
        return self.value[0]

    @property
    def word(self) -> str:
        """The reason of a socket's close, and of a stream's last line."""
        return self.value[1]


_PARTINGS = {
    End.GONE: Parting.GONE,
    End.DENIED: Parting.DENIED,
    End.STRANGE: Parting.STRANGE,
    End.SLOW: Parting.GONE,
}


class PageLine:
    """A page's connection and its wire. `holder` tells whose it is; `end` is told once, by the one who ends it. Raises ZMQError
    where the system gives no more connections."""

    def __init__(
        self, arbiter: Address, ticket: WebTicket, holder: str, ended: Callable[[PageLine], None]
    ) -> None:
        self.name = secrets.token_hex(16)
        self.holder = holder
        self.parting: Parting | None = None
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._unsealer = Unsealer(server_key=ticket.server_key, secret=ticket.secret)
        self._pace = Rate(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._news = asyncio.Event()
        self._heard = self._loop.time()
        self._wire = Wire(
            host=arbiter.host,
            port=arbiter.port,
            server_key=ticket.server_key,
            public=ticket.public,
            secret=ticket.secret,
            on_frame=self._take,
            on_end=lambda end: self.end(_PARTINGS[end]),
        )
        self._silence = self._loop.call_later(SILENT_SECONDS, self._listen)

    def send(self, frame: bytes) -> None:
        """Pass on what came from the page: one frame of a request's size, and no more of them than the arbiter takes."""
        if len(frame) != REQUEST_BYTES:
            self.end(Parting.MALFORMED)
            return
        self._heard = self._loop.time()
        if self._pace.take(self._heard) and not self._wire.send(frame):
            self.end(Parting.GONE)

    async def frames(self) -> AsyncIterator[bytes]:
        """Give what comes from the arbiter, until the line ends."""
        while True:
            while self._waiting:
                frame = self._waiting.popleft()
                self._waiting_bytes -= len(frame)
                yield frame
            if self.parting is not None:
                return
            self._news.clear()
            await self._news.wait()

    def end(self, parting: Parting) -> None:
        """Let the wire go; what came before is still given out, unless nobody reads it."""
        if self.parting is None:
            self.parting = parting
            self._silence.cancel()
            self._wire.close(parting=parting is Parting.CLOSED)  # its last frame may be a good-bye
            self._ended(self)
            self._news.set()

    def _take(self, sealed: bytes) -> None:
        frame = self._unsealer.open(sealed)
        if frame is None:
            return
        self._waiting.append(frame)
        self._waiting_bytes += len(frame)
        if self._waiting_bytes > WAITING_BYTES_MAX:
            self._waiting.clear()
            self.end(Parting.SLOW)
        self._news.set()

    def _listen(self) -> None:
        left = self._heard + SILENT_SECONDS - self._loop.time()
        if left <= 0:
            self.end(Parting.SILENT)
        else:
            self._silence = self._loop.call_later(left, self._listen)


class PageLines:
    """The lines that are open, by name and by whoever holds them."""

    def __init__(self, arbiter: Address) -> None:
        self._arbiter = arbiter
        self._lines: dict[str, PageLine] = {}
        self._held: dict[str, list[PageLine]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def open(self, ticket: WebTicket, holder: str) -> PageLine | None:
        """Open a line for whoever holds a ticket; None: there is no room for anybody."""
        held = self._held.get(holder, [])
        if len(held) >= LINES_OF_ONE_MAX:
            held[0].end(Parting.MANY)
        if len(self._lines) >= LINES_MAX:
            return None
        try:
            line = PageLine(self._arbiter, ticket, holder, self._forget)
        except ZMQError:
            return None
        self._lines[line.name] = line
        self._held.setdefault(holder, []).append(line)
        return line

    def find(self, name: str, holder: str) -> PageLine | None:
        """Give a line to the one who holds it, and to nobody else."""
        line = self._lines.get(name)
        return line if line is not None and line.holder == holder else None

    def has(self, holder: str) -> bool:
        """Tell whether somebody holds a line."""
        return holder in self._held

    def end_all(self, holder: str = "") -> None:
        """End the lines of a holder, or of everybody."""
        for line in [*(self._held.get(holder, []) if holder else self._lines.values())]:
            line.end(Parting.CLOSED)

    def _forget(self, line: PageLine) -> None:
        del self._lines[line.name]
        held = self._held[line.holder]
        held.remove(line)
        if not held:
            del self._held[line.holder]


async def by_socket(line: PageLine, receive: Receive, send: Send) -> None:
    """Serve a line over a WebSocket that was accepted."""
    reading = asyncio.create_task(_read_socket(line, receive))
    try:
        async for frame in line.frames():
            await send({"type": "websocket.send", "bytes": frame})
    except OSError:
        pass  # the page has gone
    finally:
        reading.cancel()
        line.end(Parting.CLOSED)
    if line.parting is not Parting.SLOW:  # who does not read would not read this either
        await say_parting(send, line.parting or Parting.CLOSED)


async def _read_socket(line: PageLine, receive: Receive) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            line.end(Parting.CLOSED)
            return
        line.send(message.get("bytes") or b"")


async def say_parting(send: Send, parting: Parting) -> None:
    """Close an accepted WebSocket with the reason."""
    with suppress(OSError):  # the page has gone
        await send({"type": "websocket.close", "code": parting.code, "reason": parting.word})


async def by_stream(line: PageLine, receive: Receive, send: Send, *headers: Header) -> None:
    """Serve the arbiter's half of a line as one endless answer: its name, then a frame a line, then why it ended."""
    leaving = asyncio.create_task(_read_stream(line, receive))
    kind = (b"content-type", b"application/octet-stream")
    await send({"type": "http.response.start", "status": 200, "headers": [kind, NO_STORE, *headers]})
    try:
        await _say(send, b'{"line":"%b"}' % line.name.encode())
        async for frame in line.frames():
            await send({"type": "http.response.body", "body": frame + b"\n", "more_body": True})
    finally:
        leaving.cancel()
        line.end(Parting.CLOSED)
    if line.parting is not Parting.SLOW:
        await _say(send, b'{"end":"%b"}' % (line.parting or Parting.CLOSED).word.encode())
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _say(send: Send, text: bytes) -> None:
    """Send a line of our own; it has the size of the smallest frame."""
    await send({"type": "http.response.body", "body": text.ljust(REQUEST_BYTES) + b"\n", "more_body": True})


async def _read_stream(line: PageLine, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end(Parting.CLOSED)
