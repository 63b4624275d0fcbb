"""Seats: the roles at a table."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.protocol.words import SeatId, TeamId


@dataclass(frozen=True, slots=True)
class Seat:
    """A role at a table. `title` names it to everyone, `duty` says in a sentence what its holder does."""

    id: SeatId
    team: TeamId
    title: str
    duty: str = ""


PUBLIC = Seat(SeatId(""), TeamId(""), "the public")
"""A reader who sits nowhere: he may know what everyone knows."""
