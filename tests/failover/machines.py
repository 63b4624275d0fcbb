"""An arbiter or a standby in a process of its own, with its own connection to the database."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from warcouncil.clients.link.door.door import Address

from tests.arbiter.shell.running import ROOT
from tests.failover.way import Way
from tests.servers import Base

HERE = ("--bind", "127.0.0.1", "--port", "0", "--no-announce", "--json")
PATIENCE_SECONDS = 90.0


class Machine:
    """A machine: all its JSON lines, and how it ended."""

    def __init__(self, name: str, way: Way, process: asyncio.subprocess.Process) -> None:
        self.name = name
        self.way = way
        """Its way to the database."""
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self.complaint = b""
        self._more = asyncio.Event()
        self._reading = [asyncio.create_task(self._read()), asyncio.create_task(self._listen())]

    @classmethod
    async def start(
        cls, base: Base, exercise: str, name: str, way: Way, *words: str, walled: bool
    ) -> Machine:
        """Start one. `words` are its command, with ADDRESS where that of the exercise belongs."""
        address = base.address(exercise, port=way.port)
        command = [address if word == "ADDRESS" else word for word in words]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "warcouncil", *command, *HERE, "--wall" if walled else "--no-wall"),
            process_group=0,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "WARCOUNCIL_HOME": os.devnull},
            cwd=ROOT,
            limit=2**22,
        )
        return cls(name, way, process)

    async def address(self) -> Address:
        """Wait until the machine reports its address, once it leads, and return that."""
        host, _, port = (await self.said(1))["addresses"][0].rpartition(":")
        return Address(host, int(port))

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self.process.returncode is None

    @property
    def epoch(self) -> int:
        """The epoch in which it leads; 0: it does not."""
        return next((line["epoch"] for line in reversed(self.lines) if "epoch" in line), 0)

    def give(self, number: signal.Signals) -> None:
        """Send a signal to all processes of the machine: the arbiter and its helpers."""
        os.killpg(self.process.pid, number)

    async def said(self, number: int) -> dict[str, Any]:
        """Wait for one of its lines, counted from 1."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while len(self.lines) < number:
                    self._more.clear()
                    assert not self._reading[0].done(), f"{self.name} ended: {self.complaint!r}"
                    await self._more.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name} says nothing: {self.complaint!r}") from None
        return self.lines[number - 1]

    async def ended(self) -> int:
        """Wait for its end."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.process.wait()

    async def close(self) -> None:
        """End the machine in any state."""
        with suppress(ProcessLookupError):
            self.give(signal.SIGKILL)
        await self.process.wait()
        await asyncio.gather(*self._reading, return_exceptions=True)

    async def _read(self) -> None:
        assert self.process.stdout
        async for line in self.process.stdout:
            if line.startswith(b"{"):
                self.lines.append(json.loads(line))
            self._more.set()
        self._more.set()

    async def _listen(self) -> None:
        assert self.process.stderr
        async for line in self.process.stderr:
            self.complaint = (self.complaint + line)[-4000:]
