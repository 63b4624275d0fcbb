"""The ways between machines: each passes everything, lets nothing pass, or breaks.

They are in a process of their own, which nothing keeps busy: `python -m tests.failover.way` reads its
commands from standard input, and ends with it.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = "127.0.0.1"


class Ways:
    """All ways of a room."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def begin(cls) -> Ways:
        """Begin without any way."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.failover.way"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return cls(process)

    async def to(self, there: int) -> Way:
        """Open a way to a port of this machine. Open one after the other."""
        assert self._process.stdout
        self.say("open", there)
        return Way(self, int(await self._process.stdout.readline()))

    def say(self, word: str, port: int) -> None:
        """Send a command for a way."""
        assert self._process.stdin
        self._process.stdin.write(f"{word} {port}\n".encode())

    async def close(self) -> None:
        """Close all ways."""
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()


class Way:
    """One of them, and where it begins. `stall`: what is sent stays on the way. `cut`: connections break, and none is made."""

    def __init__(self, ways: Ways, port: int) -> None:
        self._ways = ways
        self.port = port
        self.is_cut = False

    def stall(self) -> None:
        """Block the way, without any report of it."""
        self._ways.say("stall", self.port)

    def cut(self) -> None:
        """Break every connection, and let none be made."""
        self.is_cut = True
        self._ways.say("cut", self.port)

    def heal(self) -> None:
        """Open the way again."""
        self.is_cut = False
        self._ways.say("heal", self.port)


class Road:
    """A way, in the process of all of them."""

    def __init__(self, there: int) -> None:
        self._there = there
        self._open = asyncio.Event()
        self._open.set()
        self._is_cut = False
        self._pairs: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> int:
        """Begin to listen, and return the port."""
        self._server = await asyncio.start_server(self._met, HERE, 0)
        return int(self._server.sockets[0].getsockname()[1])

    def stall(self) -> None:
        """Block the way."""
        self._open.clear()

    def cut(self) -> None:
        """Break."""
        self._is_cut = True
        for one in tuple(self._pairs):
            one.transport.abort()

    def heal(self) -> None:
        """Open the way again."""
        self._is_cut = False
        self._open.set()

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        await self._open.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection(HERE, self._there)
        except OSError:
            writer.transport.abort()
            return
        self._pairs |= {writer, far_writer}
        for one, other in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._pass(one, other))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while came := await reader.read(65536):
                await self._open.wait()
                writer.write(came)
                await writer.drain()
        self._pairs.discard(writer)
        writer.transport.abort() if self._is_cut else writer.close()


async def main() -> None:
    """Carry out commands until the input ends."""
    roads: dict[int, Road] = {}
    while line := await asyncio.to_thread(sys.stdin.readline):
        word, _, number = line.partition(" ")
        if word == "open":
            road = Road(int(number))
            roads[port := await road.begin()] = road
            sys.stdout.write(f"{port}\n")
            sys.stdout.flush()
        else:
            {"stall": Road.stall, "cut": Road.cut, "heal": Road.heal}[word](roads[int(number)])


if __name__ == "__main__":
    asyncio.run(main())
