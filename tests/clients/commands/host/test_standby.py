"""`warcouncil standby`: it takes over by itself, by a key or by an umpire's ruling, and reports plainly what
it cannot do.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from rich.cells import cell_len
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.database.standby_rows import DatabaseStandbys
from warcouncil.arbiter.shell.hosting import hosting
from warcouncil.arbiter.shell.hosting.follower import NO_LEASE, FollowerNews
from warcouncil.arbiter.shell.service.service import Leave
from warcouncil.clients.commands.host import standby
from warcouncil.clients.commands.host.standby import (
    KEYS,
    StandbyFacts,
    first_look,
    leader_words,
    standby_lines,
)
from warcouncil.clients.commands.host.window import status_lines
from warcouncil.clients.link.base.line import LinkChange
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Done, Refusal
from warcouncil.protocol.words import TableId

from tests.arbiter.shell.forty import keep_forty
from tests.clients.commands.afterwards.test_exercises import run
from tests.clients.commands.host.test_host import COMMAND, seats_of
from tests.clients.commands.host.test_window import CODE, FACTS
from tests.clients.commands.machines import HERE, PATIENCE_SECONDS, machine, seated

LOOKOUT = FollowerNews("anna", epoch=2, seq=1204, tables=40)
STANDBY = StandbyFacts(
    exercise="Morning",
    name="kate",
    home="postgresql+psycopg://db/war?exercise=jena",
    addresses="192.0.2.7:5280",
    web=("Browsers  https://192.0.2.7:5282",),
    lookout=LOOKOUT,
    up_ms=754_000,
)


def test_a_server_with_much_to_do_is_asked_again_before_a_standby_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A standby that starts in the busiest minute must be started again, or one that can never lead reports
    it late.
    """
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    busy = LOOKOUT._replace(fault="timeout")
    assert first_look(Mock(look=Mock(side_effect=[busy, busy, LOOKOUT]))) == LOOKOUT
    assert len(slept) == 2
    never = LOOKOUT._replace(fault=NO_LEASE)
    assert first_look(Mock(look=Mock(side_effect=[never]))) == never
    monkeypatch.setattr("warcouncil.clients.commands.host.standby.FIRST_LOOK_SECONDS", 0.0)
    assert first_look(Mock(look=Mock(return_value=busy))) == busy


async def test_seats_come_over_when_the_host_hands_over_and_when_it_is_killed(address: str) -> None:
    """The loss of a laptop ends the morning, takes minutes from the clock, or loses a sealed order."""
    with machine("host", "kartenspiel", "--file", address, "--start", "now") as first:
        told = first.said()
        assert told["epoch"] == 1
        seat, umpire = await seated(told, seats_of(told)[0]), await seated(told, "Umpire")
        before = await seat.until(View)
        refused = await umpire.rules()
        assert isinstance(refused, Refusal)
        assert "No standby is ready" in refused.text
        with machine("standby", address, "--name", "kate") as second:
            await umpire.hears_of("kate", second, seat)
            assert isinstance(await umpire.rules(), Done)
            assert second.said()["epoch"] == 2
            assert first.ended() == 0
            view = await seat.back(2)
            assert view.gate >= before.gate
            with machine("standby", address, "--name", "tom") as third:
                await umpire.hears_of("tom", third, seat)
                second.process.kill()
                assert third.said()["epoch"] == 3
                await seat.back(3)
                third.process.send_signal(signal.SIGTERM)
                while "machine is shutting down" not in (await seat.until(LinkChange)).text:
                    pass
                assert third.ended() == 0, "nobody stands by: it is ended in order"
    seat.link.close()
    umpire.link.close()
    said = run("standby", address)
    assert (said.exit_code, said.output.count("\n")) == (2, 1)
    assert "closed properly, so no standby is needed" in said.output


async def test_a_standby_that_fails_to_take_over_begins_anew_until_the_server_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that is away for a second too long ends the standby, and so the last machine that can lead.

    Or the umpire's order that it should lead is forgotten.
    """
    spent = Mock(take=Mock(side_effect=JournalError("the connection died")), asks=True)
    fresh = Mock(asks=False)
    monkeypatch.setattr(standby, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(standby, "Follower", Mock(side_effect=[JournalError("no answer yet"), fresh]))
    post = object.__new__(standby._Post)
    post._follower = spent
    assert await post._take(Mock(), asyncio.Event(), Mock()) is None
    assert post._follower is fresh
    assert (fresh.place, fresh.asks) == (spent.place, True)
    assert spent.close.called, "it would hold its connections, and say that it is there"


async def test_a_standby_that_is_let_go_waits_for_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C does nothing as long as the database is away."""
    monkeypatch.setattr(standby, "Follower", Mock(side_effect=AssertionError("nobody follows any more")))
    let_go, post = asyncio.Event(), object.__new__(standby._Post)
    post._follower = Mock(take=Mock(side_effect=JournalError("the connection died")))
    let_go.set()
    assert await post._take(Mock(), let_go, Mock()) is None


async def test_a_standby_that_is_let_go_while_it_takes_over_leaves_the_lead_to_others() -> None:
    """A machine that shuts down leads the room until it is off, and its other standbys wait for its lease to
    lapse.
    """
    let_go, post = asyncio.Event(), object.__new__(standby._Post)
    opened = Mock()

    def take(_seen: object) -> Mock:
        loop.call_soon_threadsafe(let_go.set)
        return opened

    loop = asyncio.get_running_loop()
    sight = FollowerNews(leader="kate", epoch=1, may_take=Mock())
    post._seen, post._follower = sight, Mock(take=take, look=Mock(return_value=sight))
    assert await post._follow(let_go, Mock()) is None
    opened.journal.close.assert_called_once_with()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_shut_down_of_a_machine_leaves_the_lead_to_the_standby(is_there: bool) -> None:
    """A laptop that is shut down in order ends the exercise for all, though a standby is ready."""
    service = Mock(on_hand_over=Mock(return_value=is_there))
    hosting._leave(service, leave=Leave.MACHINE_STOPS)
    assert service.on_hand_over.called
    assert service.stop.called is not is_there


