"""The order in which browsers are admitted when they arrive faster than the limit."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

import pytest
from warcouncil.arbiter.shell.network import admission_order
from warcouncil.arbiter.shell.network.admission_order import AdmissionOrder

from tests.arbiter.shell.virtual import VirtualLoop, virtually


class Queue:
    """Connections that wait for admission, and the result of each."""

    def __init__(self, per_second: float = 10.0, at_once: float = 5.0) -> None:
        self.admission = AdmissionOrder(per_second, at_once)
        self.let_in: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def come(self, address: str, often: int = 1) -> list[asyncio.Task[None]]:
        """Start this number of connections at once from an address."""
        tasks = [asyncio.get_running_loop().create_task(self._come(address)) for _ in range(often)]
        self.tasks += tasks
        return tasks

    async def _come(self, address: str) -> None:
        await self.admission.turn(address)
        self.let_in.append(address)

    async def empty(self) -> None:
        """Wait until no connection waits."""
        for task in self.tasks:
            with suppress(asyncio.CancelledError):
                await task


def test_admission_has_a_burst_and_a_rate() -> None:
    """A wave of connections delays connected people until its last handshake, or one connection of the wave is
    lost.
    """

    async def run() -> None:
        queue = Queue()
        queue.come("a", 25)
        await asyncio.sleep(0.01)
        assert len(queue.let_in) == 5
        await asyncio.sleep(1.0)
        assert len(queue.let_in) in (14, 15)
        await queue.empty()
        assert len(queue.let_in) == 25
        await asyncio.sleep(10)
        queue.come("b", 5)
        await asyncio.sleep(0.01)
        assert len(queue.let_in) == 30, "whoever comes when nobody waits does not wait"

    virtually(run())


def test_a_guest_passes_those_who_come_again_and_again() -> None:
    """A guest's page loads only after everything that twenty machines had requested before it."""

    async def run() -> None:
        queue = Queue()
        for number in range(4):
            queue.come(f"pest {number}", 50)
        await asyncio.sleep(3)
        before = len(queue.let_in)
        queue.come("guest", 6)
        await asyncio.sleep(0.75)
        assert queue.let_in[before:].count("guest") == 6
        assert len(queue.let_in) - before in (7, 8)
        queue.come("guest", 6)
        await queue.empty()
        assert Counter(queue.let_in) == {**{f"pest {number}": 50 for number in range(4)}, "guest": 12}
        assert queue.let_in[-2:].count("guest") == 0

    virtually(run())


def test_equals_take_turns() -> None:
    """Of two machines with equal load, one waits until the other has finished."""

    async def run() -> None:
        queue = Queue(at_once=1)
        queue.come("a", 20)
        queue.come("b", 20)
        await queue.empty()
        assert abs(queue.let_in[:20].count("a") - 10) <= 1

    virtually(run())


def test_old_connections_count_little() -> None:
    """A user who loaded a page an hour ago waits behind a stranger who opened fifty a moment ago."""

    async def run() -> None:
        queue = Queue()
        queue.come("early", 60)
        await queue.empty()
        await asyncio.sleep(100)
        queue.come("late", 10)
        await queue.empty()
        queue.come("late", 5)
        queue.come("early", 5)
        await queue.empty()
        assert queue.let_in[-10:-5] == ["early"] * 5

    virtually(run())


def test_a_connection_that_ends_while_waiting_delays_no_other() -> None:
    """A connection that was cut while it waited takes a turn from the next, or stops all of them."""

    async def run() -> None:
        queue = Queue()
        queue.come("a", 5)
        gone = queue.come("a", 10)
        queue.come("b", 3)
        await asyncio.sleep(0.01)
        for task in gone:
            task.cancel()
        await asyncio.sleep(0.35)
        assert queue.let_in == ["a"] * 5 + ["b"] * 3
        await queue.empty()
        queue.come("a", 1)
        await queue.empty()
        assert queue.let_in[-1] == "a"

    virtually(run())


def test_a_connection_that_ends_at_its_turn_delays_no_other() -> None:
    """The turn goes to a connection that is gone, and none is admitted after that."""

    async def run() -> None:
        queue = Queue(at_once=1)
        queue.come("a")
        await asyncio.sleep(0)
        (gone,) = queue.come("b")
        queue.come("c")
        await asyncio.sleep(0)
        gone.cancel()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.pass_by(0.2)
        queue.admission._let_in()  # before the task has heard of it
        await queue.empty()
        assert queue.let_in == ["a", "c"]

    virtually(run())


def test_addresses_are_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """An attacker with many addresses fills the wall's memory."""
    monkeypatch.setattr(admission_order, "ADDRESSES_MAX", 10)

    async def run() -> None:
        queue = Queue(per_second=1000, at_once=100)
        for number in range(40):
            queue.come(str(number))
        await queue.empty()
        assert len(queue.admission._lately) == 10
        assert not queue.admission._waiting

    virtually(run())
