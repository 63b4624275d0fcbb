"""The gateway beside an arbiter.

It starts, reports why it cannot, and after a crash it comes back at its former address.
"""

from __future__ import annotations

import asyncio
import errno
import io
import ssl
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest
from warcouncil.arbiter.shell.base.listening import AddressTaken
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.hosting.gateways import GatewayPlace, settled
from warcouncil.clients.room.players import child_gateway
from warcouncil.clients.room.players.child_gateway import ChildGateway
from warcouncil.clients.web.certificate import kept

from tests.waiting import until_true

PATIENCE_SECONDS = 60
GARBLED = r"""
import sys
sys.stderr.buffer.write(b"caf\xe9\nand more\n")
sys.stderr.flush()
print('{"port": 7}', flush=True)
sys.stdin.read()
"""
SILENT = "import time; time.sleep(600)"
HERE = GatewayPlace("127.0.0.1", 9, 10, "127.0.0.1", 0)


def made(folder: Path, heard: list[str]) -> ChildGateway:
    """Return a gateway that has a certificate."""
    ours = kept(folder, "Jena", (), datetime.now(UTC))
    return ChildGateway(
        chain=ours.chain, key=ours.key, keep=folder / "seats", also=("10.1.2.3",), hear=heard.append
    )


def children() -> set[Any]:
    """Return the processes that this one has started. Others may belong to other tests."""
    return set(psutil.Process().children())


async def asked(port: int, host: str) -> bytes:
    """Request a page from a gateway, and return the first line of its answer."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    try:
        writer.write(f"GET /none HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return await reader.readline()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def let_run(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run another program in place of a gateway."""
    popen = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda _command, **how: popen([sys.executable, "-c", program], **how)
    )


@asynccontextmanager
async def watched(gateway: ChildGateway, log: io.StringIO) -> AsyncIterator[None]:
    """Watch the gateway until the block ends."""
    task = asyncio.create_task(gateway.watch(open_log(log)))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_one_that_is_begun_later_and_dies_is_back_at_the_same_port_and_one_that_is_stopped_is_gone(
    tmp_path: Path,
) -> None:
    """No browser can connect because one process crashed, or a gateway runs on when the exercise has ended."""
    log, heard, others = io.StringIO(), list[str](), children()
    gateway = made(tmp_path / "web", heard)
    place = settled(HERE)
    port = place.port
    gateway.later(place)

    async def there(times: int) -> None:
        await until_true(lambda: log.getvalue().count("is there") >= times)

    try:
        async with watched(gateway, log):
            await there(1)
            assert b"404" in await asked(port, f"10.1.2.3:{port}"), (
                "an address of ours that the certificate does not name"
            )
            (child,) = children() - others
            child.kill()
            await there(2)
            assert b"404" in await asked(port, f"127.0.0.1:{port}")
    finally:
        await asyncio.to_thread(gateway.stop)
    assert "the gateway for browsers stopped; starting another" in log.getvalue()
    assert children() <= others
    with pytest.raises(AddressTaken, match="it was stopped"):
        await gateway.start(HERE)


async def test_one_that_cannot_begin_says_why_in_a_line(tmp_path: Path) -> None:
    """The host waits for the gateway, or ends in a traceback, or prints the line twice."""
    heard: list[str] = []
    gateway = made(tmp_path / "web", heard)
    (tmp_path / "web" / "key.pem").write_text("nonsense")
    with pytest.raises(AddressTaken, match=r"^the gateway for browsers: .*key\.pem"):
        await gateway.start(HERE)
    assert heard == []
    gateway.stop()


async def test_one_that_hangs_before_it_begins_is_ended_with_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a kill can end the host, and the exercise is not closed in order."""
    monkeypatch.setattr(child_gateway, "PARTING_SECONDS", 0.1)
    let_run(SILENT, monkeypatch)
    others = children()
    gateway = made(tmp_path / "web", [])
    beginning = asyncio.create_task(gateway.start(HERE))
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await until_true(lambda: children() - others)
            await asyncio.to_thread(gateway.stop)
            with pytest.raises(AddressTaken):
                await beginning
    finally:
        for child in children() - others:
            child.kill()


async def test_one_that_does_not_begin_in_time_is_ended_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host waits for the gateway without a message, or no other one is tried and browsers cannot connect."""
    monkeypatch.setattr(child_gateway, "BEGIN_SECONDS", 0.5)
    let_run(SILENT, monkeypatch)
    gateway = made(tmp_path / "web", [])
    async with asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(AddressTaken, match="it did not start within"):
            await gateway.start(HERE)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (AddressTaken("the gateway for browsers: no"), "the gateway for browsers: no"),
        (OSError(errno.ENOMEM, "Kein Speicher"), "the gateway for browsers: this machine is out of memory"),
        (ValueError("I/O operation on closed file"), "the gateway for browsers: it died during its start"),
    ],
    ids=["dies", "cannot be had", "dies with its order"],
)
async def test_one_that_dies_young_again_and_again_is_not_started_in_a_rush(
    fault: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lasting fault takes the processor from the arbiter, and fills its log.

    Or no retry is made, and browsers stay outside.
    """
    log, slept = io.StringIO(), list[float]()
    gateway = made(tmp_path / "web", [])
    enough = asyncio.Event()

    async def rest(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 6:
            enough.set()
            await asyncio.Future()

    def fail(self: ChildGateway, place: GatewayPlace) -> int:
        raise fault

    gateway._place = HERE
    monkeypatch.setattr(asyncio, "sleep", rest)
    monkeypatch.setattr(ChildGateway, "_launch", fail)
    async with watched(gateway, log):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await enough.wait()
    assert slept == [0.2, 1.0, 5.0, 15.0, 15.0, 15.0]
    assert log.getvalue().count(told) == 5


async def test_an_undecodable_byte_does_not_end_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An undecodable byte ends the reader.

    The next lines then block the gateway, and the host's window shows a traceback.
    """
    heard = list[str]()
    gateway = made(tmp_path / "web", heard)
    let_run(GARBLED, monkeypatch)
    assert await gateway.start(HERE) == 7
    listeners = [thread for thread in threading.enumerate() if thread.name == "gateway"]
    await asyncio.to_thread(gateway.stop)
    for listener in listeners:
        await asyncio.to_thread(listener.join, PATIENCE_SECONDS)
    assert heard == ["caf\ufffd", "and more"]
