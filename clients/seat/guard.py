"""The guard of a new question: a key that was meant for the question before it must not answer this one."""

from __future__ import annotations

from dataclasses import dataclass

GUARD_MS = 700
"""So long after a question opens nothing can be chosen or sealed."""
PRESS_MS = 250
"""A key that is pressed meanwhile, or held down, makes it longer by so much, …"""
GUARD_MOST_MS = 2000
"""… up to this."""


@dataclass(slots=True)
class Guard:
    """Give it the time, in milliseconds from nowhere in particular."""

    why: str = "question.new"
    """Why it stands, as a key of what is said."""
    _until_ms: int | None = None
    _most_ms: int = 0

    def raise_at(self, now_ms: int, why: str = "question.new") -> None:
        """Begin: another question stands there, or (`why`) keys come to it that were meant for something else."""
        self.why = why
        self._until_ms, self._most_ms = now_ms + GUARD_MS, now_ms + GUARD_MOST_MS

    def holds(self, now_ms: int) -> bool:
        """Say whether it stands."""
        return self._until_ms is not None and now_ms < self._until_ms

    def press(self, now_ms: int) -> None:
        """Take note of a key that it held off."""
        if self._until_ms is not None:
            self._until_ms = min(self._most_ms, max(self._until_ms, now_ms + PRESS_MS))
