"""The telling: the events are shown step by step, without falling behind."""

from __future__ import annotations

from warcouncil.clients.widgets.pieces.scenes import (
    LINGER_MS,
    LONG_MS,
    STEP_MS,
    STEP_SHORT_MS,
    WORD_MS,
    WORD_SHORT_MS,
    Telling,
)
from warcouncil.protocol.table.views import StoryLine


def lines(count: int) -> tuple[StoryLine, ...]:
    """Return this number of lines."""
    return tuple(StoryLine(heading="turn 1", text=f"line {number}") for number in range(count))


def test_lines_are_told_one_after_another_and_then_stay_for_a_while() -> None:
    """The end of a combat is gone before it was read."""
    telling = Telling(lines(3), 0, room_ms=None)
    assert [telling.told(ms) for ms in (0, STEP_MS, 2 * STEP_MS, 9 * STEP_MS)] == [1, 2, 3, 3]
    assert not telling.is_over(3 * STEP_MS + LINGER_MS - 1)
    assert telling.is_over(3 * STEP_MS + LINGER_MS)


LONG = StoryLine(heading="turn 1", text="word " * 40)


def test_a_long_line_stays_as_long_as_it_takes_to_read() -> None:
    """Forty words are shown for a second, and no player can read them."""
    telling = Telling((LONG, *lines(2)), 0, room_ms=None)
    assert telling.step_ms == [40 * WORD_MS, STEP_MS, STEP_MS]
    assert [telling.told(ms) for ms in (0, 40 * WORD_MS - 1, 40 * WORD_MS)] == [1, 1, 2]


def test_it_is_told_faster_when_time_is_short_or_there_is_much() -> None:
    """A charge must be decided before the combat was shown."""
    assert Telling(lines(3), 0, room_ms=3 * STEP_MS).step_ms == [STEP_MS] * 3
    assert Telling(lines(3), 0, room_ms=2 * STEP_MS).step_ms == [STEP_MS * 2 // 3] * 3
    assert Telling((*lines(2), LONG), 0, room_ms=0).step_ms == [STEP_SHORT_MS] * 2 + [40 * WORD_SHORT_MS]
    assert sum(Telling((LONG,) * 8, 0, room_ms=None).step_ms) == LONG_MS


def test_a_reader_stops_it_and_goes_on_where_it_stood() -> None:
    """If this fails, a slow reader misses the rest."""
    telling = Telling(lines(3), 0, room_ms=None)
    telling.pause(STEP_MS + 100)
    assert telling.paused
    assert telling.told(90_000) == 2
    assert not telling.is_over(90_000)
    telling.hurry_on(90_000)
    assert telling.told(90_000) == 3
    telling.pause(100_000)
    assert telling.told(100_000) == 3
    assert not telling.is_over(100_000 + STEP_MS + LINGER_MS - 1)
    assert telling.is_over(100_000 + STEP_MS + LINGER_MS)


def test_a_key_tells_the_next_line_and_at_the_end_ends() -> None:
    """A quick reader must wait."""
    telling = Telling(lines(3), 0, room_ms=None)
    telling.hurry_on(10)
    telling.hurry_on(10)
    assert telling.told(10) == 3
    telling.hurry_on(10)
    assert telling.is_over(10)


def test_more_news_shows_what_was_waiting_to_be_told_at_once() -> None:
    """In a quick game the events on the screen fall further and further behind."""
    telling = Telling(lines(9), 0, room_ms=None)
    telling.add(lines(3), 100, room_ms=None)
    assert telling.told(100) == 10
    telling.add(lines(4), 200, room_ms=None)
    assert telling.told(200) == 13


def test_single_lines_never_keep_the_board_away_for_longer() -> None:
    """A game of many small steps hides its own board for ever."""
    telling = Telling(lines(3), 0, room_ms=None)
    for number in range(20):
        telling.add(lines(1), 1_000 * number, room_ms=None)
        assert telling.told(1_000 * number) == 4 + number
    assert telling.is_over(3 * STEP_MS + LINGER_MS)
