"""5.0 The chart of events: the length of its texts and lists, and its effects in words."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.games.kashmir_crisis.chart import (
    Chart,
    ChartEntry,
    ChoiceOf,
    FaceUp,
    TotalMod,
    Unusable,
    Vp,
    chart_of,
    describe,
)
from warcouncil.games.kit.errors import BadOption

from tests.games.kashmir_crisis.builder import own_chart

VP = {"type": "vp", "side": "IN", "n": 1}
MOD = {"type": "total_mod", "side": "PK", "front": "D", "n": 1}


def with_effect(effect: dict[str, Any]) -> dict[str, Any]:
    """Return a chart in which one card has this effect."""
    return own_chart(JS=[effect])


LIMITS: dict[str, tuple[Callable[[int], dict[str, Any]], int, int]] = {
    "name": (lambda n: own_chart() | {"name": "x" * n}, 1, 40),
    "note": (lambda n: own_chart() | {"note": "x" * n}, 0, 400),
    "events": (lambda n: own_chart() | {"events": [{"card": "JS"}] * n}, 0, 24),
    "title": (lambda n: own_chart() | {"events": [{"card": "JS", "title": "x" * n}]}, 0, 80),
    "effects": (lambda n: own_chart(JS=[VP] * n), 0, 6),
    "points": (lambda n: with_effect(VP | {"n": n}), -20, 20),
    "modifier": (lambda n: with_effect(MOD | {"n": n}), -20, 20),
    "face up": (lambda n: with_effect({"type": "face_up", "side": "IN", "fronts": ["D"] * n}), 1, 3),
    "unusable": (lambda n: with_effect({"type": "unusable", "side": "IN", "cards": ["10"] * n}), 1, 20),
    "options": (lambda n: with_effect({"type": "choice", "side": "IN", "options": [[VP]] * n}), 2, 6),
    "an option": (
        lambda n: with_effect({"type": "choice", "side": "IN", "options": [[VP] * n, [VP]]}),
        0,
        6,
    ),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_5_0_the_content_of_a_chart_has_limits(limit: str) -> None:
    """A chart has a thousand effects, or a title that fills the screen, and all players must read it."""
    make, least, greatest = LIMITS[limit]

    def takes(number: int) -> bool:
        try:
            Chart.model_validate(deepcopy(make(number)))
        except ValidationError:
            return False
        return True

    assert [takes(least), takes(greatest), takes(greatest + 1)] == [True, True, False]
    assert least == 0 or not takes(least - 1)


def test_5_0_a_chart_may_leave_out_what_is_not_needed() -> None:
    """A chart must have a title and a note for each event, although it does not need them."""
    entry = ChartEntry(card="JS")
    assert (entry.front, entry.title, entry.origin, entry.effects) == (None, "", "house", ())
    chart = Chart.model_validate({"rank_front": {}, "events": []})
    assert (chart.name, chart.note, chart.rank_front_origin) == ("inline", "", {})


def test_5_0_a_title_that_is_too_long_is_called_too_long() -> None:
    """The author of a long title reads that it cannot be printed, and finds no such character."""
    chart = own_chart()
    chart["events"][0]["title"] = "x" * 1000
    with pytest.raises(BadOption) as refused:
        chart_of(chart)
    line = str(refused.value)
    assert "at most 80 " in line, line
    assert "printable" not in line


def test_5_0_every_effect_is_told_in_words() -> None:
    """An event does not name the fronts on which cards lie face up, or the effects to choose from."""
    up = FaceUp(side="IN", fronts=("D", "I", "M"))
    points, less = Vp(side="PK", n=2), TotalMod(side="PK", front="M", n=-3)
    assert describe(up) == ("India's Diplomatic, Information and Military cards are played face up")
    assert describe(points) == "Pakistan +2 VP"
    assert describe(less) == "Pakistan's Military total -3"
    assert describe(Unusable(side="IN", cards=("10", "S"))) == "India cannot play any 10 and any ♠"
    assert describe(ChoiceOf(side="PK", options=((points, less), (less,), ()))) == (
        "Pakistan chooses: Pakistan +2 VP and Pakistan's Military total -3, or Pakistan's Military total -3, or nothing"
    )
