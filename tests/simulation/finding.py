"""Runs, one seed after the other, until a promise is broken; and the fewest faults that break it."""

from __future__ import annotations

from dataclasses import replace

from tests.shortening import shortened
from tests.simulation.planting import Plant, planted
from tests.simulation.promises import Broken
from tests.simulation.setting import Wish
from tests.simulation.twins import compare
from tests.simulation.world import Told, run

SHRINK_RUNS_MAX = 60


def find(plant: Plant, wish: Wish, runs: int) -> tuple[Broken | None, int]:
    """Run with a plant until something is found; also give how many runs that took."""
    for number in range(runs):
        tried = replace(wish, seed=wish.seed + number, at_home=plant.at_home)
        with planted(plant):
            broken = parted(tried) if plant.between_twins else run(tried).broken
        if broken is not None:
            return broken, number + 1
    return None, runs


def parted(wish: Wish) -> Broken | None:
    """Return the difference between two twin worlds."""
    try:
        compare(wish)
    except Broken as broken:
        return broken
    return None


def shrunk(told: Told) -> Told:
    """Return a run that breaks the same promise with as few faults as possible: halves are left out first,
    then single ones.
    """

    def without(best: Told, start: int, end: int) -> Told | None:
        numbers = [*best.faults]
        tried = run(replace(told.wish, only=(*numbers[:start], *numbers[end:])))
        if tried.broken is None or told.broken is None or tried.broken.promise != told.broken.promise:
            return None
        return tried

    return shortened(told, lambda best: len(best.faults), without, SHRINK_RUNS_MAX)
