"""Opens a console without a terminal, on a link that only records and a clock that the test sets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

from textual import events
from textual.pilot import Pilot
from textual.widgets import Input
from warcouncil.clients.link.base.line import LinkChange
from warcouncil.clients.plain.seat.answering import Answering
from warcouncil.clients.umpire.drawing.grid import Grid
from warcouncil.clients.umpire.screens.app import UmpireApp
from warcouncil.clients.widgets.board.sheet import Drawing
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.window.themes import DARK
from warcouncil.protocol.wire.consoles import Seen, TableStatus
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Look, Request, Rule

from tests.clients.still import still
from tests.clients.umpire.builders import FakeLine, ids, line_to, view
from tests.waiting import until_true

PAUSE_MS = 1000
"""The time between two keys of a person who reads before they answer."""
SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (160, 50)
Sent = TypeVar("Sent", bound=Request)


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.ms


class Desk:
    """A console under test."""

    def __init__(self, app: UmpireApp, line: FakeLine, clock: Clock, pilot: Pilot[None]) -> None:
        self.app = app
        self.line = line
        self.clock = clock
        self.pilot = pilot
        self.key_ms = 0
        """The terminal's time of the last key."""

    async def hear(self, *news: Reply | LinkChange) -> None:
        """Deliver news, and draw them."""
        for each in news:
            self.line.news.put_nowait(each)
        await until_true(self.line.news.empty, pause_seconds=0)
        await self.settle()
        self.app.redraw()
        await self.settle()

    async def settle(self) -> None:
        """Wait until every message that follows from another has been handled."""
        for _ in range(4):
            await self.pilot.pause(0)

    async def press(self, *keys: str) -> None:
        """Press keys, each after all effects of the one before. No clock is used."""
        for key in keys:
            await self.press_after(PAUSE_MS, key)

    async def press_after(self, gap_ms: int, key: str) -> None:
        """Press a key this long after the last one, by the terminal's clock."""
        self.key_ms += gap_ms
        event = events.Key(key, key if len(key) == 1 else None)
        event.time = self.key_ms / 1000
        self.app.post_message(event)
        await self.settle()

    async def write(self, text: str) -> None:
        """Write into the active box, and replace the selected text."""
        box = self.app.screen.focused
        assert isinstance(box, Input)
        box.post_message(events.Paste(text))
        await self.settle()

    async def later(self, ms: int) -> None:
        """Advance the time."""
        self.clock.ms += ms
        self.app.redraw()
        await self.settle()

    def said(self, selector: str) -> str:
        """Return the text of a widget on the front screen."""
        return self.app.screen.query_one(selector, Drawn).text

    @property
    def grid(self) -> str:
        """The text of the wall."""
        return self.app.screen.query_one(Grid).text

    @property
    def sheet(self) -> str:
        """The text of the sheet on the front screen."""
        drawing = self.app.screen.query_one(Drawing)
        return "\n".join(line.plain for line in drawing.lines(drawing.size.width))

    def sent(self, kind: type[Sent]) -> list[Sent]:
        """Return the sent requests of a kind."""
        return [request for request in self.line.sent if isinstance(request, kind)]

    @property
    def rules(self) -> list[Rule]:
        """The orders that were sent."""
        return self.sent(Rule)

    def seen(self) -> Seen:
        """Make the answer to the last look."""
        look = self.sent(Look)[-1]
        return Seen(id=look.id, table=look.table, seat=look.seat, view=view())


def app_of(tables: Iterable[TableStatus], theme: str = DARK.name) -> tuple[UmpireApp, FakeLine, Clock]:
    """Make a console that has received these tables."""
    line, clock = line_to(tables), Clock()
    return still(UmpireApp(line, now_ms=clock, make_id=ids(), theme=theme, fill=Answering)), line, clock


@asynccontextmanager
async def console(tables: Iterable[TableStatus], size: tuple[int, int] = SMALL) -> AsyncIterator[Desk]:
    """Open a console."""
    app, line, clock = app_of(tables)
    async with app.run_test(size=size) as pilot:
        desk = Desk(app, line, clock, pilot)
        await desk.hear()
        yield desk
