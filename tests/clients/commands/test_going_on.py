"""`warcouncil host --resume FILE` returns to the address where its seats look for it.

It says so when it cannot or is told otherwise.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from typer.testing import CliRunner
from warcouncil.arbiter.core.people.speech_limit import SPEECHES_MAX
from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.service import journal
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.host.listen_address import AskedPlace, place_for
from warcouncil.clients.commands.host.startup_banner import going_on
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.protocol.acts.acts import EndNow
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Done, Refusal
from warcouncil.protocol.wire.requests import Rule, Say
from warcouncil.protocol.words import ChannelId, TableId

from tests.clients.commands.host.test_host import COMMAND, codes, mistaken, port_of, seats_of
from tests.ports import free_pair
from tests.profile import games

PLACE = ListenedAt(
    "127.0.0.1", 37311, walled=False, announced=False, addresses=("127.0.0.1:37311",), standby=("10.0.0.7",)
)


@contextmanager
def arbiter(*words: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Run `warcouncil host`, and return it with its output when it is ready. At the end it is killed, as by a
    power cut.
    """
    command = [*COMMAND, "host", "--json", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stderr
    try:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        yield process, json.loads(line)
    finally:
        process.kill()
        process.communicate(timeout=90)


async def until_seated(link: Link) -> None:
    """Wait until the seat has its complete view, as an arbiter sends it to a newcomer."""
    async with asyncio.timeout(60):
        while True:
            came = await link.receive()
            if isinstance(came, View) and came.whole:
                return


@pytest.mark.parametrize("wall", ["--wall", "--no-wall"][: games(1, 2)])
async def test_after_a_kill_a_seat_is_back_with_nothing_typed(tmp_path: Path, wall: str) -> None:
    """The arbiter resumes at the default port of every address, and every seat connects to the old one for ever."""
    file = tmp_path / "x.warcouncil"
    with arbiter(
        "kartenspiel",
        "--bind",
        "127.0.0.1",
        "--port",
        str(free_pair()),
        "--file",
        str(file),
        wall,
        "--no-announce",
    ) as (_, said):
        seat = codes(said)[seats_of(said)[0]]
        link = Link(await join(Address("127.0.0.1", port_of(said)), seat)).start()
        await until_seated(link)
    try:
        with arbiter("--resume", str(file)) as (process, again):
            assert again["addresses"] == said["addresses"]
            await until_seated(link)
            assert process.poll() is None
    finally:
        link.close()
    kept = recalled(file)
    assert kept == ListenedAt("127.0.0.1", port_of(said), wall == "--wall", False, (said["addresses"][0],))


async def test_lines_before_and_after_a_kill_leave_a_true_exercise(tmp_path: Path) -> None:
    """`verify` calls an honest host's exercise false because a player types fast while the host is started again."""
    file = tmp_path / "x.warcouncil"
    links: list[Link] = []
    try:
        with arbiter(
            *("kartenspiel", "--bind", "127.0.0.1", "--port", str(free_pair()), "--file", str(file)),
            *("--no-wall", "--no-announce", "--start", "now"),
        ) as (_, said):
            where, (first, *_) = Address("127.0.0.1", port_of(said)), seats_of(said)
            ticket = await join(where, codes(said)[first])
            links.append(seat := Link(ticket, at_once=True).start())
            ticket = await join(where, codes(said)["Umpire"], kind=Kind.CONSOLE)
            links.append(umpire := Link(ticket, at_once=True).start())
            await until_seated(seat)
            assert [await answer_to(seat, line()) for _ in range(SPEECHES_MAX)] == [Done] * SPEECHES_MAX
            for _ in range(3):
                assert await answer_to(umpire, end_now()) is Done
        with arbiter("--resume", str(file)) as (process, _):
            await until_seated(seat)
            answers = {await answer_to(seat, line()) for _ in range(5)}
            assert answers <= {Done, Refusal}
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
    finally:
        for link in links:
            link.close()
    verified = CliRunner().invoke(app, ["verify", str(file)])
    assert "FAILS" not in verified.output
    assert verified.exit_code == 0


def line() -> Say:
    """Return a line for the seat's own army."""
    return Say(id=uuid4().hex, channel=ChannelId("red"), text="Forward!")


def end_now() -> Rule:
    """Return the ruling that ends the open question."""
    return Rule(id=uuid4().hex, table=TableId(1), act=EndNow(), reason="no time")


async def answer_to(link: Link, request: Say | Rule) -> type[Done | Refusal]:
    """Send a request, and return the type of its answer."""
    link.send(request)
    async with asyncio.timeout(60):
        while True:
            came = await link.receive()
            if isinstance(came, Done | Refusal) and came.id == request.id:
                return type(came)


def test_a_taken_port_is_named_with_what_it_means(tmp_path: Path) -> None:
    """The umpire chooses another port, and learns from forty people that they are not back."""
    file = tmp_path / "x.warcouncil"
    with arbiter(
        "kartenspiel", "--bind", "127.0.0.1", "--port", str(free_pair()), "--file", str(file), "--no-wall"
    ) as (
        _,
        said,
    ):
        port = port_of(said)
    with socket.create_server(("127.0.0.1", port)):
        text = mistaken("host", "--resume", str(file))
        assert f"port {port} is in use on 127.0.0.1. Stop the other program or give another --port" in text
        assert "its seats look for it there" in text
    assert file.exists()
    with arbiter("--resume", str(file), "--port", "0") as (process, again):
        assert port_of(again) != port
        process.kill()
        _, errors = process.communicate(timeout=90)
    assert f"Its seats look for it at 127.0.0.1:{port}, which is no longer its address." in errors
    assert f"warcouncil join 127.0.0.1:{port_of(again)} CODE" in errors


def recalled(file: Path) -> ListenedAt | None:
    """Return the recorded address of an exercise."""
    opened = journal.resume(file)
    try:
        return opened.whereabouts
    finally:
        opened.close()


def kept_in(file: Path) -> Path:
    """Make a file that contains an address."""
    made = journal.create(file, Papers("x", "p" * 40, "s" * 40, b"\x01" * 32))
    made.remember(PLACE)
    made.close()
    return file


@pytest.mark.parametrize(
    "spoiling",
    [
        "DROP TABLE warcouncil_whereabouts",  # as written by an older one
        "DELETE FROM warcouncil_whereabouts",
        "UPDATE warcouncil_whereabouts SET place = '{'",
        "UPDATE warcouncil_whereabouts SET place = 7",
        """UPDATE warcouncil_whereabouts SET place = replace(place, '37311', '99999')""",
        """UPDATE warcouncil_whereabouts SET place = replace(place, '37311', '"x"')""",
        """UPDATE warcouncil_whereabouts SET place = replace(place, '"127.0.0.1"', '"\\u001b[2J"')""",
    ],
)
def test_a_file_that_does_not_know_resumes_as_usual(tmp_path: Path, spoiling: str) -> None:
    """An exercise of yesterday cannot be resumed today because its file contains no address."""
    file = kept_in(tmp_path / "x.warcouncil")
    assert recalled(file) == PLACE
    with sqlite3.connect(file) as database:
        database.execute(spoiling)
    database.close()
    assert recalled(file) is None
    usual = place_for(AskedPlace(), None)
    assert (usual.bind, usual.port, usual.walled, usual.announced) == ("0.0.0.0", 5280, True, True)


def test_a_request_overrides_its_own_setting_and_no_other() -> None:
    """A request for another port opens the exercise to the complete network, or removes its flood wall."""
    place = place_for(AskedPlace(port=40000), PLACE)
    assert (place.bind, place.port, place.walled, place.announced) == ("127.0.0.1", 40000, False, False)
    place = place_for(AskedPlace(bind="::1", walled=True, announced=True), PLACE)
    assert (place.bind, place.port, place.walled, place.announced) == ("::1", 37311, True, True)
    assert place_for(AskedPlace(), PLACE) == place_for(
        AskedPlace(), place_for(AskedPlace(), PLACE).now(37311, 0)
    )


def test_it_is_said_where_the_seats_look() -> None:
    """The umpire waits for seats that look elsewhere, or sends away seats that come back by themselves."""
    here, moved = Address("127.0.0.1", 37311), Address("127.0.0.1", 40000)
    assert place_for(AskedPlace(), None).news([here]) == []
    assert place_for(AskedPlace(), PLACE).news([here]) == [
        "Its seats look for it at 127.0.0.1:37311, and come back by themselves."
    ]
    assert place_for(AskedPlace(port=40000), PLACE).news([moved]) == [
        "Its seats look for it at 127.0.0.1:37311, which is no longer its address.",
        "Start it without --bind and --port, and they come back by themselves.",
        "Otherwise all players must join again with the card: warcouncil join 127.0.0.1:40000 CODE",
    ]
    assert place_for(AskedPlace(port=40000), PLACE).news([moved], ("192.0.2.1:5280", "127.0.0.1:40000")) == [
        "Its seats look for it at 127.0.0.1:37311, then at 127.0.0.1:40000, and come back by themselves.",
        (
            "Players who first joined at 127.0.0.1:37311 must join again with the card: warcouncil join"
            " 127.0.0.1:40000 CODE"
        ),
    ]
    other_network = Address("192.0.2.8", 37311)
    assert "Give this machine that address again" in place_for(AskedPlace(), PLACE).news([other_network])[1]


def test_the_command_that_goes_on_is_short_and_can_be_pasted() -> None:
    """After a crash a host must remember the port."""
    assert going_on(home_of("my room.db")) == "warcouncil host --resume 'my room.db'"
