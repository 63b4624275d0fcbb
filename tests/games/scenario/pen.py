"""A pen that writes by chance from one seed, so that scenarios differ as much as they can, and each can be
written again.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Pen:
    """Draws what a text is written of. `size`: about how many of everything there are at most."""

    def __init__(self, seed: int, size: int = 5) -> None:
        self._random = Random(seed)
        self.size = size

    def below(self, limit: int) -> int:
        """Return a number from 0 to under the limit."""
        return self._random.randrange(limit)

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high."""
        return self._random.randint(low, high)

    def many(self, most: int) -> int:
        """Return a number from 1 to the most, or to the size."""
        return self._random.randint(1, min(most, self.size))

    def odds(self, percent: int) -> bool:
        """Return True in this percentage of cases."""
        return self.below(100) < percent

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of several."""
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[T], least: int, most: int) -> list[T]:
        """Return some of several, in their order."""
        left = list(choices)
        for _ in range(len(choices) - self.between(min(least, len(choices)), min(most, len(choices)))):
            del left[self.below(len(left))]
        return left
