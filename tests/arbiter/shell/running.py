"""A real arbiter on loopback for the tests: real sockets, a real journal, and seats that are admitted without
the door.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import zmq
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, Grant
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.hosting.gateways import WebGateway
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace, RunningArbiter, host
from warcouncil.arbiter.shell.network.flood_limits import Limits
from warcouncil.arbiter.shell.service.opening import Opened, begin, new_codes, take_up
from warcouncil.arbiter.shell.service.report_writer import ReportWriter
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.arbiter.shell.service.stand_ins import NoStandIns, StandIns
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import Role, SeatId, TableId

ROOT = Path(__file__).parents[3]
"""The working folder of helper processes, in which they find the tests."""
GAME = "kartenspiel"
RED_ARMY, BLACK_ARMY, RED_ONE = SeatId("red.army"), SeatId("black.army"), SeatId("red.corps.1")
PATIENCE_SECONDS = 60.0

T = TypeVar("T", bound=Reply | LinkChange)


@dataclass
class Running:
    """A running arbiter."""

    opened: Opened
    port: int
    service: Service
    log: StringIO
    done: asyncio.Task[int]
    web_port: int = 0
    metrics_port: int = 0
    links: list[Link] = field(default_factory=list)

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port)

    @property
    def records(self) -> int:
        """The number of the journal's records of acts.

        Ticks are excluded, because silent seats cause them.
        """
        return sum(row.kind != "ticked" for row in self.rows())

    def rows(self) -> list[Row]:
        """Return every record that is written by now, through a second reader.

        A reader through the arbiter's own journal ends its open transaction.
        """
        with open_record(self.opened.journal.home) as record:
            assert not record.fault
            return [*record.rows()]

    def code(self, seat: str) -> CodeText:
        """Return the code of a seat at table 1, or (seat "") the umpire's."""
        return next(
            c.code for c in self.opened.exercise.codes if c.holder.seat == seat and c.holder.table < 2
        )

    def display_code(self) -> CodeText:
        """Return the projector's code."""
        return next(c.code for c in self.opened.exercise.codes if c.holder.role is Role.DISPLAY)

    def ticket(self, seat: str = RED_ARMY, table: int = 1) -> Ticket:
        """Admit a fresh key to a seat (seat "": as an umpire) and return its ticket."""
        public, secret = zmq.curve_keypair()
        holder = Grant(role=Role.UMPIRE)
        if seat:
            holder = Grant(role=Role.SEAT, table=TableId(table), seat=SeatId(seat))
        assert self.service.settle(
            [Admitted(at=self.service.clock.now(), key=public.decode(), holder=holder)]
        )
        assert public.decode() in self.service.exercise.keys, "its lease has lapsed: wait until it leads"
        return self.key_ticket(public.decode(), secret.decode())

    async def leads(self) -> None:
        """Wait until the arbiter may act. On a busy machine a lease lapses."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not self.service.leads:
                await asyncio.sleep(0.02)

    def key_ticket(self, public: str, secret: str) -> Ticket:
        """Return a ticket for a key, admitted or not."""
        papers = self.opened.journal.papers
        return Ticket(
            exercise=papers.exercise,
            host="127.0.0.1",
            port=self.port,
            server_key=papers.curve_public,
            public=public,
            secret=secret,
        )

    def link(self, ticket: Ticket, *, at_once: bool = True) -> Link:
        """Start a link that is closed with the arbiter."""
        link = Link(ticket, at_once=at_once).start()
        self.links.append(link)
        return link

    async def seated(self, seat: str = RED_ARMY) -> tuple[Link, View]:
        """Start a link for a seat and wait for its first view."""
        link = self.link(self.ticket(seat))
        return link, await until(link, View)

    async def stop(self) -> int:
        """Stop the arbiter and return its exit status."""
        self.service.stop()
        return await self.done


@asynccontextmanager
async def arbiter(
    where: str | Path,
    *,
    walled: bool = False,
    port: int = 0,
    resume: bool = False,
    limits: Limits | None = None,
    stand_ins: StandIns | None = None,
    options: dict[str, Any] | None = None,
    tables: int = 1,
    report_writer: ReportWriter | None = None,
    all_draw: bool = False,
    gateway: WebGateway | None = None,
    seats_first: bool = False,
    metrics_port: int | None = None,
) -> AsyncIterator[Running]:
    """Run an arbiter.

    `limits` are those of the flood wall for every address. `all_draw`: the present seats make the chance, and the
    game begins when all are present.
    """
    begun = began(options or {}, tables)
    if all_draw:
        begun = begun.model_copy(update={"start": "linked", "chance": "all"})
    opened = take_up(where) if resume else begin(where, begun)
    loop = asyncio.get_running_loop()
    up: asyncio.Future[RunningArbiter] = loop.create_future()
    log = StringIO()
    bots = stand_ins or NoStandIns()
    place = ListenPlace("127.0.0.1", port, walled=walled, metrics_port=metrics_port, far=limits, near=limits)
    done = loop.create_task(
        host(
            opened,
            place,
            lambda *_: bots,
            open_log(log),
            ready=up.set_result,
            report_writer=report_writer,
            gateway=gateway,
            seats_first=seats_first,
            on_signals=False,
        )
    )
    while not up.done():
        await asyncio.wait([done], timeout=0.01)
        if done.done():
            await done
    standing = up.result()
    running = Running(
        *(opened, standing.port, standing.service, log, done), standing.web_port, standing.metrics_port
    )
    try:
        yield running
    finally:
        for link in running.links:
            link.close()
        standing.service.stop()
        await done
        loop.set_exception_handler(None)


def began(options: dict[str, Any], tables: int) -> Began:
    """Return an exercise with this number of tables."""
    plans = tuple(
        TablePlan(table=TableId(number + 1), game=GAME, options=options, seed="5a" * 32)
        for number in range(tables)
    )
    return Began(exercise="Exercise", tables=plans, codes=new_codes(plans))


async def until(link: Link, kind: type[T], **claims: object) -> T:
    """Wait for the next item of a kind whose fields have the given values."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            item = await link.receive()
            if isinstance(item, kind) and all(getattr(item, name) == value for name, value in claims.items()):
                return item


async def until_shut(link: Link) -> str:
    """Wait until a link is shut and return its text."""
    return (await until(link, LinkChange, state=LinkState.SHUT)).text


def suggested(view: View) -> Declare:
    """Return a declaration of what the form suggests."""
    assert view.form is not None
    assert view.form.suggested is not None
    return Declare(id=uuid4().hex, gate=view.gate, answer=view.form.suggested)
