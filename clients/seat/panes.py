"""What the panes of the table show now, each drawn for the size that the layout has given it."""

from __future__ import annotations

from textual.screen import Screen
from textual.widget import Widget
from warcouncil.clients.seat.dealbox import strip_lines
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.dossier import Dossier
from warcouncil.clients.seat.layout import Layout
from warcouncil.clients.seat.questionpane import QuestionPane
from warcouncil.clients.seat.storypane import story_lines, tail_lines
from warcouncil.clients.seat.talkpane import TalkPane
from warcouncil.clients.seat.telling import Teller, telling_lines
from warcouncil.clients.seat.verdict import verdict_lines
from warcouncil.clients.widgets.drawn import Drawn, Page
from warcouncil.clients.widgets.sheet import SheetView


def fill_main(
    screen: Screen[None], desk: Desk, teller: Teller, layout: Layout, now_ms: int, *, dossier: Dossier
) -> None:
    """Draw the board, what is being told or the verdict, and the question."""
    if teller.board is not None:
        screen.query_one(SheetView).show(dossier.marked(teller.board), teller.light)
    telling = screen.query_one("#telling", Drawn)
    width, height = layout.main_width - 2, _height(telling, 8)
    if teller.telling is not None:
        telling.put(telling_lines(teller.telling, now_ms, width, height, desk.own))
    elif desk.ended is not None:
        telling.put(verdict_lines(desk.ended, desk.deeds, width, height))
    screen.query_one(QuestionPane).repaint()


def fill_side(screen: Screen[None], desk: Desk, teller: Teller, layout: Layout, now_ms: int) -> None:
    """Draw the proposals, the talk and the story: all of it where it stands beside the board, else its end."""
    screen.query_one("#deals", Drawn).put(strip_lines(desk, now_ms, layout.side_width))
    talk = screen.query_one(TalkPane)
    talk.repaint(_height(talk, 1))
    page = screen.query_one("#story", Page)
    width = layout.strip_width
    told, new = teller.story(now_ms)
    if layout.wide:
        said_there = teller.telling is not None and teller.telling.look
        lines = story_lines(told, new, width, "" if said_there else desk.look)
        layout.story_lines = len(lines)
        page.put(lines)
    else:
        page.put(tail_lines(told, new, width, max(1, _height(page, 1))))


def _height(pane: Widget, otherwise: int) -> int:
    return int(pane.styles.height.value) if pane.styles.height else otherwise
