"""The amount of work in a run: a little by day, all of it at night (the environment variable
WARCOUNCIL_PROFILE says `night`). A test marked `@pytest.mark.night(keep=2)` runs with two of its variants
by day and with all at night. `keep=0` leaves it to the night. Tests that the command line names with `::`
run whole.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from typing import Any, TypeVar

import pytest

Chosen = TypeVar("Chosen")
BY_NIGHT = os.environ.get("WARCOUNCIL_PROFILE") == "night" or "--snapshot-update" in sys.argv
"""Whether everything is tried.

A run that draws pictures again draws all of them: omitted ones are deleted otherwise.
"""


def games(by_day: int = 40, at_night: int = 2000) -> int:
    """Return the number of random games (worlds, damages, kills) of a test."""
    return at_night if BY_NIGHT else by_day


def turns(choices: tuple[Chosen, ...], number: int) -> tuple[Chosen, ...]:
    """Return the choices for a test of this number: at night each of them, by day they take turns."""
    return choices if BY_NIGHT else (choices[number % len(choices)],)


def some(choices: Sequence[Chosen], by_day: int = 4) -> list[tuple[int, Chosen]]:
    """Return choices with their numbers: at night all, by day a few, from the first on and as far apart as
    possible.
    """
    numbered = [*enumerate(choices)]
    return numbered if BY_NIGHT else numbered[:: -(-len(numbered) // by_day)]


def spread(*choices: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the combinations for a test: at night each choice with each other; by day each of them at least
    once, the longest list in order and the others in turn beside it.
    """
    if BY_NIGHT:
        return list(product(*choices))
    return [tuple(some[at % len(some)] for some in choices) for at in range(max(map(len, choices)))]


def share(choices: Sequence[Chosen], number: int, of: int) -> Sequence[Chosen]:
    """Return the part of a list for one of several tests: at night all; by day its share, so that together
    they try each.
    """
    return choices if BY_NIGHT else choices[number % of :: of]


def seconds(clock: float, short: int = 12) -> float:
    """Return the time for a clock without any event: the whole clock at night, otherwise a short while."""
    return clock if BY_NIGHT else min(clock, short)


def spaced(number: int, keep: int) -> set[int]:
    """Choose `keep` of a number of variants, the first one and others as far apart as possible. Return their places."""
    return {at * number // keep for at in range(keep)} if keep < number else {*range(number)}


def left_for_the_night(items: Sequence[pytest.Item], named: Sequence[str]) -> list[pytest.Item]:
    """Return the marked tests that do not run by day. `named`: the arguments of the command line."""
    if BY_NIGHT or any("::" in each for each in named):
        return []
    marked = defaultdict[str, list[tuple[pytest.Item, int]]](list)
    for item in items:
        if mark := item.get_closest_marker("night"):
            marked[item.nodeid.partition("[")[0].partition("@")[0]].append((item, mark.kwargs["keep"]))
    return [
        item
        for variants in marked.values()
        for at, (item, keep) in enumerate(variants)
        if at not in spaced(len(variants), keep)
    ]
