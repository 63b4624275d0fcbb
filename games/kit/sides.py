"""The sides of a game: the title of each, and the sign and ink that identify it on every screen."""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.sheets import Badge, Ink

WORN: tuple[tuple[str, Ink], ...] = (
    ("▲", "gold"),
    ("■", "teal"),
    ("▼", "blue"),
    ("◆", "violet"),
    ("●", "red"),
    ("★", "black"),
)
"""The signs and inks of sides in table order, for a game that sets none. A seventh side starts from the first again."""


def badge_of(name: str, title: str, sign: str, ink: Ink) -> Badge:
    """Return the badge of a side."""
    return Badge(id=name, title=title, sign=sign, ink=ink)


def badges(seats: Sequence[Seat]) -> tuple[Badge, ...]:
    """Return a badge for each team, in table order.

    A team with one seat has the title of that seat. Other teams have their own name.
    """
    teams: dict[str, list[Seat]] = {}
    for seat in seats:
        teams.setdefault(seat.team, []).append(seat)
    return tuple(
        badge_of(team, members[0].title if len(members) == 1 else named(team), *WORN[place % len(WORN)])
        for place, (team, members) in enumerate(teams.items())
    )


def named(team: str) -> str:
    """Return the name of a team, as people read it."""
    return team.replace("_", " ").title()
