"""Opens a seat without a terminal, on a link that only records and a clock that the test sets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from textual import events
from textual.pilot import Pilot
from warcouncil.clients.link.base.line import LinkChange, News
from warcouncil.clients.seat.screen.app import SeatApp
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.seat.screen.talk_pane import TalkPane
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.window.themes import DARK
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Request

from tests.clients.seat.scenes import Scene
from tests.clients.seat.tables import UP, FakeLine, ids
from tests.clients.still import still
from tests.waiting import until_true

SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (160, 50)
KEY_MS = 167
"""How long a person takes for a key."""
Sent = TypeVar("Sent", bound=Request)


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.ms


class Sitting:
    """A seat under test."""

    def __init__(self, app: SeatApp, line: FakeLine, clock: Clock, pilot: Pilot[None]) -> None:
        self.app = app
        self.line = line
        self.clock = clock
        self.pilot = pilot

    async def hear(self, *news: News) -> None:
        """Deliver news, and draw them."""
        for each in news:
            self.line.news.put_nowait(each)
        await until_true(self.line.news.empty, pause_seconds=0)
        await self.settle()
        self.app.redraw()
        await self.settle()

    async def settle(self) -> None:
        """Wait until every message that follows from another has been handled."""
        for _ in range(2):
            await self.pilot.pause(0)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def type_text(self, text: str) -> None:
        """Type a text as a hand does, six keys a second."""
        for char in text:
            await self.press("space" if char == " " else char)
            self.clock.ms += KEY_MS

    async def paste_as_keys(self, text: str) -> None:
        """Paste a text into a terminal without bracketed paste: its keys come a millisecond apart."""
        for number, char in enumerate(text):
            key = events.Key("enter" if char == "\n" else char, None if char == "\n" else char)
            key.time = number / 1000
            self.app.post_message(key)
        await self.settle()

    async def write(self, text: str) -> None:
        """Write into the active field, all at once."""
        focused = self.app.screen.focused
        assert focused is not None
        focused.post_message(events.Paste(text))
        await self.settle()

    async def later(self, ms: int) -> None:
        """Advance the time."""
        self.clock.ms += ms
        self.app.redraw()
        await self.settle()

    def sent(self, kind: type[Sent]) -> list[Sent]:
        """Return the sent requests of a kind."""
        return [request for request in self.line.sent if isinstance(request, kind)]

    def said(self, selector: str) -> str:
        """Return the text of a widget on the front screen."""
        return self.app.screen.query_one(selector, Drawn).text

    def page(self, selector: str) -> str:
        """Return the text of a page on the front screen."""
        return self.app.screen.query_one(selector, Page).text

    @property
    def question(self) -> str:
        """The text of the question."""
        return self.app.table.query_one(QuestionPane).text

    @property
    def talk(self) -> TalkPane:
        """The council."""
        return self.app.table.query_one(TalkPane)


def app_of(
    *news: Reply | LinkChange, theme: str = DARK.name, returns: bool = False
) -> tuple[SeatApp, FakeLine, Clock]:
    """Make a seat's client that will receive these messages."""
    line, clock = FakeLine((UP, *news)), Clock()
    return still(SeatApp(line, now_ms=clock, make_id=ids(), theme=theme, returns=returns)), line, clock


@asynccontextmanager
async def sitting(
    *news: Reply | LinkChange, size: tuple[int, int] = SMALL, returns: bool = False
) -> AsyncIterator[Sitting]:
    """Sit down. `returns`: the player sat here on this machine before."""
    app, line, clock = app_of(*news, returns=returns)
    async with app.run_test(size=size) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear()
        yield seat


async def play_scene(pilot: Pilot[None], scene: Scene, clock: Clock) -> None:
    """Press a scene's keys, let the rest of its news come and its time pass, and stop."""
    app = pilot.app
    assert isinstance(app, SeatApp)
    await _stand_still(app, pilot)
    for key in scene.keys:
        await pilot.press(key)
    assert isinstance(app.line, FakeLine)
    if scene.then:
        for news in scene.then:
            app.line.news.put_nowait(news)
        await _stand_still(app, pilot)
    clock.ms += scene.later_ms
    await _stand_still(app, pilot)


async def _stand_still(app: SeatApp, pilot: Pilot[None]) -> None:
    """Process and draw all news until nothing changes any more."""
    for _ in range(2):
        await pilot.pause(0)
        app.redraw()
    await pilot.pause(0)
