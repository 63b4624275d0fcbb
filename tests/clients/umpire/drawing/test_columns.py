"""The columns of the wall: head and rows are drawn from one list."""

from __future__ import annotations

import pytest
from warcouncil.clients.umpire.drawing.columns import CELL_MIN, Plan, WallRow, wall_columns
from warcouncil.clients.umpire.drawing.rows import head_row, table_row
from warcouncil.clients.widgets.pieces.table_now import TableNow

from tests.clients.umpire.builders import calm_room, troubled_room


def test_a_wide_wall_draws_the_time_left() -> None:
    """If this fails, half of a wide wall is empty, and an umpire must compare twelve numbers."""
    tables = [TableNow(status, 0) for status in calm_room(3)]
    wide, narrow = (wall_columns(tables, 0, width) for width in (160, 80))
    bars = [table_row(WallRow(now, 0), 160, wide).plain for now in tables]
    assert all("█" in bar for bar in bars)
    assert not any("█" in table_row(WallRow(now, 0), 80, narrow).plain for now in tables)


@pytest.mark.parametrize("width", [CELL_MIN, 40, 61, 62, 80, 110, 200])
def test_head_and_rows_have_the_same_columns(width: int) -> None:
    """If this fails, titles and figures are out of line, and an umpire reads one for another."""
    tables = [TableNow(status, 0) for status in troubled_room(40)]
    columns = wall_columns(tables, 0, width)
    ends, at = [], 0
    for column in columns:
        at += column.gap + column.width
        ends.append(at)
    assert ends[-1] == width
    head = head_row(Plan(1, 40, width), columns).plain
    for now in tables:
        row = table_row(WallRow(now, 0), width, columns)
        assert row.cell_length == len(head) == width
        for column, end in zip(columns, ends, strict=True):
            start = end - column.width
            assert head[start:end].strip() == column.title[: column.width]
            words, _ = column.words(WallRow(now, 0), column.width)
            assert row.plain[start:end].strip() == words.strip()
