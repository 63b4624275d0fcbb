"""The telling: what happened, step by step, without lagging behind."""

from __future__ import annotations

from warcouncil.clients.widgets.pieces.scenes import LINGER_MS, STEP_MS, STEP_SHORT_MS, Telling
from warcouncil.protocol.table.views import StoryLine


def lines(count: int) -> tuple[StoryLine, ...]:
    """Return this number of lines."""
    return tuple(StoryLine(heading="turn 1", text=f"line {number}") for number in range(count))


def test_lines_are_told_one_after_another_and_then_stay_for_a_while() -> None:
    """The end of a combat is gone before it was read."""
    telling = Telling(lines(3), 0, hurry=False)
    assert [telling.told(ms) for ms in (0, STEP_MS, 2 * STEP_MS, 9 * STEP_MS)] == [1, 2, 3, 3]
    assert not telling.is_over(3 * STEP_MS + LINGER_MS - 1)
    assert telling.is_over(3 * STEP_MS + LINGER_MS)


def test_it_is_told_faster_when_time_is_short_or_there_is_much() -> None:
    """Otherwise a charge would have to be decided before the combat is told."""
    assert Telling(lines(3), 0, hurry=True).step_ms == STEP_SHORT_MS
    assert Telling(lines(12), 0, hurry=False).step_ms == STEP_SHORT_MS


def test_a_key_tells_the_next_line_and_at_the_end_ends() -> None:
    """Otherwise a quick reader would wait."""
    telling = Telling(lines(3), 0, hurry=False)
    telling.hurry_on(10)
    telling.hurry_on(10)
    assert telling.told(10) == 3
    telling.hurry_on(10)
    assert telling.is_over(10)


def test_more_news_shows_what_was_waiting_to_be_told_at_once() -> None:
    """Otherwise the telling would fall further and further behind a quick game."""
    telling = Telling(lines(9), 0, hurry=False)
    telling.add(lines(3), 100, hurry=False)
    assert telling.told(100) == 10
    telling.add(lines(4), 200, hurry=False)
    assert telling.told(200) == 13


def test_single_lines_never_keep_the_board_away_for_longer() -> None:
    """Otherwise a game of many small steps would hide its own board for ever."""
    telling = Telling(lines(3), 0, hurry=False)
    for number in range(20):
        telling.add(lines(1), 1_000 * number, hurry=False)
        assert telling.told(1_000 * number) == 4 + number
    assert telling.is_over(3 * STEP_MS + LINGER_MS)
