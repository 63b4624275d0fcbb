"""The ten roles of the battle, and which seat plays which of them.

A side is 0 (red) or 1 (black). A corps is 0 to 7: red I to IV, then black I to IV. A role is 0 to 9 in table
order: an army commander, then the four corps commanders of that side.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Channel
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import badge_of
from warcouncil.protocol.words import ChannelId, SeatId, TeamId

TEAMS = (TeamId("red"), TeamId("black"))
TITLES = ("Red", "Black")
TITLE = dict(zip(TEAMS, TITLES, strict=True))
SIDES = (badge_of(TEAMS[0], TITLES[0], "♦", "red"), badge_of(TEAMS[1], TITLES[1], "♠", "black"))
"""The badges of the two sides: the two colours of a pack of cards."""
ROMAN = ("I", "II", "III", "IV")
ROLES: tuple[SeatId, ...] = tuple(
    SeatId(f"{team}.{post}")
    for team in TEAMS
    for post in ("army", "corps.1", "corps.2", "corps.3", "corps.4")
)
Runs = tuple[int, ...]
"""For each of the ten roles, the role whose seat plays it."""
TEN: Runs = tuple(range(10))
TWO: Runs = (0,) * 5 + (5,) * 5


class Commanders(NamedTuple):
    """Which seat plays which role: the army commander of each side, and the commander of each corps."""

    armies: tuple[SeatId, SeatId]
    corps: tuple[SeatId, ...]
    declarers: tuple[SeatId, ...]
    """The seats that command a corps, in table order."""
    corps_of: Mapping[SeatId, tuple[int, ...]]
    """The corps that each seat commands, in the order of the line."""
    channels: tuple[Channel, ...]
    """A council of war for each side with more than one seat."""


def side_of(seat: SeatId) -> int:
    """Return the side of a seat."""
    return 0 if seat.startswith("red") else 1


def army_role(side: int) -> int:
    """Return the role of a side's army commander."""
    return side * 5


def corps_role(corps: int) -> int:
    """Return the role of a corps commander."""
    return corps // 4 * 5 + 1 + corps % 4


def opposite(corps: int) -> int:
    """Return the enemy corps that a corps faces."""
    return (corps + 4) % 8


PAIRS = tuple((corps, opposite(corps)) for corps in range(4))
"""The corps that face each other, red and black, in the order in which they fight."""


def corps_title(corps: int) -> str:
    """Return the name of a corps for everyone: `Red corps II`."""
    return say("sheet.corps_title", side=TITLES[corps // 4], corps=ROMAN[corps % 4])


@lru_cache(maxsize=256)
def seating(runs: Runs) -> Commanders:
    """Return which seat commands what."""
    seats = tuple(ROLES[runner] for runner in runs)
    corps = tuple(seats[corps_role(number)] for number in range(8))
    filled = tuple(seat for seat in ROLES if seat in seats)
    return Commanders(
        armies=(seats[army_role(0)], seats[army_role(1)]),
        corps=corps,
        declarers=tuple(seat for seat in filled if seat in corps),
        corps_of={seat: tuple(number for number in range(8) if corps[number] == seat) for seat in filled},
        channels=tuple(channel for side in (0, 1) if len((channel := _council(side, filled)).members) > 1),
    )


def _council(side: int, filled: tuple[SeatId, ...]) -> Channel:
    members = tuple(seat for seat in filled if side_of(seat) == side)
    return Channel(ChannelId(TEAMS[side]), say("sheet.council", side=TITLES[side]), members)


@lru_cache(maxsize=256)
def people(runs: Runs) -> tuple[Seat, ...]:
    """Return the seats in table order, each with its duty."""
    return tuple(_person(runs, role) for role in range(10) if role in runs)


def _person(runs: Runs, role: int) -> Seat:
    side = role // 5
    mine = [other for other in range(10) if runs[other] == role]
    numerals = [ROMAN[other % 5 - 1] for other in mine if other % 5]
    title, duty = [], []
    if any(other % 5 == 0 for other in mine):
        title.append(say("briefing.post_army"))
        duty.append(say("briefing.duty_army"))
    if numerals:
        some = say("briefing.post_corps", corps=", ".join(numerals))
        title.append(some if len(numerals) < 4 else say("briefing.post_all"))
        duty.append(say("briefing.duty_corps", n=len(numerals)))
    post = title[0] if len(title) == 1 else say("briefing.post_both", army=title[0], corps=title[1])
    return Seat(ROLES[role], TEAMS[side], say("briefing.seat", side=TITLES[side], post=post), " ".join(duty))


def custom(mapping: Mapping[str, str]) -> Runs:
    """Parse the option that names, for each role, the role whose seat plays it. A role that is left out has its own seat.

    Raises BadOption for an unknown role, for a role of the other side, and for a role whose own seat plays nothing.
    """
    runs = list(range(10))
    for name, runner in mapping.items():
        for word in (name, runner):
            if word not in ROLES:
                raise BadOption(say("options.mapping_no_role", role=repr(word), roles=", ".join(ROLES)))
        if side_of(SeatId(name)) != side_of(SeatId(runner)):
            raise BadOption(say("options.mapping_other_side", role=name, runner=runner))
        runs[ROLES.index(SeatId(name))] = ROLES.index(SeatId(runner))
    for role in range(10):
        if runs[runs[role]] != runs[role]:
            name, middle, end = ROLES[role], ROLES[runs[role]], ROLES[_end(runs, role)]
            if end == name:
                raise BadOption(say("options.mapping_circle", role=name, runner=middle))
            raise BadOption(say("options.mapping_not_itself", role=name, runner=middle, wanted=end))
    return tuple(runs)


def _end(runs: list[int], role: int) -> int:
    """Follow the chain of roles to one that has its own seat. If the chain is circular, return `role`."""
    at = runs[role]
    for _ in runs:
        if runs[at] == at:
            return at
        at = runs[at]
    return role
