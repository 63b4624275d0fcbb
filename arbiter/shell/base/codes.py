"""Seat codes: drawn at random, each with its own plate."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from hashlib import blake2b

from warcouncil.protocol.proofs.doors import CODE_ALPHABET, PLATE_CHARS, SECRET_CHARS, CodeText


def draw_code(taken: Collection[str], first: str = "") -> CodeText:
    """Draw a code whose public part (`plate`) is not in `taken`.

    If several arbiters draw codes, `first` has the letters with which the plate may begin. "" allows any letter.
    """
    while (plate := secrets.choice(first or CODE_ALPHABET) + _letters(PLATE_CHARS - 1)) in taken:
        pass
    return CodeText(plate=plate, secret=_letters(SECRET_CHARS))


class Decoys:
    """Decoy codes: one for each plate. It is always the same, and no card has it. So a knock with an unknown plate
    takes as long at the door as a knock with a known one."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def give(self, plate: str) -> CodeText:
        """Return the decoy code of a plate."""
        drawn = blake2b(plate.encode(), key=self._secret, digest_size=SECRET_CHARS).digest()
        return CodeText(plate=plate, secret="".join(CODE_ALPHABET[byte % 32] for byte in drawn))


def _letters(count: int) -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(count))
