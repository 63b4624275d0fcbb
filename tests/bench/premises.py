"""The measured room: an exercise with its players admitted, the real `host` process, and its consoles and
displays.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]  # it comes without types
import zmq
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import STIMULUS, Admitted, Began, Grant, Received
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.opening import begin, new_codes
from warcouncil.clients.display.showing import Showing
from warcouncil.clients.link.base.line import News
from warcouncil.clients.link.base.machine import monotonic_ms, new_id
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.umpire.model.board import Board
from warcouncil.games.kartenspiel import GAME
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.requests import Declare, Watch
from warcouncil.protocol.words import Role, TableId

from tests.ports import free_pair

OPTIONS: dict[str, Any] = {"max_turns": 10_000}
"""No battle ends while it is measured. The clocks are the game's own."""
HOST = "127.0.0.1"
PATIENCE_SECONDS = 60.0
LINE_BYTES_MAX = 1 << 27


@dataclass
class Premises:
    """An exercise in a file, and a ticket for each of its clients: seats as (ticket, table, seat)."""

    file: Path
    port: int
    seats: list[tuple[Ticket, int, str]] = field(default_factory=list)
    umpires: list[Ticket] = field(default_factory=list)
    display: list[Ticket] = field(default_factory=list)


def prepare(
    file: Path, tables: int, consoles: int = 2, *, first: int = 1, name: str = "The room"
) -> Premises:
    """Write an exercise in which all clients have come through the door already.

    Its tables are numbered from `first`.
    """
    plans = tuple(
        TablePlan(table=TableId(number), game=GAME.name, options=OPTIONS, seed=f"{number:064x}")
        for number in range(first, first + tables)
    )
    opened = begin(file, Began(exercise=name, tables=plans, codes=new_codes(plans)))
    made = Premises(file, free_pair())
    entries = []

    def ticket(holder: Grant) -> Ticket:
        public, secret = zmq.curve_keypair()
        admitted = Admitted(at=0, key=public.decode(), holder=holder)
        entries.extend(written(admitted, opened.exercise.handle(admitted), TableId(0)))
        return Ticket(
            exercise=name,
            host=HOST,
            port=made.port,
            server_key=opened.journal.papers.curve_public,
            public=public.decode(),
            secret=secret.decode(),
        )

    for number, table in opened.exercise.tables.items():
        for seat in table.seats:
            made.seats.append((ticket(Grant(role=Role.SEAT, table=number, seat=seat)), number, seat))
    made.umpires = [ticket(Grant(role=Role.UMPIRE)) for _ in range(consoles)]
    made.display = [ticket(Grant(role=Role.DISPLAY))]
    opened.journal.append(entries)
    opened.journal.close()
    return made


class Hosting:
    """`warcouncil host --resume`, with its wall, in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.up_at = time.monotonic()
        self._known = psutil.Process(process.pid)

    @classmethod
    async def start(cls, premises: Premises, *, walled: bool = True) -> Hosting:
        """Start it, and wait until it serves."""
        options = ["--resume", str(premises.file), "--bind", HOST, "--port", str(premises.port)]
        options += [] if walled else ["--no-wall"]
        process = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-m",
                "warcouncil.clients.commands.cli",
                "host",
                *options,
                "--no-announce",
                "--json",
            ),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LINE_BYTES_MAX,
            start_new_session=True,  # a key in the terminal is for us, and we stop it
        )
        assert process.stdout
        if not await process.stdout.readline():
            await process.wait()
            raise RuntimeError("the arbiter did not start")
        return cls(process)

    async def kill(self) -> float:
        """End it as a power cut does, and give when."""
        self.process.kill()
        at = time.monotonic()
        await self.process.wait()
        return at

    async def stop(self) -> None:
        """End it in order, if it still runs."""
        if self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()

    def cpu_seconds(self) -> tuple[float, float]:
        """Return the processor time of the arbiter, and of its gate."""
        spent = [each.cpu_times() for each in (self._known, *self._known.children())]
        arbiter, *gate = [float(times.user + times.system) for times in spent]
        return arbiter, sum(gate)

    def rss_mb(self) -> tuple[float, float]:
        """Return the memory of the arbiter, and of its gate."""
        held = [each.memory_info().rss / 2**20 for each in (self._known, *self._known.children())]
        return float(held[0]), float(sum(held[1:]))


@dataclass(slots=True)
class Glance:
    """When a console's board was fed a table, at which gate, and who had sealed then."""

    at: float
    table: int
    gate: int
    sealed: frozenset[str]


class Onlooker:
    """An umpire's console or a projector, without its screen."""

    def __init__(self, ticket: Ticket, model: Board | Showing, *first: Watch) -> None:
        self.link = Link(ticket, app="bench")
        self._first = first
        self.model = model
        self.glances: list[Glance] = []
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Open it."""
        self.link.start()
        for request in self._first:
            self.link.send(request)
        self._task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        while True:
            self._feed(await self.link.receive())

    def _feed(self, news: News) -> None:
        for request in self.model.feed(news, monotonic_ms()):
            self.link.send(request)
        if isinstance(news, TableStatus):
            sealed = frozenset(str(seat.seat) for seat in news.seats if seat.sealed)
            self.glances.append(Glance(time.monotonic(), news.table, news.gate, sealed))

    async def ready(self, tables: int) -> None:
        """Wait until it knows this number of tables."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(self.model.tables) < tables:
                await asyncio.sleep(0.005)

    async def cut(self) -> None:
        """End it without a farewell, as the end of its process does."""
        self.link.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def console(ticket: Ticket, watches: int = 0) -> Onlooker:
    """Return an umpire's console that watches a table."""
    board = Board(new_id)
    return Onlooker(ticket, board, board.watch(TableId(watches)))


def display(ticket: Ticket) -> Onlooker:
    """Return a projector that shows the first table."""
    return Onlooker(ticket, Showing(TableId(1)))


@dataclass(slots=True)
class Declared:
    """A declaration as the journal holds it: when the arbiter heard it, by its own time in milliseconds."""

    at_ms: int
    table: int
    gate: int
    seat: str
    times: int = 1


@dataclass(slots=True)
class Kept:
    """The content of the journal: every declaration by its id, and the closing of each gate of each table."""

    declared: dict[str, Declared] = field(default_factory=dict)
    closed_ms: dict[tuple[int, int], int] = field(default_factory=dict)


def kept(file: Path) -> Kept:
    """Read the journal; no arbiter may be running."""
    opened = journal.resume(file)
    found = Kept()
    seats: dict[str, str] = {}
    try:
        for row in opened.rows():
            if row.kind == "closed":
                found.closed_ms[row.table, json.loads(row.body)["gate"]] = row.at
                continue
            match STIMULUS.validate_json(row.body):
                case Admitted(key=key, holder=holder):
                    seats[key] = str(holder.seat)
                case Received(key=key, body=Declare() as body) if body.id in found.declared:
                    found.declared[body.id].times += 1
                case Received(key=key, body=Declare() as body):
                    found.declared[body.id] = Declared(row.at, row.table, body.gate, seats[key])
                case _:
                    pass
    finally:
        opened.close()
    return found


def as_line(words: object) -> bytes:
    """Return a line of JSON for a process beside this one."""
    return json.dumps(words).encode() + b"\n"
