"""A window that is closed ends its programs. None of them uses a complete core, and no seat stays linked."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.commands.before.demo_seat import parting
from warcouncil.clients.link.base import wire
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.clients.room.doctor.network import reach
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.wire.consoles import TableStatus

from tests.clients.commands.host.test_host import COMMAND, codes, hosted, port_of, seats_of
from tests.clients.commands.sight import in_sight

if sys.platform != "linux":
    pytest.skip(
        "windows of tests and their processes are found as Linux tells of them", allow_module_level=True
    )

import resource  # posix

from tests.clients.commands.windows import (  # posix
    ON_SCREEN,
    PATIENCE_SECONDS,
    Hearing,
    Window,
    ended,
    window,
)
from tests.profile import games

Start = Callable[[Path, list[str]], list[str]]


def by_itself(_: Path, command: list[str]) -> list[str]:
    """Start a program as a window that is made for it does."""
    return command


def by_shell(_: Path, command: list[str]) -> list[str]:
    """Start a program as a user does who types its name."""
    return ["sh", "-c", f"{shlex.join(command)}; true"]


def by_make(folder: Path, command: list[str]) -> list[str]:
    """Start a program as `make demo` does."""
    (folder / "Makefile").write_text(f"play:\n\t@{shlex.join(command)}\n")
    return ["make", "-s", "-C", str(folder), "play"]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Host an exercise, for all tests of this file, that marks a seat as gone only after its good-bye."""
    file = tmp_path_factory.mktemp("host") / "x.warcouncil"
    patient = [sys.executable, "-m", "tests.clients.commands.patient"]
    with hosted(
        "kartenspiel", "--file", str(file), "--no-wall", "--start", "umpire", command=patient
    ) as said:
        yield said


def words(said: dict[str, Any], command: str, code: str) -> list[str]:
    """Return the command with which a person joins."""
    return [*COMMAND, command, f"127.0.0.1:{port_of(said)}", code, "--new"]


async def shown(link: Link, seat: str, *, linked: bool) -> None:
    """Wait until the wall shows a seat as linked, or not."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            news = await link.receive()
            if isinstance(news, TableStatus):
                for one in news.seats:
                    if one.seat == seat and one.linked is linked:
                        return


@asynccontextmanager
async def overseen(said: dict[str, Any]) -> AsyncIterator[Link]:
    """Yield an umpire's link."""
    ticket = await join(Address("127.0.0.1", port_of(said)), codes(said)["Umpire"], kind=Kind.CONSOLE)
    link = Link(ticket, at_once=True).start()
    try:
        yield link
    finally:
        link.close()


CLOSED: list[tuple[int, Start, Hearing]] = [
    (1, by_itself, "untold"),
    (2, by_shell, "hears"),
    (3, by_make, "deaf"),
    (0, by_itself, "hears"),
    (4, by_make, "untold"),
]
"""Which seat, how it was started, and whether it hears that its window was closed; the first ones are each way of both."""


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("place", "start", "hearing"), CLOSED[: games(3, len(CLOSED))])
async def test_a_seat_whose_window_is_closed_ends_and_says_good_bye(
    said: dict[str, Any], tmp_path: Path, place: int, start: Start, hearing: Hearing
) -> None:
    """The client runs on for half an hour at a whole core, and the umpire sees a person who has gone home."""
    seat = seats_of(said)[place]
    home = {"WARCOUNCIL_HOME": str(tmp_path)}
    command = start(tmp_path, words(said, "join", codes(said)[seat]))
    async with overseen(said) as link:
        with window(*command, env=home, hearing=hearing) as opened:
            with opened.drained():
                await shown(link, seat, linked=True)
            opened.until(ON_SCREEN)
            inmates = opened.inmates()
            assert in_sight(inmates, codes(said).values()) == []
            opened.close()
            await shown(link, seat, linked=False)
            assert await asyncio.to_thread(ended, inmates) == []


