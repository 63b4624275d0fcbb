"""The flood wall: it stops floods, but legitimate clients can connect."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest
from warcouncil.arbiter.shell.network import flood_wall
from warcouncil.arbiter.shell.network.address_aliases import AddressAliases, can_alias
from warcouncil.arbiter.shell.network.admission_order import AdmissionOrder
from warcouncil.arbiter.shell.network.flood_limits import Addresses, Limits
from warcouncil.arbiter.shell.network.flood_wall import (
    ACCEPTED_AT_ONCE,
    DOOR_READ_BYTES_MAX,
    EARLY_BYTES,
    READ_BYTES_MAX,
    FloodWall,
    Outer,
    OuterAtDoor,
    OuterAtWeb,
)
from warcouncil.protocol.wire.replies import Receipt

from tests.arbiter.shell.running import (
    BLACK_ARMY,
    PATIENCE_SECONDS,
    RED_ARMY,
    ROOT,
    arbiter,
    suggested,
    until,
)
from tests.waiting import until_true

TIGHT = Limits(
    connections=8,
    fresh_per_second=1000,
    fresh_at_once=1000,
    first_byte_seconds=0.3,
    bytes_per_second=64 * 1024,
    bytes_at_once=128 * 1024,
    bytes_in_all=1024 * 1024,
)


class Inner:
    """A server behind a wall that counts what reaches it."""

    def __init__(self) -> None:
        self.port = 0
        self.connections = 0
        self.bytes = 0
        self.ended = 0
        self.addresses: list[str] = []
        self.writers: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Count a connection and its bytes, and greet it."""
        self.connections += 1
        self.writers.append(writer)
        self.addresses.append(writer.get_extra_info("peername")[0])
        try:
            writer.write(b"hello")
            while data := await reader.read(65536):
                self.bytes += len(data)
        finally:
            self.ended += 1
            writer.transport.abort()


@asynccontextmanager
async def walled(
    limits: Limits, *, outer: type[Outer] | None = None, aliases: AddressAliases | None = None
) -> AsyncIterator[tuple[FloodWall, Inner, int]]:
    """Run a wall before a counting server and yield the wall's port."""
    inner = Inner()
    server = await asyncio.start_server(inner.serve, "127.0.0.1", 0)
    wall = FloodWall(Addresses(limits, limits, aliases))
    inner.port = server.sockets[0].getsockname()[1]
    front = await wall.listen("127.0.0.1", 0, inner.port, outer=outer)
    try:
        yield wall, inner, front.sockets[0].getsockname()[1]
    finally:
        front.close()
        server.close()
        for writer in inner.writers:
            writer.transport.abort()
        await until_true(lambda: inner.ended == inner.connections)


