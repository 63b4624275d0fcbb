"""Stopwatches: a slow step is counted as slow, and a step that hangs is seen before it ends."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.shell.base.stopwatch import Stopwatch


def test_each_duration_counts_at_the_first_step_that_it_does_not_exceed() -> None:
    """A disk that takes exactly as long as the limit is counted as slower, or a slower one as equal."""
    watch = Stopwatch((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 1.0, 7.0):
        watch.note(seconds)
    assert watch.up_to == (2, 4, 5)
    assert watch.seconds == pytest.approx(8.65)


def test_a_running_write_is_seen_and_counts_however_it_ends() -> None:
    """A disk that hangs looks like an idle one. A write that failed at last is not counted as slow."""
    now = [100.0]
    watch = Stopwatch((1.0,), lambda: now[0])
    assert watch.under_way_seconds == 0

    def write() -> None:
        with watch.running():
            now[0] += 4
            assert watch.under_way_seconds == 4
            raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        write()
    assert watch.under_way_seconds == 0
    assert (watch.up_to, watch.seconds) == ((0, 1), 4)
