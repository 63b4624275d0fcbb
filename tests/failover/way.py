"""The way from one machine to its database: it passes everything, lets nothing pass, or breaks."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class Way:
    """Listens on loopback and hands on to a server. `stall`: what is sent stays on the way. `cut`: connections break, and none is made."""

    def __init__(self, port: int) -> None:
        self._there = port
        self._open = asyncio.Event()
        self._open.set()
        self.is_cut = False
        self._pairs: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> Way:
        """Listen."""
        self._server = await asyncio.start_server(self._met, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    def stall(self) -> None:
        """Let nothing pass; nobody hears that it does not arrive."""
        self._open.clear()

    def cut(self) -> None:
        """Break every connection, and let none be made."""
        self.is_cut = True
        for one in tuple(self._pairs):
            one.transport.abort()

    def heal(self) -> None:
        """Let everything pass again."""
        self.is_cut = False
        self._open.set()

    async def close(self) -> None:
        """Go."""
        self._server.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        await self._open.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._there)
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
        writer.transport.abort() if self.is_cut else writer.close()
