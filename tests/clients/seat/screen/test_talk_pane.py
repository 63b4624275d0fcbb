"""The lines of a conversation, as far as they are in sight."""

from __future__ import annotations

import pytest

from tests.clients.seat.sitting import SMALL, sitting
from tests.clients.seat.tables import playing, spoken, view, welcome

LONG = "Three would do, but only if the second corps attacks at the same moment. " * 4
TABLE = playing("kartenspiel")


@pytest.mark.parametrize("keys", [(), ("tab", "pageup")])
async def test_the_first_row_in_sight_names_its_speaker(keys: tuple[str, ...]) -> None:
    """On a small screen only the end of a long line is shown, and the player does not know who said it."""
    said = spoken("red", ("Red corps II", "Hold."), ("Red corps III", LONG))
    async with sitting(welcome(TABLE, "red.army"), view(TABLE, "red.army", lines=said), size=SMALL) as seat:
        await seat.press(*keys)
        await seat.later(200)
        rows, page = seat.page("#talk-lines").splitlines(), seat.app.screen.query_one("#talk-lines")
        top = int(page.scroll_y)
        assert top > 0 or keys
        assert rows[top].startswith(("Red corps II: ", "Red corps III: ") if keys else "Red corps III: …")
        assert all(len(row) <= page.size.width for row in rows)
