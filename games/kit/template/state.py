"""The state of Template: an immutable value of tuples, mappings and scalars. It is saved and compared, and sheets show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.games.kit.negotiation import TalkWindow
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.words import SeatId, TeamId

SEATS = tuple(Seat(SeatId(name), TeamId(name), name.title()) for name in ("north", "east", "south", "west"))
"""All possible seats, in table order. Each is its own team."""
TITLES = {seat.id: seat.title for seat in SEATS}


def hand_of(seat: str) -> str:
    """Return the key by which scene changes name a seat's hand."""
    return f"{seat}-hand"


@dataclass(frozen=True, slots=True)
class TemplateState:
    """A position. `hands` and `played` (the open cards) are by seat. `stock` has the cards that no seat has seen."""

    step: str
    hands: Mapping[SeatId, tuple[int, ...]]
    played: Mapping[SeatId, tuple[int, ...]]
    stock: tuple[int, ...]
    prizes: Mapping[SeatId, int]
    talk: TalkWindow
    clock_seconds: float

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return 1 + len(next(iter(self.played.values())))

    @property
    def is_over(self) -> bool:
        """Whether all cards are played."""
        return not any(self.hands.values())
