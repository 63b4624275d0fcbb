"""`warcouncil demo --web`: a page for the person's seat, a code that only the terminal shows, and an end in
order.
"""

from __future__ import annotations

import re
import signal
import ssl
import subprocess
import sys
import urllib.request
import webbrowser
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import IO

import pytest
from rich.console import Console
from typer.testing import CliRunner
from warcouncil.arbiter.core.words.stimuli import CodeCard, Grant
from warcouncil.clients.commands.before.demo_seat import (
    NEWCOMER_SECONDS,
    NO_MORE_GAMES,
    further_games,
    show_page,
    wait_for_newcomer,
)
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.host import browsers
from warcouncil.clients.link.base.line import Line
from warcouncil.clients.plan.cards.cards import web_door
from warcouncil.protocol.acts.acts import Answered, Extend
from warcouncil.protocol.acts.room_acts import Reseat
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.wire.consoles import Alarm, SeatStatus, TableStatus, Wall
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Request, Rule
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, TeamId

PATIENCE_SECONDS = 60.0
CARD = CodeCard(
    code=CodeText(plate="7K3", secret="Q4MNP2XT"),
    holder=Grant(role=Role.SEAT, table=TableId(1), seat=SeatId("red.army")),
)
DOOR = web_door("192.0.2.7", 5282, " ".join(["AB12"] * 16), "demo")


class Opened(webbrowser.BaseBrowser):
    """A browser that records the addresses that it opens."""

    def __init__(self) -> None:
        super().__init__("noted")
        self.addresses: list[str] = []

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        """Record an address."""
        self.addresses.append(url)
        return True


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Return a browser of this machine, with a screen."""
    found = Opened()
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(webbrowser, "get", lambda: found)
    return found


def said(*, terminal: bool = True) -> str:
    """Return the printed text."""
    out = StringIO()
    show_page(Console(file=out, force_terminal=terminal, no_color=True, width=100), DOOR, CARD, "Red army")
    return out.getvalue()


def test_the_page_is_told_and_opened_and_the_secret_part_of_the_code_is_in_no_address(here: Opened) -> None:
    """The code is in a browser's history, or the user does not know what to type."""
    text = said()
    assert "https://192.0.2.7:5282/seat/7K3" in text
    assert "Q4MN-P2XT" in text
    assert "█" in text
    (address,) = here.addresses
    assert address.startswith("https://192.0.2.7:5282/seat/7K3#")
    assert "seat=Red+army" in address
    assert not re.search("Q4MN|P2XT", address)


def test_no_square_for_a_camera_is_drawn_without_a_terminal(here: Opened) -> None:
    """A log is full of blocks."""
    assert "█" not in said(terminal=False)
    assert here.addresses


def test_no_browser_is_opened_where_it_would_take_the_terminal(
    here: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who is logged in remotely gets a text browser, which cannot run the page."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    said()
    assert here.addresses == []


@pytest.mark.parametrize("other", ["--headless", "--json", "--plain"])
def test_an_option_that_contradicts_a_browser_seat_is_refused(other: str) -> None:
    """The demo follows one of the two options, and does not say which."""
    done = CliRunner().invoke(app, ["demo", "--web", other])
    assert done.exit_code == 2
    assert "--web opens your seat in a browser" in done.stderr


def test_a_missing_package_for_browsers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback names a module."""
    monkeypatch.setattr(browsers, "NEEDED", ("no_such_server",))
    done = CliRunner().invoke(app, ["demo", "--web"])
    assert done.exit_code == 2
    assert '-m pip install "warcouncil[web]"' in done.stderr


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a demo of a small game for a browser."""
    command = [sys.executable, "-m", "warcouncil.clients.commands.cli", "demo", "--web", "hard_war"]
    with (
        (tmp_path / "err").open("w") as err,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=err, text=True, env={"PATH": "", "HOME": str(tmp_path)}
        ) as process,
    ):
        yield process
        process.kill()


