"""The format of times and numbers in a report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Protocol

from warcouncil.clients.wording.saying import say

FEW = 5
"""A statistic over fewer tables or answers than this is not shown."""


class Measured(Protocol):
    """An estimated share of victory."""

    @property
    def mean(self) -> float:
        """The mean of the playouts."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""

    @property
    def n(self) -> int:
        """The number of playouts."""


def together(names: Sequence[str]) -> str:
    """Return names as one subject: "Red and Blue"."""
    return reduce(lambda one, other: say("report.both", one=one, other=other), names) if names else ""


def clock(ms: int) -> str:
    """Return a time of the exercise: 4:07, or 1:04:07."""
    seconds = max(0, ms) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def lasted(ms: int | None) -> str:
    """Return how long something took: 4 s, 2 min 5 s, 1 h 3 min, or "–" if it is unknown."""
    if ms is None:
        return "–"
    if ms < 9_950:
        return f"{ms / 1000:.1f} s"
    seconds = round(ms / 1000)
    if seconds < 60:
        return f"{seconds} s"
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes} min {seconds} s" if seconds else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min"


def number(value: float) -> str:
    """Return a number with one decimal, or without decimals if it is a whole number."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def signed(value: float) -> str:
    """Return a difference with its sign."""
    return f"+{number(value)}" if value > 0 else f"−{number(-value)}" if value < 0 else "±0"


UNCLEAR = "unclear"
"""The word in place of a part of a result whose interval contains zero."""


def score(one: Measured) -> str:
    """Return an expected score with its interval and the number of playouts.

    A win counts 100 points. In a draw the sides share the points. When a game is over, the score is certain.
    """
    if one.low == one.high:
        return f"{100 * one.mean:.0f}"
    return f"{100 * one.mean:.0f} ({100 * one.low:.0f} to {100 * one.high:.0f}, n {one.n})"


def part(one: Measured) -> str:
    """Return a part of a result in points with its interval. It is "0" if nothing changed, and UNCLEAR if the
    change may be zero.
    """
    if one.low == one.high == 0:
        return "0"
    if one.low <= 0 <= one.high:
        return UNCLEAR
    low, high = sorted((one.low, one.high), key=abs)
    return f"{points(one.mean)} ({points(low)} to {points(high)})"


def lost(one: Measured | None) -> str:
    """Return a mean loss in points with its interval. A loss below zero counts as none."""
    if one is None:
        return "–"
    mean, low, high = (max(0.0, 100 * value) for value in (one.mean, one.low, one.high))
    return f"{mean:.1f} ({low:.1f} to {high:.1f})"


def points(value: float) -> str:
    """Return a difference of expected scores in points, with its sign."""
    return signed(round(100 * value))
