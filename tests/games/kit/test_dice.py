"""Chance: each draw equally likely, each stream its own."""

from __future__ import annotations

from collections import Counter

import pytest
from warcouncil.games.kit.dice import Dice

SEED = b"0123456789abcdef0123456789abcdef"


def test_equal_seeds_and_labels_draw_the_same() -> None:
    """A game that is played again has other chance."""
    one, two = Dice(SEED, "gate", 3), Dice(SEED, "gate", 3)
    assert [one.below(1000) for _ in range(20)] == [two.below(1000) for _ in range(20)]


def test_streams_do_not_disturb_each_other() -> None:
    """A rule that draws once more changes what other rules draw."""
    quiet, busy = Dice(SEED, "setup"), Dice(SEED, "setup")
    busy.stream("prizes").shuffled(range(50))
    busy.below(6)
    assert quiet.stream("deck").shuffled(range(52)) == busy.stream("deck").shuffled(range(52))


def test_other_labels_and_other_seeds_draw_otherwise() -> None:
    """Two tables, or two gates, draw alike, so their chance can be foreseen."""
    draws = {
        Dice(seed, *labels).shuffled(range(52))
        for seed in (SEED, SEED[::-1])
        for labels in (("gate", 1), ("gate", 2), ("gate", "1", ""), ("gate1",))
    }
    assert len(draws) == 8


def test_every_number_and_every_order_is_equally_likely() -> None:
    """A deck favours an order, or a die favours a side."""
    dice = Dice(SEED, "fair")
    sides = Counter(dice.below(6) for _ in range(6000))
    orders = Counter(dice.shuffled("abc") for _ in range(6000))
    assert set(sides) == set(range(6))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in (*sides.values(), *orders.values()))


def test_a_sample_holds_nothing_twice_and_a_span_both_its_ends() -> None:
    """A card is dealt twice, or the highest number is never drawn."""
    dice = Dice(SEED, "span")
    assert len(set(dice.sample(range(10), 10))) == 10
    assert {dice.between(3, 5) for _ in range(100)} == {3, 4, 5}
    assert {dice.pick("xy") for _ in range(50)} == {"x", "y"}


def test_a_seed_and_its_labels_draw_what_they_always_drew() -> None:
    """A game of last year, played again from its opened seed, deals other cards, and cannot be verified."""
    dice = Dice(SEED, "gate", 3)
    assert [dice.below(1000) for _ in range(6)] == [606, 80, 59, 91, 79, 532]
    assert "".join(Dice(SEED, "deck").shuffled("abcdefgh")) == "aedgfchb"
    assert Dice(SEED, "deck").stream("left", 2).below(10**9) == 60_885_392


def test_a_seed_may_be_longer_than_its_key_and_a_limit_as_large_as_a_block() -> None:
    """A long passphrase stops a table, or a possible number is refused."""
    long = bytes(range(100))
    assert Dice(long).below(10**6) == Dice(long[:64]).below(10**6) != Dice(long[:63]).below(10**6)
    assert 0 <= Dice(SEED).below(1 << 64) < 1 << 64
    assert Dice(SEED).below(1) == 0
    for limit in (0, -1, (1 << 64) + 1):
        with pytest.raises(AssertionError):
            Dice(SEED).below(limit)


def test_no_number_is_likelier_though_the_block_does_not_divide() -> None:
    """With a limit that does not divide the block, the lower numbers are drawn twice as often as the higher
    ones.
    """
    limit = (1 << 64) // 3 * 2
    low = sum(Dice(SEED, number).below(limit) < limit // 2 for number in range(2000))
    assert 900 < low < 1100
