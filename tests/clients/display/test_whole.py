"""A projector cuts nothing off while there is space for it: all four games, at common sizes, and rooms of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from warcouncil.clients.display.draw import picture
from warcouncil.clients.display.showing import TURNS_MS, Showing
from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.games.registry import names
from warcouncil.protocol.wire.consoles import TableStatus, Wall
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import Role, TableId

from tests.clients.all_games import GATES_TO_END, all_games, free_columns, game_at, public_view, status
from tests.clients.display.builders import mixed

SIZES = ((80, 24), (100, 30), (120, 36))
NAME = "South Asia"


def rows(tables: Iterable[TableStatus], size: tuple[int, int], *more: News, table: int = 0) -> list[str]:
    """Return the lines of a projector that received these tables and shows one, or (0) the room."""
    showing = Showing(TableId(table) if table else None)
    hello = Welcome(exercise="Jena day", role=Role.DISPLAY, session="s")
    for news in (LinkChange(LinkState.UP), hello, Wall(exercise="Jena day", tables=()), *tables, *more):
        showing.feed(news, 0)
    now_ms = TURNS_MS if showing.shows_results else 1000  # all tables have turned over
    drawn = [line.plain for line in picture(showing, now_ms, *size)]
    return drawn + [""] * (size[1] - len(drawn))


def blank(lines: Iterable[str]) -> int:
    """Return the number of empty lines."""
    return sum(not line.strip() for line in lines)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("gates", [4, 9, GATES_TO_END])
@pytest.mark.parametrize("game", names())
def test_a_table_is_named_and_its_board_shown_as_far_as_there_is_room(
    game: str, gates: int, size: tuple[int, int]
) -> None:
    """The game and the table are cut to *South Asia · Escalat…*, beside an empty half of a line."""
    at = game_at(game, gates)
    shown = public_view(at)
    lines = rows([status(1, at, name=NAME)], size, shown, table=1)
    *above, last = [line for line in lines if line.strip()]
    assert [line for line in above if "…" in line and "▤" not in line] == [], (
        "of a text its beginning is shown"
    )
    assert last.rstrip().endswith("…") is False or "▤" in last or blank(lines) <= 1, lines
    said = " ".join(" ".join(lines).split())
    assert f"table 1 · {NAME} · {at.game.title}" in said
    if shown.ended is not None:
        assert shown.ended.reason in said


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_results_of_a_room_are_told_in_full(size: tuple[int, int]) -> None:
    """People do not read how a table was won."""
    tables = all_games(GATES_TO_END)
    lines = rows(tables, size)
    assert [line for line in lines if "…" in line] == []
    said = " ".join(" ".join(lines).split())
    assert [table.ended for table in tables if table.ended not in said] == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_forty_tables_say_their_phases_in_all_the_columns_that_are_free(size: tuple[int, int]) -> None:
    """*Card pl…* is beside four empty columns, reserved for a word that no table shows."""
    lines = rows(all_games(3, 40), size)
    grid = [line for line in lines if any(f"{clock}  " in line for clock in ("0:19", "over", "2:59"))]
    assert grid
    if any("…" in line for line in grid):
        assert free_columns(grid) == 0, grid
    standing = "\n".join(rows(mixed(40), size))
    assert len(re.findall(r"\b(?:\d:\d\d|paused|waits|over)(?!…)", standing)) >= 40
