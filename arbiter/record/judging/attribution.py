"""Attribution: divides the effect of simultaneous decisions among the sides that made them.

Each side gets the mean effect of its decisions over all orders in which the sides could have decided. This is the
Shapley value (A Value for n-Person Games, 1953). So the order does not matter, and the shares add up to the change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from warcouncil.games.kit.dice import Dice

EXACT_MAX = 3
"""The largest number of deciding sides for which all orders are computed. Four sides have 24 orders, and need 16 sets of playouts."""

Order = tuple[str, ...]
Worth = Callable[[frozenset[str]], Mapping[str, float]]
"""Returns the share of each side in one playout, if only the decisions of these sides are fixed."""


def orders(deciders: Sequence[str], dice: Dice) -> Iterator[Order]:
    """Yield the orders to average over: all of them for few sides, or else a random order and its reverse."""
    if len(deciders) <= EXACT_MAX:
        yield from permutations(deciders)
        return
    drawn = dice.shuffled(tuple(deciders))
    yield drawn
    yield drawn[::-1]


def divided(wanted: Sequence[Order], worth: Worth) -> dict[str, dict[str, float]]:
    """Return what each side's decisions changed for each side in one playout: decider, then side."""
    known: dict[frozenset[str], Mapping[str, float]] = {}
    found: dict[str, dict[str, float]] = {}
    for order in wanted:
        for place, decider in enumerate(order):
            before, after = (
                known.get(made) or known.setdefault(made, worth(made))
                for made in (frozenset(order[:place]), frozenset(order[: place + 1]))
            )
            mine = found.setdefault(decider, dict.fromkeys(after, 0.0))
            for side in mine:
                mine[side] += (after[side] - before[side]) / len(wanted)
    return found
