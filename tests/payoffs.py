"""A payoff sheet for tests: two issues with two options."""

from __future__ import annotations

from warcouncil.protocol.table.sheets import Rows, Sheet

PAYOFFS = Rows(
    title="Payoff sheet, Blue",
    head=("Issue", "Option", "points"),
    rows=(("Place", "Bay", "40"), ("Place", "Island", "0"), ("Wages", "Low", "-5"), ("Wages", "High", "20")),
    package=True,
)
SHEET = Sheet(headline="At the table", elements=(PAYOFFS,))
