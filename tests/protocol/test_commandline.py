"""A printed command does what it says when it is copied, whatever the name of the file."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from warcouncil.protocol.commandline import command

ROOT = Path(__file__).parents[2]
BARE = re.compile(r"warcouncil(?: [a-z-]+)+ \{")


@pytest.mark.parametrize("name", ["a day.toml", "it's.toml", "a&b;c.toml", "$HOME.toml", "ü.toml"])
def test_a_shell_reads_a_file_as_it_is_called(name: str) -> None:
    """A person who copies the line hosts a file that is missing, or runs a command inside its name."""
    line = command("host", "--plan", Path(name), windows=False)
    assert shlex.split(line) == ["warcouncil", "host", "--plan", name]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        (r"C:\plans\a.toml", r"C:\plans\a.toml"),
        (r"C:\my plans\it's.toml", r'''"C:\my plans\it's.toml"'''),
        ("a&b.toml", '"a&b.toml"'),
        ("a,b.toml", '"a,b.toml"'),
    ],
)
def test_windows_has_quotes_of_its_own(name: str, typed: str) -> None:
    """A person who copies the line on Windows names another file, because a single quote is a part of the
    name there.
    """
    assert command("host", name, windows=True) == f"warcouncil host {typed}"


@pytest.mark.parametrize("windows", [True, False])
def test_a_name_that_begins_with_a_dash_is_no_option(windows: bool) -> None:
    """The command reports an unknown option."""
    assert command("verify", Path("-a"), "--json", windows=windows) == "warcouncil verify ./-a --json"


@pytest.mark.parametrize("folder", ["clients", "arbiter", "games", "protocol"])
def test_no_command_is_assembled_by_hand(folder: str) -> None:
    """The next printed command contains a file name without quotes."""
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in sorted((ROOT / folder).rglob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if BARE.search(line)
    ]
    assert not found
