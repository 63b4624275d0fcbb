"""A room of two machines: a leader, a standby, people between them, and what goes wrong with either; and what must hold all the same.

Laws: no receipt that anybody holds is missing from the journal, and none stands there twice; nobody hears an older leader after a newer;
no clock is shorter than before; epochs only rise; whoever was overtaken ends by himself.
"""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random

from warcouncil.arbiter.record.reading import open_record
from warcouncil.arbiter.record.verify import verify

from tests.arbiter.shell.killing import compare, rows_of
from tests.failover.machines import Machine
from tests.failover.people import People
from tests.servers import Base

EXIT_DONE, EXIT_OVERTAKEN = 0, 1
UNTOUCHED_SECONDS = 4.0
"""A leader whose standby alone is in trouble must go on at least so long: longer than any lease."""


@dataclass
class Told:
    """What came of the faults: how often each, how soon everybody was back after each (in seconds, one for each person), and by how
    much clocks were shorter than owed (in milliseconds)."""

    faults: dict[str, int] = field(default_factory=dict)
    back: dict[str, list[float]] = field(default_factory=dict)
    shortened_ms: list[int] = field(default_factory=list)
    receipts: int = 0

    def add(self, other: Told) -> None:
        """Take in what came of others."""
        for name, number in other.faults.items():
            self.faults[name] = self.faults.get(name, 0) + number
        for name, times in other.back.items():
            self.back.setdefault(name, []).extend(times)
        self.shortened_ms += other.shortened_ms
        self.receipts += other.receipts


class Room:
    """One exercise, the machine that leads and the one that stands by."""

    def __init__(self, base: Base, exercise: str, leader: Machine, standby: Machine, people: People) -> None:
        self.base = base
        self.exercise = exercise
        self.leader = leader
        self.standby = standby
        self.people = people
        self.told = Told()
        self._machines = [leader, standby]

    # --- faults -------------------------------------------------------------------------------------------------------

    async def killed(self) -> None:
        """The leader's machine is gone at a stroke."""
        self.leader.process.kill()
        await self._taken_over("killed")

    async def frozen(self) -> None:
        """The leader's machine stands still, and wakes when another leads."""
        self.leader.process.send_signal(signal.SIGSTOP)
        former = self.leader
        await self._taken_over("frozen")
        former.process.send_signal(signal.SIGCONT)
        assert await former.ended() == EXIT_OVERTAKEN, "whoever was overtaken goes on"

    async def left(self) -> None:
        """The leader's machine is shut down in order."""
        self.leader.process.terminate()
        former = self.leader
        await self._taken_over("left")
        assert await former.ended() == EXIT_DONE

    async def severed(self) -> None:
        """The leader's way to the database breaks."""
        self.leader.way.cut()
        await self._overtaken("severed")

    async def stalled(self) -> None:
        """The leader's way to the database lets nothing pass, and says nothing."""
        self.leader.way.stall()
        await self._overtaken("stalled")

    async def alone(self) -> None:
        """The standby's machine is gone: the leader goes on."""
        self.standby.process.kill()
        await self._untouched("alone")

    async def blind(self) -> None:
        """The standby sees nothing any more: it must not take what is led."""
        self.standby.way.cut()
        await self._untouched("blind")
        self._is_still_led()

    async def dazed(self) -> None:
        """The standby's machine stands still and wakes again: it must not take what is led for lost."""
        self.standby.process.send_signal(signal.SIGSTOP)
        await self._untouched("dazed")
        self.standby.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(UNTOUCHED_SECONDS / 2)
        self._is_still_led()

    async def _overtaken(self, name: str) -> None:
        former = self.leader
        await self._taken_over(name)
        former.way.heal()
        assert await former.ended() == EXIT_OVERTAKEN, "whoever was overtaken goes on"

    async def _taken_over(self, name: str) -> None:
        """Wait until the standby leads and everybody is there, and have another stand by."""
        since, epoch = time.monotonic(), self.leader.epoch
        self.people.lose()
        await self.standby.said(2)
        self.people.live()
        assert self.standby.epoch > epoch
        moments = await self.people.back()
        self._count(name, [moment - since for moment in moments])
        self.leader = self.standby
        await self._stand_by()

    async def _untouched(self, name: str) -> None:
        """See that the leader goes on."""
        await asyncio.sleep(UNTOUCHED_SECONDS)
        assert self.leader.lives, f"the leader ended: {self.leader.complaint!r}"
        self._count(name, [])

    def _is_still_led(self) -> None:
        assert len(self.standby.lines) == 1, "the standby took over from a leader that lives"

    def _count(self, name: str, back: list[float]) -> None:
        self.told.faults[name] = self.told.faults.get(name, 0) + 1
        self.told.back.setdefault(name, []).extend(back)

    async def mend(self) -> None:
        """Have somebody stand by again, who can see."""
        if not self.standby.lives or self.standby.way.is_cut:
            await self.standby.close()
            await self._stand_by()

    async def _stand_by(self) -> None:
        self.standby = await _standby(self.base, self.exercise, len(self._machines))
        self._machines.append(self.standby)
        said = await self.standby.said(1)
        await self.people.know(said["addresses"])

    # --- what must hold -----------------------------------------------------------------------------------------------

    async def end(self) -> Told:
        """Stop all in order, and check what everybody holds against the journal."""
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
        compare(rows, everybody)
        epochs = [json.loads(row.body)["epoch"] for row in rows if row.kind == "resumed"]
        assert epochs == sorted(set(epochs)), f"epochs do not only rise: {epochs}"
        with open_record(address) as record:
            found = verify(record)
        assert not found.fails, found.checks
        self.told.receipts = sum(len(seen.receipts) for seen in everybody)
        self.told.shortened_ms = [ms for seen in everybody for ms in seen.shortened_ms]

    async def close(self) -> None:
        """Take everything away."""
        await self.people.close()
        for machine in self._machines:
            await machine.close()


