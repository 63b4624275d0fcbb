"""The registry of games. Each folder of `games` that has a `GAME` is a game, so a new game is one new folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, NamedTuple

import warcouncil.games
from pydantic import JsonValue
from warcouncil.games.kit import written
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.written import WrittenGame

BOT_KINDS = ("sensible", "random")


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order."""
    folders = (module.name for module in iter_modules(warcouncil.games.__path__) if module.ispkg)
    return tuple(sorted(name for name in folders if name != "kit"))


@cache
def load(name: str) -> AnyGame:
    """Return a game by its name. Raises KeyError if no game has that name."""
    if name not in names():
        raise KeyError(name)
    game: AnyGame = import_module(f"warcouncil.games.{name}").GAME
    return game


class Preset(NamedTuple):
    """A set of options that ships with a game and has its own name."""

    game: AnyGame
    options: Mapping[str, JsonValue]


def presets() -> dict[str, Preset]:
    """Return the presets of all games by name, in the order of the games.

    A preset with the name of a game is left out.
    """
    found: dict[str, Preset] = {}
    for game in map(load, names()):
        for name, options in written.presets(game).items():
            if name not in names():
                found.setdefault(name, Preset(game, options))
    return found


def written_game() -> WrittenGame[Any, Any, Any] | None:
    """Return the game whose rules an author writes as a file, or None if there is no such game."""
    return next((game for game in map(load, names()) if isinstance(game, WrittenGame)), None)


def bot_for(game: str, kind: str = "sensible") -> type[Bot]:
    """Return the class of a game's bot from `games/<game>/bot.py`, or RandomBot if the game has no bot.

    Raises KeyError for a kind that is not one of BOT_KINDS.
    """
    if kind not in BOT_KINDS:
        raise KeyError(kind)
    if kind == "random" or game not in names() or find_spec(f"warcouncil.games.{game}.bot") is None:
        return RandomBot
    found: type[Bot] = import_module(f"warcouncil.games.{game}.bot").BOT
    return found
