"""The course of a game, for its debrief: what is worth following through it, and who is ahead by its rules.

All of it is optional. A game that says nothing is followed by what it counts (`standings`) and by the tracks of its public sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that can be followed through a game, such as "divisions in reserve", for each team or seat.

    Everyone may know it, at the moment at which the position stands; or (`own`) each team knows its own alone.
    """

    label: str
    by: Mapping[str, float]
    own: bool = False


@dataclass(frozen=True, slots=True)
class Bearings:
    """How a position stands. `ahead` is the rules' own measure of who is winning, for each team or seat: the more the
    better, and everyone may know it; empty: the rules have none. `ahead_is` names it, such as "victory points more"."""

    figures: tuple[Figure, ...] = ()
    ahead: Mapping[str, float] = field(default_factory=dict)
    ahead_is: str = ""


def ahead_of_the_next(points: Mapping[str, float]) -> dict[str, float]:
    """Give for each side how much more it has than the best of the others."""
    return {
        side: own - max((other for name, other in points.items() if name != side), default=0)
        for side, own in points.items()
    }
