"""The front door shows the version, corrects mistyped commands, and lists the commands without loading their
modules.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, JournalFenced
from warcouncil.arbiter.shell.service.journal import Journal
from warcouncil.clients.commands.before import demo

from tests.clients.commands.common.test_errors import said
from tests.profile import games


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "warcouncil", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | environment,
        check=False,
    )


def test_the_version_and_that_of_the_wire_are_said() -> None:
    """Two machines of two versions refuse each other, and the user cannot tell which is which."""
    said = run("--version")
    assert said.returncode == 0
    assert said.stdout.startswith("warcouncil ")
    assert "(wire " in said.stdout


@pytest.mark.night(keep=2)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_command_started_with_a_closed_stream_does_its_work(closed: str, tmp_path: Path) -> None:
    """A service without standard input or output sees `host` and every other command fail."""
    file = tmp_path / "mine.toml"
    command = shlex.join([sys.executable, "-m", "warcouncil", "scenario", "new", "-y", str(file)])
    done = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert file.stat().st_size


@pytest.mark.parametrize(
    "how", [["-m", "warcouncil"], ["-c", "from warcouncil.__main__ import main; main()"]]
)
@pytest.mark.parametrize("loaded", ["typer", "rich"])
def test_a_key_that_comes_while_a_command_loads_ends_it_with_a_line(
    how: list[str], loaded: str, tmp_path: Path
) -> None:
    """A user who mistyped a command and pressed Ctrl-C at once reads a traceback."""
    (tmp_path / f"{loaded}.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, *how, "games"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "warcouncil: stopped\n")


def test_a_demo_that_cannot_write_its_exercise_says_so_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user who tries the program on a laptop with a full disk reads a traceback."""
    asked = ["demo", "kartenspiel", "--headless"]
    with monkeypatch.context() as patched:
        patched.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
        assert said(asked, capsys) == (
            "warcouncil: there is no folder for the exercise (there is no such file or folder). Name one in"
            " TMPDIR\n"
        )

    def full(*_: object) -> None:
        raise JournalError("demo.warcouncil: the exercise cannot be written there (the disk is full)")

    monkeypatch.setattr(demo, "begin", full)
    assert (
        said(asked, capsys)
        == "warcouncil: demo.warcouncil: the exercise cannot be written there (the disk is full)\n"
    )


@pytest.mark.parametrize("written", [4, 60])
def test_a_demo_whose_disk_fills_during_the_game_says_so_in_a_line(
    written: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person who is joining reads a traceback, and a player reads for ever that the link is sought."""
    lay, left = Journal.lay, [written]

    def laid(self: Journal, entries: Sequence[Entry]) -> bool:
        left[0] -= len(entries)
        if left[0] < 0:
            raise JournalFenced("demo.warcouncil: writing failed (the disk is full); make room, then resume")
        return lay(self, entries)

    monkeypatch.setattr(Journal, "lay", laid)
    assert said(["demo", "kartenspiel", "--headless"], capsys) == (
        "warcouncil: the demo cannot go on (demo.warcouncil: writing failed (the disk is full))."
        " Free space, or name another folder in TMPDIR\n"
    )


def test_the_help_loads_no_game_and_no_arbiter() -> None:
    """A user who only asks for the list of commands waits for everything to be loaded."""
    script = (
        "import sys, json\n"
        "from typer.testing import CliRunner\n"
        "from warcouncil.clients.commands.cli import app\n"
        "CliRunner().invoke(app, ['--help'])\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert not [
        name
        for name in loaded
        if name.startswith(("textual", "zmq", "warcouncil.games", "warcouncil.arbiter"))
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("joim",), "warcouncil: there is no command 'joim'. Did you mean 'join'? Commands are demo"),
        (("join", "--tehme", "x"), "warcouncil join: there is no option --tehme. Did you mean '--theme'?"),
        (
            ("host", "--tables", "x"),
            "warcouncil host: --tables x is not valid. Give a whole number from 1 to 400",
        ),
        (("rule", "puase"), "warcouncil rule: there is no command 'puase'. Did you mean 'pause'?"),
        (("rule", "extend", "abc", "--reason", "x"), "Give a whole number"),
    ],
)
def test_a_slip_is_answered_in_our_own_words(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A player reads a library's message instead of the correction."""
    assert says in said([*words], capsys)


def test_a_slip_ends_the_process_with_that_line_alone() -> None:
    """A script goes on as if the command had been understood, or a player reads a traceback below the line."""
    done = run("joim")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("warcouncil: there is no command 'joim'. Did you mean 'join'?")
    assert len(done.stderr.splitlines()) == 1


TYPED = [
    ("warcouncil join --pl", "--plain"),
    ("warcouncil host kar", "kartenspiel"),
    ("warcouncil jo", "join"),
    ("warcouncil demo kar", "kartenspiel"),
    ("warcouncil rehearse kar", "kartenspiel"),
]


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("typed", "wanted"), TYPED[: games(2, len(TYPED))])
def test_a_shell_completes_commands_options_and_games(typed: str, wanted: str) -> None:
    """Tab does nothing after the completion was installed."""
    done = run(_WARCOUNCIL_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(len(typed.split()) - 1))
    assert wanted in done.stdout.split()
