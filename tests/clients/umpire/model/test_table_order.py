"""The wall's order: a filter finds the few tables that are meant, and what needs an umpire comes first."""

from __future__ import annotations

import pytest
from warcouncil.clients.umpire.model.alarms import ranked_alarms
from warcouncil.clients.umpire.model.table_order import WallSort, arranged

from tests.clients.umpire.builders import seats, table, troubled_room
from tests.clients.umpire.model.test_board import board_of


@pytest.mark.parametrize(
    ("wanted", "tables"),
    [
        ("3-5", [3, 4, 5]),
        ("held", [7]),
        ("paused", [5]),
        ("call", [1]),
        ("silent", [3]),
        ("over", [9]),
        ("redeploy", [4, 10]),
        ("attack missing 1-3", [1, 3]),
        ("nonsense", []),
    ],
)
def test_a_filter_finds_tables_by_number_state_phase_and_name(wanted: str, tables: list[int]) -> None:
    """An umpire cannot call up the few tables they need."""
    board = board_of(*troubled_room(10))
    found = arranged(board, 0, sort=WallSort.NUMBER, wanted=wanted, ranked_alarms=ranked_alarms(board, 0))
    assert list(found) == tables


def test_tables_that_need_an_umpire_next_follow_the_alarms_by_their_clocks() -> None:
    """The table whose time runs out with answers missing can be anywhere in the list."""
    board = board_of(
        table(1, people=seats(), left_ms=5_000),
        table(2, left_ms=50_000),
        table(3, left_ms=9_000),
        table(4, held="x"),
    )
    found = arranged(board, 0, sort=WallSort.NEED, wanted="", ranked_alarms=ranked_alarms(board, 0))
    assert list(found) == [4, 3, 2, 1]
