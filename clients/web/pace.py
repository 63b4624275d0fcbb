"""A pace: so many a second, and so many at once."""

from __future__ import annotations


class Rate:
    """Lets through `per_second`, `at_once` after a rest. Time is the caller's, in seconds."""

    __slots__ = ("_due", "_gap", "_slack")

    def __init__(self, per_second: float, at_once: int) -> None:
        self._gap = 1 / per_second
        self._slack = self._gap * (at_once - 1)
        self._due = 0.0

    def take(self, now: float) -> bool:
        """Take one if it is not too soon; say whether."""
        due = max(self._due, now)
        if due - now > self._slack:
            return False
        self._due = due + self._gap
        return True
