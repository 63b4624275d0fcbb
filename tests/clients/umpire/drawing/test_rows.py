"""Tests of the rows of the wall: what stands beside a table."""

from __future__ import annotations

import pytest
from warcouncil.clients.umpire.drawing.columns import WallRow
from warcouncil.clients.umpire.drawing.rows import table_row
from warcouncil.clients.umpire.drawing.seat_labels import link_word
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.protocol.wire.consoles import SeatStatus, TableStatus

from tests.clients.umpire.builders import seat, seats, table


def said(status: TableStatus) -> str:
    """Give the row of a table as plain text."""
    return table_row(WallRow(TableNow(status, 0), 0), 150).plain


def test_a_table_that_waits_for_somebody_is_not_said_to_have_sealed_all() -> None:
    """Where silence lets a table wait, the wall told the umpire that all had sealed: he waited, and so did the table."""
    owing = table(1, left_ms=0, waits=True, people=seats(("red.army",)))
    assert "Red army commander" in said(owing)
    assert "all sealed" not in said(owing)
    assert "all sealed; waits for the others" in said(table(1, waits=True, people=seats(())))


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (seat(), "linked"),
        (seat(linked=False, joined=False), "nobody came yet"),
        (seat(linked=False, silent_ms=65_000), "silent 65 s"),
        (seat(bot=True), "a bot plays"),
        (seat(bot=True, linked=False), "a bot plays, holder away"),
        (seat(bot=True, linked=False, joined=False), "a bot plays"),
    ],
)
def test_a_seat_says_how_its_link_stands(status: SeatStatus, word: str) -> None:
    """Sixteen bots that a plan asks for would each be missed as a person who has gone."""
    assert link_word(TableNow(table(1), 0), status, 0) == word
