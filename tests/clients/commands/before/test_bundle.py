"""`warcouncil bundle`: its questions, its result and its messages. tests/packaging runs a bundle."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.bundling import fetching, own
from warcouncil.clients.commands.cli import app
from warcouncil.clients.plan.text.option_text import BadInput

from tests.clients.commands.bundling.toy import toy_bundle


def asked(*words: str) -> tuple[int, str]:
    """Run the command. Return its status and its output."""
    done = CliRunner().invoke(app, ["bundle", *words])
    return done.exit_code, done.output


def test_it_is_made_whole_and_what_was_fetched_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a bundle has the final name, or a hundred megabytes stay beside it."""

    def fetched(_lock: object, _target: object, folder: Path, _told: object) -> list[object]:
        (folder / "a.whl").write_bytes(b"")
        return []

    monkeypatch.setattr(fetching, "fetch", fetched)
    monkeypatch.setattr(own, "own_wheel", lambda: ("warcouncil-1-py3-none-any.whl", own.packed({})))
    out = tmp_path / "new" / "stick.zip"
    status, said = asked("--for", "windows", "--for", "linux", "--python", "3.12", "--out", str(out))
    assert status == 0, said
    assert "On the other machine: python3 stick.zip demo, or python3 stick.zip --install" in said
    assert [path.name for path in out.parent.iterdir()] == ["stick.zip"]
    status, said = asked("--check", str(out))
    assert status == 0
    assert "for: Linux on x86-64 with glibc 2.28 or newer, Windows on x86-64: Python 3.12" in said


def test_fetched_files_are_kept_for_the_same_command_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files are fetched again, or files of another command change the bytes of this bundle."""
    seen: list[Path] = []

    def broken(_lock: object, _target: object, folder: Path, _told: object) -> None:
        seen.append(folder)
        (folder / "half.whl").write_bytes(b"")
        raise BadInput("pip reached no package index")

    monkeypatch.setattr(fetching, "fetch", broken)
    monkeypatch.setattr(own, "own_wheel", lambda: ("warcouncil-1-py3-none-any.whl", own.packed({})))
    for system in ("linux", "linux", "windows"):
        assert asked("--for", system, "--python", "3.12", "--out", str(tmp_path / "stick.zip"))[0] == 2
    assert seen[0] == seen[1] != seen[2]
    assert [path.name for path in tmp_path.iterdir()] == ["stick.zip.part"]


def test_an_interrupted_bundle_says_that_it_can_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user believes that nine tenths of the work are lost, or reads a traceback of threads."""

    def stopped() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(own, "own_wheel", stopped)
    status, said = asked("--for", "linux", "--out", str(tmp_path / "stick.zip"))
    assert (status, said) == (130, "warcouncil: stopped. Run the same command to continue where it stopped\n")


def test_where_nothing_came_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try without a network leaves a folder on the stick."""

    def refused() -> None:
        raise BadInput("it was changed")

    monkeypatch.setattr(own, "own_wheel", refused)
    assert asked("--for", "linux", "--out", str(tmp_path / "stick.zip"))[0] == 2
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    """The bundle that was tested last week is lost, and perhaps no new one replaces it."""
    (tmp_path / "stick.zip").write_text("mine")
    status, said = asked("--out", str(tmp_path / "stick.zip"))
    assert status == 2
    assert "this file exists already. Name another" in said
    assert (tmp_path / "stick.zip").read_text() == "mine"


def test_where_it_cannot_be_written_that_is_said(tmp_path: Path) -> None:
    """A stick that is full or write-protected causes a traceback."""
    (tmp_path / "file").write_text("")
    status, said = asked("--for", "linux", "--out", str(tmp_path / "file" / "stick.zip"))
    assert (status, said.count("\n")) == (2, 1)
    assert "cannot be written" in said


@pytest.mark.parametrize("words", [("--python", "2.7"), ("--for", "amiga")])
def test_an_impossible_target_is_refused_in_one_line(words: tuple[str, str]) -> None:
    """The command downloads for minutes, and then fails."""
    status, said = asked(*words)
    assert status == 2
    assert words[1] in said


def test_a_damaged_one_is_named_and_not_called_whole(tmp_path: Path) -> None:
    """A script uses a damaged bundle."""
    file = toy_bundle(tmp_path)
    file.write_bytes(file.read_bytes().replace(b"How to run a room", b"How to rue a room"))
    status, said = asked("--check", str(file))
    assert (status, "whole" in said) == (2, False)
    assert "guide/docs/rooms.md" in said
    assert asked("--check", str(tmp_path / "none.zip"))[0] == 2
