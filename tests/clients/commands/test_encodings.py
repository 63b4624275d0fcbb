"""Every command writes every text to every output, whatever its encoding is."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from warcouncil.clients.commands.cli import COMMANDS
from warcouncil.clients.commands.common import errors
from warcouncil.clients.link.base.streams import take_any_text

from tests.clients.commands.host.test_host import COMMAND

PLAN = """[exercise]
name = "Учение"
chance = "host"
[[tables]]
game = "escalate"
names = ["棋局"]
"""


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "latin-1", "ascii"])
@pytest.mark.parametrize("text", ["Учение 棋局 ↑ …", "\udcff of a file name"])
def test_a_pipe_gets_utf_8(encoding: str, text: str) -> None:
    """If this fails, a command whose output goes to a file on Windows ends in a traceback."""
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    take_any_text(out)
    out.write(text)
    out.flush()
    assert raw.getvalue().decode() == text.replace("\udcff", "?")


def test_a_terminal_keeps_its_encoding() -> None:
    """If this fails, an old console shows two wrong letters for each letter that it knows."""

    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    raw = io.BytesIO()
    out = Terminal(raw, encoding="cp437")
    take_any_text(out)
    out.write("Müller 棋")
    out.flush()
    assert raw.getvalue() == "Müller ?".encode("cp437")


def test_every_command_goes_through_the_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, one of the commands decides by itself how it writes."""
    outs = [io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2)]
    monkeypatch.setattr(sys, "stdout", outs[0])
    monkeypatch.setattr(sys, "stderr", outs[1])
    errors.open_streams()
    assert [(out.encoding, out.errors) for out in outs] == [("utf-8", "replace")] * 2
    assert COMMANDS


@pytest.mark.parametrize(
    "words", [["umpire", "--keys"], ["games", "kartenspiel", "--rules"], ["plan", "check", "p.toml"]]
)
def test_commands_speak_to_a_pipe_of_another_country(words: list[str], tmp_path: Path) -> None:
    """If this fails, the command line sets its outputs up too late."""
    (tmp_path / "p.toml").write_text(PLAN, encoding="utf-8")
    ran = subprocess.run(
        [*COMMAND, *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "cp437"},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert b"Traceback" not in ran.stderr
    assert ran.stdout.decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk for one file is only on Linux")
def test_a_host_whose_codes_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    """If this fails, a file and cards with codes stay of an exercise that never began."""
    (tmp_path / "p.toml").write_text(PLAN, encoding="utf-8")
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*COMMAND, "host", "--plan", "p.toml", "--bind", "127.0.0.1", "--port", "0", "--no-announce"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 1, ran.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["p.toml"]
