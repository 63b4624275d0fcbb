"""A network sniffer between a browser and the gateway.

It sees the lengths of TLS records, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

HOST = "127.0.0.1"
APPLICATION_DATA = 23


@dataclass
class Overheard:
    """The records of one connection in each direction: `up` to the gateway, `down` to the page."""

    up: list[int] = field(default_factory=list)
    down: list[int] = field(default_factory=list)


@dataclass
class Listener:
    """A TCP proxy that records what it sees."""

    port: int = 0
    heard: list[Overheard] = field(default_factory=list)

    def sizes(self) -> tuple[set[int], set[int]]:
        """Return the observed lengths in each direction."""
        return (
            {size for one in self.heard for size in one.up},
            {size for one in self.heard for size in one.down},
        )

    def forget(self) -> None:
        """Forget the lengths observed so far."""
        for one in self.heard:
            one.up.clear()
            one.down.clear()


@asynccontextmanager
async def listening(gateway_port: int) -> AsyncIterator[Listener]:
    """Listen to all traffic to a gateway."""
    listener = Listener()
    tasks: set[asyncio.Task[None]] = set()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sizes: list[int]) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readexactly(5)
                body = await reader.readexactly(int.from_bytes(head[3:], "big"))
                if head[0] == APPLICATION_DATA:
                    sizes.append(len(body))
                writer.write(head + body)
        writer.close()

    async def serve(near: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        far, forth = await asyncio.open_connection(HOST, gateway_port)
        one = Overheard()
        listener.heard.append(one)
        for task in (
            asyncio.create_task(pipe(near, forth, one.up)),
            asyncio.create_task(pipe(far, out, one.down)),
        ):
            tasks.add(task)

    server = await asyncio.start_server(serve, HOST, 0)
    listener.port = server.sockets[0].getsockname()[1]
    try:
        yield listener
    finally:
        server.close()
        await asyncio.wait(tasks, timeout=60)
