"""Server protocols that disconnect a client that does not finish its request in time or does not read.

uvicorn waits without limit for the first byte of a connection, for the rest of an unfinished head, and until its
output is read. It also answers every ping of a WebSocket, even if the client does not read the answers.
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
"""How long a page may leave sent data unread."""
WRITE_BYTES_HIGH = 64 * 1024
"""How many bytes may be unsent in a connection before its writer waits."""
PIECES_MAX = 16
"""How many pieces a frame may have. No browser sends 2 KiB in more pieces."""


class Impatient(asyncio.Protocol):
    """A connection that is closed if written data is not read.

    Otherwise the writer would wait without limit.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    stalled: asyncio.TimerHandle | None = None
    """The timer that runs while writing is paused."""

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self.stalled = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop waiting, because the client has read."""
        self._go_on()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._go_on()
        super().connection_lost(exc)

    def _go_on(self) -> None:
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None


class SlowClientProtocol(Impatient, H11Protocol):
    """HTTP/1.1 on one connection.

    `disconnected` is called with the peer when the connection is lost or becomes a WebSocket.
    """

    _clock: asyncio.TimerHandle | None = None

    def __init__(self, *, disconnected: Callable[[tuple[str, int]], None], **how: Any) -> None:
        super().__init__(**how)
        self._disconnected = disconnected

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Start to wait for a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WRITE_BYTES_HIGH)
        self._clock = self.loop.call_later(HEAD_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Handle received bytes.

        The timer runs while a head is incomplete, and while the body of a request that was already answered comes in.
        """
        super().data_received(data)
        waits = self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE
        if not waits or self.transport.is_closing():
            self._stop()
        elif self._clock is None:
            self._clock = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request, unless an answer has begun.

        A second answer would be an error with a line in the log.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to the WebSocket protocol.

        If an earlier answer is unread, close the connection, because that protocol would not know about the
        answer.
        """
        if self.stalled is not None:
            self.transport.abort()
            return
        self._end()
        super().handle_websocket_upgrade(event)

    def _end(self) -> None:
        self._stop()
        if self.client is not None:
            self._disconnected(self.client)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


class SlowClientSocket(Impatient, WebSocketsSansIOProtocol):
    """A WebSocket on one connection."""

    def data_received(self, data: bytes) -> None:
        """Handle received bytes.

        The complete head must come first and at once. If it is not the head of a WebSocket, close the
        connection, because uvicorn would wait without limit.
        """
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.abort()

    def shutdown(self) -> None:
        """Send the message that the gateway stops, unless the page is already closing. It may be sent only once."""
        if self.conn.state in (State.CLOSING, State.CLOSED):
            self.transport.close()
        else:
            super().shutdown()

    def handle_ping(self) -> None:
        """Answer a ping, unless earlier answers are still unread."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # Discard the answer

    def handle_cont(self, event: Frame) -> None:
        """Handle one more piece of a message, unless there were too many."""
        if len(self.frames) < PIECES_MAX:
            super().handle_cont(event)
        else:
            self.transport.abort()
