"""What every window is: an app in one of the themes, with what this machine remembers."""

from __future__ import annotations

from textual.app import App
from warcouncil.clients.widgets.settings import Remembered
from warcouncil.clients.widgets.themes import install, next_theme, word_of

FAULT_SECONDS = 15.0


class Window(App[None]):
    """A window of warcouncil. `theme`, where it is given, is put on for this window alone."""

    TITLE = "warcouncil"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, *, theme: str = "", kept: Remembered | None = None) -> None:
        super().__init__()
        self.kept = kept if kept is not None else Remembered()
        install(self, theme or self.kept.now.theme)

    def on_mount(self) -> None:
        """Say what is wrong with the settings, where something is."""
        for fault in self.kept.faults:
            self.complain(fault)

    def complain(self, line: str) -> None:
        """Say what went wrong on this machine; nothing is said where all is well."""
        if line:
            self.notify(line, severity="warning", timeout=FAULT_SECONDS, markup=False)

    def action_theme(self) -> None:
        """Put on the next theme, and remember it."""
        self.theme = next_theme(self.theme)
        self.complain(self.kept.put("theme", word_of(self.theme)))
