"""A console cuts nothing off while there is space for it: walls and tables of all four games, at common sizes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.umpire.drawing.grid import Grid
from warcouncil.clients.umpire.drawing.panes import seat_rows
from warcouncil.clients.umpire.drawing.rows import alarm_rows, phase_key
from warcouncil.clients.umpire.model.alarms import RankedAlarm, Urgency
from warcouncil.clients.widgets.pieces.drawn import Page
from warcouncil.clients.widgets.pieces.results import winner_text
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.protocol.wire.consoles import Alarm, TableStatus
from warcouncil.protocol.words import SeatId, TableId

from tests.clients.all_games import GATES_TO_END, all_games, free_columns, open_sheet
from tests.clients.umpire.builders import room, seats, table, troubled_room
from tests.clients.umpire.console import Desk, app_of
from tests.profile import spread

LOST = LinkChange(LinkState.DOWN, "The link to the arbiter is lost. Trying again by itself.")
SIZES = ((80, 24), (100, 30), (120, 36))


@asynccontextmanager
async def console(tables: tuple[TableStatus, ...], size: tuple[int, int]) -> AsyncIterator[Desk]:
    """Open a console on these tables."""
    app, line, clock = app_of(tables)
    async with app.run_test(size=size) as pilot:
        desk = Desk(app, line, clock, pilot)
        await desk.hear()
        yield desk


def lines_of(desk: Desk) -> list[str]:
    """Return the lines of the front screen."""
    return ["".join(cell.text for cell in strip) for strip in desk.app.screen._compositor.render_strips()]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_wall_of_forty_tables_uses_every_column(size: tuple[int, int]) -> None:
    """*North w…* and *Card p…* are on the wall beside columns reserved for longer clocks than any table has."""
    async with console(all_games(3, 40), size) as desk:
        grid = desk.app.screen.query_one(Grid)
        drawn = grid.text.split("\n")
        assert [
            line for line in lines_of(desk) if "…" in line and line.rstrip() not in map(str.rstrip, drawn)
        ] == []
        if "…" in grid.text:
            assert free_columns(drawn) == 0, grid.text


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("gates", "size"), spread([3, GATES_TO_END], SIZES))
async def test_a_wall_of_four_and_each_of_its_tables_say_all(gates: int, size: tuple[int, int]) -> None:
    """The console cuts off how a table ended, or who has a seat, beside an empty half of a line."""
    tables = all_games(gates)
    async with console(tables, size) as desk:
        assert [line for line in lines_of(desk) if "…" in line] == []
        await desk.hear(LOST)
        assert LOST.text in " ".join(" ".join(lines_of(desk)[:4]).split())
        await desk.hear(LinkChange(LinkState.UP))
        for number, status in enumerate(tables, 1):
            await desk.pilot.press("enter" if number == 1 else "right")
            await desk.hear(room(TableId(number)).model_copy(update={"sheet": open_sheet(gates, number)}))
            lines = lines_of(desk)
            assert [line for line in lines if "…" in line] == []
            said = " ".join(" ".join(lines[:3]).split())
            now = f"{winner_text(status)}: {status.ended}" if status.ended else status.title
            assert f"Table {number} · {status.game_title} · {now}" in said


def test_an_alarm_goes_on_below_as_long_as_there_are_lines_for_it() -> None:
    """A long list of empty seats is cut, above three lines that nothing else needs."""
    nobody = RankedAlarm(
        Urgency.EMPTY, TableId(1), "no player at " + ", ".join(f"Black corps {n}" for n in range(1, 9))
    )
    alone = " ".join(" ".join(line.plain for line in alarm_rows([nobody], 4, 100)).split())
    assert nobody.text in alone
    among = alarm_rows([nobody] * 4, 4, 100)
    assert len(among) == 4
    assert all(line.plain.endswith(("… !", "! lists all")) for line in among)


async def test_every_alarm_can_be_read_whole_on_the_smallest_screen() -> None:
    """The end of a long call cannot be read anywhere at once, and the umpire answers an unread text."""
    long = " ".join(f"word{n}" for n in range(38))
    tables = troubled_room(40)
    called = (Alarm(table=TableId(1), text=long, call=1, seat=SeatId("red.corps.1")),)
    async with console((tables[0].model_copy(update={"alarms": called}), *tables[1:]), SIZES[0]) as desk:
        assert "! lists all" in "\n".join(lines_of(desk))
        await desk.press("exclamation_mark")
        said = " ".join(desk.app.screen.query_one("#alarm-list", Page).text.split())
        assert long in said
        assert "the rules failed" in said
        await desk.press("exclamation_mark")
        assert not desk.app.screen.query("#alarm-list")


async def test_a_phase_shortened_for_forty_tables_is_named_whole_below() -> None:
    """*Redeplo.* is in a dozen cells, above an unused line."""
    async with console(troubled_room(40), SIZES[0]) as desk:
        assert "Redeplo." in desk.app.screen.query_one(Grid).text
        assert "── Attack declaration · Combat II: charge · Redeployment ──" in "\n".join(lines_of(desk))
    assert phase_key([TableNow(status, 0) for status in troubled_room(40)], 0, 80, 80) == ""


def test_missing_people_are_named_whole_if_the_answers_can_be_short() -> None:
    """A cut reason for an empty seat appears ten times beside a column of *not asked*, before the game has
    begun.
    """
    away = tuple(
        each.model_copy(update={"person": f"Person {number}", "linked": False, "joined": False})
        for number, each in enumerate(seats(asked=False), 10)
    )
    now = TableNow(table(1, people=away), 0)
    for width, answer in ((56, " –      Person 19"), (64, " not asked Person 19")):
        *_, last = (row.plain.rstrip() for row in seat_rows(now, 0, width, SeatId("red.army")))
        assert last.endswith(f"{answer} · not here yet")
