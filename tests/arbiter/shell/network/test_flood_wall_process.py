"""The process of the flood wall. It starts, or reports a taken port. A dead one is replaced."""

from __future__ import annotations

import asyncio
import errno
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import cast
from unittest.mock import Mock

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest
from warcouncil.arbiter.shell.base.listening import AddressTaken
from warcouncil.arbiter.shell.network import flood_wall_process
from warcouncil.arbiter.shell.network.address_aliases import AddressAliases
from warcouncil.arbiter.shell.network.flood_wall import (
    FloodWall,
)
from warcouncil.arbiter.shell.network.flood_wall_process import WallInReserve, WallOrder, WallProcess
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Alive
from warcouncil.protocol.wire.requests import Beat

from tests.arbiter.shell.running import (
    arbiter,
    until,
)


async def test_a_dead_wall_is_replaced(tmp_path: Path) -> None:
    """After a crash of the flood wall no other one starts, or clients do not reconnect by themselves."""
    async with arbiter(tmp_path / "exercise.warcouncil", walled=True) as running:
        link, _ = await running.seated()
        wall = next(
            child
            for child in psutil.Process().children()
            if "flood_wall_process" in " ".join(child.cmdline())
        )
        wall.kill()
        await until(link, View)
        link.send(Beat())
        await until(link, Alive)
    assert "the wall died" in running.log.getvalue()


async def upper_of_two() -> tuple[asyncio.Server, int]:
    """Hold a port below which one is free."""
    for _ in range(20):
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with suppress(OSError):
            below = await asyncio.start_server(lambda *_: None, "127.0.0.1", port - 1)
            below.close()
            await below.wait_closed()
            return server, port
        server.close()
    raise AssertionError