def test_an_exercise_without_a_standby_is_refused_in_one_line(tmp_path: Path, address: str) -> None:
    """A user who sets up the second laptop in a hurry reads a traceback, or its standby is useless."""
    file = tmp_path / "x.warcouncil"
    keep_forty(file)
    for words, wanted in (
        ((str(file),), "a standby needs an exercise in a database"),
        (("postgresql://nobody@127.0.0.1:1/none?exercise=x&connect_timeout=2",), "refused"),
        (
            (address.replace("exercise=e", "exercise=none-"),),
            "this database has no such exercise",
        ),
        (("mysql://x/y",), "this kind of database is not known"),
    ):
        said = run("standby", *words)
        assert (said.exit_code, said.output.count("\n")) == (2, 1), said.output
        assert wanted in said.output


def test_a_port_that_is_taken_is_named_before_it_is_counted_on(address: str) -> None:
    """At the moment when it matters, the standby cannot listen."""
    from warcouncil.arbiter.shell.service.opening import begin

    from tests.arbiter.shell.running import began

    opened = begin(address, began({}, 1))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for words, own in (
            (("--port", str(port)), "--port 5290"),
            (("--port", "0", "--web", "--web-port", str(port)), "--port 5290 --web-port 5292"),
        ):
            said = run("standby", address, "--bind", "127.0.0.1", *words)
            assert (said.exit_code, said.output.count("\n")) == (2, 1)
            assert f"port {port} is in use on 127.0.0.1" in said.output
            assert said.output.endswith(
                f"(the host may run on this machine, so a standby here needs its own ports: {own} (0: any))\n"
            )
    rows = DatabaseStandbys(home_of(address))
    assert rows.look() == [], "nobody is told of one that is not there"
    rows.close()
    opened.journal.close()


# --- the windows --------------------------------------------------------------------------------------------------------


def test_the_window_shows_the_leader_that_it_follows() -> None:
    """The second laptop does not show whether it is of any use."""
    assert standby_lines(STANDBY, 100, 24) == [
        "Morning · standby kate                                                             running for 12:34",
        "Leader    anna (lead number 2)",
        "Follows   40 tables, record 1204. Every question has the same result on both machines",
        "Address   192.0.2.7:5280   (once it leads)",
        "Browsers  https://192.0.2.7:5282",
        "File      postgresql+psycopg://db/war?exercise=jena",
        "",
        KEYS,
    ]
    other = standby_lines(
        replace(STANDBY, lookout=LOOKOUT._replace(doubts=(TableId(7), TableId(9)))), 120, 24
    )
    assert "THIS PROGRAM GETS ANOTHER RESULT at table 7, 9. Check that both versions match" in other[2]
    for columns in (20, 40, 80):
        assert max(map(cell_len, standby_lines(STANDBY, columns, 5))) <= columns


def test_a_silent_leader_is_shown_as_silent() -> None:
    """People wait in front of a window that shows no change."""
    assert leader_words(LOOKOUT._replace(still_ms=2600)) == "anna (lead number 2, silent for 2 s)"
    assert leader_words(LOOKOUT._replace(fault="connection refused")) == "not known: connection refused"
    assert leader_words(LOOKOUT._replace(leader="")) == "nobody"


def test_the_host_shows_its_standbys() -> None:
    """The host hands over although there is no standby, or does not know that it can hand over."""
    alone = status_lines(replace(FACTS, standbys=(), epoch=2), 100, 24)
    assert (
        "Standby   none. To add one, on another machine: warcouncil standby ADDRESS   (lead number 2)"
        in alone
    )
    assert alone[-1] == "c  show codes     q  stop"
    shown = status_lines(replace(FACTS, standbys=("kate, 0 records behind",), epoch=2), 100, 24)
    assert "Standby   kate, 0 records behind   (lead number 2)" in shown
    assert "h  hand over" in shown[-1]
    assert not [line for line in status_lines(FACTS, 100, 24) if line.startswith("Standby")]


if sys.platform == "linux":
    from tests.clients.commands.windows import window

    def test_a_key_hands_over_after_a_question(address: str) -> None:
        """One key moves four hundred people, or the question after Ctrl-C does not mention the standby."""
        begun = [*COMMAND, "host", "kartenspiel", "--file", address, *HERE]
        with window(*begun) as host:
            host.until(b"Enter hides the codes")
            host.type(b"\n")
            with window(*COMMAND, "standby", address, "--name", "kate", *HERE) as other:
                other.until(b"lead number 1")
                host.until(b"h  hand over")
                for key, asks in (
                    (b"h", b"y  yes, to kate"),
                    (b"\x03", b"h  hand it over to kate"),
                ):
                    host.type(key)
                    host.until(asks)
                    host.wait_out_the_guard()
                    host.shown = b""
                    host.type(b"n")
                    host.until(b"h  hand over")
                host.type(b"h")
                host.until(b"Hand the exercise over?   y  yes, to")
                host.wait_out_the_guard()
                host.type(b"y")
                host.until(b"The exercise was handed over to kate")
                assert host.process.wait(PATIENCE_SECONDS) == 0
                other.until(b"lead number 2")
                assert not CODE.findall(other.shown), "nobody asked for codes"
