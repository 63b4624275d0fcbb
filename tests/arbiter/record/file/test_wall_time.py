"""The wall time of each record, and the time lost to faults."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from warcouncil.arbiter.record.file.wall_time import TimeLost, WallTime, wall_of

NINE = datetime(2026, 10, 14, 9, tzinfo=UTC)
NINE_MS = round(NINE.timestamp() * 1000)


def test_an_exercise_that_stopped_for_lunch_shows_both_times() -> None:
    """Records after a resume have the wall time of those before it."""
    wall = WallTime.of("", [(0, NINE_MS), (60_000, NINE_MS + 60_000), (60_000, NINE_MS + 3_660_000)])
    assert wall.at(30_000) == NINE + timedelta(seconds=30)
    assert wall.at(61_000) == NINE + timedelta(seconds=3661)
    assert wall.losses() == (TimeLost(60_000, 3_600_000),)


def test_an_older_exercise_has_the_time_of_its_beginning() -> None:
    """A file without wall times shows none, though it contains the time of its creation."""
    assert WallTime.of(NINE.isoformat(), [(0, 0), (1000, 0)]).at(2000) == NINE + timedelta(seconds=2)
    assert WallTime.of("nonsense", []).at(0) == datetime(1970, 1, 1, tzinfo=UTC)


@given(st.lists(st.tuples(st.integers(0, 10**7), st.integers(1, 10**13)), max_size=20))
def test_wall_time_never_runs_backwards(marks: list[tuple[int, int]]) -> None:
    """A correction of the laptop's clock reverses the order of the story."""
    wall = WallTime.of("", marks)
    times = [wall.at(at) for at in range(0, 10**7, 10**6)]
    assert times == sorted(times)


def test_the_wall_time_of_a_record_is_found() -> None:
    """The wall time of a raw record is not found, or is found where the record has none."""
    assert wall_of(b'{"kind":"ticked","at":5,"wall_ms":1791968400000}') == 1791968400000
    assert wall_of(b'{"kind":"ticked","at":5}') == 0


@given(st.integers(-(2**63), 2**63 - 1), st.integers(1, 10**16 - 1))
def test_a_time_beyond_the_calendar_is_the_last_possible(at: int, wall_ms: int) -> None:
    """An export of a file that was written by hand ends with a traceback."""
    wall = WallTime.of("", [(0, wall_ms)])
    assert wall.at(0) <= wall.at(max(0, at)) <= datetime(9999, 1, 1, tzinfo=UTC)
