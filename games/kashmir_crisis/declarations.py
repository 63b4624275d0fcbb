"""The declarations of a side, phase by phase. Each is legal after it has been parsed."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.kashmir_crisis.state import Placement
from warcouncil.games.kit.negotiation import Ready


@dataclass(frozen=True, slots=True)
class Chosen:
    """The number of the chosen effect, counted from 0."""

    option: int


@dataclass(frozen=True, slots=True)
class SingleCard:
    """A card that a side lays, and its place. "" means all cards that the side still has, which stay in its Reserve."""

    card: str
    place: str


Said = Chosen | Ready | Placement | SingleCard
