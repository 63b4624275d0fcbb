"""The briefing: the information for a player who joins, before the first clock runs."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.seat_names import waiting_words
from warcouncil.clients.widgets.board.ink import Lines, beside, fit, ink, inset, join
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.own_keys import SAME, OwnKeys
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say, woven
from warcouncil.protocol.words import clean

PARTS = (("briefing.wins", "wins"), ("briefing.sees", "sees"), ("briefing.decides", "decides"))
_PROSE_MAX = 92
_COLUMNS_MIN, _COLUMN_GAP = 100, 4
"""From this width on, the parts of the briefing are side by side. The gap between them is in cells."""
AROUND = 6
"""How many lines of the box are not the briefing: its edges, its title and blank lines."""


def briefing_lines(desk: Desk, width: int, own: OwnKeys = SAME, *, tight: bool = False) -> Lines:
    """Draw the player's role, how the seat wins, what it sees, and what it decides.

    With `tight`, leave out blank lines.
    """
    welcome, rules = desk.welcome, desk.rules
    if welcome is None or rules is None:
        return []
    whole, width = width, min(width, _PROSE_MAX)
    gap = [] if tight else [Content()]
    lines = [*_who(desk, width), *ink(rules.briefing.role).wrap(width)]
    parts = [(title, getattr(rules.briefing, part)) for title, part in PARTS]
    if rules.briefing.agreed:
        parts.append(("briefing.agreed", " ".join(rules.briefing.agreed)))
    if whole >= _COLUMNS_MIN:
        column = (whole - _COLUMN_GAP * (len(parts) - 1)) // len(parts)
        columns = [[ink(say(title), tone.KEY), *ink(said).wrap(column)] for title, said in parts]
        lines += [*gap, *beside([[fit(row, column) for row in each] for each in columns], _COLUMN_GAP)]
    else:
        for title, said in parts:
            lines += [*gap, *join(ink(say(title), tone.KEY), ink(said), gap="  ").wrap(width)]
    rules_key, leave_key = own.of("rules", "?"), own.of("leave", "Ctrl+Q")
    ways = (
        ("Enter", "briefing.way_seal"),
        (rules_key, "briefing.way_rules"),
        (leave_key, "briefing.way_leave"),
    )
    keys = [Content.assemble((key, tone.KEY), f" {say(does)}") for key, does in ways]
    return [*lines, *gap, *join(*keys, gap="   ").wrap(width)]


def _who(desk: Desk, width: int) -> Lines:
    """Draw the names of the seat and its team, with the player's name if the roster has one."""
    welcome = desk.welcome
    assert welcome is not None
    seat, person = clean(welcome.seat_title), clean(welcome.person)
    said = (
        say("briefing.you_are_person", person=person, seat=seat)
        if person
        else say("briefing.you_are", seat=seat)
    )
    mates = [
        join(ink(mate.title, tone.QUIET), ink(desk.person(mate.seat)), gap=" ")
        for mate in desk.team
        if mate.seat != welcome.seat and desk.person(mate.seat)
    ]
    pieces = woven("briefing.with_you", who=join(*mates, gap=" · "))
    said_of_them = [Content.styled(one, tone.QUIET) if isinstance(one, str) else one for one in pieces]
    team = list(Content("").join(said_of_them).wrap(width))
    return [*ink(said, tone.STRONG).wrap(width), *(team if mates else [])]


def waiting_line(desk: Desk, width: int) -> Lines:
    """Draw what Enter does, and for which seats the table waits."""
    view, welcome = desk.view, desk.welcome
    enter = Content.assemble(("Enter ", tone.KEY), (say("briefing.ready"), tone.STRONG))
    if view is None or welcome is None:
        return inset([enter])
    runs = view.begun and not desk.paused
    waits = say("briefing.clock_runs") if runs else waiting_words(desk.company, welcome.seat)
    return inset(join(enter, ink(waits, tone.WARN), gap="   ").wrap(width - 1))


class BriefingBox(ModalScreen[None]):
    """Shows the briefing once, over the table. Enter closes it and marks the player as ready."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "ready", "Ready", priority=True),
        Binding("f2,question_mark", "rules", "rules.title", id="rules", tooltip="help.means_whole_rules"),
    ]

    class RulesWanted(Message):
        """The player wants to read all rules."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="box tall briefing"):
            yield Drawn(classes="box-title", id="briefing-title")
            yield Page(id="briefing")
            yield Drawn(id="briefing-foot")

    def on_mount(self) -> None:
        """Move the focus to the page, so that keys scroll it."""
        self.query_one(Page).focus()

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw what has changed."""
        welcome = self._desk.welcome
        if welcome is None or not self.is_mounted:
            return
        title = join(
            ink(welcome.game_title.upper(), tone.STRONG),
            ink(say("briefing.game_by", designer=welcome.designer), tone.QUIET),
            gap=" · ",
        )
        self.query_one("#briefing-title", Drawn).put([Content(" ") + title])
        page = self.query_one("#briefing", Page)
        width = page.size.width - 2
        if width > 0:
            foot, own = waiting_line(self._desk, width), keys_at(self)
            room = self.app.size.height - len(foot) - AROUND
            lines = briefing_lines(self._desk, width, own)
            if len(lines) > room:
                lines = briefing_lines(self._desk, width, own, tight=True)
            page.styles.height = max(1, min(room, len(lines)))
            page.put(lines)
            self.query_one("#briefing-foot", Drawn).put(foot)

    def action_ready(self) -> None:
        """Mark the player as ready."""
        self.dismiss()

    def action_rules(self) -> None:
        """Show all rules."""
        self.post_message(self.RulesWanted())
