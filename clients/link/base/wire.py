"""Wire: one encrypted connection to a socket of the arbiter. It carries frames and decodes no messages."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable
from enum import Enum, auto
from functools import cache

import zmq
from warcouncil.clients.link.base.machine_addresses import is_name
from warcouncil.protocol.wire.wire import FRAME_BYTES_MAX
from zmq.utils.monitor import parse_monitor_message

HANDSHAKE_MS = 5000
SLOW_SECONDS = 1.0
"""An arbiter that does not know our key closes the connection within this time. If it closes later, it is busy."""
QUEUE_IN, QUEUE_OUT = 1000, 100
SOCKETS_MAX = 20_000
PARTING_MS = 1500
"""How long a last frame may still be sent. A busy arbiter may not have accepted the connection yet."""

_by_ipv6: set[str] = set()
"""The names of machines to which the next connection uses IPv6.

A name may have addresses of both kinds, but its host may listen on only one of them. ZeroMQ tries only one of
them.
"""


class End(Enum):
    """The reason why a connection ended."""

    GONE = auto()
    """No host answers there, or the connection was lost."""
    DENIED = auto()
    """The host does not admit this key."""
    STRANGE = auto()
    """A machine other than the known host answers there."""
    SLOW = auto()
    """A host is there, and had no time to answer."""


_ENDS = {
    zmq.EVENT_DISCONNECTED: End.GONE,
    zmq.EVENT_CLOSED: End.GONE,
    zmq.EVENT_HANDSHAKE_FAILED_AUTH: End.DENIED,
    zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL: End.STRANGE,
    zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL: End.STRANGE,
}
_MET = zmq.EVENT_HANDSHAKE_SUCCEEDED


def _nothing() -> None:
    """Do nothing."""


class Wire:
    """A DEALER socket that connects once. One wire is one connection.

    `on_met` is called when the handshake with the expected key succeeds, `on_frame` for each frame, and
    `on_end` once. `source` is the local address to use, if it matters.

    All messages of a DEALER must be read before its descriptor can report new ones. A call of send may
    consume such a report. So `_drain` is called for each report and after each send.
    """

    def __init__(
        self,
        *,
        host: str,
        port: int,
        server_key: str,
        public: str,
        secret: str,
        on_frame: Callable[[bytes], None],
        on_end: Callable[[End], None],
        on_met: Callable[[], None] = _nothing,
        source: str = "",
    ) -> None:
        self._on_met = on_met
        self._on_frame = on_frame
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self.open = True
        self._untried_name = host if is_name(host) else ""
        """The name of the machine, until a host with the right key has answered there."""
        self._began = self._loop.time()
        socket: zmq.Socket[bytes] = _context().socket(zmq.DEALER)
        self._socket = socket
        socket.curve_serverkey = server_key.encode()
        socket.curve_publickey = public.encode()
        socket.curve_secretkey = secret.encode()
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.RECONNECT_IVL, -1)
        socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
        socket.setsockopt(zmq.CONNECT_TIMEOUT, HANDSHAKE_MS)
        socket.setsockopt(zmq.MAXMSGSIZE, FRAME_BYTES_MAX)
        socket.setsockopt(zmq.RCVHWM, QUEUE_IN)
        socket.setsockopt(zmq.SNDHWM, QUEUE_OUT)
        socket.setsockopt(zmq.IPV6, ":" in host or host in _by_ipv6)
        self._monitor = socket.get_monitor_socket(sum(event.value for event in (*_ENDS, _MET)))
        self._fds = (int(socket.get(zmq.FD)), int(self._monitor.get(zmq.FD)))
        for fd in self._fds:
            self._loop.add_reader(fd, self._drain)
        shown = f"[{host}]" if ":" in host else host
        spoken_from = f"{source}:0;" if source else ""
        socket.connect(f"tcp://{spoken_from}{shown}:{port}")
        self._loop.call_soon(self._drain)

    def send(self, frame: bytes) -> bool:
        """Send a frame if there is room. Return whether it was sent."""
        if not self.open:
            return False
        try:
            self._socket.send(frame, zmq.NOBLOCK)
        except zmq.Again:
            return False
        self._loop.call_soon(self._drain)
        return True

    def close(self, *, parting: bool = False) -> None:
        """Close the connection without calling `on_end`. With `parting`, the last frame is still sent."""
        if self.open:
            self.open = False
            if self._untried_name:
                _by_ipv6.symmetric_difference_update({self._untried_name})
            for fd in self._fds:
                self._loop.remove_reader(fd)
            self._socket.disable_monitor()
            self._monitor.close(linger=0)
            self._socket.close(linger=PARTING_MS if parting else 0)

    def _drain(self) -> None:
        while self.open:
            try:
                frame = self._socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                break
            self._on_frame(frame)
        end: End | None = None
        while self.open:
            try:
                parts = self._monitor.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                break
            event = zmq.Event(parse_monitor_message(parts)["event"])
            if event == _MET:
                self._untried_name = ""
                self._on_met()
            elif end in (None, End.GONE):  # A refusal is reported before the connection closes
                end = self._end_of(event)
        if end is not None and self.open:
            self.close()
            self._on_end(end)

    def _end_of(self, event: zmq.Event) -> End:
        late = self._loop.time() - self._began >= SLOW_SECONDS
        return End.SLOW if late and event == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL else _ENDS[event]


@cache
def _context() -> zmq.Context[zmq.Socket[bytes]]:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    context.set(zmq.MAX_SOCKETS, SOCKETS_MAX)
    atexit.register(context.destroy, 0)  # This waits for the last frames and for nothing else
    return context
