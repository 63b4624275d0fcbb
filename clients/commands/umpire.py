"""`warcouncil umpire`: the console of an umpire, an observer or the technical crew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from warcouncil.clients.commands.at_work import (
    Plain,
    Theme,
    check_theme,
    in_lines,
    open_screen,
    wants_lines,
)
from warcouncil.clients.commands.join import ticket_for
from warcouncil.clients.commands.polite import politely
from warcouncil.clients.link.line import Line
from warcouncil.clients.widgets.settings import Remembered
from warcouncil.protocol.doors import Kind

if TYPE_CHECKING:
    from textual.app import App
    from warcouncil.clients.plain.teller import LineClient

KEYS_COLUMNS = 100


def umpire(
    address: Annotated[
        str | None,
        typer.Argument(
            help="Where the arbiter is, such as 192.168.1.20, or with its standby 192.168.1.20,192.168.1.21. Asked for when left out."
        ),
    ] = None,
    code: Annotated[str | None, typer.Argument(help="The umpire's code. Asked for when left out.")] = None,
    *,
    again: Annotated[
        bool,
        typer.Option("--again/--new", help="Go back to the last console of this machine, or take a new one."),
    ] = True,
    theme: Theme = "",
    plain: Plain = False,
    keys: Annotated[
        bool, typer.Option("--keys", help="Print the keys on a page, to lay beside the console.")
    ] = False,
) -> None:
    """Watch and steer every table. The same command brings you back without a code."""
    if keys:
        _print_keys()
        return
    with politely():
        check_theme(theme)
        screen = not wants_lines(plain=plain)
        ticket = ticket_for(address, code, again=again, kind=Kind.CONSOLE, screen=screen)
        if not screen:
            raise typer.Exit(in_lines(ticket, _plain_console))
        open_screen(ticket, _console, theme)


def _print_keys() -> None:
    from warcouncil.clients.umpire.help import help_lines

    for line in help_lines(KEYS_COLUMNS):
        typer.echo(line.plain.rstrip())


def _plain_console(_guarded: bool) -> LineClient:
    from warcouncil.clients.link.machine import new_id
    from warcouncil.clients.plain.console import PlainConsole

    return PlainConsole(new_id)


def _console(line: Line, kept: Remembered, theme: str) -> App[Any]:
    from warcouncil.clients.plain.answering import Answering
    from warcouncil.clients.umpire.app import UmpireApp

    return UmpireApp(line, theme=theme, kept=kept, fill=Answering)
