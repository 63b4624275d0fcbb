"""The bare floor: the least cost of ZeroMQ, encryption, a journal and checked messages together, without any
rules. A round is ten declarations in and ten views of 1 KB out. No rules, no receipts, no keys checked,
nothing sealed. `python -m tests.bench.floor` is its server. It has zmq.asyncio with CURVE, and SQLite with
synchronous=FULL and one commit for all rounds that wait. pydantic checks every message in (one of twenty
kinds) and out. It also plays in the shape of a turn of ours: the same gates, views filled up to our size,
and an answer of our size to every declaration.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
from functools import reduce
from operator import or_
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

import zmq
import zmq.asyncio
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model
from warcouncil.games.kartenspiel import GAME
from warcouncil.protocol.wire.wire import ENVELOPE_BYTES_MAX, REPLY_BYTES, reply_size

from tests.bench.crowd import KartenspielCrowd
from tests.bench.load import SEATS, Load, Play
from tests.bench.processes import ServerProcess

_SOCKETS_MAX = 20_000
_WAIT_MS = 60_000
SEAL_BYTES = 40
_HELLO = b"hello %d"
OUR_SHAPE = {
    "gates": tuple(map(len, KartenspielCrowd.steps)),
    "view_bytes": reply_size(GAME.view_bytes - ENVELOPE_BYTES_MAX) + SEAL_BYTES,
    "answer_bytes": REPLY_BYTES[0] + SEAL_BYTES,
}
PLAIN_SHAPE = {"gates": (SEATS,), "view_bytes": 0, "answer_bytes": 0}


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Corps(_Frozen):
    number: int
    foot: int | None = None
    horse: int | None = None
    lost: int = 0
    order: str | None = None


class _Happening(_Frozen):
    n: int
    kind: str
    corps: int
    text: str


class _View(_Frozen):
    type: Literal["view"] = "view"
    table: int
    round: int
    seat: int
    phase: str
    side: str
    own: tuple[_Corps, ...]
    enemy: tuple[_Corps, ...]
    reserve_foot: int
    reserve_horse: int
    awaited: tuple[int, ...]
    story: tuple[_Happening, ...]


def _request(kind: str) -> Any:
    named: Any = Literal[kind]
    return create_model(
        kind.title(),
        __base__=_Frozen,
        type=(named, kind),
        table=(int, ...),
        seat=(int, Field(ge=0, lt=SEATS)),
        round=(int, Field(ge=0)),
        choice=(str | None, None),
        id=(str, Field(max_length=64)),
    )


_KINDS = [
    "declare",
    "hello",
    "beat",
    "resync",
    "say",
    "propose",
    "respond",
    "call",
    "rule",
    "watch",
    "look",
    "pause",
    "resume",
    "extend",
    "end",
    "void",
    "tell",
    "give",
    "back",
]
_ANY: Any = Annotated[reduce(or_, [_View, *map(_request, _KINDS)]), Field(discriminator="type")]
_MESSAGE: TypeAdapter[Any] = TypeAdapter(_ANY)


def _view(table: int, number: int, seat: int) -> bytes:
    red = seat < SEATS // 2
    view = _View(
        table=table,
        round=number,
        seat=seat,
        phase="Attack declaration",
        side="red" if red else "black",
        own=tuple(
            _Corps(number=corps, foot=4 + (seat + corps) % 3, horse=1, lost=corps, order="defend")
            for corps in range(4)
        ),
        enemy=tuple(_Corps(number=corps, lost=corps + seat % 3) for corps in range(4)),
        reserve_foot=4,
        reserve_horse=2,
        awaited=(),
        story=tuple(
            _Happening(n=number * 4 + corps, kind="fought", corps=corps, text=f"Corps {corps}: Red lost one.")
            for corps in range(4)
        ),
    )
    return view.model_dump_json().encode()


class _Server:
    """Gathers a table's declarations, writes full rounds down, then sends the views."""

    def __init__(self, socket: zmq.asyncio.Socket, file: str, shape: dict[str, Any]) -> None:
        self._socket = socket
        self._gates, self._view_bytes = shape["gates"], shape["view_bytes"]
        self._answer = b" " * shape["answer_bytes"]
        self._journal = sqlite3.connect(file, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self._journal.execute(f"PRAGMA {pragma}")
        self._journal.execute("CREATE TABLE rounds (seq INTEGER PRIMARY KEY, round INT, body BLOB)")
        self._declared: dict[int, dict[int, bytes]] = {}
        self._routes: dict[tuple[int, int], bytes] = {}
        self._full: list[tuple[int, int]] = []
        self._wake = asyncio.Event()

    async def take(self) -> None:
        """Take declarations for ever."""
        while True:
            route, data = await self._socket.recv_multipart()
            if data.startswith(_HELLO[:5]):
                self._routes[divmod(int(data[5:]), SEATS)] = route
                await self._socket.send_multipart([route, data])
                continue
            message = _MESSAGE.validate_json(data)
            declared = self._declared.setdefault(message.table, {})
            declared[message.seat] = data
            if self._answer:
                await self._socket.send_multipart([route, self._answer])
            if len(declared) == self._gates[(message.round - 1) % len(self._gates)]:
                self._full.append((message.table, message.round))
                self._wake.set()

    async def write(self) -> None:
        """Write down all rounds that wait in one transaction, and send their views, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            full, self._full = self._full, []
            rows = [(number, b"\n".join(self._declared.pop(table).values())) for table, number in full]
            self._journal.execute("BEGIN")
            self._journal.executemany("INSERT INTO rounds (round, body) VALUES (?, ?)", rows)
            self._journal.execute("COMMIT")
            for table, number in full:
                for seat in range(SEATS):
                    view = _view(table, number, seat).ljust(self._view_bytes)
                    await self._socket.send_multipart([self._routes[table, seat], view])


async def _serve(order: dict[str, Any]) -> None:
    context = zmq.asyncio.Context()
    context.set(zmq.MAX_SOCKETS, _SOCKETS_MAX)
    socket = context.socket(zmq.ROUTER)
    public, secret = zmq.curve_keypair()
    socket.curve_server, socket.curve_publickey, socket.curve_secretkey = True, public, secret
    for option in (zmq.SNDHWM, zmq.RCVHWM, zmq.LINGER):
        socket.setsockopt(option, 0)
    socket.setsockopt(zmq.BACKLOG, 4096)
    port = socket.bind_to_random_port("tcp://127.0.0.1")
    server = _Server(socket, order["file"], order["shape"])
    over = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), over.set)
    tasks = [asyncio.create_task(server.take()), asyncio.create_task(server.write())]
    sys.stdout.write(json.dumps({"port": port, "server_key": public.decode()}) + "\n")
    sys.stdout.flush()
    await over.wait()
    for task in tasks:
        task.cancel()
    context.destroy(linger=0)


def connected(context: zmq.Context[zmq.Socket[bytes]], port: int, server_key: str) -> zmq.Socket[bytes]:
    """Return a connection to a bare server, with keys that it does not know."""
    socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.HANDSHAKE_IVL, _WAIT_MS)
    socket.curve_serverkey = server_key.encode()
    socket.curve_publickey, socket.curve_secretkey = zmq.curve_keypair()
    socket.connect(f"tcp://127.0.0.1:{port}")
    return socket


class FloorCrowd:
    """The same seats against the floor."""

    _round = re.compile(rb'"round":(\d+)')

    def __init__(
        self,
        port: int,
        server_key: str,
        tables: int,
        steps: tuple[tuple[int, ...], ...] = (tuple(range(SEATS)),),
    ) -> None:
        self.tables = tables
        self.steps = steps
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._context.set(zmq.MAX_SOCKETS, _SOCKETS_MAX)
        self._sockets = [connected(self._context, port, server_key) for _ in range(tables * SEATS)]
        self._rounds = [1] * len(self._sockets)
        for seat, socket in enumerate(self._sockets):
            socket.send(_HELLO % seat)
        for seat, socket in enumerate(self._sockets):
            if not socket.poll(_WAIT_MS):
                raise RuntimeError("the floor did not greet a seat")
            socket.recv()
            self.views(seat)

    def descriptor(self, seat: int) -> int:
        """Return the descriptor that reports received data of a seat."""
        return int(self._sockets[seat].get(zmq.FD))

    def declare(self, seat: int, step: int) -> None:
        """Send a seat's declaration, of about 110 bytes."""
        text = b'{"type":"declare","table":%d,"seat":%d,"round":%d,"choice":"defend","id":"%032x"}'
        self._sockets[seat].send(text % (seat // SEATS, seat % SEATS, self._rounds[seat], seat))

    def silent(self, now: float) -> list[int]:  # the floor asks for no sign of life
        """Return no seat."""
        return []

    def beat(self, seat: int) -> None:
        """Never asked for."""
        raise NotImplementedError

    def views(self, seat: int) -> int:
        """Take what has come for a seat, and check each view's round."""
        found = 0
        try:
            while True:
                frame = self._sockets[seat].recv(zmq.NOBLOCK)
                if frame.startswith(b" "):
                    continue  # the answer to a declaration
                match = self._round.search(frame, 0, 100)
                if match is None or int(match[1]) != self._rounds[seat]:
                    raise RuntimeError("a seat holds another view than that of its round")
                self._rounds[seat] += 1
                found += 1
        except zmq.Again:
            return found

    def close(self) -> None:
        """Close every connection."""
        self._context.destroy(linger=0)


def run(tables: int, load: Load, *, in_our_shape: bool = False) -> dict[str, object]:
    """Measure the floor at this number of tables."""
    shape, name = PLAIN_SHAPE, "secret round, floor"
    steps: tuple[tuple[int, ...], ...] = (tuple(range(SEATS)),)
    if in_our_shape:
        shape, name, steps = OUR_SHAPE, "secret round, floor in our shape", KartenspielCrowd.steps
    with TemporaryDirectory() as folder:
        order = {"file": str(Path(folder) / "floor.db"), "shape": shape}
        with ServerProcess("tests.bench.floor", order) as server:
            crowd = FloorCrowd(server.ready["port"], server.ready["server_key"], tables, steps)
            try:
                return {"name": name, "wall": False, **Play(crowd, server, load).run()}
            finally:
                crowd.close()


if __name__ == "__main__":
    asyncio.run(_serve(json.loads(sys.stdin.readline())))
