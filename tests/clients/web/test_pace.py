"""The rate limit: first a burst, and then a number per second."""

from __future__ import annotations

from warcouncil.clients.web.limits import Rate


def test_a_burst_passes_and_then_only_the_rate() -> None:
    """A page that comes back cannot send all waiting requests, or a fast one is never limited."""
    pace = Rate(4.0, 8)
    assert [pace.take(100.0) for _ in range(10)] == [True] * 8 + [False] * 2
    assert sum(pace.take(100.0 + step / 100) for step in range(1000)) == 39


def test_a_long_rest_earns_no_more_than_the_burst() -> None:
    """A page that was silent for an hour floods for a minute."""
    pace = Rate(4.0, 8)
    assert pace.take(0.0)
    assert sum(pace.take(3600.0) for _ in range(100)) == 8
