"""Sockets: one ROUTER for the exercise and one for the door, both with CURVE, and the ZAP handler that admits keys.

The sender of each message is the key that ZAP proved. A routing id is only the way back. Each socket is drained
through its file descriptor, with a limited number of messages in each turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import zmq
from warcouncil.arbiter.shell.base.listening import PAIR_TRIES, AddressTaken, bind_fault
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.wire.wire import FRAME_BYTES_MAX
from zmq.utils import z85

LIBZMQ_LEAST = (4, 3, 5)
TURN_MAX = 50
"""How many messages are taken from a socket before others have their turn. They are recorded with one commit.

More would save few commits, and in a rush every client would wait for the last message. If commits are slow, the
inbox takes more at once.
"""
HANDSHAKE_MS = 2000
BACKLOG = 4096
QUEUE_IN, QUEUE_OUT = 16, 500
"""How many messages are queued for one connection. The rest is dropped, and the client then asks for the complete
view.
"""
PING_MS, PONG_MS = 15_000, 45_000
"""Pings find dead connections and close them. The clients' own beats show sooner whether a client is linked."""

DOOR_DOMAIN = "door"
SEATS_DOMAIN = "seats"

_OK, _LATER, _DENIED = b"200", b"300", b"400"
_NOW, _MORE_NOW = int(zmq.NOBLOCK), int(zmq.NOBLOCK | zmq.SNDMORE)
_READABLE = int(zmq.POLLIN)
"""Plain integers, because combining enumeration flags for every message is slow."""


class TooOld(Exception):
    """The library has known faults. The text names the required version."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message: the way back, the key that ZAP proved, and its only frame. `data` is None if it had several.

    `address` is the sender's address, if it was requested and is known.
    """

    route: bytes
    key: str
    data: bytes | None
    address: str = ""


class Drained:
    """Reads a socket until it is empty, whenever its descriptor may have become readable.

    ZMQ_FD reports each change only once, and a call of send may consume the report. So call `again` after sending
    outside a turn.
    """

    def __init__(self, socket: zmq.Socket[bytes], turn: Callable[[], None]) -> None:
        self.socket = socket
        self._turn = turn
        self._loop = asyncio.get_running_loop()
        self._fd = int(socket.get(zmq.FD))
        self._due = False
        self._shut = False
        self._loop.add_reader(self._fd, self._ready)
        self.again()

    def again(self) -> None:
        """Schedule another turn if a message is waiting."""
        if not self._due and not self._shut and int(self.socket.get(zmq.EVENTS)) & _READABLE:
            self._due = True
            self._loop.call_soon(self._ready)

    def close(self) -> None:
        """Stop reading and close the socket."""
        if not self._shut:
            self._shut = True
            self._loop.remove_reader(self._fd)
            self.socket.close(linger=0)

    def _ready(self) -> None:
        self._due = False
        if not self._shut:
            self._turn()
            self.again()


