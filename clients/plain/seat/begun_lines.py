"""BegunLines: detects typed lines that the player may have begun before the question opened. It is pure."""

from __future__ import annotations

CHAR_MS = 300
"""How long a slow writer needs for a character.

A terminal sends whole lines, so no client sees when a line was begun.
"""


class BegunLines:
    """Compares the time when a question opened with the time when a line may have been begun."""

    def __init__(self) -> None:
        self._opened_ms: int | None = None
        self._ended_ms: int | None = None

    def opened(self, now_ms: int) -> None:
        """Record that a question is open from now on."""
        self._opened_ms = now_ms

    def overlaps(self, text: str, now_ms: int) -> bool:
        """Record the end of a line. Return whether it may have been begun before the question opened."""
        before, self._ended_ms = self._ended_ms, now_ms
        if self._opened_ms is None or (before is not None and before >= self._opened_ms):
            return False
        return now_ms - len(text) * CHAR_MS < self._opened_ms
