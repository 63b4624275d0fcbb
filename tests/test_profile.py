"""What is tried by day leaves out no choice, and what is tried at night no pair of them."""

from __future__ import annotations

from itertools import product

import pytest

from tests import profile

GAMES, SIZES, LIGHTS = ("a", "b", "c", "d", "e"), ("small", "middle", "large"), ("dark", "light")


def test_by_day_each_choice_comes_and_no_more_than_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game, or a size of a window, would be tried at night alone, and break in the morning unseen."""
    monkeypatch.setattr(profile, "BY_NIGHT", False)
    tried = profile.spread(GAMES, SIZES, LIGHTS)
    assert [{*each} for each in zip(*tried, strict=True)] == [{*GAMES}, {*SIZES}, {*LIGHTS}]
    assert len(tried) == len(GAMES)
    shares = [profile.share(GAMES, number, 3) for number in range(3)]
    assert sorted(each for some in shares for each in some) == [*GAMES]


def test_at_night_each_choice_comes_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left out by day would never be tried."""
    monkeypatch.setattr(profile, "BY_NIGHT", True)
    assert profile.spread(GAMES, SIZES) == [*product(GAMES, SIZES)]
    assert profile.share(GAMES, 1, 3) == GAMES
