"""The position of a battle: the divisions of each side, the declarations, and what everyone has seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from warcouncil.games.kartenspiel.wording import say

REDEPLOYMENT = "Redeployment"
DECLARATION = "Attack declaration"
CONFUSED_ORDERS = "Confused orders"
CHARGE = "Charge"
CONFUSED_CHARGE = "Confused charge"
LOSSES = "Losses"
OVER = "Over"


class Force(NamedTuple):
    """Divisions of infantry and of cavalry."""

    inf: int
    cav: int

    @property
    def size(self) -> int:
        """The number of divisions. A cavalry division counts as one."""
        return self.inf + self.cav


_FORCES = tuple(tuple(Force(inf, cav) for cav in range(7)) for inf in range(21))
NONE = _FORCES[0][0]
FULL = _FORCES[20][6]
SMALL = _FORCES[17][5]


def force(inf: int, cav: int) -> Force:
    """Return a force of at most a whole army. Each possible force is built once, so this is only a look-up."""
    assert inf >= 0 <= cav, "there is no negative number of divisions"
    return _FORCES[inf][cav]


class Sighting(NamedTuple):
    """The last time that a pair of corps was open: the turn, the forces of red and black, and their losses then."""

    turn: int
    held: tuple[Force, Force]
    lost: tuple[Force, Force]


@dataclass(frozen=True, slots=True)
class BattleRules:
    """The rules of a battle. `small` is the side of the smaller army, or -1.

    `runs` has, for each of the ten roles, the role whose seat plays it. `max_turns` is 0 if there is no limit.
    `night_up` says for infantry and for cavalry whether half a division rallies as a full division. `confusion_open`
    is true if everyone learns whose order was missing.
    """

    runs: tuple[int, ...]
    small: int
    recall: bool
    max_turns: int
    night_up: tuple[bool, bool]
    night_whole: bool
    tiebreak_gross: bool
    shared: bool
    confusion_open: bool
    redeploy_first_seconds: int
    redeploy_seconds: int
    redeploy_alone_seconds: int
    declare_seconds: int
    confused_seconds: int
    charge_seconds: int
    losses_seconds: int
    redeploy_closes_early: bool


@dataclass(frozen=True, slots=True)
class BattleOutcome:
    """How the battle ended. `winner` is a team, or "" for a draw."""

    winner: str
    reason: str


Charges = tuple[bool | None, bool | None]
"""Whether red's and black's cavalry charges. None if it has none, or it is not known yet."""


@dataclass(frozen=True, slots=True)
class BattleState:
    """A battle that is being played. A tuple of two has one item for each side. A tuple of eight has one item for
    each corps: red I to IV, then black I to IV.

    `step` names the phase. `fresh` marks the first redeployment of a day. `lost` is the pile of lost
    divisions, and `dawn` is that pile when the day began. `ever` counts every division ever lost. `fallen` has the
    losses of each corps since the day began. `seen` has one item for each pair. An order in `orders` is true for
    attack, false for defend, and None if it is not known yet. `pair`, `charges` and `owed` belong to the present
    combat.
    """

    rules: BattleRules
    step: str
    day: int
    turn: int
    fresh: bool
    reserve: tuple[Force, Force]
    corps: tuple[Force, ...]
    lost: tuple[Force, Force]
    ever: tuple[int, int]
    dawn: tuple[Force, Force]
    fallen: tuple[int, ...]
    seen: tuple[Sighting | None, ...]
    orders: tuple[bool | None, ...]
    pair: int
    charges: Charges
    owed: tuple[int, int]
    outcome: BattleOutcome | None


NO_CORPS = (NONE,) * 8
NONE_FALLEN = (0,) * 8
NOTHING_SEEN: tuple[Sighting | None, ...] = (None,) * 4
NO_ORDERS: tuple[bool | None, ...] = (None,) * 8
NO_CHARGES: Charges = (None, None)
NO_DEBT = (0, 0)


def opening(rules: BattleRules) -> BattleState:
    """Return the position before the first redeployment."""
    return BattleState(
        rules=rules,
        step=REDEPLOYMENT,
        day=1,
        turn=1,
        fresh=True,
        reserve=(SMALL if rules.small == 0 else FULL, SMALL if rules.small == 1 else FULL),
        corps=NO_CORPS,
        lost=(NONE, NONE),
        ever=(0, 0),
        dawn=(NONE, NONE),
        fallen=NONE_FALLEN,
        seen=NOTHING_SEEN,
        orders=NO_ORDERS,
        pair=0,
        charges=NO_CHARGES,
        owed=NO_DEBT,
        outcome=None,
    )


def plus(one: Force, other: Force) -> Force:
    """Return the sum of two forces."""
    return force(one[0] + other[0], one[1] + other[1])


def less(one: Force, other: Force) -> Force:
    """Return a force minus another, which has at most as many divisions of each arm."""
    return force(one[0] - other[0], one[1] - other[1])


@lru_cache(maxsize=1024)
def parts(held: Force) -> tuple[str, ...]:
    """Return the arms of a force that are present: ("4 inf", "2 cav")."""
    infantry = (say("sheet.inf", n=held.inf),) if held.inf else ()
    return (*infantry, say("sheet.cav", n=held.cav)) if held.cav else infantry


@lru_cache(maxsize=1024)
def words(held: Force) -> str:
    """Return a force in the short form of the board: `4 inf 2 cav`, or `nothing`."""
    return " ".join(parts(held)) or say("sheet.nothing")


@lru_cache(maxsize=1024)
def spoken(held: Force) -> str:
    """Return a force in the long form for sentences: `4 infantry + 2 cavalry`, or `nothing`."""
    if held.inf and held.cav:
        return say("events.force_both", inf=held.inf, cav=held.cav)
    if held.inf:
        return say("events.force_inf", inf=held.inf)
    return say("events.force_cav", cav=held.cav) if held.cav else say("events.force_none")


def heading(state: BattleState) -> str:
    """Return the heading under which events are shown: `turn 3`."""
    return say("sheet.at_turn", turn=state.turn)


@lru_cache(maxsize=1024)
def forces_left(reserve: tuple[Force, Force], corps: tuple[Force, ...]) -> tuple[Force, Force]:
    """Return the forces that each side has left, reserve and corps together. They are the starting forces minus those on the pile."""
    red, black = (reserve[0], *corps[:4]), (reserve[1], *corps[4:])
    one, other = (
        force(sum(each[0] for each in all_), sum(each[1] for each in all_)) for all_ in (red, black)
    )
    return one, other
