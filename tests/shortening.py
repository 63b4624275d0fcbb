"""Shortens an input that shows a fault as far as possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def shortened(
    found: T, length: Callable[[T], int], without: Callable[[T, int, int], T | None], tries: int
) -> T:
    """Leave out what a find does not need: halves first, then single parts. `without` gives what shows the same when the parts from
    one place up to another are left out, None where it shows it no more; it is asked `tries` times at most."""
    best, size = found, max(1, length(found) // 2)
    while size and tries > 0:
        start = 0
        while start < length(best) and tries > 0:
            tries -= 1
            shorter = without(best, start, start + size)
            if shorter is None:
                start += size
            else:
                best = shorter
        size //= 2
    return best
