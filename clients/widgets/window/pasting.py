"""PasteDetector tells pasted keys from typed keys.

A terminal without bracketed paste sends a paste as keys.
"""

from __future__ import annotations

from textual.events import Key

PASTE_MS = 10
"""Two keys closer than this come from a paste. The fastest typing leaves 30 ms."""
PASTE_GAP_MS = 100
"""How long a detected paste may pause. A busy terminal sends it in pieces."""


class PasteDetector:
    """Watches the time between the keys that write or end a line."""

    def __init__(self) -> None:
        self._last_ms: float | None = None
        self._pasting = False

    def finds(self, event: Key) -> bool:
        """Return whether a key belongs to a paste, by the time at which the terminal sent it."""
        return self.came(event.time * 1000) if event.is_printable or event.key == "enter" else False

    def came(self, at_ms: float) -> bool:
        """Return whether a key belongs to a paste. The first key of a paste looks like any other."""
        gap_ms = PASTE_GAP_MS if self._pasting else PASTE_MS
        self._pasting = self._last_ms is not None and at_ms - self._last_ms < gap_ms
        self._last_ms = at_ms
        return self._pasting
