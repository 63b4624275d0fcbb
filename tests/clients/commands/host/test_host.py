"""`warcouncil host` and `warcouncil bot`: from a command to a game over real sockets, and one line for each
mistake.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from typer.testing import CliRunner
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.service.service import FAREWELL_TEXT, MACHINE_STOPS_TEXT
from warcouncil.clients.commands.cli import app
from warcouncil.clients.link.base.line import Line, LinkChange, LinkState, News
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.protocol.acts.acts import GiveToBot
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.wire.consoles import TableStatus, Wall
from warcouncil.protocol.wire.replies import Done, Welcome
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.shell.damage import Morning
from tests.clients.commands.sight import in_sight
from tests.ports import free_pair
from tests.profile import games

COMMAND = [sys.executable, "-m", "warcouncil.clients.commands.cli"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=90, check=False)


def mistaken(*words: str) -> str:
    """Run a command that must fail, within this process, and return its one line."""
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def port_of(said: dict[str, Any]) -> int:
    """Return the port of a host, which chose a free one."""
    return int(said["addresses"][0].rpartition(":")[2])


@contextmanager
def hosted(*words: str, command: Sequence[str] = COMMAND) -> Iterator[dict[str, Any]]:
    """Run `warcouncil host` at any free port and yield its first message.

    Check that it ends well on request, and that no code is in the list of processes, its flood wall and its
    bots among them.
    """
    line = [*command, "host", "--bind", "127.0.0.1", "--port", str(free_pair()), "--json", *words]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stderr
    try:
        said = process.stdout.readline()
        assert said, process.stderr.read()
        told = json.loads(said) | {"pid": process.pid}
        yield told
        assert in_sight([process.pid], codes(told).values()) == []
    finally:
        process.send_signal(signal.SIGINT)
        status = process.wait(60)
        process.stdout.close()
        process.stderr.close()
    assert status == 0


def codes(said: dict[str, Any]) -> dict[str, str]:
    """Return the code of each seat, and of each console by its title."""
    return {card["seat"] or card["title"]: card["code"] for card in said["cards"]}


def seats_of(said: dict[str, Any]) -> list[str]:
    """Return the names of the seats."""
    return [card["seat"] for card in said["cards"] if card["seat"]]


def test_from_host_to_the_end_of_a_game(tmp_path: Path) -> None:
    """A game from the command line fails at some step: host, seat bots by their codes, play to the end, stop, and
    resume with the same codes.
    """
    where = tmp_path / "exercise.warcouncil"
    with hosted("kartenspiel", "--file", str(where), "--seed", "7") as said:
        port = str(port_of(said))
        seats = seats_of(said)
        assert len(seats) == 10
        assert said["addresses"] == [f"127.0.0.1:{port}"]
        played = run("bot", f"127.0.0.1:{port}", *[codes(said)[seat] for seat in seats], "--pace", "0")
        assert played.returncode == 0
        told = played.stderr.splitlines()
        assert told[0] == "10 bots are at the table. Ctrl-C stops them."
        assert "table 1: The game has not begun yet." in told
        assert len(set(told)) == len(told)
        assert played.stdout.startswith("The game is over: ")
        other = ("--port", port, "--file", str(tmp_path / "other"))
        taken = mistaken("host", "kartenspiel", "--bind", "127.0.0.1", *other)
        assert f"port {port} is in use on 127.0.0.1" in taken
        assert not (tmp_path / "other").exists()
        again = mistaken("host", "--resume", str(where), "--port", "0")
        assert "another host or command uses this exercise" in again
    with hosted("--resume", str(where), "--port", port) as resumed:
        assert codes(resumed) == codes(said)
        with open_record(where) as record:
            keys = record.papers.curve_secret, record.papers.signing_seed.hex(), record.began.tables[0].seed
        assert in_sight([resumed["pid"]], keys) == []


@pytest.mark.parametrize("wall", [(), ("--no-wall",)][: games(1, 2)])
@pytest.mark.parametrize(
    ("stop", "change"),
    [
        (signal.SIGINT, LinkChange(LinkState.ENDED, FAREWELL_TEXT)),
        (signal.SIGTERM, LinkChange(LinkState.DOWN, MACHINE_STOPS_TEXT)),
    ],
    ids=["the umpire ends it", "the machine shuts down"],
)
async def test_a_host_that_is_stopped_in_order_sends_a_farewell_to_all(
    tmp_path: Path, wall: tuple[str, ...], stop: signal.Signals, change: LinkChange
) -> None:
    """Every seat and console seeks the arbiter for ever after the umpire has gone home, or gives up a machine that
    comes back.

    And the head of the file, which proves its records later, is not shown.
    """
    words = ("--bind", "127.0.0.1", "--port", "0", "--json", "--file", str(tmp_path / "x"), *wall)
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "host", "kartenspiel", *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    said = json.loads(await process.stdout.readline())
    where = Address("127.0.0.1", port_of(said))
    links: list[Link] = []
    async with asyncio.timeout(60):
        for name, kind in (("Umpire", Kind.CONSOLE), (seats_of(said)[0], Kind.SEAT)):
            links.append(Link(await join(where, codes(said)[name], kind=kind)).start())
            await _until(links[-1], Welcome)
        process.send_signal(stop)
        for link in links:
            while (told := await _until(link, LinkChange)).state is LinkState.UP:
                pass
            assert told == change
            link.close()
        assert process.stderr
        log = (await process.stderr.read()).decode()
        assert await process.wait() == 0
    with open_record(tmp_path / "x") as record:
        assert f"event=head head={record.head()}\n" in log


async def test_a_seat_handed_to_a_bot_is_played(tmp_path: Path) -> None:
    """An umpire hands every seat to bots, but they do not play the battle to its end."""
    args = (
        "kartenspiel",
        "--file",
        str(tmp_path / "x"),
        "--set",
        "seats=two",
        "--no-wall",
    )
    with hosted(*args) as said:
        umpire = await join(Address("127.0.0.1", port_of(said)), codes(said)["Umpire"], kind=Kind.CONSOLE)
        link = Link(umpire, at_once=True).start()
        async with asyncio.timeout(60):
            await _until(link, Wall)
            for seat in seats_of(said):
                act = GiveToBot(seat=SeatId(seat), kind="random")
                link.send(Rule(id=uuid4().hex, table=TableId(1), act=act, reason="nobody came"))
                await _until(link, Done)
            status = await _until(link, TableStatus)
            while status.gate < 2:
                status = await _until(link, TableStatus)
        link.close()


async def _until(line: Line, kind: type[Any]) -> Any:
    while True:
        item: News = await line.receive()
        if isinstance(item, kind):
            return item


def test_cards_are_written_to_be_cut_out_and_a_damaged_file_is_named(tmp_path: Path) -> None:
    """The file of cards does not contain every code once, each with the address and the command.

    Or a file that was changed by another program is not refused with its faulty record.
    """
    where = tmp_path / "exercise.warcouncil"
    cards = tmp_path / "cards.txt"
    with hosted("kartenspiel", "--file", str(where), "--cards", str(cards)) as said:
        text = cards.read_text()
        assert all(text.count(code) == 1 for code in codes(said).values())
        assert text.count(f"127.0.0.1:{port_of(said)}") == len(codes(said))
        assert text.count("warcouncil join") == 10
    with sqlite3.connect(where) as database:
        database.execute("UPDATE warcouncil_journal SET at = 5 WHERE seq = 1")
    database.close()
    refused = mistaken("host", "--resume", str(where))
    assert "record 1 is damaged or missing. In doubt: " in refused
    assert f"go on without them: warcouncil host --resume {where} --accept-loss" in refused


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["kartenspil"], "there is no game 'kartenspil'. Did you mean 'kartenspiel'?"),
        ([], "the game is missing. Name one, or give --plan FILE or --resume FILE"),
        (
            ["kartenspiel", "--set", "max_turn=3"],
            "kartenspiel has no option 'max_turn'. Did you mean 'max_turns'?",
        ),
        (["kartenspiel", "--set", "seats=eleven"], "seats: "),
        (
            ["kartenspiel", "--bind", "192.0.2.7", "--file", "{tmp}/new"],
            "192.0.2.7 is not an address of this machine",
        ),
        (
            ["kartenspiel", "--bind", "192.0.2.7", "--file", "{tmp}/new", "--no-wall"],
            "192.0.2.7 is not an address",
        ),
        *(
            (
                ["kartenspiel", "--bind", name, "--file", "{tmp}/new", *wall],
                f"warcouncil: {name} is not an address of this machine. Give another --bind",
            )
            for name in ("north..example", "127.0.0.1:5280")
            for wall in ([], ["--no-wall"])
        ),
        (
            ["kartenspiel", "--bind", "", "--file", "{tmp}/new"],
            "--bind is empty. Give an address",
        ),
        (
            ["kartenspiel", "--file", "{tmp}/there"],
            "there: this file exists already. Resume it, or give another file",
        ),
        (["kartenspiel", "--file", "{tmp}/no/where"], "where: the folder "),
        (["--resume", "{tmp}/missing"], "missing: there is no such file"),
        (["--resume", "{tmp}/there"], "there: this is not an exercise of warcouncil"),
        (["--resume", "{tmp}"], "is a folder, not an exercise file"),
        (["kartenspiel", "--accept-loss"], "--accept-loss needs --resume FILE"),
        (["--resume", "{tmp}/there", "--seed", "4"], "--resume continues an exercise"),
    ],
)
def test_a_mistake_gives_one_line(tmp_path: Path, words: list[str], text: str) -> None:
    """A mistake does not cause one clear line with exit status 2, or leaves a file behind."""
    (tmp_path / "there").write_text("something else")
    assert text in mistaken("host", *[word.replace("{tmp}", str(tmp_path)) for word in words])
    assert not list(tmp_path.glob("new*"))


def test_a_loss_is_named_and_given_up_only_at_a_word(tmp_path: Path) -> None:
    """One flipped bit in the log of a killed arbiter removes sealed orders without a report."""
    where = tmp_path / "exercise.warcouncil"
    killed = [moment for moment in Morning(where).moments if moment.ends and not moment.is_untold][-2]
    assert killed.files.log
    log = bytearray(killed.files.log)
    log[killed.ends[-1] - 1] ^= 1
    replace(killed.files, log=bytes(log)).write(where)
    newest = sorted(killed.told)[-1]
    table, gate, seat = killed.told[newest]
    said = mistaken("host", "--resume", str(where))
    assert "its newest acknowledged records are missing" in said
    assert f"table {table} question {gate}: " in said
    assert seat in said
    assert said.endswith(f"warcouncil host --resume {where} --accept-loss\n")
    with hosted("--resume", str(where), "--accept-loss"):
        pass
    with hosted("--resume", str(where)):
        pass
    assert {path.name for path in tmp_path.iterdir()} >= {
        f"{where.name}.damaged{end}" for end in ("", "-wal", "-trail")
    }


@pytest.mark.parametrize("command", ["join", "umpire", "display"])
def test_a_code_in_the_place_of_the_address_is_known_and_not_repeated(command: str) -> None:
    """A user who typed the card in the wrong order reads that '-' is no address, or the projector shows the
    code.
    """
    said = mistaken(command, "7K3-Q4MN-P2XT", "127.0.0.1:9")
    assert "looks like a code. Give the address first" in said
    assert "7K3" not in said


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["127.0.0.1:9", "7K3-Q4MN-P2XT"], "127.0.0.1:9: no host is there"),
        (["127.0.0.1:9", "7K3"], "a code has 11 letters and digits"),
        (["127.0.0.1:notaport", "7K3-Q4MN-P2XT"], "'notaport' is not a port"),
        (["a b", "7K3-Q4MN-P2XT"], "'a b' is not an address"),
        (["a@b", "7K3-Q4MN-P2XT"], "'a@b' is not an address"),
        (["ä", "7K3-Q4MN-P2XT"], "'ä' is not an address"),
        (["127.0.0.1", "7K3-Q4MN-P2XT", "--kind", "sensibel"], "Did you mean 'sensible'?"),
    ],
)
def test_a_bot_told_wrongly_gives_one_line(words: list[str], text: str) -> None:
    """A mistake with bots does not cause one clear line with exit status 2."""
    assert text in mistaken("bot", *words)
