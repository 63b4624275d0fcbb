"""A link over real sockets whose first address answers nobody, in each of the ways in which an address can."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.link import places
from warcouncil.protocol.replies import Welcome

from tests.arbiter.shell.running import arbiter, until
from tests.clients.link.deaf import KINDS, deaf


@pytest.mark.parametrize("kind", KINDS)
async def test_a_seat_finds_whoever_leads_beside_a_machine_that_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A room would wait for a laptop that hangs, or for a cable that is cut, while the standby leads the exercise."""
    monkeypatch.setattr(places, "PATIENCE_SECONDS", (0.1, 0.5, 3.0))
    with deaf(kind) as lost:
        async with arbiter(tmp_path / "x.warcouncil") as up:
            ticket = up.ticket()
            link = up.link(ticket.model_copy(update={"port": lost, "elsewhere": (f"127.0.0.1:{up.port}",)}))
            await until(link, Welcome)
            assert (link.ticket.port, link.ticket.elsewhere) == (up.port, (f"127.0.0.1:{lost}",))
