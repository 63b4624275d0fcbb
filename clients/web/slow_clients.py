"""Server protocols that cut a client which does not finish its request in time or does not read.

uvicorn waits for ever for the first byte of a connection, for the rest of a head of which one byte has come, and until
what it has written is read; and it answers every ping of a WebSocket, though nobody takes the answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

HEAD_SECONDS = 5.0
STALL_SECONDS = 10.0
"""So long a page may leave what was sent to it unread."""
WRITE_BYTES_HIGH = 64 * 1024
"""So much may lie unsent in a connection before whoever writes to it waits."""
PIECES_MAX = 16
"""No browser sends the 2 KiB of a frame in more pieces."""


class Impatient(asyncio.Protocol):
    """A connection that is cut when what was written to it is not read: whoever writes on would wait for ever."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    stalled: asyncio.TimerHandle | None = None
    """Runs while nothing more is written."""

    def pause_writing(self) -> None:
        """Begin to wait for the other end."""
        super().pause_writing()
        self.stalled = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: it has read."""
        self._go_on()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._go_on()
        super().connection_lost(exc)

    def _go_on(self) -> None:
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None


class SlowClientProtocol(Impatient, H11Protocol):
    """HTTP/1.1 on one connection. `hung_up` is told whose it was, when it is lost or becomes a WebSocket."""

    _clock: asyncio.TimerHandle | None = None

    def __init__(self, *, hung_up: Callable[[tuple[str, int]], None], **how: Any) -> None:
        super().__init__(**how)
        self._hung_up = hung_up

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Begin to wait for a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WRITE_BYTES_HIGH)
        self._clock = self.loop.call_later(HEAD_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Take bytes in; the clock runs while a head has begun and has not ended, and while a body comes of what was answered already."""
        super().data_received(data)
        waits = self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE
        if not waits or self.transport.is_closing():
            self._stop()
        elif self._clock is None:
            self._clock = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, unless an answer has begun: a second one would be a fault, and a line in the log for each."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the clock."""
        self._end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Let a WebSocket's own protocol go on, which would not know that what was answered before is unread."""
        if self.stalled is not None:
            self.transport.abort()
            return
        self._end()
        super().handle_websocket_upgrade(event)

    def _end(self) -> None:
        self._stop()
        if self.client is not None:
            self._hung_up(self.client)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


class SlowClientSocket(Impatient, WebSocketsSansIOProtocol):
    """A WebSocket on one connection."""

    def data_received(self, data: bytes) -> None:
        """Take bytes in. The whole head comes first and at once: what is no WebSocket's then will never be one, and uvicorn would wait for ever."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.abort()

    def shutdown(self) -> None:
        """Say that the gateway ends, unless the page is closing already: that may be said only once."""
        if self.conn.state in (State.CLOSING, State.CLOSED):
            self.transport.close()
        else:
            super().shutdown()

    def handle_ping(self) -> None:
        """Answer a ping, unless earlier answers still wait to be read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # the answer, which goes nowhere

    def handle_cont(self, event: Frame) -> None:
        """Take one more piece of a message, if there were not too many."""
        if len(self.frames) < PIECES_MAX:
            super().handle_cont(event)
        else:
            self.transport.abort()
