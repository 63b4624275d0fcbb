"""Command lines of this program, as a person types them. Words that a shell would split or interpret are quoted."""

from __future__ import annotations

import re
import shlex
import sys

_WINDOWS = sys.platform == "win32"
_PLAIN = re.compile(r"[\w@%+=:./\\-]+")
"""Text that neither Windows shell splits or interprets. A Windows file name cannot contain a quote."""


def command(*words: object, windows: bool = _WINDOWS) -> str:
    """Return the line that calls `warcouncil` with these words.

    A word that is a path and not a string gets `./` before a leading dash, so it is never parsed as an option.
    """
    typed = [word if isinstance(word, str) else re.sub("^-", "./-", str(word)) for word in words]
    if not windows:
        return shlex.join(["warcouncil", *typed])
    return " ".join(["warcouncil", *(word if _PLAIN.fullmatch(word) else f'"{word}"' for word in typed)])
