"""Slow clients: a connection that is slow, half open or sends nonsense is cut, and all others are served
meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import h11
import pytest
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.web import gateway as gateway_module
from warcouncil.clients.web import page_lines, slow_clients
from warcouncil.clients.web.gateway import ACCEPTED_AT_ONCE, HEAD_BYTES_MAX
from warcouncil.clients.web.tickets import Tickets
from warcouncil.protocol.wire.wire import REPLY_BYTES, REQUEST_BYTES

from tests.clients.web.browsing import HOST, Browser, Stream, Up, exchange, gateway
from tests.clients.web.far_end import ARBITER, NotedWire, Plain, ticket
from tests.waiting import until_true

HASTE_SECONDS = 0.5
NEVER_SECONDS = 3600.0
FRAMES_MAX = 64
"""Far more of the largest frames than the buffers of this test hold."""
CLOSES_AFTER = {True: "close_timeout", False: "timeout_keep_alive"}
"""The servers' names, for sockets and streams, of the time that an ended line may stay open."""
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture
async def up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Up]:
    """Run a gateway with very short timeouts, with nothing behind it."""
    monkeypatch.setattr(slow_clients, "HEAD_SECONDS", HASTE_SECONDS)
    monkeypatch.setattr(page_lines, "Wire", NotedWire)
    NotedWire.made = []
    async with gateway(ARBITER, tmp_path) as made:
        yield made


async def all_of(streams: Streams) -> bytes:
    """Read until the other side has ended the connection."""
    reader, writer = streams
    data = b""
    try:
        async with asyncio.timeout(60):
            while more := await reader.read(65536):
                data += more
    except (ConnectionError, ssl.SSLError):
        pass
    finally:
        writer.transport.abort()
    return data


async def test_a_wave_of_new_connections_waits_and_is_not_turned_away(up: Up) -> None:
    """When a room comes back at once its browsers find no server.

    Few are accepted at a time, but all may wait.
    """
    wave = [socket.create_connection((HOST, up.port), timeout=10) for _ in range(16 * ACCEPTED_AT_ONCE)]
    for each in wave:
        each.close()
    assert (await Browser(up.port).ask("GET", "/words.json")).status == 200


async def test_half_a_handshake_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each holds a connection for a minute, and a few thousand hold all of them."""
    monkeypatch.setattr(gateway_module, "TLS_SECONDS", HASTE_SECONDS)
    async with gateway(ARBITER, tmp_path) as up:
        silent = await asyncio.open_connection(HOST, up.port)
        assert await all_of(silent) == b""
        begun = await asyncio.open_connection(HOST, up.port)
        begun[1].write(b"\x16\x03\x01\x02\x00\x01")
        assert len(await all_of(begun)) < 100


async def test_garbage_in_the_place_of_a_handshake_is_cut(up: Up) -> None:
    """A port scanner leaves its connections behind, or stops the gateway."""
    plain = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
    for nonsense in (plain, os.urandom(4096), b"\x00" * 100_000):
        streams = await asyncio.open_connection(HOST, up.port)
        streams[1].write(nonsense)
        answer = await all_of(streams)
        if nonsense is plain:  # it is told the address with https://, and cut
            assert answer.startswith(b"HTTP/1.1 307 ")
            assert answer.endswith(b"\r\n\r\nThis address needs https:// before it. https://x/\n")
        else:
            assert len(answer) < 100
    assert (await Browser(up.port).ask("GET", "/words.json")).status == 200


@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: "])
async def test_a_head_that_does_not_end_is_cut(up: Up, begun: bytes) -> None:
    """E3 over HTTP: one byte now and then, on a thousand connections, keeps all others out."""
    streams = await Browser(up.port).open()
    streams[1].write(begun)
    assert await all_of(streams) == b""


async def test_a_second_head_has_its_clock_too(up: Up) -> None:
    """After one proper request a client may be as slow as it likes."""
    browser = Browser(up.port)
    streams = await browser.open()
    first = await exchange(*streams, browser.request("GET", "/words.json"), b"", browser)
    assert first.status == 200
    streams[1].write(b"GET / HT")
    assert await all_of(streams) == b""


async def test_a_slow_body_is_cut(up: Up, monkeypatch: pytest.MonkeyPatch) -> None:
    """The head comes in time, and the rest never."""
    monkeypatch.setattr("warcouncil.clients.web.request_reading.BODY_SECONDS", HASTE_SECONDS)
    browser = Browser(up.port)
    streams = await browser.open()
    head = f"POST /knock HTTP/1.1\r\nhost: {browser.host}\r\norigin: {browser.origin}\r\ncontent-length: 100\r\n\r\n"
    streams[1].write(head.encode() + b"{")
    assert (await all_of(streams)).startswith(b"HTTP/1.1 400")


async def test_an_unneeded_body_has_a_timeout_too(up: Up) -> None:
    """A client that was answered before it had sent everything goes on slowly, or holds the connection in
    silence.
    """
    browser = Browser(up.port)
    streams = await browser.open()
    head = browser.request("GET", "/words.json", length=0, headers={"content-length": "100"})
    streams[1].write(h11.Connection(h11.CLIENT).send(head) or b"")
    assert await streams[0].read(100)
    streams[1].write(b"x")
    await all_of(streams)


async def test_nonsense_after_an_answer_is_no_fault(up: Up) -> None:
    """A stranger writes as many lines into the host's log as they send requests."""
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))
    browser = Browser(up.port)
    reader, writer = await browser.open()
    head = browser.request("POST", "/nowhere", {"content-length": "", "transfer-encoding": "chunked"})
    writer.write(h11.Connection(h11.CLIENT).send(head) or b"")
    assert await reader.read(12) == b"HTTP/1.1 404"
    writer.write(b"no chunk\r\n")
    await all_of((reader, writer))
    assert faults == []


