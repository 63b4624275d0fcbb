"""The command line: `warcouncil COMMAND`.

It only names the commands, and loads each one when it is called.
"""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

COMMANDS = {
    "demo": "warcouncil.clients.commands.before.demo:demo",
    "host": "warcouncil.clients.commands.host.host:host",
    "standby": "warcouncil.clients.commands.host.standby:standby",
    "doctor": "warcouncil.clients.commands.before.doctor:doctor",
    "plan": "warcouncil.clients.commands.before.plan:plan",
    "scenario": "warcouncil.clients.commands.before.scenario:scenario",
    "join": "warcouncil.clients.commands.join.join:join",
    "umpire": "warcouncil.clients.commands.join.umpire:umpire",
    "rule": "warcouncil.clients.commands.rule.rule:app",
    "display": "warcouncil.clients.commands.join.display:display",
    "bot": "warcouncil.clients.commands.join.bot:bot",
    "games": "warcouncil.clients.commands.before.games:games",
    "man": "warcouncil.clients.commands.before.man:man",
    "settings": "warcouncil.clients.commands.before.settings:app",
    "exercises": "warcouncil.clients.commands.afterwards.exercises:exercises",
    "seeds": "warcouncil.clients.commands.afterwards.seeds:seeds",
    "analyse": "warcouncil.clients.commands.afterwards.analyse:analyse",
    "verify": "warcouncil.clients.commands.afterwards.verify:verify",
    "receipts": "warcouncil.clients.commands.afterwards.receipts:receipts",
    "export": "warcouncil.clients.commands.afterwards.export:export",
    "branch": "warcouncil.clients.commands.afterwards.branch:branch",
    "debrief": "warcouncil.clients.commands.afterwards.debrief:debrief",
    "rehearse": "warcouncil.clients.commands.before.rehearse:rehearse",
    "replay": "warcouncil.clients.commands.join.replay:replay",
    "gateway": "warcouncil.clients.commands.host.gateway:gateway",
    "bundle": "warcouncil.clients.commands.before.bundle:bundle",
    "new-game": "warcouncil.clients.commands.before.new_game:new_game",
}
"""Every command in the order of the help, with its function or, if it has subcommands, its Typer."""


PURPOSE_CHARS_MAX = 400


class FrontDoor(TyperGroup):
    """Finds a command by its name and loads it only then."""

    brief = False
    """Whether only the purposes of the commands are needed. Then none is loaded."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        self.brief = True
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Load a command and run it. If Ctrl-C ends it without a message of its own, print a line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            from warcouncil.clients.commands.common.errors import say_stopped

            say_stopped()
            raise typer.Exit(130) from None

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        if self.brief:
            return _told_whole(TyperCommand(cmd_name, help=purpose(module, name)))
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
    """Write the arguments of a command and of its subcommands in capitals, for a uniform style."""
    for inner in getattr(command, "commands", {}).values():
        _shout_arguments(_told_whole(inner))
    for param in command.params:
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper()


def _told_whole(command: Any) -> Any:
    """Set the whole purpose of a command as its short help. The library would cut it within a line."""
    command.short_help = command.get_short_help_str(limit=PURPOSE_CHARS_MAX)
    return command


def purpose(module: str, name: str) -> str:
    """Return the purpose of a command: the docstring of its function or of its Typer's callback, read without
    importing it.
    """
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    tree = ast.parse(Path(found.origin).read_text("utf-8"))
    consts = {key: value for key, value in _assigned(tree) if isinstance(value, ast.Constant)}
    for key, value in _assigned(tree):
        if key == name and isinstance(value, ast.Call):
            told = next((each.value for each in value.keywords if each.arg == "help"), None)
            told = consts.get(told.id) if isinstance(told, ast.Name) else told
            if isinstance(told, ast.Constant):
                return str(told.value)
    wanted = (name, "front", module.rpartition(".")[2])
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in wanted:
            return ast.get_docstring(node) or ""
    return ""


def _assigned(tree: ast.Module) -> list[tuple[str, ast.expr]]:
    """Return the assignments of a module, by name."""
    return [
        (target.id, node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]


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
    """Print the version, and that of the wire, which both ends must share."""
    if wanted:
        from importlib.metadata import version

        from warcouncil.protocol.words import WIRE_VERSION

        typer.echo(f"warcouncil {version('warcouncil')} (wire {WIRE_VERSION})")
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
    """Team wargames with sealed orders, decided at the same moment, against a clock, over a LAN."""


def main() -> None:
    """Run the command line and leave with its exit status."""
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
