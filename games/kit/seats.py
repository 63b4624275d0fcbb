"""Seats: the roles at a table."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.protocol.words import SeatId, TeamId


@dataclass(frozen=True, slots=True)
class Seat:
    """A role at a table.

    `title` is its name for everyone. `duty` says in one sentence what its player does. `neutral`: the seat
    belongs to no side, and neither wins nor loses.
    """

    id: SeatId
    team: TeamId
    title: str
    duty: str = ""
    neutral: bool = False


PUBLIC = Seat(SeatId(""), TeamId(""), "the public")
"""A reader without a seat. It may know what everyone may know."""
