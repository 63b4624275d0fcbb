"""The clock of a gate: no time is lost by a stop, and given time is given in full."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.table.gate import GateClock


def test_a_stop_keeps_the_time_that_was_left() -> None:
    """A pause costs or gives a player time."""
    clock = GateClock.started(100, 10_000).paused(4_100)
    assert clock.left(90_000) == 6_000
    assert clock.resumed(90_000).deadline == 96_000


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize(
    ("more_ms", "left_ms", "total_ms"),
    [(5_000, 11_000, 15_000), (-2_000, 4_000, 8_000), (-9_000, 0, 1_000), (-20_000, 0, 0)],
)
def test_the_total_of_a_clock_grows_and_shrinks_with_the_time_left(
    stopped: bool, more_ms: int, left_ms: int, total_ms: int
) -> None:
    """The bar on the screen is longer than the time, or empty before the time is up."""
    clock = GateClock.started(0, 10_000)
    clock = (clock.paused(4_000) if stopped else clock).extended(4_000, more_ms)
    assert (clock.left(4_000), clock.total_ms) == (left_ms, total_ms)
    assert (clock.deadline is None) is stopped
    view = clock.view(4_000)
    assert (view.left_ms, view.total_ms, view.running) == (left_ms, total_ms, not stopped)


def test_a_clock_is_resumed_once() -> None:
    """A second resume gives the table time that it does not have."""
    clock = GateClock.started(0, 60_000).paused(10_000).resumed(20_000)
    assert clock.deadline == 70_000
    assert clock.resumed(30_000) == clock
    assert clock.left(75_000) == 0
