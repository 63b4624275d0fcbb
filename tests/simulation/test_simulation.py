"""The promises are kept under every fault, and the simulation finds each breach."""

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
"""The length of each part at night: an hour in all, of one processor."""


@pytest.mark.parametrize("part", range(PARTS))
def test_every_promise_is_kept_under_every_fault(
    part: int, record_property: Callable[[str, object], None]
) -> None:
    """A cable, a disk, a clock or a crash takes an answer or time from a player, or shows one more than the
    record has. After each resume and at the end, the exercise must equal its journal: done again from its
    first record, and by a standby from any other. All attributes of tables and parts must be equal.
    `standing.py` names the exceptions with a reason.
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
    """A finding cannot be repeated."""
    one, other = (run(Wish(3, seconds=20)) for _ in range(2))
    assert (one.trace, one.steps, one.struck, one.receipts) == (
        other.trace,
        other.steps,
        other.struck,
        other.receipts,
    )
    assert run(Wish(4, seconds=20)).trace != one.trace


def test_runs_are_rough_enough_to_mean_something() -> None:
    """A simulation without faults proves nothing."""
    seeds = range(20, 37) if BY_NIGHT else (23, 36, 48)
    struck = sum((run(Wish(seed, seconds=30)).struck for seed in seeds), start=Counter[str]())
    assert {
        "crash",
        "rot",
        "cut",
        "stop",
        "slow",
        "kill",
        "frame lost",
        "frame twice",
        "frame out of order",
    } <= {*struck}
    assert sum(struck.values()) > 100


def test_people_speak_faster_than_they_may_while_arbiters_come_and_go() -> None:
    """No run reaches a limit that a resume counts differently, so the difference is never seen."""
    told = [run(Wish(seed)) for seed in ((14, 53) if not BY_NIGHT else (7, 14, 28, 38, 48, 51, 53, 54))]
    assert not [one.broken for one in told if one.broken]
    assert all(one.refusals[RefusalCode.TOO_FAST] > 0 for one in told)
    assert all(one.retold > 2 for one in told), "each resume and the end are done again and compared"


def test_a_late_hello_after_its_window_was_closed_takes_no_seat_for_long() -> None:
    """The hello of a closed window takes the place of an open one, and its user cannot open that again."""

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


DAILY = (
    "the limit on speech is in memory",
    "seals before the cut are forgotten at a resume",
    "the door admits before it is written",
    "a receipt is made before the answer is sealed",
    "grace twice",
    "the lease is looked at every three seconds",
    "taken in the database though it is beaten",
    "nothing is synced",
    "a readiness is taken back late",
    "a replay takes nothing back",
)
"""The plants that are sought by day too: one of each kind of promise."""
BRIEFLY = PLANTS if BY_NIGHT else tuple(plant for plant in PLANTS if plant.name in DAILY)


@pytest.mark.parametrize("plant", BRIEFLY, ids=lambda plant: plant.name)
def test_planted_bugs_are_found(plant: Plant) -> None:
    """A simulation that finds no planted bug looks like a product without a fault."""
    broken, _ = find(plant, Wish(1 if BY_NIGHT else plant.shown_by), RUNS_MAX)
    lawful.BREACHES.clear()  # of the plant, which may break a law besides
    assert broken is not None, plant.so


def test_twin_worlds_cannot_be_told_apart() -> None:
    """A seat, or a listener in the network, learns others' seals from the content, length or time of frames."""
    assert _compared(range(1, 1 + games(2, 2000))) >= games(1, 200)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_leak_tells_the_twins_apart(leak: Plant) -> None:
    """Worlds without a visible difference look alike, whatever leaks."""
    with planted(leak), pytest.raises(Broken, match="secrecy"):
        _compared(range(leak.shown_by, leak.shown_by + 20))


def _compared(seeds: range) -> int:
    return sum(compare(Wish(seed)) is not None for seed in seeds)


def test_a_failure_is_shrunk_to_its_cause() -> None:
    """The cause of a failure is hidden among dozens of faults without any effect."""
    (plant,) = [one for one in PLANTS if one.name == "nothing is synced"]
    with planted(plant):
        runs = (run(Wish(seed, seconds=30, at_home="file")) for seed in range(1, 20))
        told = next(one for one in runs if one.broken is not None and len(one.faults) > 2)
        least = shrunk(told)
    assert least.broken is not None
    assert len(least.faults) <= 2


@pytest.mark.parametrize("plant", [*PLANTS, *LEAKS], ids=lambda plant: plant.name)
def test_every_plant_has_its_place(plant: Plant) -> None:
    """A plant in a changed function is planted nowhere."""
    with planted(plant):
        pass


def test_a_plant_that_fits_nowhere_is_noticed() -> None:
    """The plant counts as a bug that is never found, or as one that is always found."""
    with (
        pytest.raises(Misplaced),
        planted(Plant("x", "arbiter.core.table.gate:Gate.due", "no such text", "", "")),
    ):
        pass
