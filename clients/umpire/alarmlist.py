"""Every alarm, worst first, with no word of it cut off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.umpire.aim import barred
from warcouncil.clients.umpire.alarms import Worry, idle_meant
from warcouncil.clients.umpire.console import Console
from warcouncil.clients.umpire.rows import alarm_row
from warcouncil.clients.widgets.drawn import Drawn, Page
from warcouncil.clients.widgets.ink import Lines
from warcouncil.clients.widgets.ownkeys import SAME, OwnKeys
from warcouncil.clients.widgets.window import keys_at
from warcouncil.protocol import acts

BOT_MEANS = (
    "Give the chosen seat to a bot, or back to its holder; where none is chosen, the idle seat of the alarm."
)


def alarm_list(found: Iterable[Worry], meant: Worry | None, width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the alarms. `meant`: whose seat the key of bots would give away."""
    lines = [line for worry in found for line in alarm_row(worry, width, own, offers=worry is meant)]
    return lines or [Content("No alarm stands.")]


class AlarmsScreen(ModalScreen[Worry]):
    """Shows the alarms until Escape; gives the one whose seat a bot shall have."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,exclamation_mark,enter", "dismiss", "Back"),
        Binding("b", "bot", "Bot", show=False, id="bot", tooltip=BOT_MEANS),
    ]

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._found = tuple(console.newest)
        self._meant = None if barred(console.board, acts.GiveToBot) else idle_meant(self._found, ())

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="box wide"):
            yield Drawn(classes="box-title")
            yield Page(id="alarm-list")

    def on_mount(self) -> None:
        """Write the list."""
        self.query_one(".box-title", Drawn).put([Content("Alarms, worst first · Esc goes back")])
        self.query_one("#alarm-list", Page).focus()

    def action_bot(self) -> None:
        """Go back, and give the seat to a bot of which that is said here."""
        if self._meant is not None:
            self.dismiss(self._meant)

    def on_resize(self) -> None:
        """Write the list for the size."""
        page = self.query_one("#alarm-list", Page)
        page.put(alarm_list(self._found, self._meant, max(40, page.size.width - 2), keys_at(self)))
