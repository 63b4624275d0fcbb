"""Numbers and clocks as people read them."""

from __future__ import annotations

from warcouncil.clients.umpire.model.phrases import numbers, phase_text, shortened
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import clock_text, fit
from warcouncil.protocol.words import TableId

from tests.clients.umpire.builders import table


def test_numbers_and_clocks_read_well() -> None:
    """Forty tables are a list of forty numbers, or a clock shows nothing while time is left."""
    assert numbers(TableId(n) for n in (1, 2, 3, 7, 9, 10)) == "1–3, 7 and 9–10"
    assert (clock_text(1), clock_text(0), clock_text(3_600_000)) == ("0:01", "0:00", "1:00:00")
    assert fit("Attack declaration", 8) == "Attack… "


def test_a_phase_is_shortened_by_words_and_not_by_dots() -> None:
    """*Attack…* and *Redepl…* are in every row of forty tables, where an umpire looks for the one that is
    elsewhere.
    """
    widths = (7, 8, 11, 12, 18)
    assert [shortened("Attack declaration", width) for width in widths] == [
        "Attack",
        "Attack",
        "Attack dec.",
        "Attack decl.",
        "Attack declaration",
    ]
    assert shortened("Redeployment", 8) == "Redeplo."
    assert shortened("部署部署部署", 7) == "部署部."


def test_a_row_without_room_for_all_of_a_title_keeps_its_turn() -> None:
    """*Turn 1 · Card play · the Military Front may be scored* becomes *Card play* in each turn, beside tables
    whose turn is shown.
    """
    now = TableNow(table(title="Turn 1 · Card play · the Military Front may be scored"), 0)
    widths = (60, 30, 12)
    assert [phase_text(now, width).rstrip() for width in widths] == [
        "Turn 1 · Card play · the Military Front may be scored",
        "Turn 1 · Card play",
        "Card play",
    ]
