"""Window: the base app of every client, with a theme, the machine's settings, its keys and the command
palette.
"""

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
    """Return the keys of the window to which a widget or a screen belongs."""
    return node.app.own_keys if isinstance(node.app, Window) else SAME


class Window(App[None]):
    """A window of warcouncil. `theme`, if set, is used only for this window."""

    TITLE = "warcouncil"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar = {ActionProvider}
    ROOM = ""
    """The name of the window in the settings of keys."""
    MEANS: ClassVar[Mapping[str, str]] = {}
    """A description for each action whose binding has none, by the action's id."""
    LETTERS = False
    """Whether letters and digits answer questions here. Then no action may use them."""
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
        """Bind the keys of the settings, and show the faults in them."""
        held = layers(self.ROOM, type(self))
        own = rebound(self.kept.now.keys, self.ROOM, held, letters=self.LETTERS)
        self.set_keymap(own.keys)
        self.own_keys = OwnKeys(own.keys, (binding for layer in held for binding in layer))
        for fault in (*self.kept.faults, *own.faults):
            self.complain(fault)

    def complain(self, line: str) -> None:
        """Show a line about a fault on this machine, if it is not empty."""
        if line:
            self.notify(line, severity="warning", timeout=FAULT_SECONDS, markup=False)

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key for the foot and the palette, in the form that every text uses: F1, Ctrl+Q, Esc."""
        name = super().get_key_display(binding)
        return shown(binding.key) if name.isascii() and len(name) > 1 and not binding.key_display else name

    def action_command_palette(self) -> None:
        """Open the palette once. It may already be open under the message that the window is too small."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            super().action_command_palette()

    def action_help_quit(self) -> None:
        """Do nothing at Ctrl-C, because people press it to copy.

        Textual would show a message of its own over the board, in front of a whole room.
        """

    def left_behind(self) -> list[str]:
        """Return lines about what a closed window has left on this machine."""
        return []

    def to_terminal(self, sequence: str) -> None:
        """Write a sequence to the terminal itself, if there is one. The sequence must draw nothing."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    def action_switch_bell(self) -> None:
        """Turn the calls of the window on or off, and remember it."""
        on = not self.kept.now.bell
        self.complain(self.kept.put("bell", on))
        self.notify(say("help.window_calls" if on else "help.window_calls_not"), markup=False)

    def action_theme(self) -> None:
        """Apply the next theme, and remember it."""
        self.theme = next_theme(self.theme)
        self.complain(self.kept.put("theme", word_of(self.theme)))
