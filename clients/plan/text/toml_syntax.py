"""Reading TOML: what is wrong with its writing, with its file and line."""

from __future__ import annotations

from typing import Any

from warcouncil.clients.plan.text.mistakes import Fault
from warcouncil.games.kit.text.toml_text import NotToml, parse_toml


def parsed(text: str, file: str) -> dict[str, Any] | Fault:
    """Give what a TOML text holds, or the first thing that is wrong with its writing; `file` is where it stands."""
    try:
        return parse_toml(text)
    except NotToml as error:
        return Fault(file, error.line, str(error))
