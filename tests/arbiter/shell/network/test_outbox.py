"""A network sniffer observes the same from a seat that seals as from one that waits.

`test_inbox` and the link's own tests check the times of frames in virtual time. This test checks times and sizes
over a real connection, in the nightly run.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from nacl.bindings import crypto_box_NONCEBYTES
from warcouncil.arbiter.shell.network.outbox import NONCES_DRAWN, nonces
from warcouncil.clients.link.connect.link import Link
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Receipt

from tests.arbiter.shell.running import RED_ONE, Running, arbiter, suggested, until

BEAT_SECONDS = 0.3
BEATS = 12


class Sniffer:
    """A sniffer between a client and the arbiter.

    It records the number of bytes of each frame, its direction and the order.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self.heard: list[tuple[str, int]] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def listen(self) -> asyncio.Server:
        """Start to listen."""
        return await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            await asyncio.gather(self._pump("up", reader, outer), self._pump("down", inner, writer))
        finally:
            outer.transport.abort()
            writer.transport.abort()

    async def _pump(self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 20):
                self.heard.append((way, len(data)))
                writer.write(data)
            writer.close()

    def since(self, mark: int) -> list[tuple[str, int]]:
        """Return what was recorded since a mark, up to a fixed number of exchanges."""
        return self.heard[mark : mark + 2 * BEATS]


async def heard(running: Running, *, seals: int) -> list[tuple[str, int]]:
    """Record a seat of the second phase for some beats while it seals an answer this number of times."""
    sniffer = Sniffer(running.port)
    server = await sniffer.listen()
    ticket = running.ticket(RED_ONE).model_copy(update={"port": server.sockets[0].getsockname()[1]})
    link = running.link(ticket, at_once=False)
    view = await until(link, View)
    await asyncio.sleep(BEAT_SECONDS * 3)
    mark = len(sniffer.heard)
    for _ in range(seals):
        link.send(suggested(view))
        await until(link, Receipt)
    async with asyncio.timeout(60):
        while len(sniffer.since(mark)) < 2 * BEATS:
            await asyncio.sleep(BEAT_SECONDS)
    link.close()
    server.close()
    await asyncio.sleep(0.05)
    return sniffer.since(mark)


@pytest.mark.skipif(
    os.environ.get("WARCOUNCIL_PROFILE") != "night", reason="a busy machine mixes up the beats"
)
async def test_sealing_cannot_be_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E6, T14, T15: sizes or order on the wire depend on whether a seat seals never, once or three times."""
    monkeypatch.setattr(Link, "_period", BEAT_SECONDS)
    async with arbiter(tmp_path / "exercise.warcouncil") as running:
        for army in ("red.army", "black.army"):
            link, view = await running.seated(army)
            link.send(suggested(view))
            await until(link, View, gate=2) if army == "black.army" else await until(link, Receipt)
        silent = await heard(running, seals=0)
        assert len(set(silent)) == 2
        assert await heard(running, seals=1) == silent
        assert await heard(running, seals=3) == silent


def test_no_nonce_comes_twice() -> None:
    """Two frames that are sealed to one key with one nonce can both be decrypted."""
    drawn = list(islice(nonces(), 3 * NONCES_DRAWN))
    assert len(set(drawn)) == len(drawn)
    assert {len(nonce) for nonce in drawn} == {crypto_box_NONCEBYTES}
