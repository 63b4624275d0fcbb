"""What is left for the night is what the rota says, is there, and is tried by whoever names it."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import rota

TESTS = Path(__file__).parent
ITEMS: list[Any] = [
    SimpleNamespace(nodeid=each)
    for each in ("tests/a.py::test_games[a]", "tests/a.py::test_games[b]", "tests/a.py::test_games[c]")
] + [SimpleNamespace(nodeid=each) for each in ("tests/a.py::test_other", "tests/b.py::test_long")]


@pytest.fixture
def by_day(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Say that it is day, and what is tried then."""
    monkeypatch.setattr(rota, "BY_NIGHT", False)
    monkeypatch.setattr(rota, "BY_DAY", {"a.py::test_games": 2, "b.py::test_long": 0})
    return monkeypatch


def test_every_test_of_the_rota_is_there() -> None:
    """A test that was given a better name would be tried by day in full again, and nobody would see why a run takes longer."""
    there = set[str]()
    for file in {name.partition("::")[0] for name in rota.BY_DAY}:
        body = ast.parse((TESTS / file).read_text("utf-8")).body
        there |= {f"{file}::{getattr(each, 'name', '')}" for each in body}
    assert {*rota.BY_DAY} <= there


@pytest.mark.usefixtures("by_day")
def test_by_day_a_few_are_tried_and_the_others_left() -> None:
    """What the rota names would be tried in full, or what it does not name would never be tried."""
    assert [each.nodeid[-3:] for each in rota.left_out(ITEMS, ["tests"])] == ["[c]", "ong"]


@pytest.mark.usefixtures("by_day")
def test_whoever_names_a_test_gets_it() -> None:
    """Somebody who tries one test would be told that there is none."""
    assert rota.left_out(ITEMS, ["tests/b.py::test_long"]) == []


def test_at_night_nothing_is_left_out(by_day: pytest.MonkeyPatch) -> None:
    """What is left out by day would never be tried."""
    by_day.setattr(rota, "BY_NIGHT", True)
    assert rota.left_out(ITEMS, ["tests"]) == []


def test_few_of_many_stand_far_apart() -> None:
    """They would be the first of a list that begins with what is most alike."""
    assert [sorted(rota.by_turns(*each)) for each in ((6, 3), (7, 3), (3, 1), (2, 2), (2, 5), (4, 0))] == [
        [0, 2, 4],
        [0, 2, 4],
        [0],
        [0, 1],
        [0, 1],
        [],
    ]