async def connect(port: int, address: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the wall."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def ended(reader: asyncio.StreamReader) -> bool:
    """Wait until the other side has ended the connection. Return whether no bytes came before."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        try:
            return await reader.read(1) == b""
        except ConnectionError:
            return True


async def test_both_ways_go_through() -> None:
    """Bytes are changed on their way, or the end of one side does not reach the other."""
    async with walled(Limits()) as (_, inner, port):
        reader, writer = await connect(port)
        writer.write(b"x" * 5000)
        assert await reader.readexactly(5) == b"hello"
        writer.close()
        await until_true(lambda: inner.ended)
        assert (inner.connections, inner.bytes) == (1, 5000)


class Counted(Outer):
    """Counts the connections that are accepted in each turn of the loop."""

    made: ClassVar[list[int]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        Counted.made[-1] += 1
        super().connection_made(transport)


async def test_a_wave_is_accepted_in_small_groups_and_connected_clients_are_served_between() -> None:
    """Hundreds of connections at once delay every seat behind the flood wall until each has been accepted, or they
    are refused.
    """
    loop, size = asyncio.get_running_loop(), Limits().connections
    async with walled(Limits(), outer=Counted) as (wall, inner, port):
        wave = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) for _ in range(size)]
        Counted.made = [0]

        def turn() -> None:
            Counted.made.append(0)
            if inner.connections < size:
                loop.call_soon(turn)

        turn()
        for each in wave:
            each.send(b"x")
        await until_true(lambda: inner.connections == size)
        assert (sum(Counted.made), max(Counted.made), wall.turned_away) == (size, ACCEPTED_AT_ONCE, 0)
        for each in wave:
            each.close()
        await until_true(lambda: inner.ended == size)


async def test_a_silent_connection_never_reaches_the_arbiter() -> None:
    """E3, T31: a half-open connection costs the arbiter something, or is not cut soon."""
    async with walled(TIGHT) as (wall, inner, port):
        silent = [await connect(port) for _ in range(8)]
        assert all(await asyncio.gather(*[ended(reader) for reader, _ in silent]))
        assert inner.connections == 0
        assert wall.turned_away == 8
        for _, writer in silent:
            writer.close()


async def test_connections_of_one_address_are_limited() -> None:
    """One machine takes every place, or one that leaves makes no room."""
    patient = replace(TIGHT, first_byte_seconds=PATIENCE_SECONDS)
    async with walled(patient) as (_, inner, port):
        open_ones = [await connect(port) for _ in range(8)]
        for reader, writer in open_ones:
            writer.write(b"x")
            await reader.readexactly(5)
        ninth, writer = await connect(port)
        assert await ended(ninth)
        writer.close()
        open_ones[0][1].close()
        await until_true(lambda: inner.ended)
        tenth, last = await connect(port)
        last.write(b"x")
        assert await tenth.readexactly(5) == b"hello"
        assert inner.connections == 9
        for _, each in [*open_ones, (tenth, last)]:
            each.close()


async def test_the_connection_rate_of_one_address_is_limited() -> None:
    """A client that connects repeatedly costs many handshakes before it is delayed."""
    often = Limits(
        connections=100, fresh_per_second=0.001, fresh_at_once=5, first_byte_seconds=PATIENCE_SECONDS
    )
    async with walled(often) as (wall, _, port):
        tries = [await connect(port) for _ in range(20)]
        await until_true(lambda: wall.turned_away == 15)
        for _, writer in tries:
            writer.close()


async def test_the_byte_rate_of_a_connection_is_limited() -> None:
    """T30: a connection that sends too fast is cut instead of slowed to its rate."""
    slow = replace(TIGHT, bytes_per_second=1.0)
    async with walled(slow) as (wall, inner, port):
        _, writer = await connect(port)
        writer.write(b"x" * 600_000)
        await until_true(lambda: inner.bytes >= slow.bytes_at_once)
        await connect_and_leave(port)
        assert inner.bytes <= slow.bytes_at_once + READ_BYTES_MAX
        assert wall.turned_away == 0
        writer.transport.abort()


async def connect_and_leave(port: int) -> None:
    """Go through the wall once, so that its first-time work is done."""
    reader, writer = await connect(port)
    writer.write(b"x")
    await reader.readexactly(5)
    writer.close()


async def test_connections_at_the_door_share_the_rate_of_their_address() -> None:
    """T33: sixty connections bring sixty times the knocks, or another address pays for them."""
    slow = replace(TIGHT, door_bytes_per_second=1.0, door_bytes_at_once=20_000, first_byte_seconds=60.0)
    async with walled(slow, outer=OuterAtDoor) as (_, inner, port):
        crowd = [await connect(port, "127.0.0.2") for _ in range(8)]
        for reader, writer in crowd:
            writer.write(b"x" * 20_000)
            await reader.readexactly(5)
        await until_true(lambda: inner.bytes >= slow.door_bytes_at_once)
        reader, writer = await connect(port, "127.0.0.3")
        writer.write(b"x")
        await reader.readexactly(5)
        assert inner.bytes <= slow.door_bytes_at_once + len(crowd) * DOOR_READ_BYTES_MAX + 1
        for _, each in [*crowd, (reader, writer)]:
            each.transport.abort()


@pytest.mark.skipif(not can_alias(), reason="this system has one loopback address only")
async def test_the_door_is_told_addresses_apart() -> None:
    """Behind the wall all strangers are one address, and are slowed for each other."""
    told: dict[str, str] = {}
    async with walled(TIGHT, outer=OuterAtDoor, aliases=AddressAliases(told.__setitem__)) as (_, inner, port):
        for address in ("127.0.0.2", "127.0.0.3", "127.0.0.2"):
            reader, writer = await connect(port, address)
            writer.write(b"x")
            await reader.readexactly(5)
            writer.close()
        first, second, third = inner.addresses
        assert first == third != second
        assert told == {first: "127.0.0.2", second: "127.0.0.3"}


async def test_browsers_keep_their_connection_and_are_told_apart() -> None:
    """A page loses its connection in the middle of a game, or all guests are slowed because of one who guesses
    codes.
    """
    quota = Limits(bytes_per_second=1e9, bytes_at_once=1e9, bytes_in_all=100_000)
    aliases = AddressAliases(lambda alias, address: None)
    async with walled(quota, outer=OuterAtWeb, aliases=aliases) as (wall, inner, port):
        _, writer = await connect(port)
        writer.write(b"x" * 300_000)
        await until_true(lambda: inner.bytes == 300_000)
        await connect_and_leave(port)
        assert wall.turned_away == 0
        assert len(set(inner.addresses)) == 1
        assert can_alias() is (inner.addresses[0] != "127.0.0.1")
        writer.close()


async def test_browsers_take_no_place_from_clients() -> None:
    """A class behind one address, with phones that open six connections each, locks its own laptops out.

    Or half of its phones load half a page.
    """
    async with walled(replace(TIGHT, pages=3)) as (wall, inner, port):
        web = await wall.listen("127.0.0.1", 0, inner.port, outer=OuterAtWeb)
        pages = web.sockets[0].getsockname()[1]
        held = []
        for to, count in ((pages, 3), (port, TIGHT.connections)):
            for _ in range(count):
                held.append(await connect(to))
                held[-1][1].write(b"x")
        await until_true(lambda: inner.connections == 3 + TIGHT.connections)
        for to in (pages, port):
            reader, writer = await connect(to)
            assert await ended(reader)
            writer.close()
        assert wall.turned_away == 2
        held[0][1].transport.abort()
        await until_true(lambda: inner.ended)
        reader, writer = await connect(pages)
        writer.write(b"x")
        assert await reader.readexactly(5) == b"hello"
        for _, one in (*held, (reader, writer)):
            one.transport.abort()
        web.close()


async def test_browsers_wait_for_their_turn_and_clients_do_not() -> None:
    """The handshakes of a wave take the gateway's time from connected people, or a closed connection keeps its
    place in the queue.
    """
    async with walled(replace(TIGHT, pages=100)) as (wall, inner, port):
        wall.admission = AdmissionOrder(per_second=0.001, at_once=2)
        web = await wall.listen("127.0.0.1", 0, inner.port, outer=OuterAtWeb)
        pages = [await connect(web.sockets[0].getsockname()[1]) for _ in range(5)]
        for _, writer in pages:
            writer.write(b"x" * 3_000)
        await until_true(lambda: inner.bytes == 6_000)
        await connect_and_leave(port)
        await until_true(lambda: inner.ended == 1)
        assert inner.connections == 3
        await asyncio.sleep(TIGHT.first_byte_seconds)
        assert wall.turned_away == 0, "who has spoken may wait"
        for _, writer in pages:
            writer.close()
        await until_true(lambda: wall.addresses.known("127.0.0.1").browsers.now == 0)
        web.close()


class KeptPage(OuterAtWeb):
    """A browser's connection that the test can inspect."""

    made: ClassVar[list[KeptPage]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        super().connection_made(transport)
        KeptPage.made.append(self)

    @property
    def early(self) -> int:
        """The number of received bytes that wait in it."""
        return sum(map(len, self._early))


async def test_a_waiting_connection_is_not_read_into_memory() -> None:
    """Five thousand connections wait and fill the memory."""
    async with walled(TIGHT, outer=KeptPage) as (wall, _, port):
        wall.admission = AdmissionOrder(per_second=0.001, at_once=0)
        _, writer = await connect(port)
        writer.write(b"x" * 100_000)
        await until_true(lambda: KeptPage.made and KeptPage.made[-1].early >= EARLY_BYTES)
        await asyncio.sleep(0.01)
        assert KeptPage.made[-1].early <= EARLY_BYTES + DOOR_READ_BYTES_MAX
        writer.transport.abort()


async def test_this_machine_waits_for_no_turn() -> None:
    """The browser of a demonstration, or of a host who looks at the projector, waits behind the room."""
    async with walled(replace(TIGHT, in_turn=False), outer=OuterAtWeb) as (wall, inner, port):
        wall.admission = AdmissionOrder(per_second=0.001, at_once=0)
        await connect_and_leave(port)
        await until_true(lambda: inner.ended == 1)


POURS_MAX = 20_000
"""More writes, of 1 KiB each, than the kernel holds for a client that reads nothing."""


class KeptOuter(Outer):
    """A connection's outer side that the test can inspect."""

    made: ClassVar[list[KeptOuter]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        super().connection_made(transport)
        KeptOuter.made.append(self)

    @property
    def unread(self) -> int:
        """The number of bytes that wait for the client to read."""
        assert self._transport is not None
        return self._transport.get_write_buffer_size()


@pytest.mark.parametrize("much", [True, False])
async def test_a_connection_that_reads_nothing_is_closed(monkeypatch: pytest.MonkeyPatch, much: bool) -> None:
    """The arbiter or the gateway disconnects a phone that reads nothing, but the flood wall keeps its place and
    its frames for an hour. There are two causes: more bytes wait than the limit, or bytes are unread at the end.
    """
    monkeypatch.setattr(flood_wall, "STALLED_SECONDS" if much else "PARTING_SECONDS", 0.05)
    async with walled(Limits(), outer=KeptOuter) as (wall, inner, port):
        _, writer = await connect(port)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport of a socket can
        writer.write(b"x")
        await until_true(lambda: inner.writers)
        for _ in range(POURS_MAX):
            inner.writers[0].write(b"v" * (1024 * 1024 if much else 1024))
            await asyncio.sleep(0)
            if KeptOuter.made[-1].unread:
                break
        assert KeptOuter.made[-1].unread, "the kernel swallowed it all"
        inner.writers[0].close()
        await until_true(lambda: wall.addresses.known("127.0.0.1").clients.now == 0)
        writer.transport.abort()


async def test_bytes_have_an_end() -> None:
    """T30: a message without an end grows for ever, because its connection is not cut at the quota."""
    quota = Limits(bytes_per_second=1e9, bytes_at_once=1e9, bytes_in_all=100_000)
    async with walled(quota) as (_, inner, port):
        reader, writer = await connect(port)
        writer.write(b"x" * 10_000)
        await reader.readexactly(5)
        writer.write(b"x" * 100_000)
        assert await ended(reader)
        assert inner.bytes <= 100_000
        writer.close()


async def test_a_multipart_bomb_leaves_memory_flat(tmp_path: Path) -> None:
    """E4: an admitted client that sends one endless message fills the arbiter's memory, or delays others."""
    async with arbiter(tmp_path / "exercise.warcouncil", walled=True, limits=TIGHT) as running:
        link, view = await running.seated(BLACK_ARMY)
        hostile = running.ticket(RED_ARMY)
        before = psutil.Process().memory_info().rss
        keys = (hostile.server_key, hostile.public, hostile.secret)
        bomb = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.arbiter.shell.bomb",
            "127.0.0.1",
            str(running.port),
            *keys,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        assert bomb.stdout
        assert await bomb.stdout.readline()
        link.send(suggested(view))
        await until(link, Receipt)
        bomb.kill()
        await bomb.wait()
        assert running.service.counts()["multipart"] == 0
        assert psutil.Process().memory_info().rss - before < 16 * 1024 * 1024
