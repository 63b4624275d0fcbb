"""Estimates: a mean with its 95 % interval, and the number of playouts behind it.

Shares of a victory are between 0 and 1. Differences of two shares are between -1 and 1. The intervals also hold for few
playouts and at the edges, where the plain normal interval has no width.

- Shares: Wilson's interval (JASA 22, 1927).
- Paired differences: the interval of Agresti and Min (Statistics in Medicine 24, 2005). It adds two pairs, one half
  of which favours either side. It adds half a playout for the steps in which both are counted.
- Sums of differences over many gates: Student's interval of the means of batches (Law and Kelton, 9.5.3). All
  playouts with one number use the same random numbers at every gate. So a batch has the same playouts at every gate,
  and batches are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from warcouncil.protocol.words import Model

Z = 1.959964
"""How many standard errors to either side contain 95 % of a normal distribution."""
BATCHES = 20
"""How many batches the playouts are divided into. Ten to thirty are usual, because more would make each batch too small."""
_T = (0.0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
      2.120, 2.110, 2.101, 2.093)  # fmt: skip
"""How many standard errors to either side contain 95 % of Student's distribution, by degrees of freedom."""
UNSEEN = 3
"""If an event occurred in none of n playouts, its rate is at most UNSEEN / n, with 95 % confidence."""
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
        """Whether its interval is above 0 (1), below 0 (-1), or contains 0 (0)."""
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
    low, high = (
        min(mean, middle - half),
        max(mean, middle + half),
    )  # Rounding puts 1 outside the interval if all are 1
    return Estimate(mean=mean, low=max(0.0, low), high=min(1.0, high), n=n)


def batches(values: Sequence[float]) -> tuple[float, ...]:
    """Return the means of the batches of these playouts. Playout `i` belongs to batch `i % BATCHES`."""
    parts = (values[at::BATCHES] for at in range(min(BATCHES, len(values))))
    return tuple(sum(part) / len(part) for part in parts)


def batched(means: Sequence[float], n: int) -> Estimate:
    """Return the estimate of a mean of `n` playouts from the means of their batches.

    The interval is never narrower than three playouts in `n`. An event that none of them showed may be that frequent
    (the rule of three: Hanley and Lippman-Hand, JAMA 249, 1983).
    """
    many = len(means)
    sizes = [n // many + (at < n % many) for at in range(many)]
    mean = sum(size * each for size, each in zip(sizes, means, strict=True)) / n
    if many < 2:
        return Estimate(mean=mean, low=-1.0, high=1.0, n=n)
    spread = sum((each - mean) ** 2 for each in means) / (many - 1)
    half = max(_T[many - 1] * sqrt(spread / many), UNSEEN / n)
    return Estimate(mean=mean, low=mean - half, high=mean + half, n=n)


def difference(values: Sequence[float]) -> Estimate:
    """Return the estimate of a difference of shares from pairs of playouts with the same random numbers. Each value
    is from -1 to 1.
    """
    n = len(values)
    mean = sum(values) / n
    held = sum(values) / (n + 2)
    spread = (sum(value * value for value in values) + 1) / (n + 2) - held * held
    half = Z * sqrt(spread / (n + 2)) + 1 / (2 * n)
    return Estimate(mean=mean, low=max(-1.0, held - half), high=min(1.0, held + half), n=n)


def widened(one: Estimate, times: float) -> Estimate:
    """Return an estimate with an interval that is this many times as wide, because its playouts are not independent."""
    return one.model_copy(
        update={
            "low": one.mean - times * (one.mean - one.low),
            "high": one.mean + times * (one.high - one.mean),
        }
    )


def certain(value: float) -> Estimate:
    """Return a certain value in the form of an estimate, such as the result of the game."""
    return Estimate(mean=value, low=value, high=value, n=0)
