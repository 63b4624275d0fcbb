"""Browsers behind the flood wall: the gateway's port is the flood wall's, and each visitor keeps their own
address, for the door and for umpires.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from structlog import BoundLogger
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.hosting.gateways import GatewayPlace
from warcouncil.arbiter.shell.network import door
from warcouncil.arbiter.shell.network.address_aliases import can_alias
from warcouncil.arbiter.shell.network.wrong_codes import FREE
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.web.gateway import Gateway, GatewayOrder
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.wire.consoles import Alarms, Wall
from warcouncil.protocol.wire.replies import Welcome

from tests.arbiter.shell.running import RED_ARMY, arbiter, until
from tests.clients.web.browsing import HELLO, Browser, certificate, reply


class NearGateway:
    """A gateway in the process of the test, started as the host starts one."""

    def __init__(self, keep: Path) -> None:
        self._keep = keep
        self.made: Gateway | None = None

    async def start(self, place: GatewayPlace) -> int:
        """Start the gateway behind the flood wall."""
        held = certificate()
        arbiters = Address(place.arbiter_host, place.arbiter_port)
        order = GatewayOrder(
            arbiters, place.door_port, place.host, place.port, held.chain, held.key, self._keep
        )
        self.made = Gateway(order, log=open_log(), source_of=str)
        return await self.made.start()

    def later(self, place: GatewayPlace) -> None:
        """Begin at once, or never."""
        raise AssertionError("it is begun at once here")

    async def watch(self, log: BoundLogger) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()

    def stop(self) -> None:
        """Do nothing: the test stops the gateway."""


@pytest.mark.skipif(not can_alias(), reason="this system speaks from one loopback address alone")
async def test_behind_the_wall_each_visitor_keeps_their_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One guest's guesses slow every phone in the room, and umpires read that the host itself guesses codes."""
    monkeypatch.setattr(door, "SLOT_SECONDS", 0.02)
    near = NearGateway(tmp_path / "keep")
    async with arbiter(tmp_path / "e.warcouncil", walled=True, gateway=near) as running:
        assert near.made is not None
        umpire = running.link(running.ticket(""))
        await until(umpire, Wall)
        right = running.code(RED_ARMY)
        guesser, other = Browser(running.web_port, "127.0.0.77"), Browser(running.web_port, "127.0.0.78")
        for _ in range(FREE + 1):
            await guesser.join(CodeText(plate=right.plate, secret="00000000"))
        assert (await until(umpire, Alarms)).alarms[0].text.endswith(f"{FREE + 1} from 127.0.0.77")
        assert "admit" in await other.join(right)
        async with await other.socket(f"/seat/{right.plate}/socket") as socket:
            await socket.send(HELLO)
            assert isinstance((await reply(socket))[1], Welcome)
        await near.made.stop()
