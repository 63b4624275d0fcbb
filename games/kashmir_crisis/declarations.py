"""What a side declares, phase by phase; each is legal once it is read."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.kashmir_crisis.state import Placement
from warcouncil.games.kit.negotiation import Ready


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which of the offered effects a side takes, counted from 0."""

    option: int


@dataclass(frozen=True, slots=True)
class SingleCard:
    """Which card a side lays where; "" stands for all that it still holds, which stays in its Reserve."""

    card: str
    place: str


Said = Chosen | Ready | Placement | SingleCard
