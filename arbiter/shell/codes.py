"""Codes: drawn at random, each with a plate of its own."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from warcouncil.protocol.doors import CODE_ALPHABET, PLATE_CHARS, SECRET_CHARS, CodeText


def draw_code(taken: Collection[str]) -> CodeText:
    """Draw a code whose plate is none of `taken`."""
    while (plate := _letters(PLATE_CHARS)) in taken:
        pass
    return CodeText(plate=plate, secret=_letters(SECRET_CHARS))


def _letters(count: int) -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(count))
