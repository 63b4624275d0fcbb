"""Finding: runs, one seed after the other, until a promise is broken; and the fewest faults that break it."""

from __future__ import annotations

from dataclasses import replace

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
    """Give what is wrong between two twin worlds."""
    try:
        compare(wish)
    except Broken as broken:
        return broken
    return None


def shrunk(told: Told) -> Told:
    """Give a run that breaks the same promise with as few faults as can be found: halves are left out first, then single ones."""
    best, left = told, SHRINK_RUNS_MAX
    size = max(1, len(told.faults) // 2)
    while size and left > 0:
        start = 0
        while start < len(best.faults) and left > 0:
            left -= 1
            kept = [number for place, number in enumerate(best.faults) if not start <= place < start + size]
            tried = run(replace(told.wish, only=tuple(kept)))
            if (
                tried.broken is not None
                and told.broken is not None
                and tried.broken.promise == told.broken.promise
            ):
                best = tried
            else:
                start += size
        size //= 2
    return best
