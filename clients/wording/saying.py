"""Says a sentence: `say("clock.left", time="0:23")`. A section is read when the first of its words is said."""

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
"""What ends a sentence."""
_FIELD = re.compile(r"\{(\w+)\}")


def speak(language: Path) -> None:
    """Say everything in another language from now on."""
    global _language  # noqa: PLW0603  # one process speaks one language, as it has one terminal
    _language = language
    _known.clear()


def say(key: str, /, **fields: str | int) -> str:
    """Give the message of a key (`section.key`) with its fields filled in; no full stop after one that a field has already."""
    pieces = [str(piece) for piece in woven(key, **fields)]
    for before, after in pairwise(range(len(pieces))):
        if pieces[after].startswith(".") and pieces[before].endswith(STOPS):
            pieces[after] = pieces[after][1:]
    return "".join(pieces)


def said(text: str) -> str:
    """Give the message of a key, and any other text as it is: for lists of actions, in which a console's stand in English."""
    return say(text) if _KEY.fullmatch(text) else text


def woven(key: str, /, **fields: T) -> list[str | T]:
    """Give a message in pieces, its fields as they are: for what is drawn in several colours."""
    message = form(_language, _known.get(key) or _looked_up(key), fields.get("n"))
    pieces = _FIELD.split(message)
    return [fields[piece] if at % 2 else piece for at, piece in enumerate(pieces) if at % 2 or piece]


def _looked_up(key: str) -> Message:
    name, _, rest = key.partition(".")
    return _known.setdefault(key, section(_language, name)[rest])
