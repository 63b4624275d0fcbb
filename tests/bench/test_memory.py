"""The measurement of memory: it comes to its end, and sets both sides against each other after as many messages."""

from __future__ import annotations

import sys

import pytest

from tests.bench import memory

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its server ends with an input that it polls")


@pytest.mark.night(keep=0)
def test_a_small_room_is_measured_to_its_end() -> None:
    """A figure compared with an unused connection counts the memory of libzmq as ours."""
    small, large, seat = memory.run((1, 2), 1.5)
    assert (small["seats"], large["seats"], seat["seats"]) == (10, 20, [10, 20])
    assert small["messages"] >= 1  # type: ignore[operator]  # all of these are numbers
    for line in (small, large):
        assert line["rss_mb"] > line["bare_rss_mb"] > 10  # type: ignore[operator]
    assert seat["above_kb"] == pytest.approx(seat["kb_a_seat"] - seat["bare_kb_a_connection"], abs=0.2)  # type: ignore[operator]
