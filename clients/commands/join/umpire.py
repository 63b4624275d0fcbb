"""`warcouncil umpire`: the console of an umpire, an observer or the technical crew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.run_client import (
    Plain,
    Theme,
    check_theme,
    in_lines,
    open_event,
    wants_lines,
)
from warcouncil.clients.commands.join.wings import Events, Words, arbiters_named, phases_of, tickets_for
from warcouncil.clients.link.base.line import Line
from warcouncil.clients.link.base.links import ONE, Links
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.protocol.proofs.doors import Kind

if TYPE_CHECKING:
    from textual.app import App
    from warcouncil.clients.plain.base.teller import LineClient

KEYS_COLUMNS = 100


def umpire(
    words: Words = None,
    *,
    event: Events = None,
    again: Annotated[
        bool,
        typer.Option(
            "--again/--new", help="Go back to the last console of this machine, or join with a card."
        ),
    ] = True,
    theme: Theme = "",
    plain: Plain = False,
    keys: Annotated[bool, typer.Option("--keys", help="Print the keys on one page.")] = False,
) -> None:
    """Watch and control every table. The same command brings you back without a code."""
    if keys:
        _print_keys()
        return
    with politely():
        check_theme(theme)
        named = arbiters_named(words or (), event or ())
        screen = not wants_lines(plain=plain)
        if not screen and len(named) > 1:
            raise BadInput("--plain shows one host. Run it once for each host")
        found = tickets_for(named, again=again, kind=Kind.CONSOLE, screen=screen)
        if not screen:
            alone = found[ONE]
            assert isinstance(alone, Ticket), "the console of several hosts does not wait for a host"
            raise typer.Exit(in_lines(alone, _plain_console))
        open_event(found, _console, theme)


def _print_keys() -> None:
    from warcouncil.clients.umpire.screens.help import help_lines

    for line in help_lines(KEYS_COLUMNS):
        typer.echo(line.plain.rstrip())


def _plain_console(_guarded: bool) -> LineClient:
    from warcouncil.clients.link.base.machine import new_id
    from warcouncil.clients.plain.console.console import PlainConsole

    return PlainConsole(new_id)


def _console(line: Line | Links, kept: Remembered, theme: str) -> App[Any]:
    from warcouncil.clients.plain.seat.answering import Answering
    from warcouncil.clients.umpire.screens.app import UmpireApp

    return UmpireApp(line, theme=theme, kept=kept, fill=Answering, phases_of=phases_of)
