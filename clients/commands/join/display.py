"""`warcouncil display`: the projector, which shows public information and one large clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.run_client import Theme, check_theme, open_event
from warcouncil.clients.commands.join.wings import Events, Words, arbiters_named, tickets_for
from warcouncil.clients.link.base.links import Links
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.words import TableId

if TYPE_CHECKING:
    from textual.app import App


def display(
    words: Words = None,
    *,
    event: Events = None,
    table: Annotated[int, typer.Option(min=0, help="The table to show first. 0: the whole room.")] = 0,
    again: Annotated[
        bool,
        typer.Option("--again/--new", help="Join again with the saved key, or with a card."),
    ] = True,
    theme: Theme = "",
) -> None:
    """Show the public side of a table or of the room, with one large clock. It shows no secrets."""
    with politely():
        check_theme(theme)
        named = arbiters_named(words or (), event or ())
        found = tickets_for(named, again=again, kind=Kind.PROJECTOR, screen=True)

        def screen(line: Links, kept: Remembered, theme: str) -> App[Any]:
            from warcouncil.clients.display.app import DisplayApp

            first = TableId(table) if table else None
            return DisplayApp(line, table=first, theme=theme, kept=kept)

        open_event(found, screen, theme)
