"""Dice: random numbers from a seed. Each draw comes from its own labelled stream, so no draw changes another.

A stream is BLAKE2b in counter mode over the seed and its labels. Numbers are drawn by rejection, so each is
equally likely. Shuffles follow Fisher and Yates (Knuth, TAOCP 2, 3.4.2 P).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_BLOCK_BYTES = 8
_BLOCK_VALUES = 1 << (8 * _BLOCK_BYTES)


class Dice:
    """Random numbers for one purpose. `seed` is at least 16 bytes. Equal seeds and labels give equal draws."""

    __slots__ = ("_counter", "_key", "_labels")

    def __init__(self, seed: bytes, *labels: str | int) -> None:
        self._key = seed[:64]
        self._labels = "\x1f".join(map(str, labels))
        self._counter = 0

    def stream(self, *labels: str | int) -> Dice:
        """Return an independent stream for one purpose, such as `dice.stream("deck")`."""
        return Dice(self._key, self._labels, *labels)

    def below(self, limit: int) -> int:
        """Draw a number from 0 to `limit` - 1, each equally likely."""
        assert 0 < limit <= _BLOCK_VALUES
        ceiling = _BLOCK_VALUES - _BLOCK_VALUES % limit
        while True:
            text = f"{self._labels}\x1e{self._counter}".encode()
            self._counter += 1
            digest = blake2b(text, digest_size=_BLOCK_BYTES, key=self._key).digest()
            value = int.from_bytes(digest, "big")
            if value < ceiling:
                return value % limit

    def between(self, low: int, high: int) -> int:
        """Draw a number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of the items, each equally likely."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """Draw `count` different items, in random order."""
        return self.shuffled(items)[:count]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order, each order equally likely."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)
