"""The console against the arbiter's own core, in virtual time. Both must mean the same by every word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from warcouncil.clients.link.base.line import Line, LinkChange
from warcouncil.clients.plain.seat.answering import Answering
from warcouncil.clients.umpire.screens.app import UmpireApp
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.protocol.acts.acts import EndNow
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Call, Request

from tests.arbiter.core.harness import Room
from tests.clients.still import still
from tests.clients.umpire.builders import UP, ids
from tests.clients.umpire.console import MIDDLE, Desk


class CoreLine(Line):
    """A link straight into the core."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.person = room.umpire()
        self.news: asyncio.Queue[Reply | LinkChange] = asyncio.Queue()
        self.sent: list[Request] = []
        self._heard = 0
        self.news.put_nowait(UP)
        self.drain()

    def drain(self) -> None:
        """Deliver the messages that have reached the umpire."""
        for reply in self.person.replies[self._heard :]:
            self.news.put_nowait(reply.body)
        self._heard = len(self.person.replies)

    def send(self, body: Request) -> None:
        """Handle a request in the core at once."""
        self.sent.append(body)
        self.room.ask(self.person, body)
        self.room.settle()
        self.drain()

    def again(self) -> None:
        """Raise an error: no test here seeks the arbiter again."""
        raise NotImplementedError

    async def receive(self) -> Reply | LinkChange:
        """Return the next news."""
        return await self.news.get()


class LiveDesk(Desk):
    """A console at a live core."""

    room: Room

    async def wait(self, ms: int) -> None:
        """Advance the time at the arbiter and at the console alike."""
        self.room.wait(ms)
        assert isinstance(self.line, CoreLine)
        self.line.drain()
        await self.hear()


@asynccontextmanager
async def live(tables: int = 2, game: str = "kartenspiel") -> AsyncIterator[LiveDesk]:
    """Open a console at a core, and let every game begin."""
    room = Room(game, tables=tables)
    line = CoreLine(room)
    app = still(UmpireApp(line, now_ms=lambda: room.at, make_id=ids(10**9), fill=Answering))
    async with app.run_test(size=MIDDLE) as pilot:
        desk = LiveDesk(app, line, lambda: room.at, pilot)  # type: ignore[arg-type]  # the core's line and clock
        desk.room = room
        await desk.hear()
        if not room.table.begun:
            await desk.press("P", "enter")
            await desk.hear()
        yield desk


async def test_every_table_of_the_arbiter_is_on_the_wall() -> None:
    """The console shows another room than the arbiter's."""
    async with live() as desk:
        assert "2 tables" in desk.said("#top")
        assert "Redeployment" in desk.grid


async def test_a_pause_stops_the_arbiters_clocks_and_the_console_shows_it() -> None:
    """The umpire's screen and the room disagree about the time."""
    async with live() as desk:
        await desk.press("P", "enter")
        await desk.wait(5_000)
        left_ms = desk.app.console_model.board.tables[desk.room.table.number].left_ms(desk.room.at)
        assert desk.room.table.paused == "A question about the rules"
        assert "paused" in desk.grid
        assert desk.said("#last").startswith(" ✓ Paused · tables 1–2")
        await desk.wait(5_000)
        assert desk.app.console_model.board.tables[desk.room.table.number].left_ms(desk.room.at) == left_ms
        await desk.press("P", "enter")
        await desk.wait(1_000)
        assert desk.room.table.paused == ""


async def test_a_question_ended_elsewhere_is_refused_here_and_said_so() -> None:
    """Two umpires who rule at the same time end two questions instead of one."""
    async with live() as desk:
        await desk.press("e", "down")
        other = desk.room.umpire("other")
        desk.room.rule(other, EndNow(), gate=desk.room.table.gate)
        desk.room.settle()
        await desk.wait(500)
        assert "A newer question is open at table 1" in desk.said("#whom")
        await desk.press("enter")
        await desk.hear()
        assert "NOT DONE" in desk.said("#last")
        assert "has closed" in desk.said("#last")


async def test_a_call_reaches_the_console_and_its_answer_the_caller() -> None:
    """A player's call stays open for ever."""
    async with live() as desk:
        caller = desk.room.sit("red.army")
        desk.room.ask(caller, Call(id=desk.room.fresh(), text="May I?"))
        await desk.wait(1_000)
        assert "May I?" in desk.said("#alarms")
        await desk.press("c")
        await desk.write("You may.")
        await desk.press("enter")
        await desk.wait(1_000)
        assert "May I?" not in desk.said("#alarms")
        assert "You may." in str(caller.replies[-3:])


async def test_a_table_and_a_seat_show_what_the_core_holds() -> None:
    """An umpire rules on a view that no player has."""
    async with live() as desk:
        desk.room.sit("red.army")
        await desk.press("enter", "enter")
        await desk.hear()
        question = desk.app.screen.query_one("#question", Page).text
        assert "not sealed" in question
        assert len(question.splitlines()) > 3
        await desk.press("escape", "n", "enter")
        await desk.hear()
        assert "Worth talking about" in desk.app.screen.query_one("#rulings", Page).text


async def test_no_line_of_a_pane_is_cut_off_when_it_is_broken_anew() -> None:
    """An umpire reads half of a rule, or of an event."""
    async with live(game="hard_war") as desk:
        first = next(iter(desk.room.table.seats))
        desk.room.sit(first)
        await desk.press("enter", "enter")
        await desk.hear()
        await desk.wait(1_000)
        for page in desk.app.screen.query(Page):
            drawn = page.query_one(Drawn)
            assert drawn.size.height == len(drawn.text.splitlines())
