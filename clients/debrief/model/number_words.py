"""The form of times and numbers in a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

FEW = 5
"""A statistic over fewer tables or answers than this is not shown."""


class Measured(Protocol):
    """An estimated share of victory."""

    @property
    def mean(self) -> float:
        """The mean of the playouts."""

    @property
    def low(self) -> float:
        """The lower end of its 95 % interval."""

    @property
    def high(self) -> float:
        """The upper end."""

    @property
    def n(self) -> int:
        """The number of playouts."""


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
    """Return a number with one decimal, none if it is whole."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def hundredths(start: float, parts: Sequence[float], end: float) -> list[int]:
    """Return the parts between two shares in whole hundredths that add up.

    The part furthest from its whole number is adjusted.
    """
    total = round(100 * end) - round(100 * start)
    whole = [round(100 * part) for part in parts]
    off = total - sum(whole)
    way = 1 if off > 0 else -1
    given = sorted(range(len(parts)), key=lambda at: way * (whole[at] - 100 * parts[at]))
    for at in given[: abs(off)]:
        whole[at] += way
    return whole


def signed(value: float) -> str:
    """Return a difference with its sign."""
    return f"+{number(value)}" if value > 0 else f"−{number(-value)}" if value < 0 else "±0"


def chance(one: Measured) -> str:
    """Return a chance with its interval and the number of playouts.

    When a game is over the chance is certain, without an interval.
    """
    if one.low == one.high:
        return f"{one.mean:.0%}"
    return f"{one.mean:.0%} ({one.low:.0%} to {one.high:.0%}, n {one.n})"
