"""The seats of Kartenspiel under load: raw encrypted connections that use the product's wire as cheaply as
possible. A round is one turn without an attack. Both army commanders deal out their reserve (one gate),
and the eight corps commanders all defend (a second gate). Then night falls and every division goes back.
So ten sealed declarations come in. Ten signed receipts and twice ten views go out, each made for one seat
and sealed to it. An umpire's console is linked too, and learns of every table as in a real exercise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Protocol

import zmq
from warcouncil.clients.link.base.wire import SOCKETS_MAX
from warcouncil.clients.link.connect.link import Unsealer
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.roles import ROMAN
from warcouncil.protocol.wire.requests import Hello
from warcouncil.protocol.wire.wire import REQUEST_BYTES, encode_request

from tests.bench.load import SEATS

ARMIES = (0, 5)
CORPS = (1, 2, 3, 4, 6, 7, 8, 9)
_BATCH = 100
_WAIT_MS = 30_000
_DEALS = 997
BEAT_SECONDS = 0.5
"""The time between two messages of a client; without another message it sends a sign of life."""
DEFEND = b'{"corps.%d":"defend"}'
_DECLARE = b'{"v":4,"session":"%b","body":{"type":"declare","id":"%032x","gate":%d,"answer":%b}}'
_BEAT = b'{"v":4,"session":"%b","body":{"type":"beat","seen":0}}'
_GATE = re.compile(rb'"type":"view",[^{}]{0,80}?"gate":(\d+)')

Pair = tuple[bytes, bytes]


def opener(server_key: str, pair: Pair) -> Callable[[bytes], bytes | None]:
    """Return the function that opens the frames for a seat."""
    return Unsealer(server_key=server_key, secret=pair[1].decode()).open


class KartenspielCrowd:
    """Ten seats at each table, and one umpire where there is one, all of them linked."""

    steps: tuple[tuple[int, ...], ...] = (ARMIES, CORPS)

    def __init__(self, *, port: int, server_key: str, pairs: list[Pair], umpire: Pair | None = None) -> None:
        """Connect every pair of keys and greet, a hundred at a time."""
        self.tables = len(pairs) // SEATS
        self._deals = deals(_DEALS, Random(1))
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._context.set(zmq.MAX_SOCKETS, SOCKETS_MAX)
        self._links = []
        for begin in range(0, len(pairs), _BATCH):
            fresh = [
                self._link(port, server_key, pair, begin + number)
                for number, pair in enumerate(pairs[begin : begin + _BATCH])
            ]
            for link in fresh:
                link.settle_in()
            self._links += fresh
        for link in self._links:
            link.views()
        self._umpires = [
            SeatLink(self.wire(port, server_key, pair), 0, opener(server_key, pair))
            for pair in (umpire,)
            if pair is not None
        ]
        self._turns = 0
        self._begun: float | None = None

    def _link(self, port: int, server_key: str, pair: Pair, number: int) -> SeatLink:
        """Return the connection of a seat."""
        return SeatLink(self.wire(port, server_key, pair), number, opener(server_key, pair))

    def wire(self, port: int, server_key: str, pair: Pair) -> zmq.Socket[bytes]:
        """Return a connection with a pair of keys."""
        public, secret = pair
        socket: zmq.Socket[bytes] = self._context.socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.HANDSHAKE_IVL, _WAIT_MS)
        socket.curve_serverkey = server_key.encode()
        socket.curve_publickey = public
        socket.curve_secretkey = secret
        socket.connect(f"tcp://127.0.0.1:{port}")
        return socket

    def descriptor(self, seat: int) -> int:
        """Return the descriptor that reports received data of a seat."""
        return self._links[seat].descriptor

    def declare(self, seat: int, step: int) -> None:
        """Send a seat's declaration for a gate of the round."""
        link = self._links[seat]
        link.declare(self._deals[(link.gate * 31 + seat) % _DEALS] if step == 0 else DEFEND % (seat % 5))

    def silent(self, now: float) -> list[int]:
        """Return the seats that have sent nothing for a beat: each is checked once in that time, one after
        the other. A seat that still waits for an answer sends nothing more. Otherwise a crowd at full
        speed fills the arbiter's queue with signs of life, more than any person sends, and loses its
        declarations there.
        """
        self._begun = now if self._begun is None else self._begun
        seats = len(self._links)
        before, self._turns = self._turns, int((now - self._begun) / BEAT_SECONDS * seats)
        turns = range(max(before, self._turns - seats), self._turns)
        return [turn % seats for turn in turns if self._links[turn % seats].is_silent()]

    def beat(self, seat: int) -> None:
        """Send a seat's sign of life; the umpires send theirs with the first."""
        self._links[seat].beat()
        for umpire in self._umpires if seat == 0 else ():
            umpire.beat()

    def pass_over(self, seat: int) -> None:
        """Read all messages for a seat, and ignore them."""
        self._links[seat].pass_over()
        for umpire in self._umpires if seat == 0 else ():
            umpire.pass_over()

    def views(self, seat: int) -> int:
        """Take what has come for a seat; give how many views of a new gate it was. The umpire reads along with one."""
        for umpire in self._umpires if seat == 0 else ():
            umpire.pass_over()
        return self._links[seat].views()

    def close(self) -> None:
        """Close every connection."""
        self._context.destroy(linger=0)


