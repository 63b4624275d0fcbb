"""Caller: calls a person back to a window by the terminal's bell, its title and, if the settings ask for it,
a system notification.

Its output draws nothing on the screen, and contains no text from other people.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.protocol.words import clean

BELL, ESC = "\a", "\x1b"
KEEP_TITLE, GIVE_TITLE_BACK = f"{ESC}[22;2t", f"{ESC}[23;2t"
TITLE_CHARS_MAX = 60
NINE = ("iTerm.app", "WezTerm", "ghostty")
"""The names of terminals that accept a notification in the shorter form."""
BARE = ("", "dumb", "linux")
"""The names of terminals that support neither titles nor notifications."""


class Caller:
    """Calls the person through a function that writes to the terminal, as far as the settings allow."""

    def __init__(
        self, write: Callable[[str], None], kept: Remembered, environment: Mapping[str, str] | None = None
    ) -> None:
        self._write = write
        self._kept = kept
        self._environment = os.environ if environment is None else environment
        self._title = ""

    @property
    def _plain(self) -> bool:
        """Whether the terminal supports only the bell. On Windows, a terminal may have no name."""
        return os.name != "nt" and self._environment.get("TERM", "") in BARE

    def begin(self) -> None:
        """Save the former title of the window."""
        if not self._plain:
            self._write(KEEP_TITLE)

    def end(self) -> None:
        """Restore the former title of the window."""
        if self._title:
            self._write(GIVE_TITLE_BACK)

    def title(self, text: str) -> None:
        """Set the title of the window."""
        text = clean(text)[:TITLE_CHARS_MAX]
        if text != self._title and not self._plain:
            self._title = text
            self._write(f"{ESC}]2;{text}{BELL}")

    def call(self, text: str) -> None:
        """Ring, and show a notification if the settings ask for it. One setting silences both."""
        if not self._kept.now.bell:
            return
        self._write(BELL)
        if self._kept.now.notifications and not self._plain:
            self._write(self._notice(clean(text)[:TITLE_CHARS_MAX].replace(";", ",")))

    def _notice(self, text: str) -> str:
        names = self._environment
        if names.get("TERM_PROGRAM") in NINE or "WT_SESSION" in names:
            return f"{ESC}]9;{text}{BELL}"
        return f"{ESC}]777;notify;warcouncil;{text}{BELL}"
