"""The registry: every folder of `games` that holds a `GAME` is a game. A fifth game is one new folder."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules

import games
from games.kit.game import AnyGame


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Give the names of all games, in alphabetical order."""
    folders = (module.name for module in iter_modules(games.__path__) if module.ispkg)
    return tuple(sorted(name for name in folders if name != "kit"))


@cache
def load(name: str) -> AnyGame:
    """Give a game by its name. Raises KeyError for a name that no game has."""
    if name not in names():
        raise KeyError(name)
    game: AnyGame = import_module(f"games.{name}").GAME
    return game
