"""The count of wrong codes.

Typing errors are free, a guesser waits longer each time, and errors of a whole day do not add up.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.shell.network.wrong_codes import (
    ADDRESSES_MAX,
    FORGOTTEN_AFTER_SECONDS,
    FREE,
    REST_SECONDS,
    REST_SECONDS_MAX,
    WrongCodes,
)

HERE, THERE = "192.168.1.20", "192.168.1.21"


def test_slips_are_free_and_guesses_cost_twice_as_long_each_time() -> None:
    """A person who mistypes must wait, or a program guesses as fast as it can knock."""
    guesses = WrongCodes()
    rests = [guesses.wrong(HERE, 0) for _ in range(FREE + 6)]
    doubled = [REST_SECONDS, 2 * REST_SECONDS, 4 * REST_SECONDS, 8 * REST_SECONDS]
    assert rests == [0.0] * FREE + doubled + [REST_SECONDS_MAX] * 2
    assert doubled[-1] == REST_SECONDS_MAX
    assert guesses.wrong(THERE, 0) == 0


def test_a_long_guesser_rests_the_longest_and_no_longer() -> None:
    """After a night of guesses, no person at that address can join for a year, or the door fails because the
    number is too large.
    """
    guesses = WrongCodes()
    assert [guesses.wrong(HERE, 0) for _ in range(3000)][-1] == REST_SECONDS_MAX


@pytest.mark.parametrize("between", [FORGOTTEN_AFTER_SECONDS, FORGOTTEN_AFTER_SECONDS + 1])
def test_slips_of_a_day_do_not_add_up(between: float) -> None:
    """Ten people behind one address, each with a typing error, look like a guesser and must wait."""
    guesses = WrongCodes()
    rests = [guesses.wrong(HERE, number * between) for number in range(20)]
    assert any(rests) == (between == FORGOTTEN_AFTER_SECONDS)
    assert bool(guesses.news()) == any(rests)


def test_umpires_are_told_of_a_guesser_once_per_continuation() -> None:
    """The console raises an alarm for a typing error, without end for one guesser, or never again."""
    guesses = WrongCodes()
    for _ in range(FREE):
        guesses.wrong(HERE, 0)
    assert guesses.news() == {}
    guesses.wrong(HERE, 0)
    assert guesses.news() == {HERE: FREE + 1}
    assert guesses.news() == {}
    guesses.wrong(HERE, 1)
    guesses.wrong(THERE, 1)
    assert guesses.news() == {HERE: FREE + 2}


def test_the_oldest_guesser_is_forgotten_when_there_are_too_many() -> None:
    """A flood from a million addresses fills the memory, or replaces the newest guesser."""
    guesses = WrongCodes()
    for _ in range(FREE):
        guesses.wrong(HERE, 0)
        guesses.wrong(THERE, 0)
    guesses.wrong(HERE, 0)
    for number in range(ADDRESSES_MAX - 1):
        guesses.wrong(f"flood {number}", 0)
    assert guesses.wrong(HERE, 0) == 2 * REST_SECONDS
    assert guesses.wrong(THERE, 0) == 0
