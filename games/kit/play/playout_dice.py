"""PlayoutDice: random numbers for playouts, with many small draws for each hash. NoDice: dice for code that may
draw no random number.

The dice of a table hash once for every draw, so that its records can be played again. A playout is not recorded, and
draws thousands of numbers. Both kinds draw each number equally likely, and each stream of labels is independent.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

from warcouncil.games.kit.dice import Dice

_BYTE = 256
_CEILINGS = (0, *(_BYTE - _BYTE % limit for limit in range(1, _BYTE + 1)))
"""By limit: the first byte that is drawn again, so that each number is equally likely."""


class PlayoutDice(Dice):
    """Random numbers for one purpose of a playout. Numbers below 257 are drawn from the bytes of one hash, by rejection."""

    __slots__ = ("_at", "_block", "_parts")

    def __init__(self, seed: bytes, *labels: str | int) -> None:
        self._key = seed[:64]
        self._parts, self._labels = labels, ""  # joined by the first draw, because many dice draw nothing
        self._counter = 0
        self._block = b""
        self._at = 0

    def stream(self, *labels: str | int) -> PlayoutDice:
        """Return an independent stream for one purpose."""
        return PlayoutDice(self._key, *self._parts, *labels)

    def below(self, limit: int) -> int:
        """Draw a number from 0 to `limit` - 1, each equally likely."""
        if not self._labels:
            self._labels = "\x1f".join([str(label) for label in self._parts])
        if not 0 < limit <= _BYTE:
            return super().below(limit)
        ceiling, block, at = _CEILINGS[limit], self._block, self._at
        while True:
            if at == len(block):
                text = f"{self._labels}\x1d{self._counter}".encode()
                self._counter += 1
                block, at = blake2b(text, key=self._key).digest(), 0
                self._block = block
            value = block[at]
            at += 1
            if value < ceiling:
                self._at = at
                return value % limit


class RememberedDice(PlayoutDice):
    """The same random numbers, with the first block cached, because the playouts of one number draw it again and again."""

    __slots__ = ()

    def __init__(self, seed: bytes, *labels: str | int) -> None:
        self._key, self._labels, self._block = _first_block(seed, labels)
        self._parts = labels
        self._counter, self._at = 1, 0


@lru_cache(maxsize=1 << 16)
def _first_block(seed: bytes, labels: tuple[str | int, ...]) -> tuple[bytes, str, bytes]:
    """Return the key, the labels and the first block of dice. The size bounds memory: about 20 MB."""
    dice = PlayoutDice(seed, *labels)
    dice.below(1)
    return dice._key, dice._labels, dice._block


class ChanceFell(Exception):
    """A random number was drawn from NoDice."""


class NoDice(Dice):
    """Dice that draw nothing. They show whether the rules need a random number."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(b"nothing is drawn")

    def stream(self, *labels: str | int) -> NoDice:  # All streams are equal
        """Return itself."""
        return self

    def below(self, limit: int) -> int:
        """Raise ChanceFell."""
        raise ChanceFell