async def test_a_seat_that_is_left_before_it_was_welcomed_says_good_bye(
    said: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that is closed at its start, on a busy machine, leaves its person at the table.

    The connection through which they joined kept the place.
    """
    monkeypatch.setattr(wire, "PARTING_MS", int(1000 * PATIENCE_SECONDS))
    seat = seats_of(said)[5]
    ticket = await join(Address("127.0.0.1", port_of(said)), codes(said)[seat])
    async with overseen(said) as link:
        at_door = Link(ticket).start()
        await shown(link, seat, linked=True)
        at_door.close()
        Link(ticket).start().leave()
        await shown(link, seat, linked=False)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(
    ("command", "title", "start"),
    [("umpire", "Umpire", by_make), ("display", "Projector", by_shell), ("join", "black.corps.4", by_shell)],
)
def test_a_screen_ends_with_the_program_that_started_it(
    said: dict[str, Any], tmp_path: Path, start: Start, command: str, title: str
) -> None:
    """A killed shell leaves its window, and the program in it can no longer be ended."""
    home = {"WARCOUNCIL_HOME": str(tmp_path)}
    with window(
        *start(tmp_path, words(said, command, codes(said)[title])), env=home, hearing="untold"
    ) as opened:
        opened.until(ON_SCREEN)
        inmates = opened.inmates()
        assert len(inmates) > 1
        assert in_sight(inmates, codes(said).values()) == []
        opened.process.kill()
        assert ended(inmates) == []


DEMOS = [(by_shell, ON_SCREEN), (by_make, b"taking seats"), (by_itself, ON_SCREEN), (by_make, ON_SCREEN)]


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("start", "moment"), DEMOS[: games(2, len(DEMOS))])
def test_a_demo_takes_its_arbiter_and_its_bots_along(tmp_path: Path, start: Start, moment: bytes) -> None:
    """`make demo` in a closed window plays on, bots and all, until the user notices the fan."""
    command = start(tmp_path, [*COMMAND, "demo"])
    with window(*command, env={"WARCOUNCIL_HOME": str(tmp_path)}, hearing="untold") as opened:
        opened.until(moment)
        inmates = opened.inmates()
        opened.close()
        assert ended(inmates) == []


def test_leaving_a_demo_ends_all_its_processes_and_says_good_bye(tmp_path: Path) -> None:
    """A user's laptop is slow all day after a minute of play, and the user does not know where the story
    could have been saved.
    """
    home = tmp_path / ("a-folder-whose-name-is-long" * 3)
    with window(*COMMAND, "demo", env={"WARCOUNCIL_HOME": str(home)}) as opened:
        opened.until(ON_SCREEN)
        inmates = opened.inmates()
        leave(opened)
        opened.until(f"In the game, Ctrl+S saves it in\r\n{home / 'stories'}".encode())
        assert ended(inmates) == []
        assert opened.process.wait(PATIENCE_SECONDS) == 0


def test_a_demo_in_plain_lines_draws_nothing(tmp_path: Path) -> None:
    """A screen reader reads a growing bar, in colours, before the first line.

    On a serial line it appears as signs.
    """
    with window(*COMMAND, "demo", "--plain", env={"WARCOUNCIL_HOME": str(tmp_path)}) as opened:
        opened.until(b"seat: you are")
        assert b"\x1b" not in opened.shown


def test_a_demo_whose_story_was_saved_says_where_it_is() -> None:
    """A player who has just saved the story reads that it was not kept."""
    saved = "The story is saved in /home/ana/story.txt"
    assert parting([saved], "F12") == ["Good-bye. The demo has ended.", saved]
    _, lost = parting([], "F12")
    assert "not saved. In the game, F12 saves it" in lost


@pytest.mark.night(keep=0)
def test_a_terminal_that_can_only_print_gets_a_demo_in_lines(tmp_path: Path) -> None:
    """A serial terminal, or a screen reader's, is filled with boxes."""
    with window(*COMMAND, "demo", env={"WARCOUNCIL_HOME": str(tmp_path), "TERM": "dumb"}) as opened:
        opened.until(b"briefing: write /ready")
        opened.type(b"/ready\n/help\n/leave\n")
        opened.until(b"help: /leave: ")
        opened.until(b"(a demo ends with you)")
        opened.until(b"The demo ends when you leave.")
        opened.until(f"In the game, /save saves it in {tmp_path / 'stories'}".encode())
        assert opened.process.wait(PATIENCE_SECONDS) == 0
        while opened.take():
            pass
        assert b"\x1b" not in opened.shown


def leave(opened: Window) -> None:
    """Leave as the screen says, and wait until it is closed."""
    opened.type(b"\x11")
    opened.until(b"Leave the table?")
    opened.type(b"\r")
    opened.until(b"\x1b[?1049l")


def test_a_host_without_a_terminal_runs_on(tmp_path: Path) -> None:
    """The exercise ends with the window of the person who started it on the server."""
    file, log = tmp_path / "x.warcouncil", tmp_path / "log"
    os.mkfifo(log)
    command = [
        "host",
        "kartenspiel",
        "--bind",
        "127.0.0.1",
        "--port",
        "0",
        "--file",
        str(file),
        "--no-announce",
    ]
    line = shlex.join([*COMMAND, *command, "--json"])
    shell = f"nohup {line} </dev/null >{log} & echo pid $!; wait"
    with window("sh", "-c", shell) as opened, log.open() as lines:
        said = json.loads(lines.readline())
        opened.until(b"\n")
        pid = int(opened.shown.split(b"pid ")[1].split()[0])
        opened.close()
        opened.process.wait(PATIENCE_SECONDS)
        assert reach(Address("127.0.0.1", port_of(said)), "it").fine
        os.kill(pid, signal.SIGINT)
        assert ended([pid]) == []


def test_a_host_whose_disk_fails_says_so_when_its_window_is_gone(tmp_path: Path) -> None:
    """The host reports that it was stopped and can be resumed.

    The resume meets the same full disk, without a reason.
    """
    here = ("--bind", "127.0.0.1", "--port", "0", "--no-announce", "--no-wall")
    file = tmp_path / "x.warcouncil"
    with window(*COMMAND, "host", "kashmir_crisis", "--start", "now", *here, "--file", str(file)) as opened:
        opened.until(b"Enter hides the codes")
        resource.prlimit(opened.process.pid, resource.RLIMIT_FSIZE, (1, 1))
        opened.until(b"writing failed")
        opened.until(b"Nothing is lost.")
        assert opened.process.wait(PATIENCE_SECONDS) == 1
        assert b"Stopped:" in opened.shown


def test_a_mistyped_answer_is_asked_for_again_in_place(said: dict[str, Any], tmp_path: Path) -> None:
    """One wrong letter ends the command, and both address and code must be typed again."""
    with window(*COMMAND, "join", "not an address", env={"WARCOUNCIL_HOME": str(tmp_path)}) as opened:
        seat = seats_of(said)[7]
        right = codes(said)[seat]
        wrong = right[:-1] + ("2" if right[-1] != "2" else "3")
        for question, answer in (
            (b"What is the code on your card? ", wrong),
            (b"What is the address of the host (such as 192.168.1.20)? ", "127.0.0.1:9"),
            (b"What is the address of the host (such as 192.168.1.20)? ", f"127.0.0.1:{port_of(said)}"),
            (b"What is the code on your card? ", "7K3"),
            (b"What is the code on your card? ", right),
        ):
            opened.until(question)
            opened.shown = b""
            opened.type(answer.encode() + b"\n")
        opened.until(ON_SCREEN)


def test_a_command_without_a_usable_terminal_does_not_join(said: dict[str, Any], tmp_path: Path) -> None:
    """A closed window takes a seat before it reports that it cannot draw. So does `join … | less`."""
    command = words(said, "join", codes(said)[seats_of(said)[6]])
    env = {**os.environ, "WARCOUNCIL_HOME": str(tmp_path)}
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "warcouncil: this command needs a terminal. Run it in a terminal window\n"
    assert not list(tmp_path.iterdir())


def test_another_kind_of_card_is_refused_and_takes_nothing(said: dict[str, Any], tmp_path: Path) -> None:
    """A seat's card in the console takes the seat from its holder, or the console asks for ever."""
    code = codes(said)[seats_of(said)[8]]
    for command in ("umpire", "display")[: games(1, 2)]:
        with window(*words(said, command, code), env={"WARCOUNCIL_HOME": str(tmp_path)}) as opened:
            opened.until(b"\n")
            assert opened.process.wait(PATIENCE_SECONDS) == 2
            assert opened.shown.count(b"\n") == 1
            assert b"This card is for a seat. Use it with `warcouncil join`." in opened.shown
    assert not list(tmp_path.iterdir())
