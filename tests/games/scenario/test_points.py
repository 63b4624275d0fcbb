"""The points at the end: each has its reason, and only a reader of the full truth sees the reasons."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import suggested
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.points import reasons_of
from warcouncil.games.scenario.sheet import sheet, truth
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.sheets import Rows, Sheet
from warcouncil.protocol.words import SeatId

from tests.clients.seat.tables import playing
from tests.games.scenario.playing import Table

COUNTED = ("budget", "evacuation", "four_courts", "harbour", "strait", "two_couriers", "upland")


def reasons(board: Sheet) -> tuple[tuple[str, ...], ...]:
    """Return the rows of reasons on a sheet."""
    return next(
        (e.rows for e in board.elements if isinstance(e, Rows) and e.title == say("shown.reasons")), ()
    )


@pytest.mark.parametrize("name", COUNTED)
def test_the_reasons_add_up_to_the_points(name: str) -> None:
    """If this fails, a player cannot see why a team has its points, or the reasons give another sum."""
    table = playing("scenario", 100, scenario=shipped.text(name), policy=suggested)
    assert isinstance(table.phase, Finish)
    state = table.state
    assert state.over is not None
    sums: Counter[str] = Counter()
    for who, why, points in reasons(truth(state)):
        assert why
        sums[who] += int(points)
    assert any(state.over.points.values())
    assert {state.play.title(who): won for who, won in state.over.points.items()} == {
        state.play.title(who): sums[state.play.title(who)] for who in state.over.points
    }


def test_only_the_full_truth_has_the_reasons() -> None:
    """If this fails, a player reads a rival's secret bonus before the secrets are shown."""
    table = playing("scenario", 100, scenario=shipped.text("evacuation"), policy=suggested)
    assert reasons(truth(table.state))
    for seat in (None, SeatId("roads.minister"), SeatId("sea.minister")):
        assert reasons(sheet(table.state, seat)) == ()


def test_nothing_is_counted_before_the_end() -> None:
    """If this fails, the white cell sees points that no rule has given yet."""
    table = playing("scenario", 1, scenario=shipped.text("evacuation"), policy=suggested)
    assert reasons(truth(table.state)) == ()


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ({"sum": ["tension"]}, ("Tension",)),
        ({"bonus": [{"to": "blue", "points": 3, "words": "the bridge"}]}, ("The bridge",)),
        ({"bonus": [{"to": "blue", "points": 3}]}, ("A bonus",)),
        ({"bonus": [{"to": "blue", "points": 1, "words": "x" * 280}] * 20}, ("X" + "x" * 279,) * 6),
    ],
)
def test_a_reason_is_named_by_the_file(scores: dict[str, Any], said: tuple[str, ...]) -> None:
    """If this fails, a reason has the name of a key, or twenty long reasons make a sheet too large to send."""
    look = Outlook(Table(scores=scores, rounds=1).state)
    assert tuple(why for who, why, _ in reasons_of(look) if who == "Blue") == said