async def test_a_reserve_wall_takes_its_order_and_an_unused_one_ends_silently(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A standby loses a second at the worst moment, or ends with a traceback on a screen that all people see."""
    order = WallOrder("127.0.0.1", 0, 1, 2)
    taken, spare, dead = WallInReserve(), WallInReserve(), WallInReserve()
    kept = [one._process for one in (taken, spare, dead)]
    wall = await WallProcess.start(order, taken)
    assert wall._process is kept[0]
    assert wall.port
    wall.stop()
    taken.close()
    spare.close()
    assert kept[1]
    assert kept[1].returncode == 0
    assert kept[2]
    kept[2].kill()
    kept[2].wait()
    other = await WallProcess.start(order, dead)
    assert other._process is not kept[2]
    other.stop()
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be halted there")
async def test_a_wall_that_hangs_blocks_neither_start_nor_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A host can neither start nor end, because it waits for a process that hangs."""
    monkeypatch.setattr(flood_wall_process, "BEGIN_SECONDS", 0.2)
    monkeypatch.setattr(flood_wall_process, "PARTING_SECONDS", 0.2)
    order, hung = WallOrder("127.0.0.1", 0, 1, 2), WallInReserve()
    assert hung._process
    hung._process.send_signal(signal.SIGSTOP)
    async with asyncio.timeout(20):
        with pytest.raises(AddressTaken, match="the wall did not start"):
            await WallProcess.start(order, hung)
    monkeypatch.setattr(flood_wall_process, "BEGIN_SECONDS", 60.0)
    wall = await WallProcess.start(order)
    wall._process.send_signal(signal.SIGSTOP)
    async with asyncio.timeout(20):
        await asyncio.to_thread(wall.stop)
    assert wall._process.returncode == -signal.SIGKILL


async def test_an_unknown_alias_is_no_address_of_this_machine() -> None:
    """After ten thousand addresses a stranger is treated like a program at the umpire's own machine, and no
    console is warned.
    """
    wall = await WallProcess.start(WallOrder("127.0.0.1", 0, 1, 2))
    AddressAliases(lambda alias, address: wall._addresses.update({alias: address})).give("192.0.2.7")
    (known,) = wall._addresses
    assert wall.real_address(known) == "192.0.2.7"
    wall._addresses.clear()
    assert wall.real_address(known) == ""
    assert wall.real_address("127.0.0.1") == "127.0.0.1"
    wall.stop()


async def test_a_taken_port_is_named() -> None:
    """A port that another program holds, whichever of the two it is, is not reported in one line."""
    server, port = await upper_of_two()
    with pytest.raises(AddressTaken, match=rf"^port {port} is in use on 127\.0\.0\.1\. Stop "):
        await WallProcess.start(WallOrder("127.0.0.1", port, 1, 2))
    above = (
        rf"^port {port} is in use on 127\.0\.0\.1 \(one above --port {port - 1}: both are needed\)\. Stop "
    )
    with pytest.raises(AddressTaken, match=above):
        await WallProcess.start(WallOrder("127.0.0.1", port - 1, 1, 2))
    server.close()


async def test_a_taken_port_for_browsers_is_named_with_its_own_option() -> None:
    """The host gives another --port, and gets the same line again."""
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    said = rf"^port {port} is in use on 127\.0\.0\.1\. Stop the other program or give another --web-port$"
    with pytest.raises(AddressTaken, match=said):
        await WallProcess.start(WallOrder("127.0.0.1", 0, 1, 2, web_port=port, inner_web_port=3))
    server.close()


async def test_a_taken_port_for_browsers_is_named_though_no_pair_is_found_later() -> None:
    """The host reads of a port that they never named, and gives a --port, which changes nothing."""
    asked: list[int] = []

    class Crowded:
        async def listen(self, host: str, port: int, inner: int, outer: object = None) -> asyncio.Server:
            asked.append(port)
            if len(asked) > 2:  # the browsers' port at first, and any later pair
                raise OSError(errno.EADDRINUSE, "Address already in use")
            return await asyncio.start_server(lambda *_: None, host, 0)

    order = WallOrder("127.0.0.1", 0, 1, 2, patience_seconds=0.0, web_port=7, inner_web_port=3)
    with pytest.raises(
        AddressTaken,
        match=r"^port 7 is in use on 127\.0\.0\.1\. Stop the other program or give another --web-port$",
    ):
        await flood_wall_process._listen(cast(FloodWall, Crowded()), order)


async def test_the_highest_port_has_none_above_it_and_another_pair_is_sought() -> None:
    """On a system that assigns its highest port, the host ends with a traceback."""
    made: list[asyncio.Server] = []
    tries: list[int] = []

    class Highest:
        async def listen(self, host: str, port: int, inner: int, outer: object = None) -> asyncio.Server:
            tries.append(port)
            if len(tries) == 2:
                raise OverflowError("bind(): port must be 0-65535.")
            made.append(await asyncio.start_server(lambda *_: None, host, 0))
            return made[-1]

    order = WallOrder("127.0.0.1", 0, 1, 2, 7, 3)
    assert all(await flood_wall_process._listen(cast(FloodWall, Highest()), order))
    assert len(tries) == 5
    for server in made[1:]:
        server.close()


async def test_a_wall_that_cannot_be_started_again_at_once_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system cannot start a process for a moment, and after that no client can connect for the rest of the
    day.
    """
    dead = Mock(stdout=[], wait=Mock(return_value=-9))
    tried = Mock(
        side_effect=[BlockingIOError(11, "try again"), BrokenPipeError(32, "gone"), KeyError("enough")]
    )
    monkeypatch.setattr(flood_wall_process, "_launch", tried)
    monkeypatch.setattr(flood_wall_process, "_let_go", Mock())
    monkeypatch.setattr(flood_wall_process, "REST_SECONDS", 0.0)
    wall = WallProcess(dead, WallOrder("127.0.0.1", 7, 1, 2), has_aliases=False)
    log = Mock()
    with pytest.raises(KeyError):
        await wall.watch(log)
    assert tried.call_count == 3
    assert log.warning.call_count == 2
