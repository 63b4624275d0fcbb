"""A trial package: its choices and its sum. It needs no other client."""

from __future__ import annotations

from warcouncil.clients.seat.model.package import Package, issues, payoff_sheets, points_of
from warcouncil.protocol.table.sheets import Rows, Sheet

from tests.payoffs import PAYOFFS

OTHER = PAYOFFS.model_copy(
    update={"title": "Payoff sheet, Red", "rows": tuple((a, b, "7") for a, b, _ in PAYOFFS.rows)}
)


def test_only_a_payoff_sheet_is_added_up() -> None:
    """If this fails, any table of a board is offered as a package."""
    plain = Rows(title="Losses", head=("Who", "What", "How many"), rows=(("Red", "guns", "3"),))
    assert payoff_sheets(Sheet(elements=(plain, PAYOFFS))) == (PAYOFFS,)
    assert payoff_sheets(Sheet(elements=(plain,))) == ()


def test_each_issue_has_one_option_or_none_and_the_sum_is_that_of_the_chosen() -> None:
    """If this fails, a party signs a package by a wrong sum."""
    package = Package()
    place, wages = issues((PAYOFFS,))
    assert (place, wages) == (("Place", ("Bay", "Island")), ("Wages", ("Low", "High")))
    assert package.sum(PAYOFFS) == 0
    package.pick(place, 0)
    package.pick(wages, 0)
    assert package.sum(PAYOFFS) == 35
    package.pick(wages, 1)
    assert package.sum(PAYOFFS) == 60
    package.pick(place, -1)
    assert (package.chosen(place), package.sum(PAYOFFS)) == (-1, 20)


def test_the_options_go_around_and_none_is_one_of_them() -> None:
    """If this fails, a key leads to an option that is not there."""
    package = Package()
    (place, _) = issues((PAYOFFS,))
    seen = []
    for _ in range(4):
        package.pick(place, package.chosen(place) + 1)
        seen.append(package.chosen(place))
    assert seen == [0, 1, -1, 0]
    package.pick(place, -2)
    assert package.chosen(place) == 1


def test_a_reader_of_all_sheets_reads_every_sum() -> None:
    """If this fails, the white cell adds up the points of one side only."""
    package = Package()
    (place, _) = issues((PAYOFFS, OTHER))
    package.pick(place, 0)
    assert points_of((PAYOFFS, OTHER), "Place", "Bay") == ("40", "7")
    assert (package.sum(PAYOFFS), package.sum(OTHER)) == (40, 7)
