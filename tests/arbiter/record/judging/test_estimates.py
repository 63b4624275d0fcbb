"""An interval contains the true value as often as it claims, also with few playouts and at the edges."""

from __future__ import annotations

from random import Random

import pytest
from warcouncil.arbiter.record.judging.estimates import (
    TOLD_MIN,
    Estimate,
    batched,
    batches,
    certain,
    difference,
    enough,
    share,
)
from warcouncil.games.kit.dice import Dice

from tests.profile import games

TRIALS = games(400, 4000)


def _drawn(dice: Dice, chance: float, n: int) -> list[float]:
    return [float(dice.below(1000) < 1000 * chance) for _ in range(n)]


@pytest.mark.parametrize("n", [20, 100])
@pytest.mark.parametrize("chance", [0.0, 0.03, 0.3, 0.5, 0.97])
def test_a_share_lies_in_its_interval(chance: float, n: int) -> None:
    """A figure is called certain, but is wrong one time in five."""
    dice = Dice(b"the share of chance", n)
    estimates = [share(_drawn(dice, chance, n)) for _ in range(TRIALS)]
    held = sum(one.low <= chance <= one.high for one in estimates)
    assert held / TRIALS >= 0.93
    assert all(0 <= one.low <= one.mean <= one.high <= 1 and one.n == n for one in estimates)


@pytest.mark.parametrize("n", [20, 100])
@pytest.mark.parametrize(("better", "worse"), [(0.0, 0.0), (0.1, 0.0), (0.4, 0.4), (0.5, 0.1), (0.02, 0.02)])
def test_a_difference_lies_in_its_interval(better: float, worse: float, n: int) -> None:
    """A decision is called bad that was as good as any other."""
    dice = Dice(b"the difference of two", n, int(100 * better))
    held = surely = 0
    for _ in range(TRIALS):
        values = []
        for _ in range(n):
            draw = dice.below(1000)
            values.append(float(draw < 1000 * better) - float(1000 - draw <= 1000 * worse))
        one = difference(values)
        held += one.low <= better - worse <= one.high
        surely += one.sign != 0
        assert -1 <= one.low <= one.high <= 1
    assert held / TRIALS >= 0.93
    assert better != worse or surely / TRIALS <= 0.07


@pytest.mark.parametrize("n", [40, 100, 107])
@pytest.mark.parametrize(("up", "down", "gates"), [(0.02, 0.0, 1), (0.4, 0.25, 1), (0.1, 0.1, 20)])
def test_a_sum_over_gates_lies_in_the_interval_of_its_batches(
    up: float, down: float, gates: int, n: int
) -> None:
    """The report prints *-16* for a side's decisions, although another seed gives +13."""
    random = Random(5)
    trials, held, surely = games(300, 3000), 0, 0
    for _ in range(trials):
        values = [
            sum(float(random.random() < up) - float(random.random() < down) for _ in range(gates))
            for _ in range(n)
        ]
        one = batched(batches(values), n)
        assert one.mean == pytest.approx(sum(values) / n)
        held += one.low <= gates * (up - down) <= one.high
        surely += one.sign != 0
    assert held / trials >= 0.92
    assert up != down or surely / trials <= 0.08


def test_all_wins_are_in_the_interval_of_a_certain_win() -> None:
    """A won position lies outside its own interval, because rounding makes the upper end 0.9999999999999999."""
    assert share([1.0] * 50).high == 1.0
    assert share([0.0] * 50).low == 0.0


def test_an_interval_narrows() -> None:
    """More playouts do not make a figure more certain."""
    few, many = share([0.0, 1.0] * 10), share([0.0, 1.0] * 1000)
    assert many.high - many.low < (few.high - few.low) / 5
    assert difference([0.1] * 1000).sign == 1
    assert difference([0.5]).sign == 0


def test_enough_playouts_are_those_that_narrow_the_interval() -> None:
    """A tutor lets the analysis run all night for nothing, or stops when one more hour is enough."""
    assert enough(Estimate(mean=0.1, low=-0.1, high=0.3, n=20)) == 80
    values = [0.0] * 9 + [1.0]
    few = difference(values * 2)
    assert few.sign == 0
    assert difference(values * (enough(few) // 10 + 1)).sign == 1


def test_an_estimate_of_few_playouts_is_not_told() -> None:
    """A figure of three playouts is shown as knowledge."""
    assert not share([1.0] * (TOLD_MIN - 1)).told
    assert share([1.0] * TOLD_MIN).told
    assert certain(1.0).low == certain(1.0).high == 1.0
