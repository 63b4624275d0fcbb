"""Lists: every alarm, worst first, and every order of this console, newest first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.umpire.acts.act_results import what_became
from warcouncil.clients.umpire.acts.act_target import barred
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.drawing.rows import alarm_row
from warcouncil.clients.umpire.model.alarms import RankedAlarm, idle_meant
from warcouncil.clients.umpire.model.labels import code_square, code_words
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.wording import lasted
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts import acts
from warcouncil.protocol.words import clean


def alarm_list(
    found: Iterable[RankedAlarm], meant: RankedAlarm | None, width: int, own: OwnKeys = SAME
) -> Lines:
    """Draw the alarms. `meant` is the alarm whose seat the bot key would give away."""
    lines = [line for ranked in found for line in alarm_row(ranked, width, own, offers=ranked is meant)]
    return lines or [Content(say("umpire.no_alarm"))]


class AlarmsScreen(ModalScreen[RankedAlarm]):
    """Shows the alarms until Escape. It is dismissed with the alarm whose seat goes to a bot."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,exclamation_mark,enter", "dismiss", "help.act_back"),
        Binding("b", "bot", "umpire.act_bot", show=False, id="bot", tooltip="umpire.means_bot"),
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
        """Draw the list."""
        self.query_one(".box-title", Drawn).put([Content(say("umpire.alarms_title"))])
        self.query_one("#alarm-list", Page).focus()

    def action_bot(self) -> None:
        """Close the list, and hand the seat that it marks to a bot."""
        if self._meant is not None:
            self.dismiss(self._meant)

    def on_resize(self) -> None:
        """Redraw the list for its new size."""
        page = self.query_one("#alarm-list", Page)
        page.put(alarm_list(self._found, self._meant, max(40, page.size.width - 2), keys_at(self)))


def order_lines(console: Console, width: int) -> Lines:
    """Draw the orders."""
    lines: Lines = []
    for order in reversed(console.board.orders):
        text, fate = what_became(console.board, order)
        time = lasted(max(0, console.now_ms() - order.given_ms))
        head = say("umpire.order_head", n=order.number, time=time)
        lines += Content.assemble(
            (f"{tone.FATE_SIGNS[fate]} ", tone.FATE_TONES[fate]),
            (f"{head} · ", tone.QUIET),
            (text, tone.FATE_TONES[fate]),
        ).wrap(width)
        why = say("umpire.order_why", reason=clean(order.reason))
        lines += Content.styled(f"    {why}", tone.QUIET).wrap(width)
    codes = [
        row
        for issued in reversed(console.board.codes)
        for row in (
            *Content.styled(code_words(issued, console.board.web_at(issued.table)), tone.STRONG).wrap(width),
            *code_square(issued, console.board.web_at(issued.table)),
        )
    ]
    return [*codes, *lines] or [Content(say("umpire.no_orders"))]


class OrdersScreen(ModalScreen[None]):
    """Shows the orders until Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,o,enter", "dismiss", "help.act_back"),
    ]

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.ready = False

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="box wide"):
            yield Drawn(classes="box-title")
            yield Page(id="orders")

    def on_mount(self) -> None:
        """Draw the list."""
        self.ready = True
        self.query_one(".box-title", Drawn).put([Content(say("umpire.orders_title"))])
        self.query_one("#orders", Page).focus()
        self.repaint()

    def repaint(self) -> None:
        """Draw the list again."""
        page = self.query_one("#orders", Page)
        page.put(order_lines(self.console, max(40, page.size.width - 2)))

    def on_resize(self) -> None:
        """Redraw the list for its new size."""
        if self.ready:
            self.repaint()
