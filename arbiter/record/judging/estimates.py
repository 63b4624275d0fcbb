"""Estimates: a mean with the interval in which the true value lies nineteen times out of twenty, and what it rests on.

Shares of a victory lie between 0 and 1, differences of two between -1 and 1. The intervals hold at few playouts and at the
edges too, where the plain normal one has no width: Wilson's for shares (JASA 22, 1927), and for paired differences that of
Agresti and Min, with two pairs added of which one half speaks for either side (Statistics in Medicine 24, 2005), and half a
playout for the steps in which both are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from warcouncil.protocol.words import Model

Z = 1.959964
"""So many standard errors to either side hold 95 % of a normal distribution."""
TOLD_MIN = 20
"""What rests on fewer playouts is not told."""


class Estimate(Model):
    """A mean of `n` playouts, and its 95 % interval."""

    mean: float
    low: float
    high: float
    n: int

    @property
    def told(self) -> bool:
        """Whether it rests on enough to be told."""
        return self.n >= TOLD_MIN

    @property
    def sign(self) -> int:
        """Whether it is surely above 0 (1), surely below (-1), or neither (0)."""
        return (self.low > 0) - (self.high < 0)


def enough(one: Estimate) -> int:
    """Give how many playouts would tell whether an estimate is nothing, if its mean is right: the interval narrows with their root."""
    half = (one.high - one.low) / 2
    return ceil(one.n * (half / one.mean) ** 2)


def share(values: Sequence[float]) -> Estimate:
    """Estimate a share of victory from playouts that each gave one, from 0 to 1."""
    n = len(values)
    mean = sum(values) / n
    middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return Estimate(mean=mean, low=max(0.0, middle - half), high=min(1.0, middle + half), n=n)


def difference(values: Sequence[float]) -> Estimate:
    """Estimate a difference of shares from pairs of playouts with the same chance, each from -1 to 1."""
    n = len(values)
    mean = sum(values) / n
    held = sum(values) / (n + 2)
    spread = (sum(value * value for value in values) + 1) / (n + 2) - held * held
    half = Z * sqrt(spread / (n + 2)) + 1 / (2 * n)
    return Estimate(mean=mean, low=max(-1.0, held - half), high=min(1.0, held + half), n=n)


def certain(value: float) -> Estimate:
    """Give what is no estimate: how the game ended."""
    return Estimate(mean=value, low=value, high=value, n=0)