class Sockets:
    """Both sockets and the ZAP handler. `keys` is the live mapping of admitted keys."""

    def __init__(self, *, public: str, secret: str, keys: Mapping[str, object]) -> None:
        check_library()
        self.denied = 0
        self.strangers = 0
        self.undeliverable = 0
        self.has_addresses = True
        """Whether the door can distinguish clients by their addresses."""
        self.real_address: Callable[[str], str] = str
        """Returns the client's address for the address seen at the door."""
        self.speaks: Callable[[], bool] = lambda: True
        """Returns whether this arbiter may send and admit now."""
        self.unsaid = 0
        self._keys = keys
        self._context = zmq.Context()
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind("inproc://zeromq.zap.01")
        self.seats = self._router(SEATS_DOMAIN, z85.decode(secret), z85.decode(public))
        door_secret = proofs.door_secret()
        door_public = zmq.curve_public(z85.encode(door_secret))
        self.door = self._router(DOOR_DOMAIN, door_secret, z85.decode(door_public))
        self._monitors = [self._monitor(self.seats), self._monitor(self.door)]
        self._drained: list[Drained] = []
        self._sent_on: set[zmq.Socket[bytes]] = set()
        """The sockets that have sent a message since their last look. That may have consumed their reports."""

    def bind(self, host: str, seats_port: int, door_port: int) -> tuple[int, int]:
        """Listen. Port 0 means any free one. Return the two ports. Raises AddressTaken."""
        return _bind(self.seats, host, seats_port), _bind(self.door, host, door_port)

    def bind_pair(self, host: str, port: int) -> tuple[int, int]:
        """Listen at `port` and, for the door, one above. Port 0 means any free pair. Raises AddressTaken."""
        if port:
            return _bind(self.seats, host, port), _bind(self.door, host, port + 1, first=port)
        for _ in range(PAIR_TRIES):
            seats_port = _bind(self.seats, host, 0)
            try:
                return seats_port, _bind(self.door, host, seats_port + 1)
            except AddressTaken:
                self.seats.unbind(self.seats.getsockopt_string(zmq.LAST_ENDPOINT))
        raise AddressTaken(f"{host} has no two free ports side by side. Give a --port")

    def listen(self, on_seats: Callable[[], None], on_door: Callable[[], None]) -> None:
        """Call the two functions from now on whenever messages are waiting."""
        self._drained = [
            Drained(self._zap, self._admit),
            Drained(self.seats, on_seats),
            Drained(self.door, on_door),
            *[Drained(monitor, partial(self._count, monitor)) for monitor in self._monitors],
        ]

    def again(self) -> None:
        """Look again at the sockets that have sent a message outside their turn."""
        for drained in self._drained if self._sent_on else ():
            if drained.socket in self._sent_on:
                drained.again()
        self._sent_on.clear()

    def send(self, socket: zmq.Socket[bytes], route: bytes, data: bytes) -> None:
        """Send a frame along a route. Every frame leaves through this method.

        A frame for a dead or full route is counted and dropped. Its client will ask again.
        """
        if not self.speaks():
            self.unsaid += 1
            return
        self._sent_on.add(socket)
        try:
            socket.send(route, _MORE_NOW)
            socket.send(data, _NOW)
        except zmq.ZMQError as error:
            if error.errno not in (zmq.EAGAIN, zmq.EHOSTUNREACH):
                raise
            self.undeliverable += 1

    def close(self) -> None:
        """Close everything at once. Unsent messages are lost."""
        for socket in (self.seats, self.door):
            socket.disable_monitor()
        for drained in self._drained:
            drained.close()
        for socket in (self._zap, self.seats, self.door, *self._monitors):
            socket.close(linger=0)
        self._context.term()

    def _router(self, domain: str, secret: bytes, public: bytes) -> zmq.Socket[bytes]:
        socket = self._context.socket(zmq.ROUTER)
        socket.setsockopt(zmq.CURVE_SERVER, 1)
        socket.setsockopt(zmq.CURVE_SECRETKEY, secret)
        socket.setsockopt(zmq.CURVE_PUBLICKEY, public)
        socket.setsockopt(zmq.ZAP_DOMAIN, domain.encode())
        socket.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)
        socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
        socket.setsockopt(zmq.ROUTER_HANDOVER, 0)
        socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
        socket.setsockopt(zmq.MAXMSGSIZE, FRAME_BYTES_MAX)
        socket.setsockopt(zmq.RCVHWM, QUEUE_IN)
        socket.setsockopt(zmq.SNDHWM, QUEUE_OUT)
        socket.setsockopt(zmq.HEARTBEAT_IVL, PING_MS)
        socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, PONG_MS)
        socket.setsockopt(zmq.BACKLOG, BACKLOG)
        socket.setsockopt(zmq.LINGER, 0)
        return socket

    def _monitor(self, socket: zmq.Socket[bytes]) -> zmq.Socket[bytes]:
        """Return the socket on which libzmq reports failed handshakes."""
        failed = zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
        return socket.get_monitor_socket(int(failed))

    def _count(self, monitor: zmq.Socket[bytes]) -> None:
        """Count the connections that came without encryption or with a wrong public key of the arbiter."""
        with suppress(zmq.Again):
            for _ in range(TURN_MAX):
                monitor.recv_multipart(zmq.NOBLOCK)
                self.strangers += 1

    def _admit(self) -> None:
        """Answer libzmq's requests about new connections (ZAP, RFC 27). The door accepts any key, and the port for
        seats only known keys."""
        for _ in range(TURN_MAX):
            try:
                parts = self._zap.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            key = z85.encode(parts[6]).decode() if len(parts) == 7 and parts[5] == b"CURVE" else ""
            door = len(parts) > 2 and parts[2] == DOOR_DOMAIN.encode()
            welcome = bool(key) and (door or key in self._keys)
            speaks = self.speaks()
            self.denied += speaks and not welcome
            status = _LATER if not speaks else _OK if welcome else _DENIED
            request = parts[1] if len(parts) > 1 else b""
            self._zap.send_multipart([b"1.0", request, status, b"", key.encode(), b""], zmq.NOBLOCK)


def take(socket: zmq.Socket[bytes], *, with_address: bool = False) -> list[Incoming]:
    """Take the waiting messages of a socket, at most TURN_MAX. Further frames of a multipart message are discarded."""
    taken: list[Incoming] = []
    try:
        while len(taken) < TURN_MAX:
            route = socket.recv(_NOW)
            frame = socket.recv(_NOW, copy=False)
            alone = not frame.more
            while frame.more:
                frame = socket.recv(_NOW, copy=False)
            address = str(frame.get("Peer-Address")) if with_address else ""
            taken.append(Incoming(route, str(frame.get("User-Id")), frame.bytes if alone else None, address))
    except zmq.Again:
        pass
    return taken


def check_library() -> None:
    """Raise TooOld for a libzmq with known faults or without encryption."""
    if zmq.zmq_version_info()[:3] < LIBZMQ_LEAST or not zmq.has("curve"):
        found = f"{zmq.zmq_version()} {'with' if zmq.has('curve') else 'without'} CURVE"
        raise TooOld(
            f"libzmq 4.3.5 or newer with CURVE is needed, and this is {found}. Install a newer pyzmq"
        )


def _bind(socket: zmq.Socket[bytes], host: str, port: int, first: int = 0) -> int:
    shown = f"[{host}]" if ":" in host else host
    try:
        socket.setsockopt(zmq.IPV6, ":" in host)
        socket.bind(f"tcp://{shown}:{port or '*'}")
    except zmq.ZMQError as error:
        raise AddressTaken(bind_fault(host, port, error, first=first)) from None
    return int(socket.getsockopt_string(zmq.LAST_ENDPOINT).rpartition(":")[2])
