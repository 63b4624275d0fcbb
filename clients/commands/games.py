"""`warcouncil games`: the games, their options, defaults and meanings."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from warcouncil.clients.commands.polite import politely
from warcouncil.clients.plan.catalogue import entry, show
from warcouncil.clients.plan.settings import game_named
from warcouncil.games import registry


def games(
    name: Annotated[str | None, typer.Argument(help="One game; without it, all of them.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON list instead.")] = False,
) -> None:
    """List the games with their options, defaults and meanings."""
    with politely():
        chosen = [game_named(each) for each in ((name,) if name else registry.names())]
    if as_json:
        typer.echo(json.dumps([entry(game) for game in chosen], ensure_ascii=False, indent=2))
        return
    console = Console()
    for number, game in enumerate(chosen):
        if number:
            console.rule()
        show(game, console)
