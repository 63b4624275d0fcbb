"""The scenarios that ship with the program, by the names of their files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

USUAL = "two_couriers"
"""The one that is played where nothing else is said: five minutes, to learn the tool."""


@cache
def names() -> tuple[str, ...]:
    """Give their names, in alphabetical order."""
    found = (each.name for each in files("warcouncil.games.scenario").joinpath("data").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def text(name: str) -> str:
    """Give the text of one."""
    return files("warcouncil.games.scenario").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
