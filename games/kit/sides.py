"""The sides of a game: how each is named, and the sign and the ink by which it is known on every screen."""

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
"""What sides wear, in table order, where their game says nothing of it; a seventh begins again."""


def badge_of(name: str, title: str, sign: str, ink: Ink) -> Badge:
    """Give a side its badge."""
    return Badge(id=name, title=title, sign=sign, ink=ink)


def badges(seats: Sequence[Seat]) -> tuple[Badge, ...]:
    """Give each team a badge, in table order: it is called as its only seat, or by its own name."""
    teams: dict[str, list[Seat]] = {}
    for seat in seats:
        teams.setdefault(seat.team, []).append(seat)
    return tuple(
        badge_of(team, members[0].title if len(members) == 1 else named(team), *WORN[place % len(WORN)])
        for place, (team, members) in enumerate(teams.items())
    )


def named(team: str) -> str:
    """Give a team's own name as people say it."""
    return team.replace("_", " ").title()
