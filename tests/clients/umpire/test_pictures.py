"""Pictures of the console at its emptiest and its fullest.

Other tests check its requests and texts. These check its appearance.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input
from warcouncil.clients.umpire.screens.app import UmpireApp
from warcouncil.clients.widgets.window.themes import CLEAR, LIGHT
from warcouncil.protocol.wire.consoles import Debriefing, Seen, TableStatus
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Look, Rule

from tests.clients.umpire.builders import FakeLine, calm_room, paused_room, room, troubled_room, view
from tests.clients.umpire.console import LARGE, MIDDLE, SMALL, app_of
from tests.clients.umpire.test_results import ROOM


class Compare(Protocol):
    """Compares a picture of an app with the one that was agreed on."""

    def __call__(
        self,
        app: App[None],
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[None]], Awaitable[None]],
    ) -> bool:
        """Compare."""


def settle(*keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Press keys, give the answers of an arbiter, and wait until nothing changes."""

    async def run(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, UmpireApp)
        line = app.console_model.links[""]
        assert isinstance(line, FakeLine)
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            answer(line)
            await pilot.pause()
        for box in app.screen.query(Input):
            box.cursor_blink = False
        app.redraw()
        await pilot.pause()

    return run


def answer(line: FakeLine) -> None:
    """Answer as an arbiter: a room for a watch, a view for a look, and one refusal among the orders."""
    for number, request in enumerate(line.sent):
        if isinstance(request, Rule):
            refused = Refusal(id=request.id, code=RefusalCode.STALE, text="stale")
            line.news.put_nowait(Done(id=request.id) if number else refused)
        elif isinstance(request, Look):
            line.news.put_nowait(Seen(id=request.id, table=request.table, seat=request.seat, view=view()))
        elif request.type == "watch" and request.table:
            line.news.put_nowait(room(request.table))
    line.sent.clear()


PICTURES: dict[str, tuple[tuple[TableStatus, ...], tuple[int, int], tuple[str, ...]]] = {
    "one calm table": (calm_room(1), SMALL, ()),
    "ten tables in alarm": (troubled_room(10), MIDDLE, ()),
    "forty tables in alarm": (troubled_room(40), SMALL, ()),
    "forty tables paused": (paused_room(40), LARGE, ("P", "enter")),
    "the box before a pause": (troubled_room(40), SMALL, ("P",)),
    "a held table": (troubled_room(10), SMALL, ("7", "enter")),
    "a table with all its panes": (troubled_room(10), LARGE, ("enter",)),
    "a seat": (troubled_room(10), SMALL, ("enter", "down", "down", "enter")),
}


@pytest.mark.night(keep=5)
@pytest.mark.parametrize("name", list(PICTURES))
def test_the_console_looks_as_agreed(name: str, snap_compare: Compare) -> None:
    """A change hides what an umpire must find at a glance."""
    tables, size, keys = PICTURES[name]
    app, _line, _clock = app_of(tables)
    assert snap_compare(app, terminal_size=size, run_before=settle(*keys))


@pytest.mark.parametrize(
    "news",
    [
        Debriefing(state="writing", part="the report", percent=43),
        Debriefing(
            state="written",
            percent=100,
            text="/home/tutor/jena-debrief: debrief.html, 14 data files in tables",
        ),
    ],
    ids=["written at", "written"],
)
def test_the_debrief_on_the_wall_looks_as_agreed(news: Debriefing, snap_compare: Compare) -> None:
    """The results of the room push the line with the place of the debrief off the wall."""
    app, line, _clock = app_of(ROOM)

    async def run(pilot: Pilot[None]) -> None:
        await settle()(pilot)
        line.news.put_nowait(news)
        await settle()(pilot)

    assert snap_compare(app, terminal_size=MIDDLE, run_before=run)


@pytest.mark.parametrize("theme", [LIGHT.name, CLEAR.name])
def test_the_wall_looks_as_agreed_in_other_colours(theme: str, snap_compare: Compare) -> None:
    """A theme hides an alarm."""
    app, _line, _clock = app_of(troubled_room(10), theme)
    assert snap_compare(app, terminal_size=SMALL, run_before=settle())
