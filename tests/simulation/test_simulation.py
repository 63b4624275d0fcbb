"""What is promised holds whatever goes wrong, and the simulation would see it if it did not."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import pytest
from warcouncil.protocol.wire.replies import RefusalCode

from tests import lawful
from tests.profile import BY_NIGHT, games
from tests.simulation.__main__ import Covered
from tests.simulation.faults import Fault
from tests.simulation.finding import find, shrunk
from tests.simulation.network import Weather
from tests.simulation.planting import Misplaced, Plant, planted
from tests.simulation.plants import LEAKS, PLANTS, RUNS_MAX
from tests.simulation.promises import Broken
from tests.simulation.setting import Wish
from tests.simulation.twins import compare
from tests.simulation.world import START_SECONDS, Told, World, lived, run, whole

PARTS = 12 if BY_NIGHT else 3
RUNS_BY_DAY = 2
SECONDS_AT_NIGHT = 300
"""So long each part goes on at night: an hour in all, of one processor."""


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_promised_holds_whatever_goes_wrong(
    part: int, record_property: Callable[[str, object], None]
) -> None:
    """A cable, a disk, a clock or a crash would cost a player an answer or time, or show what no record holds.

    After each resume and at the end, the exercise must also equal what its journal tells when it is done again from its first record, and
    to a standby that began at some closing: all attributes of tables and parts, but those that `standing.py` names with a reason.
    """
    until, seed, covered = time.process_time() + SECONDS_AT_NIGHT, 1_000_000 * part, Covered()
    while time.process_time() < until if BY_NIGHT else seed % 1_000_000 < RUNS_BY_DAY:
        seed += 1
        told = run(Wish(seed, seconds=60 if BY_NIGHT else 30))
        assert told.broken is None, (
            f"python -m tests.simulation --seed {seed} --virtual {told.wish.seconds:g}"
        )
        covered.add(told)
    assert covered.steps > 2000
    record_property("covered", f"simulation, part {part + 1} of {PARTS}: {covered.line.strip()}")


def test_a_run_follows_from_its_number_alone() -> None:
    """What was found could not be seen again."""
    one, other = (run(Wish(3, seconds=20)) for _ in range(2))
    assert (one.trace, one.steps, one.struck, one.receipts) == (
        other.trace,
        other.steps,
        other.struck,
        other.receipts,
    )
    assert run(Wish(4, seconds=20)).trace != one.trace


def test_runs_are_rough_enough_to_mean_something() -> None:
    """A simulation of fair weather would prove nothing."""
    seeds = range(20, 33) if BY_NIGHT else (20, 23, 30)
    struck = sum((run(Wish(seed, seconds=30)).struck for seed in seeds), start=Counter[str]())
    assert {"crash", "cut", "stop", "slow", "kill", "frame lost", "frame twice", "frame out of order"} <= {
        *struck
    }
    assert sum(struck.values()) > 100


def test_people_speak_faster_than_they_may_while_arbiters_come_and_go() -> None:
    """A limit that a resume counts otherwise would be reached in no run, and its difference seen in none."""
    told = [run(Wish(seed)) for seed in ((14, 53) if not BY_NIGHT else (7, 14, 28, 38, 53))]
    assert not [one.broken for one in told if one.broken]
    assert all(one.refusals[RefusalCode.TOO_FAST] > 0 for one in told)
    assert all(one.retold > 2 for one in told), "each resume and the end are done again and compared"


def test_a_hello_that_comes_after_its_window_was_shut_costs_nobody_his_place() -> None:
    """Its person opens the window again that it took from him, however late that was: nobody sits before a window that was opened elsewhere."""

    def late(world: World) -> Told:
        (name, *_), end = world.setting.places, START_SECONDS + world.wish.seconds
        hello = Weather(late=100)
        world.time.at(end - 0.2, world.network.weather.__setitem__, name, hello)
        world.time.at(end - 0.2, world.strikes.reset, Fault("reset", 0, who=name))
        world.time.at(end - 0.02, world.network.weather.clear)
        world.time.at(end - 0.01, world.strikes.kill, Fault("kill", 0, who=name))
        return whole(world)

    broken = [
        lived(Wish(seed, seconds=3, only=(), seats_alone=True), World, late).broken for seed in range(12)
    ]
    assert broken == [None] * 12


BRIEFLY = PLANTS if BY_NIGHT else PLANTS[:6]


@pytest.mark.parametrize("plant", BRIEFLY, ids=lambda plant: plant.name)
def test_planted_bugs_are_found(plant: Plant) -> None:
    """A simulation that finds nothing would look just like a product without a fault."""
    broken, _ = find(plant, Wish(1 if BY_NIGHT else plant.shown_by), RUNS_MAX)
    lawful.BREACHES.clear()  # of the plant, which may break a law besides
    assert broken is not None, plant.so


def test_nobody_can_tell_twin_worlds_apart() -> None:
    """A seat, or whoever listens to the network, would learn what others have sealed from what comes, how long it is, or when."""
    assert _compared(range(1, 1 + games(2, 2000))) >= games(1, 200)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_leak_tells_the_twins_apart(leak: Plant) -> None:
    """Worlds in which nothing differs that can be seen would look alike whatever leaks."""
    with planted(leak), pytest.raises(Broken, match="secrecy"):
        _compared(range(leak.shown_by, leak.shown_by + 20))


def _compared(seeds: range) -> int:
    return sum(compare(Wish(seed)) is not None for seed in seeds)


def test_a_failure_is_shrunk_to_what_it_takes() -> None:
    """Whoever reads a failure would look for its cause among dozens of faults that have nothing to do with it."""
    (plant,) = [one for one in PLANTS if one.name == "nothing is synced"]
    with planted(plant):
        runs = (run(Wish(seed, seconds=30, at_home="file")) for seed in range(1, 20))
        told = next(one for one in runs if one.broken is not None and len(one.faults) > 2)
        least = shrunk(told)
    assert least.broken is not None
    assert len(least.faults) <= 2


@pytest.mark.parametrize("plant", [*PLANTS, *LEAKS], ids=lambda plant: plant.name)
def test_every_plant_stands_where_it_says(plant: Plant) -> None:
    """A plant whose place was rewritten would be planted nowhere."""
    with planted(plant):
        pass


def test_a_plant_that_fits_nowhere_is_noticed() -> None:
    """It would pass for a bug that is never found, or for one that always is."""
    with (
        pytest.raises(Misplaced),
        planted(Plant("x", "arbiter.core.table.gate:Gate.due", "no such text", "", "")),
    ):
        pass
