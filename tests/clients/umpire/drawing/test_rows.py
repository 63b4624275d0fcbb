"""The rows of the wall."""

from __future__ import annotations

import pytest
from warcouncil.clients.umpire.drawing.columns import WallRow
from warcouncil.clients.umpire.drawing.rows import table_row
from warcouncil.clients.umpire.drawing.seat_labels import link_word
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.protocol.wire.consoles import SeatStatus, TableStatus

from tests.clients.umpire.builders import seat, seats, table


def said(status: TableStatus) -> str:
    """Return the row of a table as plain text."""
    return table_row(WallRow(TableNow(status, 0), 0), 150).plain


def test_a_table_that_waits_for_a_seat_is_not_shown_as_all_sealed() -> None:
    """With the wait policy the wall shows that all have sealed. The umpire waits, and so does the table."""
    owing = table(1, left_ms=0, waits=True, people=seats(("red.army",)))
    assert "Red army commander" in said(owing)
    assert "all sealed" not in said(owing)
    assert "all sealed, waiting for other tables" in said(table(1, waits=True, people=seats(())))


@pytest.mark.parametrize(
    ("status", "word"),
    [
        (seat(), "connected"),
        (seat(linked=False, joined=False), "not here yet"),
        (seat(linked=False, silent_ms=65_000), "silent 65 s"),
        (seat(bot=True), "a bot plays"),
        (seat(bot=True, linked=False), "a bot plays, player away"),
        (seat(bot=True, linked=False, joined=False), "a bot plays"),
    ],
)
def test_a_seat_shows_the_state_of_its_link(status: SeatStatus, word: str) -> None:
    """Sixteen bots of a plan are each shown as a person who has gone."""
    assert link_word(TableNow(table(1), 0), status, 0) == word
