"""Private notes: they go to nobody; what keeps them on this machine is locked with the seat's key."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.widgets import TextArea
from warcouncil.clients.widgets.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

NOTES_CHARS_MAX = 20_000


class Notes(TextArea):
    """A sheet of paper."""

    def __init__(self, text: str, keep: Callable[[str], None]) -> None:
        super().__init__(text, soft_wrap=True, show_line_numbers=False, tab_behavior="focus")
        self.cursor_blink = False
        self._keep = keep

    def on_mount(self) -> None:
        """Name the sheet, and the key that goes to it."""
        self.border_title = say("help.notes_head", key=keys_at(self).of("notes", "F4"))

    async def _on_paste(self, event: events.Paste) -> None:
        """Take only what a terminal cannot obey."""
        event.prevent_default()
        event.stop()
        self.insert("\n".join(clean(line, NOTES_CHARS_MAX) for line in event.text.splitlines()))

    def add(self, text: str) -> None:
        """Write below what stands there; the hand stays where it is."""
        hand = self.selection
        self.insert(f"\n\n{text}\n" if self.text.strip() else f"{text}\n", self.document.end)
        self.selection = hand

    def on_text_area_changed(self) -> None:
        """Keep what is written, within a limit."""
        if len(self.text) > NOTES_CHARS_MAX:
            self.load_text(self.text[:NOTES_CHARS_MAX])
        self._keep(self.text)
