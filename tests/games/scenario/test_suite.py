"""The contract of every game applies to any scenario: a few random ones are checked by day, many at night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import Field
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.options import ScenarioOptions

from tests.games import (
    found,
    test_conformance,
    test_conformance_answers,
    test_conformance_course,
    test_conformance_events,
    test_conformance_records,
    test_conformance_scenes,
    test_conformance_secrecy,
    test_conformance_truth,
)
from tests.games.scenario.strategies import written
from tests.profile import games

PARTS: tuple[Any, ...] = (
    test_conformance,
    test_conformance_answers,
    test_conformance_course,
    test_conformance_events,
    test_conformance_records,
    test_conformance_scenes,
    test_conformance_secrecy,
    test_conformance_truth,
)
OF_OURS = {
    "test_every_option_has_a_default_and_a_meaning": "its options are those of every scenario",
    "test_our_games_offer_a_course": "a file may have no points",
    "test_dealing_anew_changes_something": "a file may have no secrets",
}
"""Checks of games of ours, and why a file need not stand them."""
CHECKS: dict[str, Callable[[str], None]] = {
    name: check
    for part in PARTS
    for name, check in vars(part).items()
    if name.startswith("test_") and name not in OF_OURS
}


def named(called: str, text: str) -> AnyGame:
    """Return the game with this default scenario."""

    class Options(ScenarioOptions):
        scenario: str = Field(text, description="This text.")

    class FromFile(type(GAME)):  # type: ignore[misc]  # the type of the one game of scenarios
        name = called
        options_type = Options

    return FromFile()


@pytest.fixture
def _forgetting() -> Iterator[None]:
    """Forget what was played afterwards."""
    kept = dict[str, AnyGame](found.TOYS)
    yield
    found.TOYS.clear()
    found.TOYS.update(kept)
    for cache in (found.default_games, found.option_games, found.all_games, found.sample):
        cache.cache_clear()


@pytest.mark.usefixtures("_forgetting")
@pytest.mark.parametrize("number", range(games(2, 200)))
def test_any_scenario_passes_the_whole_suite(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown file does not keep a promise that every game of ours keeps."""
    monkeypatch.setattr(found, "SEEDS", 1)
    name = f"random {number}"
    found.TOYS[name] = named(name, written(5, 1000 + number).text)
    (played,) = found.default_games(name)
    if (
        played.moments and played.playing.events
    ):  # where no phase opens, or nothing follows, there is nothing to hold to it
        for check in CHECKS.values():
            check(name)
