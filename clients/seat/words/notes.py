"""Notes: the private notes of the player.

They are never sent. The file on this machine is encrypted with the seat's key.
"""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

NOTES_CHARS_MAX = 20_000


class Notes(TextArea):
    """A text area for the notes."""

    def __init__(self, text: str, keep: Callable[[str], None]) -> None:
        super().__init__(text, soft_wrap=True, show_line_numbers=False, tab_behavior="focus")
        self.cursor_blink = False
        self._keep = keep
        self._is_full = False

    def on_mount(self) -> None:
        """Draw the title, with the key that goes to the notes."""
        self.border_title = say("help.notes_head", key=keys_at(self).of("notes", "F4"))

    async def _on_paste(self, event: events.Paste) -> None:
        """Insert pasted text without characters that a terminal would execute."""
        event.prevent_default()
        event.stop()
        self.insert("\n".join(clean(line, NOTES_CHARS_MAX) for line in event.text.splitlines()))

    def edit(self, edit: Edit) -> EditResult:
        """Insert as much as fits, and notify the player if that is not all."""
        gone = self.get_text_range(edit.top, edit.bottom)
        room = max(0, NOTES_CHARS_MAX - len(self.text) + len(gone))
        told, self._is_full = self._is_full, len(edit.text) > room
        if self._is_full and not told:
            self.app.notify(say("help.notes_full", n=NOTES_CHARS_MAX), markup=False)
        edit.text = edit.text[:room]
        return super().edit(edit)

    def add(self, text: str) -> None:
        """Append a text, even if it does not fit. The cursor stays in its place."""
        hand, end = self.selection, self.document.end
        said = f"\n\n{text}\n" if self.text.strip() else f"{text}\n"
        super().edit(Edit(said, end, end, maintain_selection_offset=True))
        self.selection = hand

    def on_text_area_changed(self) -> None:
        """Send the text to be stored."""
        self._keep(self.text)
