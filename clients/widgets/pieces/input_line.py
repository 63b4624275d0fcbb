"""InputLine: a line for typed text. Pasted text is cleaned before it is drawn."""

from __future__ import annotations

from textual import events
from textual.widgets import Input
from warcouncil.protocol.words import SPEECH_CHARS_MAX, clean


class InputLine(Input):
    """An input line that accepts pasted text as far as it fits, with line ends as spaces."""

    def _on_paste(self, event: events.Paste) -> None:
        """Insert pasted text in place of the selection, on one line and without characters that a terminal would
        execute.
        """
        event.prevent_default()
        event.stop()
        start, end = sorted(self.selection)
        room = (self.max_length or SPEECH_CHARS_MAX) - len(self.value) + end - start
        pasted = clean(" ".join(event.text.split()), len(event.text))
        self.replace(pasted[: max(0, room)], start, end)
        if len(pasted) > room:
            self.pasted_in_part()

    def pasted_in_part(self) -> None:
        """Ring the bell, because not all of the pasted text fitted."""
        self.restricted()
