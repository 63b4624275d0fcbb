"""Playing many games.

Each follows from its seed, in whatever process it is played, and one that fails or does not end costs no
other.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from warcouncil.arbiter.record.judging.analysis import pool
from warcouncil.clients.room.rehearsal import many_games
from warcouncil.clients.room.rehearsal.many_games import GameRun, GameSetup, by_many, by_one, seeds, tried
from warcouncil.clients.room.rehearsal.rules_alone import POLICIES
from warcouncil.games import registry
from warcouncil.games.kit.play.play import Playing

from tests import profile
from tests.toys.planted import shelf

FERRY = GameSetup("recital", {}, "random")


@pytest.fixture(autouse=True)
def recital() -> Iterator[None]:
    """Add a small game to the others."""
    with shelf():
        yield


def flat(parts: Iterator[tuple[GameRun, ...]]) -> list[GameRun]:
    """Return the games in the order of their seeds."""
    return sorted((one for part in parts for one in part), key=lambda one: (len(one.seed), one.seed))


def test_seeds_are_counted_on() -> None:
    """A thousand games are one game, a thousand times."""
    assert seeds("7", 3) == ("7", "8", "9")
    assert seeds("9" * 5000, 2) == ("9" * 5000, "9" * 5000 + "-2")
    assert seeds("jena", 3) == ("jena", "jena-2", "jena-3")
    assert len({*seeds("0" * 63 + "a", 50)}) == 50


def test_a_game_says_how_it_ended_how_long_its_clocks_ran_and_what_it_told() -> None:
    """An author learns only that the game ended."""
    (made,) = tried(FERRY, ("4",))
    assert made.clocks == (("Morning", 60.0), ("Evening", 90.0))
    assert made.rounds == (60.0, 90.0)
    assert (made.reason, made.rounds_are, made.fault, made.illegal) == (
        "The recital is over",
        "scenes",
        "",
        0,
    )
    assert len(made.told) == 2
    assert {name.partition(".")[0] for name in made.told} == {"Morning", "Evening"}
    assert tried(GameSetup("recital", {"pace": 50}, "random"), ("4",))[0].clocks[0] == ("Morning", 30.0)


def test_many_hands_play_the_same_games_as_one() -> None:
    """A finding of one seed cannot be reproduced."""
    wanted = seeds("0", 11)
    alone = flat(by_one(FERRY, wanted))
    with ThreadPoolExecutor(3) as crew:
        assert flat(by_many(FERRY, wanted, crew, hands=3)) == alone
    assert [one.seed for one in alone] == [*wanted]
    assert len({(one.winners, one.told) for one in alone}) > 1
    assert pickle.loads(pickle.dumps((FERRY, alone))) == (FERRY, alone)  # as processes hand them over


@pytest.mark.skipif(not profile.BY_NIGHT, reason="two processes take seconds to begin: tried at night")
def test_processes_play_them_too() -> None:
    """On a machine of eight processors the evening is as long as on one."""
    ways, wanted = GameSetup("kashmir_crisis", {}, "sensible"), seeds("0", 9)
    with pool(2) as crew:
        assert flat(by_many(ways, wanted, crew, hands=2)) == flat(by_one(ways, wanted))


def test_a_game_that_fails_or_does_not_end_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """One fault in a thousand games loses the results of the other nine hundred."""
    game = type(registry.load("recital"))
    resolve = game.resolve

    def fails(self: Any, state: Any, declarations: Any, dice: Any) -> Any:
        assert set(declarations.values()) != {True}, "a fault of the rules"
        return resolve(self, state, declarations, dice)

    monkeypatch.setattr(game, "resolve", fails)
    made = flat(by_one(FERRY, seeds("0", 20)))
    faults = [one.fault for one in made if one.fault]
    assert {*faults} == {"its rules failed (AssertionError)"}
    assert 0 < len(faults) < 20
    monkeypatch.setattr(many_games, "GATES_MAX", 1)
    assert {one.fault for one in by_one_silent()} == {"not over after 1 questions"}


def by_one_silent() -> list[GameRun]:
    """Play two games in which every seat is silent."""
    return flat(by_one(GameSetup("recital", {}, "default"), seeds("0", 2)))


def test_an_answer_that_breaks_a_rule_is_silence_and_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario's bot hints end the rehearsal with a traceback, or are wrong without a report."""
    monkeypatch.setitem(POLICIES, "wrong", _wrong)
    (made,) = tried(GameSetup("recital", {}, "wrong"), ("1",))
    assert (made.illegal, made.fault, made.told) == (4, "", ("Evening.no", "Morning.no"))


def _wrong(_playing: Playing, _seat: str) -> dict[str, Any]:
    return {"say": "perhaps"}
