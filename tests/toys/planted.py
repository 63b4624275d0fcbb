"""Puts the toy games of the shelf among the games of this program in every list, until the test is over."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import warcouncil.games
from warcouncil.games import registry

SHELF = Path(__file__).with_name("shelf")


@contextmanager
def shelf() -> Iterator[None]:
    """Add the games of the shelf to the registry."""
    before = list(warcouncil.games.__path__)
    warcouncil.games.__path__.append(str(SHELF))
    _forget()
    try:
        yield
    finally:
        warcouncil.games.__path__[:] = before
        _forget()
        for name in [one for one in sys.modules if one.startswith("warcouncil.games.recital")]:
            del sys.modules[name]


def _forget() -> None:
    registry.names.cache_clear()
    registry.load.cache_clear()
