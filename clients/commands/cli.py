"""The front door: `warcouncil COMMAND`. It only names the commands; each loads its world when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

COMMANDS = {
    "demo": "warcouncil.clients.commands.demo:demo",
    "host": "warcouncil.clients.commands.host:host",
    "doctor": "warcouncil.clients.commands.doctor:doctor",
    "plan": "warcouncil.clients.commands.plan:plan",
    "join": "warcouncil.clients.commands.join:join",
    "umpire": "warcouncil.clients.commands.umpire:umpire",
    "rule": "warcouncil.clients.commands.rule:app",
    "display": "warcouncil.clients.commands.display:display",
    "bot": "warcouncil.clients.commands.bot:bot",
    "games": "warcouncil.clients.commands.games:games",
    "settings": "warcouncil.clients.commands.settings:app",
    "seeds": "warcouncil.clients.commands.seeds:seeds",
    "rehearse": "warcouncil.clients.commands.rehearse:rehearse",
    "new-game": "warcouncil.clients.commands.new_game:new_game",
}
"""Every command, in the order of the help, and where its function stands (or, for one with commands of its own, its
Typer)."""


class FrontDoor(TyperGroup):
    """Finds a command by its name and loads it only then."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Give the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Give a command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found = getattr(import_module(module), name)
        if isinstance(found, typer.Typer):
            command = get_command(found)
        else:
            alone = typer.Typer(add_completion=False, context_settings=HELP, rich_markup_mode=None)
            alone.command(cmd_name)(found)
            command = get_command(alone)
        command.name = cmd_name
        _shout_arguments(command)
        return command


def _shout_arguments(command: Any) -> None:
    """Write the arguments of a command, and of its own commands, in capitals everywhere: one style for all."""
    for inner in getattr(command, "commands", {}).values():
        _shout_arguments(inner)
    for param in command.params:
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper()


HELP = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="warcouncil",
    cls=FrontDoor,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings=HELP,
)


@app.callback()
def front() -> None:
    """Team wargames with sealed orders, decided at the same moment, against a clock, over a LAN."""


def main() -> None:
    """Run the command line and leave with its exit status."""
    from warcouncil.clients.commands.codes import hide_codes
    from warcouncil.clients.commands.polite import run

    hide_codes()
    run(app)


if __name__ == "__main__":
    main()
