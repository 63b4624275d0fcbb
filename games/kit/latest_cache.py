"""What was made last, kept for as long as the very same thing is asked for: all views of a gate are made of one position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LatestCache(Generic[K, V]):
    """A function that does not change what it is given, and remembers what it gave last. It is asked by identity: to compare, or
    to hash, a whole position would take longer than most of what is made of it."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._last: tuple[K, V] | None = None

    def __call__(self, of: K) -> V:
        """Give what is made of this."""
        last = self._last  # taken and put as one: another thread never sees half of it
        if last is None or last[0] is not of:
            last = self._last = of, self._make(of)
        return last[1]
