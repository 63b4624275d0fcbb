"""Reads TOML. A syntax error names its file and line."""

from __future__ import annotations

from typing import Any

from warcouncil.clients.plan.text.mistakes import Fault
from warcouncil.games.kit.text.toml_text import NotToml, parse_toml


def parsed(text: str, file: str) -> dict[str, Any] | Fault:
    """Return the contents of a TOML text, or its first syntax error. `file` is its path."""
    try:
        return parse_toml(text)
    except NotToml as error:
        return Fault(file, error.line, str(error))
