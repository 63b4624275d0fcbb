"""WritingLine: the input line of the talk."""

from __future__ import annotations

from warcouncil.clients.widgets.pieces.input_line import InputLine
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import SPEECH_CHARS_MAX


class WritingLine(InputLine):
    """An input line with the length limit of a spoken line."""

    def __init__(self, placeholder: str, *, id: str | None = None) -> None:  # noqa: A002  # Textual's word
        super().__init__(id=id, placeholder=placeholder, max_length=SPEECH_CHARS_MAX)
        self.cursor_blink = False

    def pasted_in_part(self) -> None:
        """Notify the player that not all of the pasted text fitted."""
        self.app.notify(say("talk.pasted_in_part", n=SPEECH_CHARS_MAX), markup=False)
