"""Every order of this console, newest first, and what became of it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.umpire import tone
from warcouncil.clients.umpire.console import Console
from warcouncil.clients.umpire.outcomes import what_became
from warcouncil.clients.umpire.webwords import code_square, code_words
from warcouncil.clients.widgets.drawn import Drawn, Page
from warcouncil.clients.widgets.ink import Lines
from warcouncil.clients.widgets.wording import lasted
from warcouncil.protocol.words import clean


def order_lines(console: Console, width: int) -> Lines:
    """Draw the orders."""
    lines: Lines = []
    for order in reversed(console.board.orders):
        text, fate = what_became(console.board, order)
        when = f"{lasted(max(0, console.now_ms() - order.given_ms))} ago"
        lines += Content.assemble(
            (f"{tone.FATE_SIGNS[fate]} ", tone.FATE_TONES[fate]),
            (f"{order.number} · {when} · ", tone.QUIET),
            (text, tone.FATE_TONES[fate]),
        ).wrap(width)
        lines += Content.styled(f"    why: {clean(order.reason)}", tone.QUIET).wrap(width)
    codes = [
        row
        for issued in reversed(console.board.codes)
        for row in (
            *Content.styled(code_words(issued, console.board.web_at(issued.table)), tone.STRONG).wrap(width),
            *code_square(issued, console.board.web_at(issued.table)),
        )
    ]
    return [*codes, *lines] or [Content("No order has been given from this console.")]


class OrdersScreen(ModalScreen[None]):
    """Shows the orders until Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,o,enter", "dismiss", "Back"),
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
        """Write the list."""
        self.ready = True
        self.query_one(".box-title", Drawn).put([Content("Orders from this console · Esc goes back")])
        self.query_one("#orders", Page).focus()
        self.repaint()

    def repaint(self) -> None:
        """Write the list anew."""
        page = self.query_one("#orders", Page)
        page.put(order_lines(self.console, max(40, page.size.width - 2)))

    def on_resize(self) -> None:
        """Write the list for the new size."""
        if self.ready:
            self.repaint()