FAULTS: dict[str, Callable[[Room], Awaitable[None]]] = {
    one.__name__: one
    for one in (
        Room.killed,
        Room.frozen,
        Room.left,
        Room.severed,
        Room.stalled,
        Room.alone,
        Room.blind,
        Room.dazed,
    )
}


async def _standby(base: Base, exercise: str, number: int) -> Machine:
    name = f"machine-{number}"
    return await Machine.start(base, exercise, name, "standby", "ADDRESS", "--name", name)


@asynccontextmanager
async def room(
    base: Base, exercise: str, seed: int, *, tables: int, pace_seconds: float
) -> AsyncIterator[Room]:
    """Begin an exercise on one machine, with another that stands by, and let people play."""
    words = ("host", "kartenspiel", "--tables", str(tables), "--start", "now", "--file", "ADDRESS")
    leader = await Machine.start(base, exercise, "machine-0", *words)
    machines = [leader]
    try:
        people = await People.come(await leader.said(1), seed, pace_seconds)
        people.play()
        machines.append(standby := await _standby(base, exercise, 1))
        made = Room(base, exercise, leader, standby, people)
        await people.know((await standby.said(1))["addresses"])
    except BaseException:
        for machine in machines:
            await machine.close()
        raise
    try:
        yield made
    finally:
        await made.close()


async def suffer(
    base: Base, seed: int, names: list[str], *, tables: int = 1, pace_seconds: float = 1.5
) -> Told:
    """Let faults come over rooms at random moments, in this order, and give what came of them. Raises what must not be."""
    told, dice, left = Told(), Random(seed), list(names)
    for number in count():
        if not left:
            break
        async with room(base, f"x{seed}-{number}", seed, tables=tables, pace_seconds=pace_seconds) as made:
            while left and not made.people.are_done:
                await asyncio.sleep(dice.uniform(0.0, 2.5))
                await FAULTS[left.pop()](made)
                await made.mend()
            told.add(await made.end())
    return told
