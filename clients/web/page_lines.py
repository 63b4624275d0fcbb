"""PageLine relays frames between one browser page and the arbiter, over a WebSocket or a stream with posts.

It never decodes them.

A page line is the connection of one page, with its own wire to the arbiter. A frame from a page goes only to
the wire of its page line. A frame from the arbiter goes to the page of that wire. A page that reads too
slowly is disconnected, never waited for.

Both ways carry the same frames in the same order. An observer of the network sees the same sizes at the same
times.
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
"""How many frames of one key the arbiter accepts. Further frames are dropped here, as the arbiter would drop them."""
WAITING_BYTES_MAX = 3 * REPLY_BYTES[-1]
"""How many bytes may wait for a page that reads slowly."""
SILENT_SECONDS = 20.0
"""A page sends twice a second. After this silence it counts as gone, even if its connection seems open."""
LINES_OF_ONE_MAX = 4
"""How many windows of one seat may be open. If one more is opened, the oldest is ended, because it has most
likely died.
"""
LINES_MAX = 120 if sys.platform == "win32" else 4000
"""How many page lines may be open. Each uses three or four descriptors, and Windows can wait for 512 at a time."""


class Parting(Enum):
    """The reasons why a page line ends. Each has a close code for a socket, and a word."""

    GONE = 4000, "gone"
    """The arbiter does not answer now. The page tries again."""
    DENIED = 4001, "denied"
    """The arbiter does not know this seat's key, or the browser has none. The page knocks at the door."""
    STRANGE = 4002, "strange"
    """The program at that address is not the arbiter of this seat."""
    SLOW = 4003, "slow"
    """The page did not read what was sent. It tries again."""
    MALFORMED = 4004, "malformed"
    """The page sent something that is not a frame."""
    SILENT = 4005, "silent"
    """The page was silent for too long. It tries again."""
    MANY = 4006, "many"
    """The seat was opened in too many windows, and this is the oldest."""
    CLOSED = 4007, "closed"
    """The page went away, or the gateway stops."""

    @property
    def code(self) -> int:
        """The close code of a socket."""
        return self.value[0]

    @property
    def word(self) -> str:
        """The close reason of a socket, and the last text line of a stream."""
        return self.value[1]


_PARTINGS = {
    End.GONE: Parting.GONE,
    End.DENIED: Parting.DENIED,
    End.STRANGE: Parting.STRANGE,
    End.SLOW: Parting.GONE,
}


class PageLine:
    """A page's connection and its wire.

    `holder` identifies the browser that holds the seat. `ended` is called once, when this page line ends.
    Raises ZMQError if the system allows no more connections.
    """

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
        """Forward a frame from the page.

        It must have the size of a request. Frames above the arbiter's rate are dropped.
        """
        if len(frame) != REQUEST_BYTES:
            self.end(Parting.MALFORMED)
            return
        self._heard = self._loop.time()
        if self._pace.take(self._heard) and not self._wire.send(frame):
            self.end(Parting.GONE)

    async def frames(self) -> AsyncIterator[bytes]:
        """Yield the frames from the arbiter until the page line ends."""
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
        """End the page line and close its wire.

        Frames that came before are still yielded, unless the page does not read.
        """
        if self.parting is None:
            self.parting = parting
            self._silence.cancel()
            self._wire.close(parting=parting is Parting.CLOSED)  # The last frame may be a good-bye
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
    """The open page lines, by name and by holder."""

    def __init__(self, arbiter: Address) -> None:
        self._arbiter = arbiter
        self._lines: dict[str, PageLine] = {}
        self._held: dict[str, list[PageLine]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def open(self, ticket: WebTicket, holder: str) -> PageLine | None:
        """Open a page line for the holder of a ticket. Return None if no more page lines fit."""
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
        """Return a page line, if it belongs to this holder."""
        line = self._lines.get(name)
        return line if line is not None and line.holder == holder else None

    def has(self, holder: str) -> bool:
        """Return whether a holder has an open page line."""
        return holder in self._held

    def end_all(self, holder: str = "") -> None:
        """End the page lines of a holder, or all page lines."""
        for line in [*(self._held.get(holder, []) if holder else self._lines.values())]:
            line.end(Parting.CLOSED)

    def _forget(self, line: PageLine) -> None:
        del self._lines[line.name]
        held = self._held[line.holder]
        held.remove(line)
        if not held:
            del self._held[line.holder]


async def by_socket(line: PageLine, receive: Receive, send: Send) -> None:
    """Serve a page line over an accepted WebSocket."""
    reading = asyncio.create_task(_read_socket(line, receive))
    try:
        async for frame in line.frames():
            await send({"type": "websocket.send", "bytes": frame})
    except OSError:
        pass  # The page has gone
    finally:
        reading.cancel()
        line.end(Parting.CLOSED)
    if line.parting is not Parting.SLOW:  # A page that does not read would not read this either
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
    with suppress(OSError):  # The page has gone
        await send({"type": "websocket.close", "code": parting.code, "reason": parting.word})


async def by_stream(line: PageLine, receive: Receive, send: Send, *headers: Header) -> None:
    """Serve the arbiter's half of a page line as one answer without a fixed end.

    The first text line is the name of the page line. Each further text line is a frame. The last text line is
    the reason for the end.
    """
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
    """Send a text line of the gateway itself. It has the size of the smallest frame."""
    await send({"type": "http.response.body", "body": text.ljust(REQUEST_BYTES) + b"\n", "more_body": True})


async def _read_stream(line: PageLine, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    line.end(Parting.CLOSED)
