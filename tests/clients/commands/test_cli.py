"""The front door: every command exists, says what it is for, and is in one group of the help."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import COMMANDS, GROUPS, app
from warcouncil.clients.commands.examples import EXAMPLES


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_asked_what_it_does(name: str) -> None:
    """The help names a command that fails when it is called, or does not say what it is for."""
    asked = CliRunner().invoke(app, [name, "--help"])
    assert asked.exit_code == 0, asked.output
    usage, _, rest = asked.output.partition("\n\n")
    assert name in usage
    assert rest.strip()[0].isalpha(), "a command without a sentence"


def _alone(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each command that has no commands of its own, with its name."""
    context = command.make_context(path, [], resilient_parsing=True)
    names = command.list_commands(context) if hasattr(command, "list_commands") else ()
    if not names:
        yield path, command
    for name in names:
        yield from _alone(command.get_command(context, name), f"{path} {name}".strip())


def test_every_command_ends_its_help_with_an_example_that_it_accepts() -> None:
    """If this fails, a tutor copies an example from the help, and the command refuses it."""
    commands = dict(_alone(get_command(app)))
    assert commands.keys() == EXAMPLES.keys()
    for name, command in commands.items():
        line = EXAMPLES[name].partition(" >")[0]
        assert command.epilog.endswith(EXAMPLES[name])
        words = shlex.split(line)
        assert words[: 1 + len(name.split())] == ["warcouncil", *name.split()]
        command.make_context(name, words[1 + len(name.split()) :])


@pytest.mark.parametrize("name", ["rule", "settings", "plan", "scenario"])
def test_a_list_of_commands_says_the_whole_of_what_each_is_for(name: str) -> None:
    """At eighty columns half of the sentences are cut before the words that distinguish one command from another."""
    asked = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "80"})
    assert asked.exit_code == 0, asked.output
    _, _, listed = asked.output.partition("Commands")
    assert listed.count("\n") > 3
    assert not [line for line in listed.splitlines() if line.rstrip(" │").endswith(("...", "…"))]


SCREEN = (80, 24)
"""The smallest terminal that people still use."""


@pytest.mark.parametrize("asked", [["--help"], ["-h"], []])
def test_the_help_fits_a_screen_with_the_prompt_below(asked: list[str]) -> None:
    """If this fails, the first commands scroll out of the window before anyone reads them."""
    lines = CliRunner().invoke(app, asked, env={"COLUMNS": "80"}).output.rstrip("\n").splitlines()
    width, height = SCREEN
    assert len(lines) < height
    assert [line for line in lines if len(line) >= width] == []


def test_every_command_is_in_one_group_of_the_help() -> None:
    """If this fails, a command exists that the help does not show, or the help shows it twice."""
    shown = [name for commands in GROUPS.values() for name in commands]
    assert [*GROUPS] == ["Play", "Run", "Write", "Afterwards", "Maintain"]
    assert shown == [*COMMANDS]
    lines = CliRunner().invoke(app, ["--help"]).output.splitlines()
    for group, commands in GROUPS.items():
        assert group in lines
        for name, words in commands.items():
            assert any(f"  {name:<11}{words}" in line for line in lines), name


def test_the_help_names_every_option() -> None:
    """If this fails, a user does not find how to install completion for their shell."""
    last = CliRunner().invoke(app, ["--help"]).output.rstrip().splitlines()[-1]
    for option in ("--version", "--install-completion", "--show-completion", "--help"):
        assert option in last
