"""A value that is cached by identity is returned for the same object only."""

from __future__ import annotations

from warcouncil.games.kit.latest_cache import LatestCache


def test_a_position_that_is_equal_or_came_back_is_made_anew_and_the_same_one_is_not() -> None:
    """A seat sees the position of another table, or of the gate before."""
    made: list[list[int]] = []

    def doubled(of: list[int]) -> list[int]:
        made.append(of)
        return [2 * number for number in of]

    newest = LatestCache(doubled)
    one, other = [1], [2]

    assert [newest(one), newest(one), newest(other), newest(one), newest([1])] == [[2], [2], [4], [2], [2]]
    assert made == [one, other, one, [1]]
