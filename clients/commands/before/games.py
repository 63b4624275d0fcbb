"""`warcouncil games`: lists the games, explains one with its options, or prints its rules."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.plan.new.catalogue import WIDTH_MAX, entry, show, show_all
from warcouncil.clients.plan.reading.played import NamedGame, named_games, played
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games import registry


def games(
    name: Annotated[
        str | None,
        typer.Argument(
            help=(
                "A game, one of the scenarios that ship, or a scenario file. Default: all of them, one per line."
            ),
            autocompletion=named_games,
        ),
    ] = None,
    *,
    rules: Annotated[bool, typer.Option("--rules", help="Print all its rules.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """List the games, or describe one: seats, designer, length and options. Or print all its rules."""
    with politely():
        if rules and name is None:
            raise BadInput("--rules needs the name of a game: warcouncil games kartenspiel --rules")
        chosen = (
            [played(name)] if name else [each for game in registry.names() for each in _with_shipped(game)]
        )
        told = [entry(meant) for meant in chosen] if as_json else []
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    elif name is None:
        show_all(chosen, Console())
    elif rules:
        _print_rules(chosen[0])
    else:
        show(chosen[0], name, Console())


def _with_shipped(game: str) -> list[NamedGame]:
    """Return a game and its presets."""
    found = [(name, preset) for name, preset in registry.presets().items() if preset.game.name == game]
    return [played(game), *(NamedGame(preset.game, name, preset.options) for name, preset in found)]


def _print_rules(meant: NamedGame) -> None:
    """Print a game's rules as on its page, without the chapter for umpires."""
    from warcouncil.clients.widgets.pieces.rule_page import draw_chapters
    from warcouncil.games.kit.text.pages import rulebook

    book = rulebook(meant.game, meant.options().open())
    chapters = [chapter for chapter in book.chapters if chapter.name != "umpire"]
    typer.echo(f"{book.title}, by {book.designer}\n")
    for line in draw_chapters(chapters, min(WIDTH_MAX, Console().width)):
        typer.echo(line.plain.rstrip())
