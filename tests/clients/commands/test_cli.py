"""Every command that the front door names is there, and says what it is for."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import COMMANDS, app


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_asked_what_it_does(name: str) -> None:
    """The help would name a command that breaks when it is called, or say nothing of what it is for."""
    asked = CliRunner().invoke(app, [name, "--help"])
    assert asked.exit_code == 0, asked.output
    usage, _, rest = asked.output.partition("\n\n")
    assert name in usage
    assert rest.strip()[0].isalpha(), "a command without a sentence"


@pytest.mark.parametrize("name", ["", "rule", "settings", "plan", "scenario"])
def test_a_list_of_commands_says_the_whole_of_what_each_is_for(name: str) -> None:
    """At eighty columns half of the sentences ended in three dots, where they began to tell one command from another."""
    asked = CliRunner().invoke(app, [*([name] if name else []), "--help"], env={"COLUMNS": "80"})
    assert asked.exit_code == 0, asked.output
    _, _, listed = asked.output.partition("Commands")
    assert listed.count("\n") > 3
    assert not [line for line in listed.splitlines() if line.rstrip(" │").endswith(("...", "…"))]
