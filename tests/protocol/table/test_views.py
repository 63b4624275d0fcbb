"""The one clock, as its reader counts it."""

from __future__ import annotations

import pytest
from warcouncil.protocol.table.views import ClockView


@pytest.mark.parametrize(
    ("running", "heard_ms", "now_ms", "left_ms"),
    [
        (True, 1000, 1000, 30_000),
        (True, 1000, 11_000, 20_000),
        (True, 1000, 31_000, 0),
        (True, 1000, 99_000, 0),
        (False, 1000, 99_000, 30_000),
    ],
)
def test_a_clock_runs_from_when_it_was_heard_and_never_below_nothing(
    running: bool, heard_ms: int, now_ms: int, left_ms: int
) -> None:
    """Every screen shows another time, or a stopped clock runs on."""
    assert ClockView(left_ms=30_000, total_ms=60_000, running=running).left_at(heard_ms, now_ms) == left_ms
