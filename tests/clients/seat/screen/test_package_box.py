"""The box in which a seat tries out a package: its keys, its sum, and that nothing is sent."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.screen.package_box import PackageBox
from warcouncil.clients.widgets.pieces.drawn import Page

from tests.clients.seat.papers import REASON, asked
from tests.clients.seat.sitting import LARGE, SMALL, Sitting, sitting
from tests.payoffs import SHEET


def page(seat: Sitting) -> str:
    """Return the text of the box."""
    return seat.app.screen.query_one("#reading", Page).text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_package_is_added_up_and_nothing_is_sent(size: tuple[int, int]) -> None:
    """If this fails, a party cannot add up an offer at the table, or the others learn what it tried."""
    async with sitting(*asked(REASON, sheet=SHEET), size=size) as seat:
        sent = len(seat.line.sent)
        await seat.press("ctrl+o")
        assert isinstance(seat.app.screen, PackageBox)
        await seat.press("right", "down", "right", "right")
        assert "● Bay  40" in page(seat)
        assert "● High  20" in page(seat)
        assert "Payoff sheet, Blue: 60 points" in page(seat)
        await seat.press("left", "left")
        assert "Payoff sheet, Blue: 40 points" in page(seat)
        await seat.press("escape")
        assert not seat.app.query(PackageBox)
        await seat.press("ctrl+o")
        assert "Payoff sheet, Blue: 40 points" in page(seat), "the choices last"
        assert len(seat.line.sent) == sent


async def test_without_a_payoff_sheet_the_key_does_nothing() -> None:
    """If this fails, the foot offers a key that opens an empty box."""
    async with sitting(*asked(REASON)) as seat:
        await seat.press("ctrl+o")
        assert seat.app.screen is seat.app.table
        assert "Package" not in str(seat.app.table.query_one("#foot").render())
