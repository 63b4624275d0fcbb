"""Standoff: nim between Hawks and Doves, whose names suggest no colour, with every element of a sheet that
names a side.
"""

from __future__ import annotations

from typing import ClassVar

from warcouncil.games.kit.events import Event
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Cards,
    Fact,
    Facts,
    Front,
    Fronts,
    Post,
    Prose,
    Rows,
    Sheet,
    Side,
    Strength,
    Track,
)
from warcouncil.protocol.words import SeatId, TeamId

from tests.toys.nim import NORTH, SOUTH, Nim, NimOptions, NimState, StonesTaken

TITLES = {NORTH: ("hawks", "Hawks"), SOUTH: ("doves", "Doves")}


def _army(team: str, title: str) -> Side:
    return Side(team=team, title=title, posts=(Post(label="I", strength=Strength(now=3)),))


class Standoff(Nim):
    """The rules of nim."""

    name = "standoff"
    title = "Standoff"
    event_types: ClassVar[tuple[type[Event], ...]] = (StonesTaken,)

    def seats(self, options: NimOptions) -> tuple[Seat, ...]:
        """Return the Hawks and the Doves."""
        return tuple(Seat(seat, TeamId(team), title) for seat, (team, title) in TITLES.items())

    def sheet(self, state: NimState, seat: SeatId | None) -> Sheet:
        """Name both sides in every element that can name one."""
        front = Front(label="The ridge", left=Cards(), right=Cards(), mark="held by Doves")
        return Sheet(
            headline="Hawks and Doves",
            elements=(
                BattleLine(far=_army("doves", "Doves"), near=_army("hawks", "Hawks")),
                Fronts(left="Hawks (you)", right="Doves", fronts=(front,)),
                Facts(facts=(Fact(label="Doves", value="2"),)),
                Track(title="Hawks", low=0, high=40, at=7),
                Rows(head=("side", "lost"), rows=(("Doves", "4"),)),
                Prose(text="Word comes of the Hawks' camp."),
            ),
        )


GAME = Standoff()
