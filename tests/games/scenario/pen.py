"""A pen that writes what hypothesis draws: small choices, by which it can make a failing scenario shorter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]


@cache
def _under(limit: int) -> st.SearchStrategy[int]:
    return st.integers(0, limit - 1)


class Pen:
    """Draws what a text is written of; the first of all choices is the simplest."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def below(self, limit: int) -> int:
        """Give a number from 0 to under the limit."""
        number: int = self._draw(_under(limit)) if limit > 1 else 0
        return number

    def between(self, low: int, high: int) -> int:
        """Give a number from low to high."""
        return low + self.below(high - low + 1)

    def odds(self, percent: int) -> bool:
        """Say yes so often."""
        return self.below(100) >= 100 - percent

    def pick(self, choices: Sequence[T]) -> T:
        """Give one of several."""
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[T], least: int, most: int) -> list[T]:
        """Give some of several, in their order."""
        left = list(choices)
        for _ in range(len(choices) - self.between(min(least, len(choices)), min(most, len(choices)))):
            del left[self.below(len(left))]
        return left
