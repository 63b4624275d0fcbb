"""Reads each style sheet of a window once for all tests: Textual reads them again for every window that a
test opens.
"""

from __future__ import annotations

import sys
from typing import Any

ROOM = 2000
"""The number of kept sheets: those of all widgets, in every theme that is tried."""


def read_once() -> None:
    """Keep each sheet that is read from now on, if windows are tested at all.

    The result depends on nothing but the arguments.
    """
    stylesheet = sys.modules.get("textual.css.stylesheet")
    if stylesheet is None or hasattr(stylesheet.parse, "__wrapped__"):
        return
    parse, kept = stylesheet.parse, dict[Any, list[Any]]()
    worth: dict[str, Any] = {}
    """The variables that were given last, and what they are worth: a window gives the same for each of its sheets."""

    def parse_once(
        scope: str, css: str, read_from: Any, *, variable_tokens: dict[str, Any], **how: Any
    ) -> list[Any]:
        if worth.get("of") is not variable_tokens:
            worth["of"] = variable_tokens
            worth["is"] = tuple(
                (name, *(each.value for each in tokens)) for name, tokens in variable_tokens.items()
            )
        key = (scope, css, read_from, worth["is"], *sorted(how.items()))
        if key not in kept:
            if len(kept) >= ROOM:
                kept.clear()
            kept[key] = list(parse(scope, css, read_from, variable_tokens=variable_tokens, **how))
        return kept[key]

    vars(parse_once)["__wrapped__"] = parse
    vars(stylesheet)["parse"] = parse_once
