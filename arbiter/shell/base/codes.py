"""Codes: drawn at random, each with a plate of its own."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from hashlib import blake2b

from warcouncil.protocol.proofs.doors import CODE_ALPHABET, PLATE_CHARS, SECRET_CHARS, CodeText


def draw_code(taken: Collection[str], first: str = "") -> CodeText:
    """Draw a code whose plate is none of `taken`. `first`: with which letters its plate begins, where others draw too; "": any."""
    while (plate := secrets.choice(first or CODE_ALPHABET) + _letters(PLATE_CHARS - 1)) in taken:
        pass
    return CodeText(plate=plate, secret=_letters(SECRET_CHARS))


class Decoys:
    """Codes that nobody holds, one for each plate, the same whenever it is asked for: so a plate that there is not costs the
    door what one costs that there is."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def give(self, plate: str) -> CodeText:
        """Give the code of a plate."""
        drawn = blake2b(plate.encode(), key=self._secret, digest_size=SECRET_CHARS).digest()
        return CodeText(plate=plate, secret="".join(CODE_ALPHABET[byte % 32] for byte in drawn))


def _letters(count: int) -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(count))
