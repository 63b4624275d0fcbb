"""Estimates: a mean with its 95 % interval, and the number of playouts behind it.

Shares of a victory are between 0 and 1, differences of two shares between -1 and 1. The intervals also hold for few
playouts and at the edges, where the plain normal interval has no width.

- Shares: Wilson's interval (JASA 22, 1927).
- Paired differences: the interval of Agresti and Min (Statistics in Medicine 24, 2005). It adds two pairs, one half
  of
  which speaks for either side. Half a playout is added for the steps in which both are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from warcouncil.protocol.words import Model

Z = 1.959964
"""How many standard errors to either side contain 95 % of a normal distribution."""
TOLD_MIN = 20
"""An estimate from fewer playouts is not shown."""


class Estimate(Model):
    """A mean of `n` playouts, and its 95 % interval."""

    mean: float
    low: float
    high: float
    n: int

    @property
    def told(self) -> bool:
        """Whether it has enough playouts to be shown."""
        return self.n >= TOLD_MIN

    @property
    def sign(self) -> int:
        """Whether it is surely above 0 (1), surely below (-1), or neither (0)."""
        return (self.low > 0) - (self.high < 0)


def enough(one: Estimate) -> int:
    """Return how many playouts would show that an estimate differs from zero, if its mean is right.

    The width of the interval falls with the square root of their number.
    """
    half = (one.high - one.low) / 2
    return ceil(one.n * (half / one.mean) ** 2)


def share(values: Sequence[float]) -> Estimate:
    """Return the estimate of a share of victory, from playouts that each gave a share from 0 to 1."""
    n = len(values)
    mean = sum(values) / n
    middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return Estimate(mean=mean, low=max(0.0, middle - half), high=min(1.0, middle + half), n=n)


def difference(values: Sequence[float]) -> Estimate:
    """Return the estimate of a difference of shares, from pairs of playouts with the same chance, each from -1 to 1."""
    n = len(values)
    mean = sum(values) / n
    held = sum(values) / (n + 2)
    spread = (sum(value * value for value in values) + 1) / (n + 2) - held * held
    half = Z * sqrt(spread / (n + 2)) + 1 / (2 * n)
    return Estimate(mean=mean, low=max(-1.0, held - half), high=min(1.0, held + half), n=n)


def certain(value: float) -> Estimate:
    """Return a certain value in the form of an estimate: the result of the game."""
    return Estimate(mean=value, low=value, high=value, n=0)
