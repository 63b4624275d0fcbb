"""PasteDetector distinguishes pasted keys from typed keys, and KeyRhythm also finds repeated keys. Both use only the
times of the keys.

A terminal without bracketed paste sends a paste as keys.
"""

from __future__ import annotations

from textual.events import Key

PASTE_MS = 10
"""Two keys closer than this come from a paste. Between typed keys there are at least 30 ms."""
PASTE_GAP_MS = 100
"""How long a detected paste may pause. A busy terminal sends it in pieces."""
REPEAT_MS = 700
"""The same key again within this time counts as one press. A keyboard waits up to 660 ms before it repeats a key."""


class PasteDetector:
    """Watches the time between the keys that write or end a line."""

    def __init__(self) -> None:
        self._last_ms: float | None = None
        self._pasting = False

    def finds(self, event: Key) -> bool:
        """Return whether a key belongs to a paste, by the time at which the terminal sent it."""
        return self.came(event.time * 1000) if event.is_printable or event.key == "enter" else False

    def came(self, at_ms: float) -> bool:
        """Return whether a key belongs to a paste. The first key of a paste looks like any other key."""
        gap_ms = PASTE_GAP_MS if self._pasting else PASTE_MS
        self._pasting = self._last_ms is not None and at_ms - self._last_ms < gap_ms
        self._last_ms = at_ms
        return self._pasting


class KeyRhythm:
    """Follows every key of a window."""

    def __init__(self) -> None:
        self._pastes = PasteDetector()
        self._last: tuple[str, float] | None = None
        self.is_pasted = False
        """Whether the last key belongs to a paste."""
        self.is_repeated = False
        """Whether the last key repeats the key before it without a pause."""

    def hear(self, event: Key) -> None:
        """Record a key."""
        at_ms = event.time * 1000
        self.is_pasted = self._pastes.finds(event)
        last, self._last = self._last, (event.key, at_ms)
        self.is_repeated = last is not None and last[0] == event.key and at_ms - last[1] < REPEAT_MS

    @property
    def is_meant(self) -> bool:
        """Whether a person pressed the last key on purpose."""
        return not (self.is_pasted or self.is_repeated)
