"""Damaged, shuffled and random files: each is read or refused, never anything else."""

from __future__ import annotations

import json
import random
import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.checks.who_knows import WhoKnows, parts
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound

from tests.games.scenario.broad import BROAD
from tests.profile import games

WORDS: tuple[Any, ...] = (
    "", "own", "all", "blue", "red.admiral", "cell", "cell.head", "move", "oil", "tension of blue", "oil of own", "{oil}", "{",
    "{own}", "{move of own}", "sum of oil > 2", "count move is talk >= 1", "red holds atlas", "own holds atlas", "budget of blue in ships",
    "end", "always", "seat", "commander", "questions", "treaty", "silent", "*", "- 3", "tension +", -1, 0, 2, 30, 1e9, True, None, [], {},
    [""], ["own"], ["blue", "blue"], {"own": "x"}, {"blue": 3}, "\u202e", "é" * 200, "9" * 150 + " > 1",
)  # fmt: skip


def quietly(text: str) -> None:
    """Read a text, and raise no other error than that it is unsound.

    A text that is read can also be linted, shown and started.
    """
    try:
        found = read.__wrapped__(text)
    except Unsound:
        return
    doubts(found)
    parts(WhoKnows(found))
    Playing(GAME, GAME.options_type(scenario=text), seed_of("hostile"))


@given(st.binary(max_size=200))
@settings(max_examples=games(30, 2000), deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """A file from a camera stops the program with forty lines of Python."""
    quietly(data.decode("latin-1"))


@given(st.integers(0, len(BROAD) - 1), st.integers(0, 40), st.text(max_size=6))
@settings(max_examples=games(60, 3000), deadline=None)
def test_a_file_with_a_hole_in_it_is_read_or_refused(at: int, much: int, instead: str) -> None:
    """An author who saves in the middle of a word sees a traceback."""
    quietly(BROAD[:at] + instead + BROAD[at + much :])


@given(st.integers(0, 1 << 32), st.integers(1, 4))
@settings(max_examples=games(60, 4000), deadline=None)
def test_a_file_of_shuffled_values_is_read_or_refused(seed: int, changes: int) -> None:
    """A stranger writes a value that is in no example, such as a number as a choice, or an empty list, and
    sees a traceback.
    """
    dice = random.Random(seed)  # no secret: it only has to differ
    data = tomllib.loads(BROAD)
    for _ in range(changes):
        spoil(data, dice)
    quietly(json.dumps(data))


def spoil(data: Any, dice: random.Random) -> None:
    """Put another value somewhere in the file."""
    places: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        value = waiting.pop()
        keys = list(value) if isinstance(value, dict) else range(len(value))
        places += [(value, key) for key in keys]
        waiting += [value[key] for key in keys if isinstance(value[key], dict | list)]
    within, key = dice.choice(places)
    other, there = dice.choice(places)
    match dice.randrange(4):
        case 0:
            within[key] = dice.choice(WORDS)
        case 1:
            within[key] = json.loads(json.dumps(other[there]))
        case 2 if isinstance(within[key], list) and within[key]:
            within[key].append(json.loads(json.dumps(dice.choice(within[key]))))
        case _:
            del within[key]
