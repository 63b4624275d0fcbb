"""The list of injects at the console, against the arbiter's own core: the time and the state of each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from warcouncil.clients.plain.seat.answering import Answering
from warcouncil.clients.umpire.screens.app import UmpireApp
from warcouncil.clients.umpire.screens.injects import InjectsScreen
from warcouncil.clients.widgets.pieces.drawn import Page
from warcouncil.protocol.acts.acts import Begin, KeepBack, Postpone, SendInject
from warcouncil.protocol.wire.requests import Rule, Watch

from tests.arbiter.core.harness import Room
from tests.clients.still import still
from tests.clients.umpire.builders import ids
from tests.clients.umpire.console import MIDDLE
from tests.clients.umpire.test_with_arbiter import CoreLine, LiveDesk

INJECTS = (
    {"text": "A courier: the Emperor is on the road.", "at_seconds": 750, "name": "courier"},
    {"text": "He is here.", "after": 0, "at_seconds": 60},
    {"text": "A spy: [b]they[/b] are \x1b[31mfew.", "at_hand": True, "seat": "red.army"},
    {"text": "Fog lifts.", "at_seconds": 2},
)


@asynccontextmanager
async def injected(tables: int = 2, start: str = "now") -> AsyncIterator[LiveDesk]:
    """Open a console at a core in which injects are to come."""
    room = Room("kartenspiel", tables=tables, exercise={"injects": INJECTS, "start": start})
    line = CoreLine(room)
    app = still(UmpireApp(line, now_ms=lambda: room.at, make_id=ids(10**9), fill=Answering))
    async with app.run_test(size=MIDDLE) as pilot:
        desk = LiveDesk(app, line, lambda: room.at, pilot)  # type: ignore[arg-type]  # the core's line and clock
        desk.room = room
        await desk.hear()
        yield desk


def listed(desk: LiveDesk) -> str:
    """Return the text of the list."""
    return desk.app.screen.query_one("#injects", Page).text


async def test_the_list_counts_down_in_running_time_and_stops_in_a_pause() -> None:
    """The umpire reads a wrong time until the next inject, or it counts down during a pause."""
    async with injected() as desk:
        await desk.press("I")
        await desk.wait(2_250)
        await desk.wait(2_750)
        assert "Running time 0:05" in desk.said("#inject-time")
        rows = listed(desk).splitlines()
        assert [row.split()[0] for row in rows] == ["To", "▸", "2", "At", "3", "Came", "4"]
        assert "at 12:30, in 12:25" in rows[1]
        assert "after inject 1 (courier)" in rows[2]
        assert "at 0:02" in rows[6]
        await desk.press("escape", "P", "enter", "I")
        await desk.wait(60_000)
        assert "Running time 0:05, stopped" in desk.said("#inject-time")


async def test_other_peoples_words_are_drawn_as_they_are() -> None:
    """A text in a plan colours the console, or hides lines below."""
    async with injected() as desk:
        await desk.press("I")
        await desk.wait(100)
        assert "A spy: [b]they[/b] are" in listed(desk)
        assert "\x1b" not in listed(desk)


async def test_each_key_does_its_act_to_the_chosen_inject() -> None:
    """The umpire sends an inject that they meant to keep."""
    async with injected() as desk:
        await desk.press("I")
        await desk.wait(2_500)
        await desk.press("down", "down", "enter")
        assert "3  A spy" in desk.said("#whom")
        await desk.press("enter", "down", "x", "enter")
        await desk.press("down", "h", "f4", "f4", "enter", "X", "enter")
        acts = [rule.act for rule in desk.sent(Rule)]
        assert acts == [
            SendInject(inject=3),
            Postpone(inject=1, seconds=300),
            KeepBack(inject=2, drop=True),
            Postpone(inject=0, seconds=300),
        ]
        came = desk.room.table.counters.injects
        assert (came.sent, came.dropped) == ((2,), (1,))


async def test_a_sent_inject_is_not_sent_again_and_the_list_says_so() -> None:
    """A box opens for an order that is always refused."""
    async with injected() as desk:
        await desk.press("I")
        await desk.wait(3_000)
        await desk.press("up", "enter")
        assert isinstance(desk.app.screen, InjectsScreen)
        assert "Inject 4 has already come." in desk.said("#inject-chosen")


async def test_a_remark_of_the_list_about_a_key_goes_when_it_is_no_longer_true() -> None:
    """The list says that nothing can be sent at a table that has begun meanwhile."""
    async with injected(start="umpire") as desk:
        await desk.press("I", "enter")
        assert "nothing to do here (table 1: not begun)" in desk.said("#inject-chosen")
        desk.room.rule(desk.room.umpire("another"), Begin())
        await desk.wait(1_000)
        assert "nothing to do here" not in desk.said("#inject-chosen")


async def test_an_inject_can_be_sent_to_every_table_at_once() -> None:
    """With forty tables the news is old at the last one."""
    async with injected(tables=3) as desk:
        await desk.press("I")
        await desk.wait(100)
        await desk.press("down", "down", "enter", "f4", "enter")
        assert [(rule.table, rule.act.act) for rule in desk.sent(Rule)] == [
            (1, "send_inject"),
            (2, "send_inject"),
            (3, "send_inject"),
        ]


async def test_the_wall_follows_a_table_for_the_list_alone() -> None:
    """The arbiter draws a room for a console that watches none."""
    async with injected() as desk:
        await desk.press("I")
        await desk.press("escape")
        assert [watch.table for watch in desk.sent(Watch)] == [1, 0]
        await desk.press("enter", "I", "escape")
        assert [watch.table for watch in desk.sent(Watch)] == [1, 0, 1]
