"""The command line: `warcouncil COMMAND`.

It only has the names of the commands, and loads each one when it is called.
"""

from __future__ import annotations

from importlib import import_module
from itertools import zip_longest
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command
from warcouncil.clients.commands.examples import epilog

COMMANDS = {
    "demo": "warcouncil.clients.commands.before.demo:demo",
    "join": "warcouncil.clients.commands.join.join:join",
    "games": "warcouncil.clients.commands.before.games:games",
    "docs": "warcouncil.clients.commands.before.documents:docs",
    "plan": "warcouncil.clients.commands.before.plan:plan",
    "doctor": "warcouncil.clients.commands.before.doctor:doctor",
    "host": "warcouncil.clients.commands.host.host:host",
    "umpire": "warcouncil.clients.commands.join.umpire:umpire",
    "display": "warcouncil.clients.commands.join.display:display",
    "rule": "warcouncil.clients.commands.rule.rule:app",
    "bot": "warcouncil.clients.commands.join.bot:bot",
    "standby": "warcouncil.clients.commands.host.standby:standby",
    "gateway": "warcouncil.clients.commands.host.gateway:gateway",
    "scenario": "warcouncil.clients.commands.before.scenario:scenario",
    "rehearse": "warcouncil.clients.commands.before.rehearse:rehearse",
    "new-game": "warcouncil.clients.commands.before.new_game:new_game",
    "debrief": "warcouncil.clients.commands.afterwards.debrief:debrief",
    "replay": "warcouncil.clients.commands.join.replay:replay",
    "analyse": "warcouncil.clients.commands.afterwards.analyse:analyse",
    "export": "warcouncil.clients.commands.afterwards.export:export",
    "verify": "warcouncil.clients.commands.afterwards.verify:verify",
    "receipts": "warcouncil.clients.commands.afterwards.receipts:receipts",
    "branch": "warcouncil.clients.commands.afterwards.branch:branch",
    "seeds": "warcouncil.clients.commands.afterwards.seeds:seeds",
    "settings": "warcouncil.clients.commands.before.settings:app",
    "exercises": "warcouncil.clients.commands.afterwards.exercises:exercises",
    "bundle": "warcouncil.clients.commands.before.bundle:bundle",
    "man": "warcouncil.clients.commands.before.documents:man",
}
"""Every command in the order of the help, with the function that runs it. A command with subcommands has its Typer instead."""
GROUPS = {
    "Play": {
        "demo": "play against bots now",
        "join": "take your seat",
        "games": "list and explain games",
        "docs": "open the documents",
    },
    "Run": {
        "plan": "write, check, print cards",
        "doctor": "check this machine",
        "host": "run an exercise",
        "umpire": "steer every table",
        "display": "feed a projector",
        "rule": "umpire by command line",
        "bot": "let bots take seats",
        "standby": "take over if a host dies",
        "gateway": "let browsers take seats",
    },
    "Write": {
        "scenario": "write an exercise file",
        "rehearse": "let bots play it through",
        "new-game": "program a game of your own",
    },
    "Afterwards": {
        "debrief": "write the report",
        "replay": "watch it again",
        "analyse": "where was it decided?",
        "export": "tables for Excel and R",
        "verify": "check the record",
        "receipts": "save what this seat sealed",
        "branch": "play on from a question",
        "seeds": "publish the seeds",
    },
    "Maintain": {
        "settings": "theme, bell, keys",
        "exercises": "list those in a database",
        "bundle": "pack it all for a USB stick",
        "man": "write the manual page",
    },
}
"""The commands in groups, each with a few words. The full help fits a screen of 80 x 24, so the words are few."""
COLUMN = 40
"""How many characters a command and its words have in the help. Two commands fit into a line of 80."""
NAME = 11
"""How many characters the name of a command has there."""
PURPOSE_CHARS_MAX = 400


class FrontDoor(TyperGroup):
    """Finds a command by its name and loads it only then."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help: the commands by group, two on each line. It loads none of them."""
        formatter.write("Usage: warcouncil COMMAND ...   (warcouncil COMMAND --help explains one)\n")
        formatter.write(f"{self.help}\n")
        for group, commands in GROUPS.items():
            formatter.write(f"{typer.style(group, bold=True)}\n")
            cells = [f"  {name:<{NAME}}{words}" for name, words in commands.items()]
            for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=""):
                formatter.write(f"{left:<{COLUMN}}{right}".rstrip() + "\n")
        flags = " ".join(option for param in self.get_params(ctx) for option in param.opts)
        formatter.write(f"Options: {flags}\n")

    def invoke(self, ctx: Any) -> Any:
        """Load a command and run it. If Ctrl-C ends the command without a message, print a line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            from warcouncil.clients.commands.common.errors import say_stopped

            say_stopped()
            raise typer.Exit(130) from None

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command. Return None if no command has that name."""
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
        _finish_help(command, cmd_name)
        return command


def _finish_help(command: Any, name: str) -> None:
    """Complete the help of a command and of its subcommands: arguments in capitals, and an example at the end."""
    for inner_name, inner in getattr(command, "commands", {}).items():
        _finish_help(_told_whole(inner), f"{name} {inner_name}")
    command.epilog = epilog(name)
    for param in command.params:
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper()


def _told_whole(command: Any) -> Any:
    """Set the full purpose of a command as its short help. The library would cut it in the middle of a line."""
    command.short_help = command.get_short_help_str(limit=PURPOSE_CHARS_MAX)
    return command


HELP = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="warcouncil",
    cls=FrontDoor,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings=HELP,
)


def _say_version(wanted: bool) -> None:
    """Print the version of the program, and the version of the wire format that both ends must share."""
    if wanted:
        from warcouncil.arbiter.shell.base.program import program
        from warcouncil.protocol.words import WIRE_VERSION

        typer.echo(f"warcouncil {program()} (wire {WIRE_VERSION})")
        raise typer.Exit


@app.callback()
def front(
    *,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_say_version, is_eager=True, help="Say which version this is."
        ),
    ] = False,
) -> None:
    """Run a wargame, a crisis table-top or a negotiation in one room, offline."""


def main() -> None:
    """Run the command line and exit with its status."""
    from warcouncil.clients.commands.common.codes import hide_codes
    from warcouncil.clients.commands.common.errors import open_streams, run
    from warcouncil.clients.link.base.terminal import EXIT_GONE, end_at_once

    open_streams()
    hide_codes()
    try:
        run(app)
    except SystemExit as ended:
        if ended.code == EXIT_GONE:
            end_at_once()
        raise


if __name__ == "__main__":
    main()
