"""PackageBox: the reader tries out a package on their payoff sheet. No part of it is sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from warcouncil.clients.seat.model.package import Package, issues, points_of
from warcouncil.clients.seat.screen.boxes import Box
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import Lines, ink, join, wrapped
from warcouncil.clients.widgets.pieces.drawn import Page
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Rows


class PackageBox(Box):
    """One option for each issue, with the sum of its points."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back"),
        Binding("ctrl+o", "dismiss", "help.act_back", id="package", tooltip="help.means_package_back"),
        Binding("up,shift+tab", "issue(-1)", "Back", priority=True),
        Binding("down,tab", "issue(1)", "Next", priority=True),
        Binding("left", "option(-1)", "Back", priority=True),
        Binding("right,space", "option(1)", "Next", priority=True),
    ]

    def __init__(self, package: Package, sheets: Callable[[], Sequence[Rows]]) -> None:
        super().__init__(say("package.title"))
        self._package = package
        self._sheets = sheets
        self._at = 0

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="box tall"):
            yield self.head()
            yield Page(id="reading")

    def on_mount(self) -> None:
        """Move the focus to the page."""
        self.query_one(Page).focus()
        self.repaint()

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def action_issue(self, way: int) -> None:
        """Go to another issue."""
        self._at = (self._at + way) % max(1, len(issues(self._sheets())))
        self.repaint()

    def action_option(self, way: int) -> None:
        """Choose another option of this issue, or none."""
        found = issues(self._sheets())
        if self._at < len(found):
            self._package.pick(found[self._at], self._package.chosen(found[self._at]) + way)
        self.repaint()

    def repaint(self) -> None:
        """Draw what has changed."""
        for page in self.query(Page):
            width = page.size.width - 2
            if width > 0:
                page.put(package_lines(self._package, self._sheets(), self._at, width))


def package_lines(package: Package, sheets: Sequence[Rows], at: int, width: int) -> Lines:
    """Draw each issue with its options and their points, and the sums. The chosen options are marked. `at` is
    the selected issue.
    """
    lines: Lines = [*wrapped(say("package.help"), width), Content()]
    for number, issue in enumerate(issues(sheets)):
        name, options = issue
        here = number == at
        lines += ink(f"{'▸' if here else '·'} {name}", tone.KEY if here else tone.STRONG).wrap(width)
        for place, option in enumerate(options):
            is_chosen = package.chosen(issue) == place
            mark = "●" if is_chosen else "○"
            worth = " / ".join(points_of(sheets, name, option))
            words = ink(f"{mark} {option}  {worth}", tone.GOOD if is_chosen else "")
            lines += [Content("    ") + line for line in words.wrap(width - 4)]
    lines.append(Content())
    for sheet in sheets:
        total = say("package.sum", points=package.sum(sheet), unit=sheet.head[2])
        title = ink(f"{sheet.title}:", tone.QUIET)
        lines.append(join(title, ink(total, tone.STRONG), gap=" "))
    return lines
