"""KeyRhythm tells a key that a person means from a key that belongs to a paste or is repeated by the keyboard.

It reads only the times at which the terminal sent the keys.
"""

from __future__ import annotations

from textual.events import Key
from warcouncil.clients.widgets.window.pasting import PasteDetector

REPEAT_MS = 700
"""The same key again within this time counts as one press. A keyboard waits up to 660 ms before it repeats a key."""


class KeyRhythm:
    """Follows every key of a window."""

    def __init__(self) -> None:
        self._pastes = PasteDetector()
        self._last: tuple[str, float] | None = None
        self.is_pasted = False
        """Whether the last key belongs to a paste."""
        self.is_repeated = False
        """Whether the last key is the key before it once more, without a pause."""

    def hear(self, event: Key) -> None:
        """Record a key."""
        at_ms = event.time * 1000
        self.is_pasted = self._pastes.finds(event)
        last, self._last = self._last, (event.key, at_ms)
        self.is_repeated = last is not None and last[0] == event.key and at_ms - last[1] < REPEAT_MS

    @property
    def is_meant(self) -> bool:
        """Whether a person pressed the last key for itself."""
        return not (self.is_pasted or self.is_repeated)