def deals(number: int, chance: Random) -> list[bytes]:
    """Return this number of ways to deal out a reserve, so that no two tables look alike for long."""
    found = []
    for _ in range(number):
        moves: dict[str, dict[str, int]] = {"inf": {}, "cav": {}}
        for arm, most in (("inf", 20), ("cav", 6)):
            for _ in range(chance.randint(most // 2, most)):
                goal = chance.choice(ROMAN)
                moves[arm][goal] = moves[arm].get(goal, 0) + 1
        found.append(json.dumps({"moves": moves}).encode())
    return found


class Wired(Protocol):
    """The transport of a seat's frames: a socket of ZeroMQ, or a class like it."""

    def send(self, data: bytes, flags: int = 0) -> object:
        """Send a frame."""

    def recv(self, flags: int = 0) -> bytes:
        """Return the next received frame. Raises zmq.Again without one."""

    def poll(self, timeout: int) -> int:
        """Wait this number of milliseconds for a frame; 0: none came."""

    def get(self, option: int) -> object:
        """Return the descriptor (zmq.FD) that reports received data."""


class SeatLink:
    """One seat's connection. Views are known by their size; each seat opens one in ten and checks its gate."""

    _ids = count(1)

    def __init__(
        self, socket: zmq.Socket[bytes] | Wired, number: int, opened: Callable[[bytes], bytes | None]
    ) -> None:
        self._socket = socket
        self.descriptor = int(str(socket.get(zmq.FD)))
        self._opened = opened
        self._number = number
        self._session = b""
        self.gate = 0
        self._spoke = True
        self._is_answered = True
        self._socket.send(encode_request(Hello(app="bench")))

    def settle_in(self) -> None:
        """Wait for the welcome and the first view."""
        while not self.gate:
            if not self._socket.poll(_WAIT_MS):
                raise RuntimeError("the arbiter did not greet a seat")
            body = json.loads(self.opened(self._socket.recv()))["body"]
            self._session = body.get("session", "").encode() or self._session
            self.gate = body.get("gate", 0)

    def declare(self, answer: bytes) -> str:
        """Send a declaration for the gate that is open; give its id."""
        number = next(self._ids)
        text = _DECLARE % (self._session, number, self.gate, answer)
        self._socket.send(text.ljust(REQUEST_BYTES), zmq.NOBLOCK)
        self._spoke, self._is_answered = True, False
        return f"{number:032x}"

    def is_silent(self) -> bool:
        """Return whether it has sent nothing since the last call, and waits for nothing."""
        spoke, self._spoke = self._spoke, False
        return self._is_answered and not spoke

    def beat(self) -> None:
        """Send a sign of life."""
        self._socket.send((_BEAT % self._session).ljust(REQUEST_BYTES), zmq.NOBLOCK)
        self._is_answered = False

    def views(self) -> int:
        """Read all messages, and count the views."""
        found = 0
        try:
            while True:
                frame = self._socket.recv(zmq.NOBLOCK)
                self._is_answered = True
                if len(frame) > GAME.view_bytes:
                    found += 1
                    self.gate += 1
                    if self.gate % SEATS == self._number % SEATS:
                        self._check(frame)
                else:
                    self.hear(frame)
        except zmq.Again:
            return found

    def hear(self, frame: bytes) -> None:
        """Take a frame that is no view: it is ignored here."""

    def pass_over(self) -> None:
        """Take all that has come without a look."""
        with suppress(zmq.Again):
            while True:
                self._socket.recv(zmq.NOBLOCK)

    def _check(self, frame: bytes) -> None:
        match = _GATE.search(self.opened(frame), 0, 300)
        if match is None or int(match[1]) != self.gate:
            raise RuntimeError("a seat holds another view than that of its gate")

    def opened(self, frame: bytes) -> bytes:
        """Open a frame that is sealed to this seat."""
        opened = self._opened(frame)
        if opened is None:
            raise RuntimeError("a frame is sealed to somebody else")
        return opened
