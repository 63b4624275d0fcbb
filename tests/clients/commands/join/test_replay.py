"""`warcouncil replay` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.join import replay as command
from warcouncil.clients.replay.screen.app import ReplayApp

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep

RUN = CliRunner()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An exercise of one table."""
    room = Room("kartenspiel", tables=2)
    room.sit_all()
    room.play(2)
    return keep(tmp_path / "jena", room.journal)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--table", "3"], "--table 3: there is no such table. Tables are 1 to 2"),
        (["--as", "red.crops.2"], "Did you mean 'red.corps.2'"),
        (["--as", "rde"], "--as rde: there is no such seat or team"),
        (["--theme", "drak"], "Did you mean 'dark'"),
        ([], "this command needs a terminal"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(file: Path, words: list[str], says: str) -> None:
    """A user in front of a class reads a traceback."""
    before = file.read_bytes()
    done = RUN.invoke(app, ["replay", str(file), *words])
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert says in done.output
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "there is no such file"),
        (b"", "not an exercise of warcouncil"),
        (b"PK\x03\x04 foreign", "not an exercise"),
    ],
    ids=["nothing", "empty", "foreign"],
)
def test_a_file_that_is_no_exercise_is_said_in_one_line(
    tmp_path: Path, data: bytes | None, says: str
) -> None:
    """A user who names a wrong file reads a traceback."""
    file = tmp_path / "jena"
    if data is not None:
        file.write_bytes(data)
    done = RUN.invoke(app, ["replay", str(file)])
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert says in done.output


async def test_a_file_that_went_away_meanwhile_is_said_when_it_is_read_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a stick is pulled out, the replay ends before the class with a traceback."""
    shown: list[App[None]] = []
    monkeypatch.setattr(command, "check_terminal", lambda: None)
    monkeypatch.setattr(
        "warcouncil.clients.widgets.window.shown.shown", lambda window, _end: shown.append(window)
    )
    monkeypatch.setattr(command, "run_at_terminal", lambda _window: None)
    command.replay(str(file))
    (window,) = shown
    assert isinstance(window, ReplayApp)
    file.unlink()
    async with window.run_test(size=(100, 30)) as pilot:
        await pilot.press("r")
        assert window.replay.said == f"{file}: there is no such file. Check its name and its folder"
