"""A line to write on, of what may be said at once."""

from __future__ import annotations

from warcouncil.clients.widgets.inputline import InputLine
from warcouncil.protocol.words import SPEECH_CHARS_MAX


class WritingLine(InputLine):
    """A line of at most as many characters as may be spoken at once."""

    def __init__(self, placeholder: str, *, id: str | None = None) -> None:  # noqa: A002  # Textual's word
        super().__init__(id=id, placeholder=placeholder, max_length=SPEECH_CHARS_MAX)
        self.cursor_blink = False
