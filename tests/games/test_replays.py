"""The same answers give the same game, also in another process with another order of its sets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from warcouncil.games.kit.play.play import Playing, play_on, seed_of, silent

from tests.games import found
from tests.games.replays import fingerprint, record, replay
from tests.profile import games, spread

ROOT = Path(__file__).parents[2]


@cache
def recorded(name: str) -> list[tuple[dict[str, object], str]]:
    """Return some recorded games with their fingerprints."""
    played = (*found.default_games(name), *found.option_games(name)[:: games(8, 60)])
    playings = [*(each.playing for each in played), silence(name)]
    return [(record(name, playing), fingerprint(playing)) for playing in playings]


def silence(name: str) -> Playing:
    """Return a game without any answer, so that the rules alone decide."""
    game = found.load(name)
    playing = Playing(game, found.limited(name), seed_of("silence"))
    play_on(playing, silent, found.GATES_MAX)
    return playing


@pytest.mark.parametrize("name", found.NAMES)
def test_the_same_answers_give_the_same_game(name: str) -> None:
    """A table that is resumed, or a battle that is replayed, has another result."""
    for lines, expected in recorded(name):
        assert fingerprint(replay(json.loads(json.dumps(lines)))) == expected


def fingerprints(name: str, hash_seed: int) -> list[str]:
    """Return the fingerprints of a game's recorded plays in a process with this hash seed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.replays"],
        input="\n".join(json.dumps(line) for line, _ in recorded(name)),
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        timeout=220,
        check=False,
    )
    assert done.stderr == ""
    return [json.loads(line)[1] for line in done.stdout.splitlines()]


@pytest.mark.night(keep=3)
@pytest.mark.parametrize(("name", "hash_seed"), spread(found.NAMES, [0, 1, 2]))
def test_the_order_of_sets_never_reaches_the_record(name: str, hash_seed: int) -> None:
    """A digest that depends on the process stops a table each time it is resumed."""
    assert fingerprints(name, hash_seed) == [expected for _, expected in recorded(name)]
