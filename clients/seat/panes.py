"""What the panes of the table show now, each drawn for the size that the layout has given it."""

from __future__ import annotations

from textual.screen import Screen
from textual.widget import Widget
from warcouncil.clients.seat.dealbox import strip_lines
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.questionpane import QuestionPane
from warcouncil.clients.seat.storypane import story_lines, tail_lines
from warcouncil.clients.seat.talkpane import TalkPane
from warcouncil.clients.seat.telling import Teller, telling_lines
from warcouncil.clients.seat.verdict import verdict_lines
from warcouncil.clients.widgets.drawn import Drawn, Page
from warcouncil.clients.widgets.sheet import SheetView


def fill_main(screen: Screen[None], desk: Desk, teller: Teller, now_ms: int) -> None:
    """Draw the board, what is being told or the verdict, and the question."""
    if teller.board is not None:
        screen.query_one(SheetView).show(teller.board, teller.light)
    telling = screen.query_one("#telling", Drawn)
    width, height = telling.size.width or screen.size.width, _height(telling, 8)
    if teller.telling is not None:
        telling.put(telling_lines(teller.telling, now_ms, width, height))
    elif desk.ended is not None:
        telling.put(verdict_lines(desk.ended, desk.deeds, width, height))
    screen.query_one(QuestionPane).repaint()


def fill_side(screen: Screen[None], desk: Desk, teller: Teller, now_ms: int, *, wide: bool) -> None:
    """Draw the proposals, the talk and the story: all of it where it stands beside the board (`wide`), else its end."""
    deals = screen.query_one("#deals", Drawn)
    deals.put(strip_lines(desk, deals.size.width or screen.size.width))
    talk = screen.query_one(TalkPane)
    talk.repaint(_height(talk, 1))
    page = screen.query_one("#story", Page)
    width = max(20, (page.size.width or screen.size.width) - 2)
    told, new = teller.story(now_ms)
    if wide:
        page.put(story_lines(told, new, width))
    else:
        rows = _height(page, 1)
        page.put(tail_lines(told, new, width, flat=rows <= 1)[-max(1, rows) :])


def _height(pane: Widget, otherwise: int) -> int:
    return int(pane.styles.height.value) if pane.styles.height else otherwise
