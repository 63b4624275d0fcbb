"""The scenarios that ship with the program. For each format of exercise there is a small one to start from."""

from __future__ import annotations

from collections.abc import Mapping
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


FORMATS: Mapping[str, tuple[str, str]] = {
    "resolution": ("data", "assembly"),
    "table-top": ("likes", "table_top"),
    "negotiation": ("data", "harbour"),
    "logistics": ("likes", "logistics"),
    "matrix": ("likes", "matrix"),
    "map": ("data", "upland"),
    "experiment": ("likes", "experiment"),
}
"""The formats of exercises, each with the folder and the name of the file to start from. Some of these files ship as
scenarios."""


@cache
def like(format_: str) -> str:
    """Return the text of the file to start from, for a format of exercises."""
    folder, name = FORMATS[format_]
    return files("warcouncil.games.scenario").joinpath(folder, f"{name}.toml").read_text(encoding="utf-8")
