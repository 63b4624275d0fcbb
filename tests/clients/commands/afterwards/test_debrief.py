"""`warcouncil debrief`: the files that it writes and for whom, and one clear line for each mistake."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.clients.commands.cli import app
from warcouncil.clients.debrief.draw import printing

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep
from tests.clients.commands.afterwards.test_verify import spoil
from tests.clients.commands.folders import names_in


@pytest.fixture(scope="module")
def file(room: Room, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a short game, for all tests here. Nothing is written to it."""
    return keep(tmp_path_factory.mktemp("debrief") / "jena", room.journal)


def _typed(*words: object) -> Result:
    return CliRunner().invoke(app, ["debrief", *map(str, words)])


def test_umpires_get_one_file_and_are_told_where(file: Path, tmp_path: Path) -> None:
    """A tutor must search for the file."""
    said = _typed(file, "--out", tmp_path / "out")
    assert said.exit_code == 0
    assert said.stdout.split() == [str(tmp_path / "out" / "debrief.html")]


def test_a_team_gets_its_own(file: Path, tmp_path: Path) -> None:
    """A team receives the umpires' file."""
    assert _typed(file, "red", "--out", tmp_path, "--audience", "team").exit_code == 0
    assert names_in(tmp_path) == ["table-1-red.html"]
    assert _typed(file, "--out", tmp_path, "--audience", "Black").exit_code == 0
    assert _typed(file, "--out", tmp_path, "--audience", "all").exit_code == 0
    assert names_in(tmp_path) == ["debrief.html", "table-1-black.html", "table-1-red.html"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--audience", "green"], "there is no such team"),
        (["--audience", "team"], "--audience team: the team is missing. Name one of red, black"),
        (["red"], "red: a team needs --audience team. Write red --audience team"),
        (["--table", "9"], "--table 9: there is no such table. Tables are 1"),
    ],
)
def test_a_missing_table_or_seat_is_refused(file: Path, tmp_path: Path, words: list[str], told: str) -> None:
    """The command writes nothing, or something else."""
    said = _typed(file, "--out", tmp_path / "out", *words)
    assert said.exit_code == 2
    assert told in said.stderr
    assert len(said.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_the_gaps_of_a_damaged_file_are_reported(file: Path, tmp_path: Path) -> None:
    """A tutor hands out half a battle as a complete one."""
    spoilt = tmp_path / "spoilt.warcouncil"
    shutil.copy(file, spoilt)
    spoil(spoilt, "update warcouncil_journal set at = at + 1 where seq = 30")
    said = _typed(spoilt, "--out", tmp_path / "out")
    assert said.exit_code == 0
    assert "record 30 is damaged or was changed: later records are not in the report" in said.stderr


def test_a_file_that_is_none(tmp_path: Path) -> None:
    """A user who named a wrong file reads a traceback."""
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "notes").write_text("dear diary")
    for name, told in (("empty", "not an exercise"), ("notes", "not an exercise"), ("gone", "no such file")):
        said = _typed(tmp_path / name, "--out", tmp_path / "out")
        assert said.exit_code == 2
        assert told in said.stderr
        assert len(said.stderr.splitlines()) == 1


def test_games_that_this_program_does_not_have(tmp_path: Path) -> None:
    """The toy of our tests is not installed. Nothing can be reported about it, and the command does not say so."""
    file = keep(tmp_path / "toys", Room("nim").journal)
    said = _typed(file, "--out", tmp_path / "out")
    assert said.exit_code == 2
    assert "this program lacks its games (nim), or does not accept their options" in said.stderr


def test_the_exercise_is_not_touched(file: Path, tmp_path: Path) -> None:
    """A file that is read beside a running arbiter changes."""
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    assert _typed(file, "--out", tmp_path).exit_code == 0
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == before


def test_a_pdf_that_is_none_of_ours_is_not_written_over(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tutor's own file, or the report of another day, is lost."""

    def printed(_browser: str, page: Path) -> Path:
        page.with_suffix(".pdf").write_text("printed")
        return page.with_suffix(".pdf")

    monkeypatch.setattr(printing, "browser_here", lambda: "chromium")
    monkeypatch.setattr(printing, "print_page", printed)
    (tmp_path / "debrief.pdf").write_text("mine")
    said = _typed(file, "--out", tmp_path, "--pdf")
    assert (said.exit_code, len(said.stderr.splitlines())) == (2, 1)
    assert f"{tmp_path / 'debrief.pdf'}: another file is there" in said.stderr
    assert names_in(tmp_path) == ["debrief.pdf"]
    assert (tmp_path / "debrief.pdf").read_text() == "mine"
    (tmp_path / "debrief.pdf").unlink()
    for _ in range(2):
        assert _typed(file, "--out", tmp_path, "--pdf").exit_code == 0
    assert (tmp_path / "debrief.pdf").read_text() == "printed"
