"""Every alarm, worst first, with no word of it cut off."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.umpire.console import Console
from warcouncil.clients.umpire.rows import alarm_row
from warcouncil.clients.widgets.drawn import Drawn, Page
from warcouncil.clients.widgets.ink import Lines
from warcouncil.clients.widgets.ownkeys import SAME, OwnKeys
from warcouncil.clients.widgets.window import keys_at


def alarm_list(console: Console, width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the alarms."""
    lines = [line for worry in console.newest for line in alarm_row(worry, width, own)]
    return lines or [Content("No alarm stands.")]


class AlarmsScreen(ModalScreen[None]):
    """Shows the alarms until Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,exclamation_mark,enter", "dismiss", "Back"),
    ]

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="box wide"):
            yield Drawn(classes="box-title")
            yield Page(id="alarm-list")

    def on_mount(self) -> None:
        """Write the list."""
        self.query_one(".box-title", Drawn).put([Content("Alarms, worst first · Esc goes back")])
        self.query_one("#alarm-list", Page).focus()

    def on_resize(self) -> None:
        """Write the list for the size."""
        page = self.query_one("#alarm-list", Page)
        page.put(alarm_list(self.console, max(40, page.size.width - 2), keys_at(self)))
