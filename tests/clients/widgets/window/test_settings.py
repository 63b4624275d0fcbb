"""Settings are remembered across windows, and no wrong file of settings stops a window."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.clients.commands.cli import app
from warcouncil.clients.widgets.window.settings import (
    Remembered,
    Settings,
    SettingsError,
    read,
    settings_file,
    write,
)

OWN = """# mine
theme = "clear"   # red and green look alike to me
bell = false

[keys]  # a laptop without F keys
seat.rules = 'ctrl+r'
"""


def run(*words: str) -> Result:
    """Run the command `settings`."""
    return CliRunner().invoke(app, ["settings", *words])


def test_a_setting_is_kept_for_the_next_window(no_settings: Path) -> None:
    """A chosen theme is forgotten, or a line of help comes back in every window."""
    first = Remembered(settings_file())
    assert first.now == Settings()
    assert first.put("theme", "light") == ""
    assert first.is_new("briefing")
    second = Remembered(settings_file())
    assert (second.now.theme, second.now.coached, second.faults) == ("light", ("briefing",), ())
    assert not second.is_new("briefing")


def test_a_window_without_a_file_remembers_as_long_as_it_lives(no_settings: Path) -> None:
    """A test's picture, or a demo on a locked machine, writes into a user's folder."""
    kept = Remembered()
    assert kept.put("motion", "reduced") == ""
    assert kept.now.motion == "reduced"
    assert not no_settings.exists()


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('theme = "drak"', 1, 'theme: "drak" is not valid. Give one of dark, light, clear'),
        ("\nbell = 1", 2, "bell: 1 is not valid. Give true or false"),
        (
            "\n\nthem = 'dark'",
            3,
            "there is no setting “them”. Did you mean “theme”? Settings are theme, bell",
        ),
        ('motion = "none"', 1, 'motion: "none" is not valid. Give full or reduced'),
        ('coached = "all"', 1, 'coached: "all" is not valid. Give a list of names'),
        ("\n[keys]\nseat.help = 1", 3, "keys.seat.help: 1 is not valid. Give a key for each action"),
        ('[keys]\nseat.help = "f1,,f2"', 2, 'keys.seat.help: "f1,,f2" is not valid. Give a key'),
        ('bell = true\ntheme "dark"', 2, 'this is not TOML. Write, for example, theme = "light"'),
        ("bell = [", 1, "this is not TOML"),
        ("keys = 3", 1, "keys: 3 is not valid. Give a key for each action"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line_and_the_default_applies(
    text: str, line: int, says: str, no_settings: Path
) -> None:
    """A player reads a library's error about a mistake in the settings file, and does not find the line."""
    no_settings.write_text(text, "utf-8")
    now, faults = read(no_settings)
    assert now == Settings()
    (fault,) = faults
    assert fault.startswith(f"{no_settings}: line {line}: {says}")
    assert "\n" not in fault
    assert not {"Input", "literal", "valid", "Expected"} & set(fault.split()), "a library's words"


def test_a_wrong_value_costs_nothing_but_itself(no_settings: Path) -> None:
    """One wrong key discards the theme and all other keys."""
    no_settings.write_text(
        'theme = "light"\nbell = "loud"\n[keys]\nseat.help = "f1"\nseat.rules = 2\n', "utf-8"
    )
    now, faults = read(no_settings)
    assert now == Settings(theme="light", keys={"seat.help": "f1"})
    assert len(faults) == 2


def test_a_file_that_cannot_be_read_is_said_and_never_written_over(no_settings: Path) -> None:
    """A file in another encoding, or a folder in its place, causes a traceback, or is lost."""
    no_settings.write_bytes(b'theme = "\xff"')
    kept = Remembered(no_settings)
    assert "line 1: this is not a text file in UTF-8" in kept.faults[0]
    assert "UTF-8" in kept.put("theme", "clear")
    assert kept.now.theme == "clear"
    assert no_settings.read_bytes() == b'theme = "\xff"'
    no_settings.unlink()
    no_settings.mkdir()
    assert "cannot be read" in Remembered(no_settings).faults[0]
    no_settings.rmdir()
    no_settings.write_text("#" * 60_000, "utf-8")
    assert "too long" in Remembered(no_settings).faults[0]


def test_settings_behind_a_link_stay_there(no_settings: Path, tmp_path: Path) -> None:
    """A user with one settings folder for all machines finds the link replaced by a file."""
    real = tmp_path / "mine.toml"
    real.write_text(OWN, "utf-8")
    try:
        no_settings.symlink_to(real)
    except OSError:
        pytest.skip("this system lets nobody make links")
    write(no_settings, ("bell",), value=True)
    assert no_settings.is_symlink()
    assert "bell = true" in real.read_text("utf-8")


def test_the_command_shows_sets_and_resets(no_settings: Path) -> None:
    """A user does not find the settings file, or cannot read, change or reset a setting."""
    assert run("path").output.strip() == str(no_settings)
    assert run("set", "theme", "light").exit_code == 0
    assert run("set", "bell", "off").exit_code == 0
    shown = run().output
    assert "theme = light" in shown
    assert "bell = false" in shown
    assert run("list").output == shown
    assert run("reset").exit_code == 0
    assert run("reset").exit_code == 0
    assert "theme = dark" in run().output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("set", "theme", "drak"), 'theme: "drak" is not valid. Give one of dark, light, clear'),
        (("set", "bel", "on"), "there is no setting “bel”. Did you mean “bell”?"),
        (("set", "bell", "loud"), 'bell: "loud" is not valid. Give true or false'),
        (("reset", "them"), "there is no setting “them”. Did you mean “theme”?"),
    ],
)
def test_the_command_refuses_in_one_line(words: tuple[str, ...], says: str, no_settings: Path) -> None:
    """A wrong value stays in the file until the next window reports it."""
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not no_settings.exists()


def test_a_wrong_file_is_shown_with_what_holds(no_settings: Path) -> None:
    """`warcouncil settings` fails because of the very mistake that the user wants to find."""
    no_settings.write_text("bell = 1\n", "utf-8")
    done = run()
    assert done.exit_code == 0
    assert "bell = true" in done.stdout
    assert "line 1: bell: 1 is not valid" in done.stderr


def test_a_full_disk_is_one_line(no_settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk ends a window in the middle of a battle."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("warcouncil.clients.link.base.private_files.write", full)
    assert "cannot be saved (the disk is full)" in Remembered(no_settings).put("theme", "light")
    with pytest.raises(SettingsError):
        write(no_settings, ("theme",), "light")
