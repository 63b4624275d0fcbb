"""The course of a game, for its debrief: the figures to follow, and who is ahead by the rules.

All of it is optional. For a game without a course the debrief follows `standings` and the tracks of the
public sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Figure:
    """A number to follow through a game, such as "divisions in reserve", for each team or seat.

    Everyone may know it when the position is reached. `own`: each team knows only its own number.
    """

    label: str
    by: Mapping[str, float]
    own: bool = False


@dataclass(frozen=True, slots=True)
class Bearings:
    """The figures of a position, and the side that is ahead in it.

    `ahead` is the rules' own measure of who is winning, for each team or seat. A higher number is better, and
    everyone may know it. It is empty if the rules have no measure. `ahead_is` names the measure, such as "lead in
    victory points".
    """

    figures: tuple[Figure, ...] = ()
    ahead: Mapping[str, float] = field(default_factory=dict)
    ahead_is: str = ""


def ahead_of_the_next(points: Mapping[str, float]) -> dict[str, float]:
    """Return for each side how far it is ahead of the best of the others."""
    return {
        side: own - max((other for name, other in points.items() if name != side), default=0)
        for side, own in points.items()
    }
