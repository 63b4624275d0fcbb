"""The rules in the client: the present phase, all rules, the things on the table, the secrets, and the keys.

The player can search them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input
from warcouncil.clients.seat.drawing.help_pages import help_lines, rules_lines
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.screen.boxes import Box
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.write_line import WritingLine
from warcouncil.clients.widgets.board.ink import Lines, ink, join
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.rule_page import draw_chapters, found
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.rulebooks import ChapterName

RULES: tuple[ChapterName, ...] = ("about", "wins", "decides", "turn", "numbers")


@dataclass(frozen=True, slots=True)
class RuleTab:
    """One page of the rules, with the catalogue's keys of its full and its short title."""

    title: str
    short: str
    draw: Callable[[Desk, int], Lines]


def _chapters(*names: ChapterName) -> Callable[[Desk, int], Lines]:
    def draw(desk: Desk, width: int) -> Lines:
        if desk.rules is None:
            return [Content.styled(say("rules.on_their_way"), tone.QUIET)]
        return draw_chapters([one for one in desk.rules.book.chapters if one.name in names], width)

    return draw


TABS = (
    RuleTab("rules.tab_phase", "rules.short_phase", rules_lines),
    RuleTab("rules.tab_whole", "rules.title", _chapters(*RULES)),
    RuleTab("rules.tab_things", "rules.short_things", _chapters("things")),
    RuleTab("rules.tab_knows", "rules.short_knows", _chapters("knows")),
    RuleTab("rules.tab_keys", "rules.tab_keys", help_lines),
)


def tab_line(chosen: int, width: int) -> Content:
    """Draw the titles of the pages, with the chosen one marked.

    Short titles are used if the full ones do not fit.
    """
    for short in (False, True):
        parts = [
            Content.styled(
                f" {say(tab.short if short else tab.title)} ", tone.CHOSEN if at == chosen else tone.QUIET
            )
            for at, tab in enumerate(TABS)
        ]
        line = join(
            *parts,
            Content.assemble(("← →", tone.KEY), "  ", ("/", tone.KEY), f" {say('rules.searches')}"),
            gap=" ",
        )
        if line.cell_length <= width:
            break
    return line


class RulesBox(Box):
    """Pages of rules. The arrows turn the pages, and / searches all of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,shift+tab", "turn(-1)", "Back", priority=True),
        Binding("right,tab", "turn(1)", "Next", priority=True),
        Binding("slash", "search", "help.act_search", id="search", tooltip="help.means_search"),
        Binding("escape", "back", "Back"),
        Binding("f1", "dismiss", "help.act_back", id="help", tooltip="help.means_rules_back"),
        Binding("f2,question_mark", "dismiss", "help.act_back", id="rules", tooltip="help.means_rules_back"),
    ]

    def __init__(self, desk: Desk, at: int = 0) -> None:
        super().__init__(say("rules.title"))
        self._desk = desk
        self._at = at
        self._seeking = False

    def compose(self) -> ComposeResult:
        """Lay out the pages."""
        with Vertical(classes="box tall"):
            yield self.head()
            yield Drawn(id="rule-tabs")
            yield WritingLine(say("rules.such_as"), id="rule-search")
            yield Page(id="reading")

    def on_mount(self) -> None:
        """Move the focus to the page. The search line appears when the player asks for it."""
        self.query_one(WritingLine).display = False
        self.query_one(Page).focus()

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw what has changed."""
        for page in self.query("#reading").results(
            Page
        ):  # There is none if news arrives while the box is being laid out
            width = page.size.width - 2
            if width > 0:
                self.query_one("#rule-tabs", Drawn).put([tab_line(self._at, width)])
                page.put(self._lines(width))

    def _lines(self, width: int) -> Lines:
        if not self._seeking:
            return TABS[self._at].draw(self._desk, width)
        word = self.query_one(WritingLine).value.strip()
        if self._desk.rules is None or not word:
            return [Content.styled(say("rules.write_word"), tone.QUIET)]
        return found(self._desk.rules.book.chapters, word, width) or [
            ink(say("rules.nothing", word=word), tone.QUIET)
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is allowed.

        While the player types a search word, the arrows move in that word.
        """
        return not (self._seeking and action == "turn" and isinstance(self.focused, Input))

    def action_turn(self, way: int) -> None:
        """Go to the next page."""
        self._stop_seeking()
        self._at = (self._at + way) % len(TABS)
        self.query_one("#reading", Page).scroll_home(animate=False)
        self.repaint()

    def action_search(self) -> None:
        """Start a search."""
        self._seeking = True
        line = self.query_one(WritingLine)
        line.display = True
        line.focus()
        self.repaint()

    def action_back(self) -> None:
        """End the search, or go back to the table."""
        if self._seeking:
            self._stop_seeking()
            self.repaint()
        else:
            self.dismiss()

    def _stop_seeking(self) -> None:
        self._seeking = False
        line = self.query_one(WritingLine)
        line.value, line.display = "", False
        self.query_one("#reading", Page).focus()

    def on_input_changed(self, _event: Input.Changed) -> None:
        """Show the passages that contain the word so far."""
        if self._seeking:
            self.query_one("#reading", Page).scroll_home(animate=False)
            self.repaint()

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Move the focus to the passages that were found, so that keys scroll them."""
        self.query_one("#reading", Page).focus()

    def on_click(self, event: events.Click) -> None:
        """Go to the page whose title was clicked."""
        if event.widget is None or event.widget.id != "rule-tabs":
            return
        line, at = tab_line(self._at, self.query_one("#reading", Page).size.width - 2).plain, 0
        for number, tab in enumerate(TABS):
            title = say(tab.title if f" {say(tab.title)} " in line else tab.short)
            at = line.index(f" {title} ", at)
            if at <= event.x < at + len(title) + 2:
                self.action_turn(number - self._at)
                return
            at += len(title) + 2
