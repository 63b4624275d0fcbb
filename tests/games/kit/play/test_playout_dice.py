"""The chance of playouts: each draw equally likely, each stream its own."""

from __future__ import annotations

from collections import Counter

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.playout_dice import PlayoutDice

SEED = b"0123456789abcdef0123456789abcdef"


def test_equal_seeds_and_labels_draw_the_same() -> None:
    """If this fails, two answers are compared with different chance."""

    one, two = PlayoutDice(SEED, "bot", 3), PlayoutDice(SEED, "bot").stream(3)
    assert [one.below(100) for _ in range(200)] == [two.below(100) for _ in range(200)]


def test_other_labels_and_other_seeds_draw_otherwise() -> None:
    """If this fails, a bot foresees what the rules will draw."""
    draws = {
        PlayoutDice(seed, *labels).shuffled(range(52))
        for seed in (SEED, SEED[::-1])
        for labels in (("gate", 1), ("gate", 2), ("gate1",))
    }
    assert len(draws) == 6


def test_every_number_and_every_order_is_equally_likely() -> None:
    """If this fails, simulated players err more often in one way than in another."""
    for limit in (2, 3, 6, 100, 200, 256):
        counted = Counter(PlayoutDice(SEED, number).below(limit) for number in range(100 * limit))
        counted.update(draws(PlayoutDice(SEED, "many"), limit))
        assert set(counted) == set(range(limit))
        spread = sum((many - 200) ** 2 / 200 for many in counted.values())  # chi-square
        assert spread < limit - 1 + 5 * (2 * (limit - 1)) ** 0.5
    orders = Counter(PlayoutDice(SEED, number).shuffled("abc") for number in range(6000))
    assert all(850 < count < 1150 for count in orders.values())


def draws(dice: Dice, limit: int) -> list[int]:
    """Return many draws of one stream."""
    return [dice.below(limit) for _ in range(100 * limit)]


def test_a_number_larger_than_a_byte_is_drawn_as_at_a_table() -> None:
    """If this fails, a rule with a large number stops an analysis."""
    assert PlayoutDice(SEED, "far").below(10**9) == Dice(SEED, "far").below(10**9)
