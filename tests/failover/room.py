"""A room of two machines: a leader, a standby, clients between them, the faults of either, and the laws that
apply all the same. Laws: each receipt of a client is in the journal exactly once; no client hears an older
leader after a newer; no clock is shorter than before; epochs only rise; an overtaken leader ends by
itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count, pairwise
from random import Random
from uuid import uuid4

from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.verify import verify
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.protocol.acts.room_acts import HandOverLead
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.wire.replies import Done, Refusal
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import TableId

from tests.arbiter.shell.killing import compare, compare_clocks, rows_of
from tests.failover.machines import Machine
from tests.failover.people import PATIENCE_SECONDS, People
from tests.failover.way import Way, Ways
from tests.servers import Base

EXIT_DONE, EXIT_OVERTAKEN = 0, 1
STOOD_MS = 1000
"""The longest time of the exercise between the last record of one leader and the first of the next."""
UNTOUCHED_SECONDS = 4.0
"""A leader whose standby alone is in trouble must go on at least so long: longer than any lease."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a room: tables of ten clients each, who think for about this long, behind the flood wall or
    not. `afar`: a connection that can be lost is between them and each machine.
    """

    tables: int = 1
    pace_seconds: float = 1.5
    walled: bool = False
    afar: bool = True


ORDINARY = Wish()


@dataclass
class Told:
    """The results of the faults: the number of each, the seconds until another led and until each client was
    back. Also the load of the machine then, and the milliseconds that were missing on clocks.
    """

    faults: dict[str, int] = field(default_factory=dict)
    led: dict[str, list[float]] = field(default_factory=dict)
    back: dict[str, list[float]] = field(default_factory=dict)
    load: dict[str, list[float]] = field(default_factory=dict)
    downs: dict[str, int] = field(default_factory=dict)
    """How many links were lost though the leader was not."""
    shortened_ms: list[int] = field(default_factory=list)
    receipts: int = 0

    def add(self, other: Told) -> None:
        """Add the results of others."""
        for ours, others in ((self.faults, other.faults), (self.downs, other.downs)):
            for name, number in others.items():
                ours[name] = ours.get(name, 0) + number
        for mine, theirs in ((self.led, other.led), (self.back, other.back), (self.load, other.load)):
            for name, times in theirs.items():
                mine.setdefault(name, []).extend(times)
        self.shortened_ms += other.shortened_ms
        self.receipts += other.receipts


class Room:
    """One exercise, with the machine that leads and its standby."""

    def __init__(self, base: Base, exercise: str, wish: Wish, ways: Ways) -> None:
        self.base = base
        self.exercise = exercise
        self.told = Told()
        self._wish = wish
        self._ways = ways
        self._machines: list[Machine] = []
        self._to_seats: dict[Address, Way] = {}
        """The way from people to each machine, where there is one."""

    async def begin(self, seed: int) -> None:
        """Begin on one machine, with a standby, and let bots play."""
        wish = self._wish
        start = ("host", "kartenspiel", "--tables", str(wish.tables), "--start", "now", "--file", "ADDRESS")
        self.leader = await self._start(*start)
        self.codes = (await self.leader.said(1))["cards"]
        self.people = await People.come(self.leader, self._to_seats, seed, wish.pace_seconds)
        self.people.play()
        await self.people.back()
        await self._stand_by()

    # --- faults -------------------------------------------------------------------------------------------------------

    async def killed(self) -> None:
        """The leader's machine is killed."""
        self.leader.give(signal.SIGKILL)
        await self._taken_over("killed")

    async def frozen(self) -> None:
        """The leader's machine freezes, and wakes when another leads."""
        self.leader.give(signal.SIGSTOP)
        former = self.leader
        await self._taken_over("frozen")
        former.give(signal.SIGCONT)
        assert await former.ended() == EXIT_OVERTAKEN, "whoever was overtaken goes on"

    async def left(self) -> None:
        """The leader's machine is shut down in order."""
        self.leader.process.terminate()
        former = self.leader
        await self._taken_over("left")
        assert await former.ended() == EXIT_DONE

    async def severed(self) -> None:
        """The leader's connection to the database breaks."""
        self.leader.way.cut()
        await self._overtaken("severed")

    async def stalled(self) -> None:
        """The leader's connection to the database passes nothing, without an error."""
        self.leader.way.stall()
        await self._overtaken("stalled")

    async def unseen(self) -> None:
        """The leader's machine is lost to the seats, and to them alone: no standby takes over by itself, and
        an umpire hands over from the other side.
        """
        former = self.leader
        way = self._to_seats[await former.address()]
        way.stall()
        await asyncio.sleep(UNTOUCHED_SECONDS)
        self._is_still_led()
        await self._hand_over()
        await self._taken_over("unseen")
        assert await former.ended() == EXIT_DONE
        way.heal()

    async def restarted(self) -> None:
        """The database's server is restarted by its master."""
        await self._without_server("restarted", "fast")

    async def crashed(self) -> None:
        """The database's server loses its machine, and comes back."""
        await self._without_server("crashed", "immediate")

    async def _without_server(self, name: str, mode: str) -> None:
        """Check that the leader still leads, and that people get receipts again."""
        since, downs = time.monotonic(), self.people.downs
        await asyncio.to_thread(self.base.server.restart, mode)
        self.told.led.setdefault(name, []).append(time.monotonic() - since)
        moment = await self.people.answered()
        await asyncio.sleep(UNTOUCHED_SECONDS)
        assert self.leader.lives, f"the leader ended: {self.leader.complaint!r}"
        self._is_still_led()
        self.told.downs[name] = self.told.downs.get(name, 0) + self.people.downs - downs
        self._count(name, [moment - since])

    async def _hand_over(self) -> None:
        """Ask the standby to take over, as an umpire who is linked to the leader."""
        code = next(card["code"] for card in self.codes if card["title"] == "Umpire")
        console = Link(await join(await self.leader.address(), code, kind=Kind.CONSOLE)).start()
        console.send(Rule(id=uuid4().hex, table=TableId(0), act=HandOverLead(), reason="no seat reaches us"))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not isinstance(said := await console.receive(), Done | Refusal):
                pass
        console.close()
        assert isinstance(said, Done), said

    async def alone(self) -> None:
        """The standby's machine is gone: the leader goes on."""
        self.standby.give(signal.SIGKILL)
        await self._untouched("alone")

    async def blind(self) -> None:
        """The standby no longer sees its database, so it must not take over."""
        self.standby.way.cut()
        await self._untouched("blind")
        self._is_still_led()

    async def dazed(self) -> None:
        """The standby's machine freezes and wakes again: it must not take the lead from a living leader."""
        self.standby.give(signal.SIGSTOP)
        await self._untouched("dazed")
        self.standby.give(signal.SIGCONT)
        await asyncio.sleep(UNTOUCHED_SECONDS / 2)
        self._is_still_led()

    async def _overtaken(self, name: str) -> None:
        former = self.leader
        await self._taken_over(name)
        former.way.heal()
        assert await former.ended() == EXIT_OVERTAKEN, "whoever was overtaken goes on"

    async def _taken_over(self, name: str) -> None:
        """Wait until the standby leads and all clients are there, and start another standby."""
        since, epoch = time.monotonic(), self.leader.epoch
        self.people.lose()
        await self.standby.said(2)
        self.people.live()
        self.told.led.setdefault(name, []).append(time.monotonic() - since)
        assert self.standby.epoch > epoch
        moments = await self.people.back()
        self._count(name, [moment - since for moment in moments])
        self.leader = self.standby
        await self._stand_by()

    async def _untouched(self, name: str) -> None:
        """Check that the leader goes on."""
        await asyncio.sleep(UNTOUCHED_SECONDS)
        assert self.leader.lives, f"the leader ended: {self.leader.complaint!r}"
        self._count(name, [])

    def _is_still_led(self) -> None:
        assert len(self.standby.lines) == 1, "the standby took over from a leader that lives"

    def _count(self, name: str, back: list[float]) -> None:
        self.told.faults[name] = self.told.faults.get(name, 0) + 1
        self.told.back.setdefault(name, []).extend(back)
        self.told.load.setdefault(name, []).append(os.getloadavg()[0])

    async def mend(self) -> None:
        """Start another standby that can see, if there is none."""
        if not self.standby.lives or self.standby.way.is_cut:
            await self.standby.close()
            await self._stand_by()

    async def _stand_by(self) -> None:
        self.standby = await self._start("standby", "ADDRESS", "--name", f"machine-{len(self._machines)}")
        await self.people.know((await self.standby.said(1))["addresses"])

    async def _start(self, *words: str) -> Machine:
        """Start a machine, with its ways."""
        name = f"machine-{len(self._machines)}"
        way = await self._ways.to(self.base.server.url.port or 5432)
        made = await Machine.start(self.base, self.exercise, name, way, *words, walled=self._wish.walled)
        self._machines.append(made)
        if self._wish.afar:
            found = await made.address()
            self._to_seats[found] = await self._ways.to(found.port)
        return made

    # --- what must hold -----------------------------------------------------------------------------------------------

    async def end(self) -> Told:
        """Stop all in order, and compare the receipts of all clients with the journal."""
        await self.people.close()
        if self.standby.lives:
            self.standby.process.terminate()
            await self.standby.ended()
        self.leader.process.terminate()
        await self.leader.ended()
        await asyncio.to_thread(self._check)
        return self.told

    def _check(self) -> None:
        address = self.base.address(self.exercise)
        rows, everybody = rows_of(address), [person.seen for person in self.people.persons]
        for table in {person.table for person in self.people.persons}:
            there = [person.seen for person in self.people.persons if person.table == table]
            compare([row for row in rows if row.table == table], there)
        compare_clocks(everybody)
        stood = [row.at - before.at for before, row in pairwise(rows) if row.kind == "resumed"]
        assert all(ms <= STOOD_MS for ms in stood), f"time passed while nobody led: {stood}"
        epochs = [json.loads(row.body)["epoch"] for row in rows if row.kind == "resumed"]
        assert epochs == sorted(set(epochs)), f"epochs do not only rise: {epochs}"
        with open_record(address) as record:
            found = verify(record)
        assert not found.fails, found.checks
        self.told.receipts = sum(len(seen.receipts) for seen in everybody)
        self.told.shortened_ms = [ms for seen in everybody for ms in seen.shortened_ms]

    async def close(self) -> None:
        """End everything."""
        if hasattr(self, "people"):
            await self.people.close()
        for machine in self._machines:
            await machine.close()
        await self._ways.close()


FAULTS: dict[str, Callable[[Room], Awaitable[None]]] = {
    one.__name__: one
    for one in (
        Room.killed,
        Room.frozen,
        Room.left,
        Room.severed,
        Room.stalled,
        Room.unseen,
        Room.alone,
        Room.blind,
        Room.dazed,
    )
}
AT_SERVER = {one.__name__: one for one in (Room.restarted, Room.crashed)}
"""Faults of the database's server, which all of its users share."""


async def suffer(base: Base, seed: int, names: list[str], wish: Wish = ORDINARY) -> Told:
    """Apply faults to rooms at random moments, in this order, and return the results.

    Raises an error for a broken law.
    """
    told, dice, left = Told(), Random(seed), list(names)
    for number in count():
        if not left:
            break
        made = Room(base, f"x{seed}-{number}", wish, await Ways.begin())
        try:
            await made.begin(seed)
            for _ in range(len(left)):
                if made.people.are_done:
                    break
                await asyncio.sleep(dice.uniform(0.0, 2.5))
                await (FAULTS | AT_SERVER)[left.pop()](made)
                await made.mend()
            told.add(await made.end())
        finally:
            await made.close()
    return told
