"""A link over real sockets whose first address does not answer, in each possible way, or leads no longer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.stimuli import Placed
from warcouncil.clients.link.door import addresses
from warcouncil.protocol.wire.replies import Welcome

from tests.arbiter.shell.running import arbiter, until
from tests.clients.link.deaf import KINDS, deaf


@pytest.mark.parametrize("kind", KINDS)
async def test_a_seat_finds_the_leader_beside_a_machine_that_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A room waits for a laptop that hangs, or for a cable that is cut, while the standby leads the exercise."""
    monkeypatch.setattr(addresses, "PATIENCE_SECONDS", (0.1, 0.5, 3.0))
    with deaf(kind) as lost:
        async with arbiter(tmp_path / "x.warcouncil") as up:
            ticket = up.ticket()
            link = up.link(ticket.model_copy(update={"port": lost, "elsewhere": (f"127.0.0.1:{up.port}",)}))
            await until(link, Welcome)
            assert (link.ticket.port, link.ticket.elsewhere) == (up.port, (f"127.0.0.1:{lost}",))


async def test_an_arbiter_that_slept_through_the_take_over_is_not_believed(tmp_path: Path) -> None:
    """An arbiter that slept has the same key and seats, and admits all clients.

    An answer sealed there will never be resolved.
    """
    old, new = tmp_path / "old.warcouncil", tmp_path / "new.warcouncil"
    async with arbiter(old) as up:
        ticket = up.ticket()
    for path in tmp_path.glob("old.warcouncil*"):
        shutil.copy(path, tmp_path / path.name.replace("old", "new"))
    async with arbiter(old, resume=True) as asleep, arbiter(new, resume=True) as leads:
        assert leads.service.settle([Placed(at=leads.service.clock.now(), epoch=2)])
        here, there = f"127.0.0.1:{asleep.port}", f"127.0.0.1:{leads.port}"
        link = leads.link(ticket.model_copy(update={"port": leads.port, "elsewhere": (here,)}))
        assert (await until(link, Welcome)).epoch == 2
        kept = link.ticket
        link.close()
        back = leads.link(kept.model_copy(update={"port": asleep.port, "elsewhere": (there,)}))
        assert (await until(back, Welcome)).epoch == 2
        assert (back.ticket.port, back.ticket.elsewhere) == (leads.port, (here,))
        young = leads.link(ticket.model_copy(update={"port": asleep.port}))
        assert (await until(young, Welcome)).epoch == 0, "the one that slept lets everybody in"
