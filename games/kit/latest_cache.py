"""LatestCache keeps the last result of a function, for repeated calls with the same object.

All views of a gate are made from one position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LatestCache(Generic[K, V]):
    """A pure function that remembers its last result.

    It compares arguments by identity. To compare or hash a whole position would take longer than most of the work
    that it saves.
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._last: tuple[K, V] | None = None

    def __call__(self, of: K) -> V:
        """Return the result for this argument."""
        last = self._last  # It is read and written as one tuple, so another thread never sees half of it
        if last is None or last[0] is not of:
            last = self._last = of, self._make(of)
        return last[1]
