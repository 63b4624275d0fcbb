"""A line to write on. What is pasted into it is cleaned before it is drawn."""

from __future__ import annotations

from textual import events
from textual.widgets import Input
from warcouncil.protocol.words import SPEECH_CHARS_MAX, clean


class WritingLine(Input):
    """A line of at most as many characters as may be spoken at once."""

    def __init__(self, placeholder: str, *, id: str | None = None) -> None:  # noqa: A002  # Textual's word
        super().__init__(id=id, placeholder=placeholder, max_length=SPEECH_CHARS_MAX)
        self.cursor_blink = False

    def _on_paste(self, event: events.Paste) -> None:
        """Take only what a terminal cannot obey, on one line."""
        event.prevent_default()
        event.stop()
        self.insert_text_at_cursor(clean(event.text))
