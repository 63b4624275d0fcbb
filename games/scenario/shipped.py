"""The scenarios that ship with the program, by the names of their files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

USUAL = "two_couriers"
"""The default scenario: five minutes, to learn the tool."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of the shipped scenarios, in alphabetical order."""
    found = (each.name for each in files("warcouncil.games.scenario").joinpath("data").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def text(name: str) -> str:
    """Return the text of one shipped scenario."""
    return files("warcouncil.games.scenario").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
