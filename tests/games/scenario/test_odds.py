"""The white cell's odds, compared with the results."""

from __future__ import annotations

import pytest
from warcouncil.games.kit.events import Event
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.events.decided import ArgumentDecided, ArgumentPassed
from warcouncil.games.scenario.odds import brier

SCORE = ("Brier score (0 is perfect, and 50 % each time would give 0.25)", "", "0.24", "0.16")


def decided(odds: int, *, came_true: bool, judged: bool = True) -> Event:
    """Return an argument that was decided."""
    roll = 0 if odds in (0, 100) else 1 if came_true else 100
    return ArgumentDecided("Blue", "It rains", (), (), odds, judged, roll, came_true)


def test_odds_are_scored_by_what_came_true() -> None:
    """A judge who is always sure and always wrong looks as good as one who knows."""
    assert brier([(95, True), (5, False)]) == pytest.approx(0.0025)
    assert brier([(95, False), (5, True)]) == pytest.approx(0.9025)
    assert brier([(50, True), (50, False)]) == pytest.approx(0.25)


def test_the_debrief_compares_the_odds_with_the_results() -> None:
    """The odds have no account. An argument without a judgement or a roll is left out of it."""
    events = [
        decided(80, came_true=True),
        decided(80, came_true=False),
        decided(20, came_true=False),
        decided(100, came_true=True),
        decided(50, came_true=True, judged=False),
        ArgumentPassed("Red"),
    ]
    (table,) = GAME.afterwards(events)
    assert table.rows == (
        ("20 %", "1", "0", "0.20"),
        ("80 %", "2", "1", "1.60"),
        ("all", "3", "1", "1.80"),
        SCORE,
    )


def test_where_nothing_was_weighed_nothing_is_scored() -> None:
    """An empty table in every debrief looks like a score of zero."""
    assert GAME.afterwards([ArgumentPassed("Red"), decided(50, came_true=True, judged=False)]) == ()
