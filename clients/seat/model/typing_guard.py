"""TypingGuard ignores keys that were meant for something else, until the player pauses.

The caller supplies the time.
"""

from __future__ import annotations

from dataclasses import dataclass

GUARD_MS = 700
"""How long no key may be pressed before an answer is accepted again. The gaps in continuous typing are shorter."""


@dataclass(slots=True)
class TypingGuard:
    """Blocks answers from the moment it is raised until no key has been pressed for GUARD_MS.

    All times are milliseconds of the same clock.
    """

    why: str = "question.new"
    """The reason why answers are blocked, as a key of the catalogue."""
    _until_ms: int | None = None
    _typed_ms: int | None = None

    def raise_at(self, now_ms: int, why: str = "question.new") -> None:
        """Begin to block answers, because another question is open.

        `why` names another reason, if keys that are pressed here were meant for something else.
        """
        self.why = why
        self._until_ms = now_ms + GUARD_MS

    def holds(self, now_ms: int) -> bool:
        """Return whether answers are blocked."""
        return self._until_ms is not None and now_ms < self._until_ms

    def press(self, now_ms: int) -> None:
        """Record a key that was typed in any pane. While answers are blocked, the pause begins again."""
        self._typed_ms = now_ms
        if self.holds(now_ms):
            self._until_ms = now_ms + GUARD_MS

    def follow(self, now_ms: int) -> None:
        """Raise the guard if the keyboard focus moves while the player is typing."""
        types = self._typed_ms is not None and now_ms - self._typed_ms < GUARD_MS
        if types and not self.holds(now_ms):
            self.raise_at(now_ms, "question.still_typing")
