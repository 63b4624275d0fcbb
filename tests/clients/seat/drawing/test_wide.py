"""A wide screen uses its width: a bar beside the clock, a briefing in columns, and a story from the top."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.drawing.header import GAUGE, clock_lines, gauge_lines
from warcouncil.clients.seat.drawing.help_pages import help_lines
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.screen import ShownClock, Weight
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.widgets.pieces.drawn import Page

from tests.clients.seat.screen.test_briefing import waiting
from tests.clients.seat.sitting import LARGE, MIDDLE, sitting
from tests.clients.seat.tables import ids, playing, view, welcome


def clock(left_ms: int, total_ms: int = 120_000, timing: Timing = Timing.RUNS) -> ShownClock:
    """Return a clock with this much time left."""
    return ShownClock(timing, left_ms, total_ms, "", Weight.PLAIN)


@pytest.mark.parametrize("left_ms", [0, 1, 15_000, 60_000, 119_000, 120_000, 150_000])
def test_the_bar_beside_the_clock_has_the_length_of_the_time_left(left_ms: int) -> None:
    """If this fails, a player who looks at the bar alone sees more or less time than there is."""
    rows = [line.plain.rstrip() for line in gauge_lines(clock(left_ms), 5, "")]
    steps = sum(GAUGE.index(row[0]) for row in rows if row[0] in GAUGE)
    assert all(row[0] == row[1] for row in rows)
    assert abs(steps - min(1, left_ms / 120_000) * 40) <= 1
    assert (steps == 0) == (left_ms == 0)
    assert [row[0] in GAUGE for row in rows] == sorted(row[0] in GAUGE for row in rows), (
        "it stands on the ground"
    )


def test_only_a_clock_with_a_known_length_has_a_bar() -> None:
    """If this fails, a clock without a length divides by zero, or a narrow header has no space for its text."""
    for tall in (True, False):
        assert "█" in clock_lines(clock(60_000), tall=tall, bar=True)[-1].plain
        assert "█" not in clock_lines(clock(60_000), tall=tall, bar=False)[-1].plain
        assert "█" not in clock_lines(clock(60_000, total_ms=0), tall=tall, bar=True)[-1].plain


@pytest.mark.parametrize("size", [MIDDLE, LARGE])
async def test_a_wide_briefing_has_its_parts_side_by_side(size: tuple[int, int]) -> None:
    """If this fails, the first text of a game is a narrow column in an empty screen."""
    async with sitting(*waiting("kashmir_crisis", "india"), size=size) as seat:
        rows = seat.app.screen.query_one("#briefing", Page).text.splitlines()
    heads = next(row for row in rows if "How you win" in row)
    assert "What you see" in heads
    assert "What you decide" in heads
    assert max(map(len, rows)) <= size[0] - 8


async def test_a_short_story_begins_at_the_top_of_its_place() -> None:
    """If this fails, the middle of the right column is empty."""
    table = playing("kashmir_crisis")
    async with sitting(welcome(table, "india"), view(table, "india"), size=LARGE) as seat:
        page = seat.app.table.query_one("#story", Page)
        assert page.children[0].region.y == page.region.y


@pytest.mark.parametrize("demo", [False, True])
def test_the_help_mentions_a_demo_only_in_one(demo: bool) -> None:
    """If this fails, a player of an exercise is told that another game can begin."""
    desk = Desk(ids())
    desk.feed(welcome(playing("kartenspiel"), "red.army").model_copy(update={"plays_again": demo}), 0)
    said = " ".join(line.plain for line in help_lines(desk, 200))
    assert ("the demo ends" in said) == demo
    assert ("begins another game" in said) == demo
    assert ("brings you back" in said) != demo
