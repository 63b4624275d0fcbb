"""The catalogue of games: what each is, who designed it, and its options with their defaults and meanings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic_core import to_jsonable_python
from rich.console import Console
from rich.table import Table
from rich.text import Text
from warcouncil.clients.plan.settings import allowed
from warcouncil.games.kit.game import AnyGame

_DEFAULT_CHARS_MAX = 24


def entry(game: AnyGame) -> dict[str, Any]:
    """Give all that the catalogue says of a game, as JSON values."""
    return {
        "name": game.name,
        "title": game.title,
        "designer": game.designer,
        "rules_version": game.rules_version,
        "summary": game.summary,
        "length": game.length,
        "seats": [
            {"id": seat.id, "team": seat.team, "title": seat.title, "duty": seat.duty}
            for seat in game.seats(game.options_type())
        ],
        "options": [
            {
                "name": name,
                "default": to_jsonable_python(field.get_default(call_default_factory=True)),
                "allowed": allowed(field),
                "meaning": field.description or "",
            }
            for name, field in game.options_type.model_fields.items()
        ],
    }


def show_all(games: Sequence[AnyGame], console: Console) -> None:
    """Show all games, one line each."""
    wide = max(len(game.name) for game in games)
    for game in games:
        name = Text(game.name.ljust(wide), style="bold")
        console.print(name + Text(f"  {game.title}, by {game.designer}", style="not bold"))
    console.print(Text("warcouncil games NAME explains one; --rules prints its whole rules."))


def show(game: AnyGame, console: Console) -> None:
    """Show a game to a person."""
    about = entry(game)
    console.print(Text(f"{about['title']}  ", style="bold") + Text(f"({about['name']})", style="not bold"))
    console.print(Text(f"designed by {about['designer']}"))
    console.print(Text(about["summary"]))
    console.print(Text(f"takes {about['length']}" if about["length"] else ""))
    console.print()
    _seats(about["seats"], console)
    console.print()
    _options(about["options"], console)
    console.print(Text(f"\nThe whole rules: warcouncil games {about['name']} --rules"))


def _seats(seats: Sequence[dict[str, Any]], console: Console) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("seat", "is", "does"):
        table.add_column(heading, no_wrap=heading == "seat", ratio=1 if heading == "does" else None)
    for seat in seats:
        table.add_row(*(Text(seat[key]) for key in ("id", "title", "duty")))
    console.print(table)


def _options(options: Sequence[dict[str, Any]], console: Console) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("option", no_wrap=True)
    table.add_column("default", max_width=_DEFAULT_CHARS_MAX)
    table.add_column("takes", ratio=1)
    table.add_column("meaning", ratio=2)
    for option in options:
        default = _short(option["default"])
        table.add_row(Text(option["name"]), Text(default), Text(option["allowed"]), Text(option["meaning"]))
    console.print(table)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _DEFAULT_CHARS_MAX else f"{text[: _DEFAULT_CHARS_MAX - 1]}…"
