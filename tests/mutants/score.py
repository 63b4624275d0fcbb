"""The score: the share of mutants that a test noticed, and how sure a sample makes us of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from tests.mutants.mutation import Mutant

FLOOR = 0.90
"""What the pure floors have to reach together, and none of their packages may surely miss."""

SURE = 1.96
"""Standard deviations to either side: 95 of 100 such samples hold the true score."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of one package: how many mutants there are, and of the sample how many were noticed and which not."""

    name: str
    population: int
    noticed: int
    survivors: tuple[Mutant, ...]
    is_pure: bool

    @property
    def tried(self) -> int:
        """The size of the sample."""
        return self.noticed + len(self.survivors)

    @property
    def share(self) -> float:
        """The score, from 0 to 1."""
        return self.noticed / self.tried if self.tried else 1.0

    def interval(self) -> tuple[float, float]:
        """Give the bounds of the true score (Wilson's interval, drawn together as the sample nears the whole)."""
        if not self.tried or self.tried >= self.population:
            return self.share, self.share
        left = (self.population - self.tried) / max(1, self.population - 1)
        z = SURE * sqrt(left)
        n, p = self.tried, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


def pure_share(scores: list[Score]) -> float:
    """Give the score of the pure floors together, each package weighed by how many mutants it has; 1 when none was tried."""
    pure = [score for score in scores if score.is_pure and score.tried]
    if not pure:
        return 1.0
    return sum(score.share * score.population for score in pure) / max(
        1, sum(score.population for score in pure)
    )


def surely_low(scores: list[Score]) -> list[str]:
    """Name the packages of the pure floors whose true score is below the floor, whatever chance did to the sample."""
    return [score.name for score in scores if score.is_pure and score.interval()[1] < FLOOR]
