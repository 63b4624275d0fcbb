"""A line to write on. What is pasted into it is cleaned before it is drawn."""

from __future__ import annotations

from textual import events
from textual.widgets import Input
from warcouncil.protocol.words import SPEECH_CHARS_MAX, clean


class InputLine(Input):
    """A line that takes all that is pasted, its line ends as spaces, as far as there is room."""

    def _on_paste(self, event: events.Paste) -> None:
        """Take only what a terminal cannot obey, on one line, in place of what is selected."""
        event.prevent_default()
        event.stop()
        start, end = sorted(self.selection)
        room = (self.max_length or SPEECH_CHARS_MAX) - len(self.value) + end - start
        pasted = clean(" ".join(event.text.split()), len(event.text))
        self.replace(pasted[: max(0, room)], start, end)
        if len(pasted) > room:
            self.pasted_in_part()

    def pasted_in_part(self) -> None:
        """Ring: not all of what was pasted had room."""
        self.restricted()
