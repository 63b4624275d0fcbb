"""Machines for tests of their loss: arbiters and standbys in their own processes, and people at real links."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from warcouncil.clients.link.base.line import News
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.protocol.acts.room_acts import HandOverLead
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Standbys
from warcouncil.protocol.wire.replies import Done, Refusal, Welcome
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import TableId

from tests.clients.commands.host.test_host import COMMAND, codes, port_of, seats_of
from tests.waiting import until_true

HERE = ("--bind", "127.0.0.1", "--port", "0", "--no-wall", "--no-announce")
PATIENCE_SECONDS = 90.0


class Machine:
    """An arbiter or a standby in a process of its own, with each JSON line of its output."""

    def __init__(self, *words: str) -> None:
        command = [*COMMAND, *words, "--json", *HERE]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def said(self) -> dict[str, Any]:
        """Wait for the next line."""
        assert self.process.stdout
        assert self.process.stderr
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(self.process.stderr.read())
        told: dict[str, Any] = json.loads(line)
        return told

    def ended(self) -> int:
        """Wait for the end of the process, and return its status."""
        return self.process.wait(PATIENCE_SECONDS)


@contextmanager
def machine(*words: str) -> Iterator[Machine]:
    """Run one machine. At the end it is killed, as by a power cut."""
    made = Machine(*words)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate(timeout=PATIENCE_SECONDS)


class Person:
    """A person at a link, with everything that was received."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.epochs: list[int] = []

    async def until(self, *kinds: type) -> Any:
        """Wait for news of a kind. Fail if a clock lost time on the way, or an older leader is heard."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                news: News = await self.link.receive()
                if isinstance(news, Welcome):
                    assert not self.epochs or news.epoch >= self.epochs[-1]
                    self.epochs.append(news.epoch)
                if isinstance(news, kinds):
                    return news

    async def knows(self, machine_: dict[str, Any]) -> None:
        """Wait until the link knows the address of a standby."""
        await until_true(lambda: set(machine_["addresses"]) <= set(self.link.ticket.elsewhere))

    async def hears_of(self, name: str, standby: Machine, *others: Person) -> None:
        """Wait until a standby is ready, and all links know it."""
        said = standby.said()
        assert said["standby"] == name
        while name not in [one.name for one in (await self.until(Standbys)).standbys]:
            pass
        for person in (self, *others):
            await person.knows(said)

    async def back(self, epoch: int) -> View:
        """Wait until the arbiter of an epoch shows the complete view of the seat."""
        while not self.epochs or self.epochs[-1] < epoch:
            await self.until(Welcome)
        while not (view := await self.until(View)).whole:
            pass
        assert isinstance(view, View)
        return view

    async def rules(self) -> Done | Refusal:
        """Order a hand-over of the lead, and wait for its result."""
        ruling = Rule(id=uuid4().hex, table=TableId(0), act=HandOverLead(), reason="the battery is low")
        self.link.send(ruling)
        while True:
            said: Done | Refusal = await self.until(Done, Refusal)
            if said.id == ruling.id:
                return said


async def seated(said: dict[str, Any], seat: str) -> Person:
    """Join with a card."""
    kind = Kind.SEAT if seat in seats_of(said) else Kind.CONSOLE
    return Person(Link(await join(Address("127.0.0.1", port_of(said)), codes(said)[seat], kind=kind)).start())
