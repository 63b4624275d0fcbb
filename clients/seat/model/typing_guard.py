"""TypingGuard ignores keys that were meant for something else, until the player pauses.

The caller supplies the time.
"""

from __future__ import annotations

from dataclasses import dataclass

GUARD_MS = 700
"""How long no key may be pressed before an answer is accepted again. Continuous typing leaves shorter gaps."""


@dataclass(slots=True)
class TypingGuard:
    """Holds from the moment it is raised until no key has been pressed for GUARD_MS.

    Times are milliseconds of any one clock.
    """

    why: str = "question.new"
    """Why it holds, as a key of the catalogue."""
    _until_ms: int | None = None
    _typed_ms: int | None = None

    def raise_at(self, now_ms: int, why: str = "question.new") -> None:
        """Begin to hold, because another question is open or (`why`) keys that are pressed here were meant for
        something else.
        """
        self.why = why
        self._until_ms = now_ms + GUARD_MS

    def holds(self, now_ms: int) -> bool:
        """Return whether answers are held back."""
        return self._until_ms is not None and now_ms < self._until_ms

    def press(self, now_ms: int) -> None:
        """Record a key that was typed in any pane. While the guard holds, the pause begins again."""
        self._typed_ms = now_ms
        if self.holds(now_ms):
            self._until_ms = now_ms + GUARD_MS

    def follow(self, now_ms: int) -> None:
        """Raise the guard if the keyboard focus moves while the player is typing."""
        types = self._typed_ms is not None and now_ms - self._typed_ms < GUARD_MS
        if types and not self.holds(now_ms):
            self.raise_at(now_ms, "question.still_typing")
