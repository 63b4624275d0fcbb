"""What every window is: an app in one of the themes, with what this machine remembers, its keys and the command palette."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.dom import DOMNode
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys, shown
from warcouncil.clients.widgets.window.palette import ActionProvider
from warcouncil.clients.widgets.window.rebinding import layers, rebound
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.widgets.window.themes import install, next_theme, word_of
from warcouncil.clients.wording.saying import say

FAULT_SECONDS = 15.0


def keys_at(node: DOMNode) -> OwnKeys:
    """Give the keys that hold in the window of a widget or a screen."""
    return node.app.own_keys if isinstance(node.app, Window) else SAME


class Window(App[None]):
    """A window of warcouncil. `theme`, where it is given, is put on for this window alone."""

    TITLE = "warcouncil"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar = {ActionProvider}
    ROOM = ""
    """The name of the window in the settings of keys."""
    MEANS: ClassVar[Mapping[str, str]] = {}
    """A sentence for each action whose key tells none itself, by the action's id."""
    LETTERS = False
    """Whether letters and digits answer questions here, so that no action may have one."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+p",
            "command_palette",
            "help.act_commands",
            id="palette",
            show=False,
            priority=True,
            tooltip="help.means_commands",
        ),
        Binding(
            "ctrl+t",
            "theme",
            "settings.theme",
            id="theme",
            show=False,
            tooltip="help.means_theme",
        ),
    ]

    def __init__(self, *, theme: str = "", kept: Remembered | None = None) -> None:
        super().__init__()
        self.kept = kept if kept is not None else Remembered()
        self.own_keys = SAME
        install(self, theme or self.kept.now.theme)

    def on_mount(self) -> None:
        """Give the keys of the settings, and say what is wrong with them, where something is."""
        held = layers(self.ROOM, type(self))
        own = rebound(self.kept.now.keys, self.ROOM, held, letters=self.LETTERS)
        self.set_keymap(own.keys)
        self.own_keys = OwnKeys(own.keys, (binding for layer in held for binding in layer))
        for fault in (*self.kept.faults, *own.faults):
            self.complain(fault)

    def complain(self, line: str) -> None:
        """Say what went wrong on this machine; nothing is said where all is well."""
        if line:
            self.notify(line, severity="warning", timeout=FAULT_SECONDS, markup=False)

    def get_key_display(self, binding: Binding) -> str:
        """Name a key in the foot and in the palette as every text names it: F1, Ctrl+Q, Esc."""
        name = super().get_key_display(binding)
        return shown(binding.key) if name.isascii() and len(name) > 1 and not binding.key_display else name

    def action_command_palette(self) -> None:
        """Open the palette, of which there is one: it may lie open below a word that the window is too small."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            super().action_command_palette()

    def action_help_quit(self) -> None:
        """Say nothing at Ctrl-C, which copies elsewhere: the library would lay its own words over the board, before a whole room."""

    def left_behind(self) -> list[str]:
        """Say what a window that was closed has left on this machine."""
        return []

    def to_terminal(self, sequence: str) -> None:
        """Write to the terminal itself what draws nothing; without a terminal it goes nowhere."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    def action_switch_bell(self) -> None:
        """Let the window call its person, or no more, and remember it."""
        on = not self.kept.now.bell
        self.complain(self.kept.put("bell", on))
        self.notify(say("help.window_calls" if on else "help.window_calls_not"), markup=False)

    def action_theme(self) -> None:
        """Put on the next theme, and remember it."""
        self.theme = next_theme(self.theme)
        self.complain(self.kept.put("theme", word_of(self.theme)))
