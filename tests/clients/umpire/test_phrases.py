"""Numbers and clocks as people read them."""

from __future__ import annotations

from warcouncil.clients.umpire.phrases import numbers
from warcouncil.clients.widgets.wording import clock_text, fit
from warcouncil.protocol.words import TableId


def test_numbers_and_clocks_read_well() -> None:
    """Otherwise forty tables would be a list of forty numbers, and a clock would show nothing while time is left."""
    assert numbers(TableId(n) for n in (1, 2, 3, 7, 9, 10)) == "1–3, 7 and 9–10"
    assert (clock_text(1), clock_text(0), clock_text(3_600_000)) == ("0:01", "0:00", "1:00:00")
    assert fit("Attack declaration", 8) == "Attack… "
