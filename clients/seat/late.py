"""What came too late, or just in time, in words: it is read in peace, however soon another question follows."""

from __future__ import annotations

from dataclasses import dataclass, field

STANDS_MS = 6000
"""So long it stands at the least."""


@dataclass(slots=True)
class Late:
    """Words about questions that are gone, each with the time at which it came."""

    said: list[tuple[int, str]] = field(default_factory=list)

    @property
    def words(self) -> str:
        """All that stands."""
        return " ".join(words for _, words in self.said)

    def tell(self, words: str, now_ms: int) -> None:
        """Take in what became of an answer whose question is gone."""
        self.said.append((now_ms, words))

    def pass_on(self, now_ms: int) -> None:
        """Another question has come: forget what has stood long enough."""
        self.said = [each for each in self.said if now_ms - each[0] < STANDS_MS]

    def put_away(self) -> None:
        """Forget all: it was read."""
        self.said.clear()