async def test_a_head_has_its_length(up: Up) -> None:
    """One request fills the memory."""
    browser = Browser(up.port)
    streams = await browser.open()
    streams[1].write(b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * 4 * HEAD_BYTES_MAX)
    assert (await all_of(streams)).startswith(b"HTTP/1.1 4")
    streams = await browser.open()
    streams[1].write(b"\xff" * 100 + b"\r\n\r\n")
    assert (await all_of(streams)).startswith(b"HTTP/1.1 400")


UPGRADE = {
    "upgrade": "websocket",
    "connection": "upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
}
NO_SOCKETS = {
    "too many headers": {f"x-{number}": "y" for number in range(200)},
    "a body": {"content-length": "10"},
}


@pytest.mark.parametrize("how", NO_SOCKETS)
async def test_a_head_that_only_says_that_it_is_a_sockets_is_cut(up: Up, how: str) -> None:
    """Each holds a connection for ever, and the gateway cannot end in order, so no page learns that it ends."""
    browser = Browser(up.port)
    streams = await browser.open()
    head = browser.request("GET", "/seat/7K3/socket", UPGRADE | {"origin": browser.origin} | NO_SOCKETS[how])
    streams[1].write(h11.Connection(h11.CLIENT).send(head) or b"")
    assert await all_of(streams) == b""
    await until_true(lambda: not up.gateway._state.connections, "the connection is forgotten")


async def test_the_clock_leaves_an_open_line_alone(up: Up) -> None:
    """All players lose their lines a few seconds after joining."""
    browser = Browser(up.port)
    browser.cookies["__Host-seat-7K3"] = Tickets(up.keep).keep(ticket())
    stream = await Stream(browser, "/seat/7K3").open()
    socket = await browser.socket("/seat/7K3/socket")
    await asyncio.sleep(3 * HASTE_SECONDS)
    assert len(up.gateway.lines) == 2
    stream.close()
    await socket.close()


