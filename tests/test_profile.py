"""A run by day leaves out no choice, and a run at night no pair of them."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from tests import profile


def item(nodeid: str, keep: int | None = None) -> Any:
    """Return a test of this name, marked for the night if `keep` is given."""
    mark = None if keep is None else pytest.mark.night(keep=keep).mark
    return SimpleNamespace(nodeid=nodeid, get_closest_marker={"night": mark}.get)


GAMES, SIZES, LIGHTS = ("a", "b", "c", "d", "e"), ("small", "middle", "large"), ("dark", "light")


def test_by_day_each_choice_comes_and_no_more_than_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game, or a size of a window, is tested only in the nightly run, and breaks in the morning unseen."""
    monkeypatch.setattr(profile, "BY_NIGHT", False)
    tried = profile.spread(GAMES, SIZES, LIGHTS)
    assert [{*each} for each in zip(*tried, strict=True)] == [{*GAMES}, {*SIZES}, {*LIGHTS}]
    assert len(tried) == len(GAMES)
    shares = [profile.share(GAMES, number, 3) for number in range(3)]
    assert sorted(each for some in shares for each in some) == [*GAMES]


def test_at_night_each_choice_comes_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A combination that is left out by day is never tried."""
    monkeypatch.setattr(profile, "BY_NIGHT", True)
    assert profile.spread(GAMES, SIZES) == [*product(GAMES, SIZES)]
    assert profile.share(GAMES, 1, 3) == GAMES


ITEMS = [
    *(item(f"tests/a.py::test_games[{game}]", keep=2) for game in "abc"),
    item("tests/a.py::test_other"),
    item("tests/b.py::test_long", keep=0),
]


def test_by_day_marked_tests_run_with_few_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marked tests run completely by day, or tests without a mark never run."""
    monkeypatch.setattr(profile, "BY_NIGHT", False)
    left = [each.nodeid for each in profile.left_for_the_night(ITEMS, ["tests"])]
    assert left == ["tests/a.py::test_games[c]", "tests/b.py::test_long"]


def test_a_test_named_on_the_command_line_runs_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer who runs one test reads that there is none."""
    monkeypatch.setattr(profile, "BY_NIGHT", False)
    assert profile.left_for_the_night(ITEMS, ["tests/b.py::test_long"]) == []


def test_at_night_every_variant_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variants that are left out by day never run."""
    monkeypatch.setattr(profile, "BY_NIGHT", True)
    assert profile.left_for_the_night(ITEMS, ["tests"]) == []


@pytest.mark.parametrize(
    ("number", "keep", "places"),
    [
        (6, 3, {0, 2, 4}),
        (7, 3, {0, 2, 4}),
        (3, 1, {0}),
        (2, 2, {0, 1}),
        (2, 5, {0, 1}),
        (4, 0, set[int]()),
    ],
)
def test_kept_variants_are_far_apart(number: int, keep: int, places: set[int]) -> None:
    """The kept variants are the first ones, which are often alike."""
    assert profile.spaced(number, keep) == places