def until(lines: IO[str], wanted: str) -> str:
    """Read up to a line that matches, and return the match."""
    for line in lines:
        if found := re.search(wanted, line):
            return found[0]
    raise AssertionError(f"{wanted} was not said")


def test_a_page_is_served_until_the_demo_is_ended_in_order(demo: subprocess.Popen[str]) -> None:
    """The seat cannot be opened, or Ctrl-C leaves an error and a process behind."""
    assert demo.stdout
    address = until(demo.stdout, r"https://\S+/seat/\w+")
    until(demo.stdout, "Ctrl-C")
    unproved = ssl.create_default_context()
    unproved.check_hostname, unproved.verify_mode = False, ssl.CERT_NONE
    with urllib.request.urlopen(address, context=unproved, timeout=PATIENCE_SECONDS) as page:  # ours
        assert b"/page/seat.js" in page.read()
    if sys.platform != "win32":
        demo.send_signal(signal.SIGINT)
        assert demo.wait(PATIENCE_SECONDS) == 0


class FakeUmpire(Line):
    """An umpire's link whose other end is the test."""

    def __init__(self, *replies: Reply) -> None:
        self.sent: list[Request] = []
        self.replies = list(replies)

    def send(self, body: Request) -> None:
        """Store a request."""
        self.sent.append(body)

    def again(self) -> None:
        """Do not seek another arbiter."""

    async def receive(self) -> Reply:
        """Return the next reply."""
        return self.replies.pop(0)


def status(
    gate: int, *, asked: bool = False, begun: bool = True, table: int = 1, ended: str = "", call: int = 0
) -> TableStatus:
    """Return the state of a table with one seat."""
    seat = SeatStatus(
        seat=SeatId("red.army"),
        title="Red army",
        team=TeamId("red"),
        linked=True,
        joined=True,
        asked=asked,
        sealed=False,
        voided=False,
        bot=False,
        silent_ms=0,
    )
    return TableStatus(
        table=TableId(table),
        game="kartenspiel",
        gate=GateNo(gate),
        title="Deployment",
        rule="1",
        paused="",
        held="",
        ended=ended,
        begun=begun,
        seats=(seat,),
        alarms=(Alarm(table=TableId(table), text="again", call=call, seat=seat.seat),) if call else (),
    )


@pytest.mark.parametrize("begun", [False, True])
async def test_the_first_question_of_a_newcomer_stays_open_for_longer(*, begun: bool) -> None:
    """A newcomer reads two lines of an option, and the enemy decides for them."""
    umpire = FakeUmpire(
        Wall(exercise="demo", tables=(status(1, asked=False, begun=False),)),
        status(1, asked=True, table=2),
        status(1, asked=False),
        status(2, asked=True, begun=begun),
        status(3, asked=True),
    )
    await wait_for_newcomer(umpire, SeatId("red.army"))
    (rule,) = umpire.sent
    assert isinstance(rule, Rule)
    assert (rule.table, rule.gate, rule.act) == (1, 2, Extend(seconds=NEWCOMER_SECONDS))
    assert len(umpire.replies) == 1


async def test_a_call_after_the_end_moves_the_person_to_the_next_table() -> None:
    """A person on a phone cannot play again, is moved out of a running game, or moves twice by one call."""
    umpire = FakeUmpire(
        status(3, call=1),
        status(9, ended="The line broke.", call=1),
        status(9, ended="The line broke.", call=1),
        status(9, table=4, ended="It is late.", call=2),
    )
    games = further_games(umpire, SeatId("red.army"), range(4, 5))
    assert await anext(games) == 4
    with pytest.raises(IndexError):  # the link has nothing more to say
        await anext(games)
    move, no_more = umpire.sent
    assert isinstance(move, Rule)
    assert isinstance(no_more, Rule)
    seat = SeatId("red.army")
    assert (move.table, move.act) == (1, Reseat(seat=seat, to_table=TableId(4), to_seat=seat))
    assert (no_more.table, no_more.act) == (4, Answered(call=2, text=NO_MORE_GAMES))
