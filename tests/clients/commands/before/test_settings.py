"""`warcouncil settings`: the listed settings are those of the windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.before.settings import app
from warcouncil.clients.seat.drawing.keys import SEAT_MEANS
from warcouncil.clients.widgets.window.rebinding import ROOMS
from warcouncil.clients.widgets.window.settings import VARIABLE, settings_file
from warcouncil.clients.wording.saying import say

from tests.clients.widgets.test_keys import each


def test_every_action_that_can_have_a_key_of_ones_own_is_listed_with_its_key_and_what_it_does() -> None:
    """A user whose terminal uses a key for itself must guess the name of its action."""
    rows = CliRunner().invoke(app, ["keys"]).output.splitlines()
    listed = {row.split()[0] for row in rows}
    assert listed == {f"keys.{room}.{binding.id}" for room in ROOMS for binding in each(room) if binding.id}
    assert all(len(row.split()) >= 3 for row in rows)


def test_a_key_is_told_by_what_it_opens_and_not_by_how_it_closes() -> None:
    """A user who wants another key for the notes reads that it closes them."""
    rows = CliRunner().invoke(app, ["keys"]).output.splitlines()
    told = {row.split()[0]: row for row in rows}
    assert say(SEAT_MEANS["notes"]) in told["keys.seat.notes"]
    assert say(SEAT_MEANS["documents"]) in told["keys.seat.documents"]
    assert "Give the chosen seat to a bot" in told["keys.umpire.bot"]


@pytest.mark.parametrize("command", ["list", "path", "keys"])
def test_a_command_that_only_shows_ends_well_and_writes_nothing(command: str) -> None:
    """Showing the settings creates a file."""
    had = settings_file().exists()
    result = CliRunner().invoke(app, [command])
    assert result.exit_code == 0
    assert result.output.strip()
    assert settings_file().exists() == had


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("keys.seat.rules", "f3", "f3 already means story"),
        ("keys.seat.rules", "enter", "enter has the same meaning in every window"),
        ("keys.seat.rules", "a", "a answers questions there"),
        ("keys.seat.rules", "ctrl+zz", "there is no key “ctrl+zz”"),
        ("keys.seat.rulez", "ctrl+r", "there is no such action. Did you mean rules?"),
        ("keys.all.theem", "f12", "there is no such action"),
        (
            "keys.table.rules",
            "f12",
            "no window is named. Begin with one of seat, umpire, display, replay, all",
        ),
        ("keys.umpire.pause", "f12", "f12 already means "),
        ("keys.seat.notes", "ctrl+r", "ctrl+r already means rules"),
    ],
)
def test_a_key_that_cannot_be_given_is_refused_and_not_remembered(
    key: str, value: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user learns only in the game that their key means something else."""
    file = tmp_path / "settings.toml"
    monkeypatch.setenv(VARIABLE, str(file))
    for good in (("keys.all.theme", "f12"), ("keys.seat.rules", "ctrl+r")):
        assert CliRunner().invoke(app, ["set", *good]).exit_code == 0
    had = file.read_text()
    result = CliRunner().invoke(app, ["set", key, value])
    assert result.exit_code == 2
    assert says in result.stderr
    assert file.read_text() == had


def test_a_wrong_key_in_the_file_does_not_stop_a_right_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One old mistake in the file prevents every new key."""
    file = tmp_path / "settings.toml"
    file.write_text('[keys]\nseat.story = "f2"\n')
    monkeypatch.setenv(VARIABLE, str(file))
    assert CliRunner().invoke(app, ["set", "keys.seat.notes", "f10"]).exit_code == 0


def test_wrong_keys_in_the_file_are_said_where_the_settings_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user with a hand-written file does not see why their key does nothing."""
    file = tmp_path / "settings.toml"
    file.write_text('[keys]\nseal = "f12"\n"seat.nope" = "f12"\n')
    monkeypatch.setenv(VARIABLE, str(file))
    listed = CliRunner().invoke(app, ["list"])
    assert listed.exit_code == 0
    faults = listed.stderr.splitlines()
    assert any("keys.seal: no window is named" in fault for fault in faults)
    assert any("keys.seat.nope: there is no such action" in fault for fault in faults)
