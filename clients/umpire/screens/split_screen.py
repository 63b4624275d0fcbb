"""PanedScreen: a screen of the console with a head and several panes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.screens.base import HIDDEN, ConsoleScreen
from warcouncil.clients.widgets.board.ink import Lines, width_of
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say

WIDE = (120, 34)
"""From this size on, all panes are side by side."""
PANES = {
    "sheet": "umpire.pane_sheet",
    "question": "umpire.pane_question",
    "story": "umpire.pane_story",
    "talk": "umpire.pane_talk",
    "rulings": "umpire.pane_rulings",
    "rule": "umpire.pane_rule",
}
"""The names of the panes."""


class Pane(Vertical):
    """A pane with its name above it."""

    def __init__(self, name: str, inside: Widget) -> None:
        super().__init__(id=f"pane-{name}", classes="pane")
        self.pane = name
        self._inside = inside

    def compose(self) -> ComposeResult:
        """Lay out the pane."""
        yield Drawn(classes="pane-title")
        yield self._inside

    def on_mount(self) -> None:
        """Draw the name above the pane."""
        self.title([Content.styled(say(PANES[self.pane]).capitalize(), tone.STRONG)])

    def title(self, lines: Lines) -> None:
        """Replace the title above the pane by these lines."""
        self.query_one(".pane-title", Drawn).put(lines)

    @property
    def inside(self) -> Widget:
        """The widget inside the pane."""
        return self._inside


class PanedScreen(ConsoleScreen):
    """A head, and panes that Tab moves between."""

    UPPER: ClassVar[tuple[str, ...]] = ()
    LOWER: ClassVar[tuple[str, ...]] = ()
    TOGETHER: ClassVar[bool] = False
    """Whether the upper panes are always shown together, even if there is little room."""
    HEAD_BESIDE: ClassVar[bool] = True
    """Whether the head is beside the upper panes if there is room. Otherwise it is always above them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "help.act_back"),
        Binding("tab", "pane(1)", "umpire.act_pane", show=HIDDEN, priority=True),
        Binding("shift+tab", "pane(-1)", "umpire.act_pane", show=HIDDEN, priority=True),
        Binding(
            "m",
            "alone",
            "umpire.act_pane_alone",
            show=HIDDEN,
            id="alone",
            tooltip="umpire.means_alone",
        ),
        Binding("pageup", "scroll_pane(-1)", show=HIDDEN),
        Binding("pagedown", "scroll_pane(1)", show=HIDDEN),
    ]

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._pane = 0
        self._alone = False

    @abstractmethod
    def inside(self, pane: str) -> Widget:
        """Return the widget inside a pane."""

    @abstractmethod
    def head_lines(self, width: int) -> Lines:
        """Draw the fixed head."""

    @abstractmethod
    def fill_panes(self) -> None:
        """Fill the panes."""

    def body(self) -> Iterable[Widget]:
        """Yield the head and the panes."""
        upper = [Pane(name, self.inside(name)) for name in self.UPPER]
        lower = [Pane(name, self.inside(name)) for name in self.LOWER]
        yield Drawn(id="alarms")
        head = [Drawn(id="fixed"), Drawn(id="tabs")]
        if self.HEAD_BESIDE:
            yield Container(*head, *upper, id="upper")
        else:
            yield from head
            yield Container(*upper, id="upper")
        yield Container(*lower, id="lower")

    @property
    def wide(self) -> bool:
        """Whether there is room for all panes."""
        return self.size.width >= WIDE[0] and self.size.height >= WIDE[1]

    @property
    def tabs(self) -> tuple[tuple[str, ...], ...]:
        """The panes that are shown together, one tuple for each tab."""
        upper = (self.UPPER,) if self.TOGETHER else tuple((pane,) for pane in self.UPPER)
        return (*upper, *((pane,) for pane in self.LOWER))

    @property
    def panes(self) -> tuple[str, ...]:
        """The chosen panes."""
        return self.tabs[self._pane]

    def pane_width(self, pane: str) -> int:
        """Return how many cells a line of a pane may have."""
        found = self.query_one(f"#pane-{pane}", Pane).inside
        return max(20, (found.size.width or self.size.width) - 2)

    def put_page(self, pane: str, lines: Lines) -> None:
        """Show lines in a pane that contains a page."""
        page = self.query_one(f"#pane-{pane}", Pane).inside
        assert isinstance(page, Page)
        page.put(lines)

    def paint(self) -> None:
        """Draw the head and the panes."""
        wide, chosen = self.wide, self.panes
        self.set_class(wide, "-wide")
        for pane in self.query(Pane):
            pane.display = wide or pane.pane in chosen
            pane.set_class(pane.pane in chosen, "-chosen")
        upper, lower = self.query_one("#upper"), self.query_one("#lower")
        below = chosen[0] in self.LOWER
        lower.display = wide or below
        upper.display = wide or self.HEAD_BESIDE or not below
        upper.set_class(not wide and below, "-head-only")
        fixed = self.query_one("#fixed", Drawn)
        fixed.display = wide or not self._alone
        if wide and self.HEAD_BESIDE:
            least, most = self.size.width * 2 // 5, self.size.width // 2
            fixed.styles.width = max(
                least, min(most, width_of([line.rstrip() for line in self.head_lines(most)]))
            )
        fixed.put(self.head_lines((wide and fixed.size.width) or self.size.width))
        tabs = self.query_one("#tabs", Drawn)
        tabs.display = not wide
        tabs.put([self._tab_line()])
        self.fill_panes()

    def _tab_line(self) -> Content:
        names = [
            (
                f" {listed(say(PANES[pane]) for pane in tab)} ",
                tone.CURSOR if tab == self.panes else tone.QUIET,
            )
            for tab in self.tabs
        ]
        keys = say("umpire.pane_keys", key=keys_at(self).of("alone", "m"))
        return Content.assemble(" ", *names, (f"   {keys}", tone.QUIET))

    @on(Page.Widened)
    def _widened(self) -> None:
        self.repaint()

    def action_pane(self, step: int) -> None:
        """Choose the next pane."""
        self._pane = (self._pane + step) % len(self.tabs)
        self.repaint()

    def action_alone(self) -> None:
        """Show only the chosen pane, or all panes again."""
        self._alone = not self._alone
        self.repaint()

    def action_scroll_pane(self, step: int) -> None:
        """Scroll the chosen pane."""
        found = self.query_one(f"#pane-{self.panes[0]}", Pane).inside
        assert isinstance(found, VerticalScroll)
        if step > 0:
            found.scroll_page_down(animate=False)
        else:
            found.scroll_page_up(animate=False)

    def action_back(self) -> None:
        """Go back to the previous screen."""
        self.dismiss()
