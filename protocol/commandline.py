"""A command of this program as a person types it: what a shell would take apart or obey stands in quotes."""

from __future__ import annotations

import re
import shlex
import sys

_WINDOWS = sys.platform == "win32"
_PLAIN = re.compile(r"[\w@%+=:./\\-]+")
"""What neither of Windows' two shells takes apart; no name of a file there has a quote in it."""


def command(*words: object, windows: bool = _WINDOWS) -> str:
    """Give the line that calls `warcouncil` with these words. Where one is a file, and no text, its name is never taken for an option."""
    typed = [word if isinstance(word, str) else re.sub("^-", "./-", str(word)) for word in words]
    if not windows:
        return shlex.join(["warcouncil", *typed])
    return " ".join(["warcouncil", *(word if _PLAIN.fullmatch(word) else f'"{word}"' for word in typed)])
