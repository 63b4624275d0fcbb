"""The catalogue of games: each game with its designer, and its options with their defaults and meanings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic_core import to_jsonable_python
from rich.console import Console
from rich.padding import Padding
from rich.text import Text
from warcouncil.clients.plan.reading.played import NamedGame
from warcouncil.games.kit import written
from warcouncil.games.kit.game import Cover
from warcouncil.games.kit.text.suggestions import allowed
from warcouncil.protocol.commandline import command

INDENT = 4
WIDTH_MAX = 100
"""The longest line of an explanation, even in a wide window."""
_DEFAULT_CHARS_MAX = 24


def entry(meant: NamedGame) -> dict[str, Any]:
    """Return everything in the catalogue about a game, or about a preset, as JSON values."""
    game, options = meant.game, meant.options().open()
    cover = _cover(meant)
    return {
        "name": meant.called,
        "game": game.name,
        "title": cover.title,
        "designer": cover.designer,
        "rules_version": game.rules_version,
        "summary": cover.summary,
        "length": cover.length,
        "cautions": list(game.cautions(options)),
        "seats": [
            {"id": seat.id, "team": seat.team, "title": seat.title, "duty": seat.duty}
            for seat in game.seats(options)
        ],
        "options": [
            {
                "name": name,
                "default": to_jsonable_python(field.get_default(call_default_factory=True)),
                "allowed": allowed(field),
                "meaning": field.description or "",
            }
            for name, field in game.options_type.model_fields.items()
            if name not in meant.given
        ],
    }


def _cover(meant: NamedGame) -> Cover:
    """Return the cover of a game, with the title and the designer that its options make."""
    game = meant.game
    if meant.given:
        return written.cover(game, meant.options().open())
    return Cover(game.title, game.designer, game.summary, game.length)


def show_all(games: Sequence[NamedGame], console: Console) -> None:
    """Show all games, one on each line. Presets are below their game."""
    lines = [(meant, "  " if meant.given else "") for meant in games]
    wide = max(len(f"{indent}{meant.called}") for meant, indent in lines)
    for meant, indent in lines:
        cover = _cover(meant)
        name = Text(f"{indent}{meant.called}".ljust(wide), style="bold")
        console.print(name + Text(f"  {cover.title}, by {cover.designer}", style="not bold"))
    console.print(Text("warcouncil games NAME describes one. --rules prints all its rules."))


def show(meant: NamedGame, typed: str, console: Console) -> None:
    """Show a game to a person. `typed` is the name that they typed."""
    about = entry(meant)
    console.print(Text(f"{about['title']}  ", style="bold") + Text(f"({about['name']})", style="not bold"))
    console.print(Text(f"designed by {about['designer']}"))
    console.print(Text(about["summary"]))
    console.print(Text(f"takes {about['length']}" if about["length"] else ""))
    for caution in about["cautions"]:
        console.print(Text(f"worth a look: {caution}"))
    console.print()
    _seats(about["seats"], console)
    console.print()
    console.print(Text("Options, with their defaults (--set, or options in a plan):"))
    _options(about["options"], console)
    console.print(Text(f"\nAll its rules: {command('games', typed, '--rules')}"))


def _seats(seats: Sequence[dict[str, Any]], console: Console) -> None:
    """Show the seats. Seats with the same duty are grouped, with the duty below them."""
    wide = max(len(seat["id"]) for seat in seats) + 2
    for duty in dict.fromkeys(seat["duty"] for seat in seats):
        for seat in seats:
            if seat["duty"] == duty:
                console.print(
                    Text(seat["id"].ljust(wide), style="bold") + Text(seat["title"], style="not bold")
                )
        _below(duty, wide, console)


def _options(options: Sequence[dict[str, Any]], console: Console) -> None:
    """Show the options with their defaults and values, and the meaning of each below it."""
    for option in options:
        head = Text(f"{option['name']} = {_short(option['default'])}", style="bold")
        console.print(head + Text(f"   {option['allowed']}", style="not bold dim"))
        _below(option["meaning"], INDENT, console)


def _below(text: str, indent: int, console: Console) -> None:
    width = min(console.width, WIDTH_MAX)
    console.print(Padding(Text(text), (0, 0, 0, indent)), width=width)


def _short(value: object) -> str:
    if isinstance(value, str) and "\n" in value:
        return f"{len(value.splitlines())} lines"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _DEFAULT_CHARS_MAX else f"{text[: _DEFAULT_CHARS_MAX - 1]}…"
