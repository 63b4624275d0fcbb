"""The detection of a page's sleep, by two clocks. Either may stop or be set."""

from __future__ import annotations

from tests.clients.web.page.node import Node


def test_a_page_that_works_has_not_slept(node: Node) -> None:
    """Every phone reconnects at each view that is slow to draw, and the complete room does so at the same one."""
    assert node.ask("sleeps", [[500, 500], [1000, 1000], [3500, 3500], [3500, 3500]]) == [False] * 4


def test_either_clock_tells_of_a_sleep_and_each_is_told_once(node: Node) -> None:
    """A phone whose own clock stops during sleep trusts messages of that time."""
    assert node.ask("sleeps", [[500, 9000], [1000, 9500]]) == [True, False]
    assert node.ask("sleeps", [[9000, 500], [9500, 1000]]) == [True, False]


def test_a_clock_that_is_set_back_is_no_sleep(node: Node) -> None:
    """A phone that corrects its time of day loses its link."""
    assert node.ask("sleeps", [[500, -3_600_000], [1000, -3_599_500]]) == [False, False]
