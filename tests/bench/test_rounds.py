"""The benchmarks themselves: a short one of each kind of server, played to its end."""

from __future__ import annotations

import pytest

from tests.bench import beats, rounds
from tests.bench.load import Load
from tests.profile import BY_NIGHT


@pytest.mark.night(keep=0)
@pytest.mark.parametrize("pace", [0.0, 0.1] if BY_NIGHT else [0.0])
def test_a_short_load_is_played_to_its_end(pace: float) -> None:
    """A benchmark that loses a view reports the rounds of a table that has stopped."""
    load = Load(seconds=0.2, warmup_seconds=0.05, pace_seconds=pace)

    floor, shaped, arbiter = rounds.run(2, load, walls=(False,), with_floor=True)

    assert [line["unfinished"] for line in (floor, shaped, arbiter)] == [0, 0, 0]
    assert (floor["name"], arbiter["name"]) == ("secret round, floor", "secret round")
    assert {"rounds_per_s_to_floor", "gates_per_s_to_floor"} <= set(arbiter) or not floor["rounds"]


@pytest.mark.night(keep=0)
def test_every_beat_is_counted_and_answered() -> None:
    """A figure for a beat that was never sent, or that was refused, is too good."""
    (line,) = beats.run(1, 1.0)

    assert (line["tables"], line["seats"]) == (1, 10)
    assert line["beats_per_s"]


@pytest.mark.night(keep=0)
def test_seats_that_wait_give_signs_of_life_as_people_do() -> None:
    """A crowd that is silent between its turns is marked as gone and back again, and the benchmark measures that
    instead of the gates.
    """
    load = Load(seconds=0.7, warmup_seconds=0.5, pace_seconds=30.0)

    (line,) = rounds.run(1, load, walls=(False,), with_floor=False)

    assert line["beats_per_s"]
    assert line["unfinished"] == 0