async def test_pings_are_not_answered_while_no_answer_is_read(
    up: Up, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat's own cookie is enough to fill the memory of the host."""
    browser = Browser(up.port)
    browser.cookies["__Host-seat-7K3"] = Tickets(up.keep).keep(ticket())
    socket = await browser.socket("/seat/7K3/socket")
    [served] = [
        one for one in up.gateway._state.connections if isinstance(one, slow_clients.SlowClientSocket)
    ]
    written: list[bytes] = []
    monkeypatch.setattr(served.transport, "write", written.append)
    served.pause_writing()
    for _ in range(100):
        await socket.ping()
    await socket.send(b"x" * REQUEST_BYTES)
    await until_true(lambda: NotedWire.made[0].sent, "the frame arrives")
    assert written == []
    served.transport.abort()
    socket.transport.abort()


@asynccontextmanager
async def deaf_page(up: Up, *, by_socket: bool, kernel_bytes: int) -> AsyncIterator[slow_clients.Impatient]:
    """Open a stream that the page stops reading, with these buffers in the kernel. Return the gateway's end of its
    connection.
    """
    browser = Browser(up.port)
    browser.cookies["__Host-seat-7K3"] = Tickets(up.keep).keep(ticket())
    held: Any  # an unreferenced writer is closed by the interpreter
    if by_socket:
        held = await browser.socket("/seat/7K3/socket")
        transport = held.transport
    else:
        held = await Stream(browser, "/seat/7K3").open()
        transport = held._writer.transport
    transport._ssl_protocol._transport.pause_reading()  # TLS itself would read a quarter of a megabyte ahead
    [served] = [
        one
        for one in up.gateway._state.connections
        if isinstance(one, slow_clients.SlowClientSocket) is by_socket
    ]
    assert isinstance(served, slow_clients.Impatient)
    for end, buffer in ((transport, socket.SO_RCVBUF), (served.transport, socket.SO_SNDBUF)):
        end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, buffer, kernel_bytes)
    try:
        yield served
    finally:
        assert not transport.is_closing(), "the page itself went away"
        transport.abort()


def forgotten(up: Up) -> bool:
    """Return whether the gateway holds no connection, and waits for none."""
    return not (up.gateway._state.connections or up.gateway._state.tasks)


@pytest.mark.parametrize("by_socket", [True, False])
async def test_a_stalled_page_is_disconnected_after_its_timeout(
    up: Up, monkeypatch: pytest.MonkeyPatch, by_socket: bool
) -> None:
    """If this fails, a laptop whose lid is shut holds its connection, and the last words to it, for ever."""
    monkeypatch.setattr(slow_clients, "STALL_SECONDS", HASTE_SECONDS)
    monkeypatch.setattr(page_lines, "Unsealer", Plain)
    monkeypatch.setattr(page_lines, "SILENT_SECONDS", NEVER_SECONDS)
    async with deaf_page(up, by_socket=by_socket, kernel_bytes=4096) as served:
        monkeypatch.setattr(served, CLOSES_AFTER[by_socket], NEVER_SECONDS)
        for _ in range(FRAMES_MAX):
            NotedWire.made[0].on_frame(b"v" * REPLY_BYTES[-1])
            await asyncio.sleep(0.001)
            if served.stalled is not None:
                break
        assert served.stalled is not None, "the kernel swallowed it all"
        NotedWire.made[0].on_end(End.GONE)
        await until_true(lambda: forgotten(up), "the connection is forgotten")


@pytest.mark.parametrize("by_socket", [True, False])
@pytest.mark.parametrize("unread", [0, 3])
async def test_a_page_is_disconnected_though_the_kernel_swallows_what_it_does_not_read(
    up: Up, monkeypatch: pytest.MonkeyPatch, by_socket: bool, unread: int
) -> None:
    """If this fails, large buffers of the kernel let a dead page hold its connection for ever, because no write
    ever stalls.
    """
    monkeypatch.setattr(page_lines, "Unsealer", Plain)
    monkeypatch.setattr(page_lines, "SILENT_SECONDS", HASTE_SECONDS)
    async with deaf_page(up, by_socket=by_socket, kernel_bytes=1024 * 1024) as served:
        monkeypatch.setattr(served, CLOSES_AFTER[by_socket], HASTE_SECONDS)
        NotedWire.made[0].on_frame(b"v" * REPLY_BYTES[0] * unread)
        await until_true(lambda: forgotten(up), "the connection is forgotten")
        assert served.stalled is None


async def test_a_socket_that_is_asked_for_behind_what_is_unread_is_cut(up: Up) -> None:
    """A page that reads nothing goes unnoticed, and views are written to it as long as there is memory."""
    browser = Browser(up.port)
    browser.cookies["__Host-seat-7K3"] = Tickets(up.keep).keep(ticket())
    streams = await browser.open()
    [served] = await until_true(lambda: [*up.gateway._state.connections], "the connection is taken in")
    assert isinstance(served, slow_clients.Impatient)
    served.pause_writing()
    head = browser.request("GET", "/seat/7K3/socket", UPGRADE | {"origin": browser.origin})
    streams[1].write(h11.Connection(h11.CLIENT).send(head) or b"")
    await until_true(lambda: not up.gateway._state.connections, "the connection is forgotten")
    assert NotedWire.made == []
    streams[1].transport.abort()
