"""Returns a message in words: `say("clock.left", time="0:23")`.

A section is read when its first message is used.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from warcouncil.clients.wording.language import ENGLISH, Message, form, section

T = TypeVar("T")

_language = ENGLISH
_known: dict[str, Message] = {}
_KEY = re.compile(r"[a-z]+\.[a-z0-9_]+")
STOPS = (".", "!", "?", "…")
"""The signs that end a sentence."""
_FIELD = re.compile(r"\{(\w+)\}")


def speak(language: Path) -> None:
    """Switch to another language from now on."""
    global _language  # noqa: PLW0603  # one process speaks one language, as it has one terminal
    _language = language
    _known.clear()


def say(key: str, /, **fields: str | int) -> str:
    """Return the message of a key (`section.key`) with its fields filled in.

    A full stop is dropped after a field that ends with one.
    """
    pieces = [str(piece) for piece in woven(key, **fields)]
    for before, after in pairwise(range(len(pieces))):
        if pieces[after].startswith(".") and pieces[before].endswith(STOPS):
            pieces[after] = pieces[after][1:]
    return "".join(pieces)


def said(text: str) -> str:
    """Return the message of a key, and any other text unchanged.

    In lists of actions, a console's are plain English.
    """
    return say(text) if _KEY.fullmatch(text) else text


def woven(key: str, /, **fields: T) -> list[str | T]:
    """Return a message in pieces, with its fields unchanged, for drawing in several colours."""
    message = form(_language, _known.get(key) or _looked_up(key), fields.get("n"))
    pieces = _FIELD.split(message)
    return [fields[piece] if at % 2 else piece for at, piece in enumerate(pieces) if at % 2 or piece]


def _looked_up(key: str) -> Message:
    name, _, rest = key.partition(".")
    return _known.setdefault(key, section(_language, name)[rest])
