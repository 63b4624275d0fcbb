"""`host --metrics` and `standby --metrics`: the page is at the announced address, for each arbiter its own,
and moves with the lead.
"""

from __future__ import annotations

import asyncio
import json
import socket
from dataclasses import asdict
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.file.listened_at import ListenedAt, WebPlace
from warcouncil.clients.commands.host.listen_address import AskedPlace, place_for
from warcouncil.clients.commands.host.wings import metrics_ports
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.table.views import View

from tests.arbiter.shell.scrape import PATIENCE_SECONDS, scraped
from tests.clients.commands.afterwards.test_exercises import run
from tests.clients.commands.host.test_host import hosted, mistaken, seats_of
from tests.clients.commands.machines import machine, seated
from tests.clients.commands.wings_up import two_wings
from tests.ports import free_pair

WEB = ListenedAt("127.0.0.1", 5280, web=WebPlace(5282))


def port_in(told: str) -> int:
    """Return the port in the address of a page."""
    start, _, rest = told.rpartition(":")
    assert start == "http://127.0.0.1"
    port, _, path = rest.partition("/")
    assert path == "metrics"
    return int(port)


def test_the_page_is_where_the_host_says_and_only_if_it_was_asked_for(tmp_path: Path) -> None:
    """The monitoring reads a wrong page, or a port stays open though the host did not ask for it this time."""
    where, stick = tmp_path / "x", tmp_path / "stick"
    stick.mkdir()
    with hosted("kartenspiel", "--file", str(where), "--backup", str(stick), "--metrics", "0") as said:
        port = port_in(said["metrics"])
        told = asyncio.run(scraped(port))
        assert told["warcouncil_tables{state=waiting}"] == 1
        assert told["warcouncil_backup_failing"] == 0
        other = ("--bind", "127.0.0.1", "--port", "0", "--file", str(tmp_path / "other"))
        taken = mistaken("host", "kartenspiel", *other, "--metrics", str(port))
        assert taken == (
            f"warcouncil: port {port} is in use on 127.0.0.1. Stop the other program or give another"
            " --metrics\n"
        )
        assert not (tmp_path / "other").exists()
    with hosted("--resume", str(where)) as again:
        assert "metrics" not in again
    with socket.create_server(("127.0.0.1", 0)) as other_program:
        port = other_program.getsockname()[1]
        said_now = mistaken("host", "--resume", str(where), "--metrics", str(port))
        assert said_now.endswith("give another --metrics\n"), "no seat looks for it there"
    with hosted("--resume", str(where), "--metrics", str(port)) as last:
        assert port_in(last["metrics"]) == port


def test_a_port_that_others_are_to_reach_is_refused() -> None:
    """Some systems give one port twice. Seats of this machine then reach the page, and read that there is nothing
    here.
    """
    for port in (5280, 5281):
        with pytest.raises(BadInput, match="the seats and their door use 5280 and 5281"):
            place_for(AskedPlace(port=5280, metrics=port), None)
    with pytest.raises(
        BadInput, match=r"^--metrics 5282: this is the port for browsers\. Give another port$"
    ):
        place_for(AskedPlace(metrics=5282), WEB)
    for asked in (AskedPlace(port=5280, metrics=9280), AskedPlace(port=0, metrics=0), AskedPlace(port=0)):
        assert place_for(asked, None).to_listen.metrics_port == asked.metrics


def test_it_is_not_kept_where_the_exercise_listens(tmp_path: Path) -> None:
    """A copy that is resumed on another laptop opens an unknown port."""
    place = place_for(AskedPlace(port=5280, metrics=9280), None)
    assert "9280" not in json.dumps(asdict(place.now(5280, 0)))
    assert place_for(AskedPlace(), place.now(5280, 0)).metrics is None


@pytest.mark.night(keep=0)
def test_each_wing_has_a_page_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two arbiters want one port, so the second wing does not begin, or one of them is not monitored."""
    assert metrics_ports(None, 2) == []
    assert metrics_ports(0, 2) == [0, 0]
    assert metrics_ports(9280, 3) == [9280, 9281, 9282]
    with pytest.raises(
        BadInput, match=r"^--metrics 65535: the 2 wings need 2 ports, beginning with this one"
    ):
        metrics_ports(65535, 2)
    monkeypatch.chdir(tmp_path)
    first = free_pair()
    with two_wings(tmp_path, metrics_ports(first, 2)) as wings:
        assert [port_in(str(one.said["metrics"])) for one in wings] == [first, first + 1]
        for port in (first, first + 1):
            assert asyncio.run(scraped(port))["warcouncil_tables{state=waiting}"] == 1


@pytest.mark.night(keep=0)
async def test_the_page_goes_over_with_the_lead(address: str) -> None:
    """The operator does not know whether a second machine is ready, and after the loss of the first nothing
    is monitored.
    """
    port = free_pair()
    with machine("host", "kartenspiel", "--file", address, "--start", "now", "--metrics", "0") as first:
        told = first.said()
        here = port_in(told["metrics"])
        seat, umpire = await seated(told, seats_of(told)[0]), await seated(told, "Umpire")
        await seat.until(View)
        refused = run("standby", address, "--port", "0", "--metrics", str(here))
        assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
        assert (
            f"port {here} is in use on 127.0.0.1. Stop the other program or give another --metrics"
            in refused.output
        )
        with machine("standby", address, "--name", "kate", "--metrics", str(port)) as second:
            await umpire.hears_of("kate", second, seat)
            leads = await ready(here)
            assert (leads["warcouncil_leads"], leads["warcouncil_lease_epoch"]) == (1, 1)
            assert 0 < leads["warcouncil_lease_left_seconds"] <= 2
            with pytest.raises(OSError, match=r"."):
                await scraped(port)
            first.process.kill()
            assert port_in(second.said()["metrics"]) == port
            await seat.back(2)
            after = await scraped(port)
            assert (after["warcouncil_leads"], after["warcouncil_lease_epoch"]) == (1, 2)
            assert after["warcouncil_standbys"] == 0
    seat.link.close()
    umpire.link.close()


async def ready(port: int) -> dict[str, float]:
    """Wait until a standby is reported, and return the report."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (told := await scraped(port))["warcouncil_standbys"]:
            await asyncio.sleep(0.2)
    return told
