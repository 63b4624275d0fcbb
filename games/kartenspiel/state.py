"""The position of a battle: what each side holds, what was declared, and what everyone has seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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
        """Count the divisions; cavalry is one each."""
        return self.inf + self.cav


NONE = Force(0, 0)
FULL = Force(20, 6)
SMALL = Force(17, 5)


class Sighting(NamedTuple):
    """The last time that a corps was shown on the table: the turn, what it held, what it then lost."""

    turn: int
    held: Force
    lost: Force

    @property
    def left(self) -> Force:
        """Give what was left of it, as everyone could reckon."""
        return less(self.held, self.lost)


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that the battle is fought under. `small` is the side of the smaller army, or -1."""

    runs: tuple[int, ...]
    small: int
    recall: bool
    max_turns: int
    night_up: bool
    night_whole: bool
    tiebreak_gross: bool
    shared: bool
    redeploy_first_seconds: int
    redeploy_seconds: int
    declare_seconds: int
    confused_seconds: int
    charge_seconds: int
    losses_seconds: int
    redeploy_closes_early: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the battle ended. `winner` is a team, or "" for a draw."""

    winner: str
    reason: str


@dataclass(frozen=True, slots=True)
class State:
    """A battle in progress. Tuples of two are by side, tuples of eight by corps: red I to IV, black I to IV.

    `step` names the phase; `fresh` marks the first redeployment of a day. `lost` is the pile at the umpire's hand,
    `ever` counts every division lost, `dawn` is the pile as the day began, `fallen` what each corps lost since.
    `orders` are attack (true), defend (false) or not known yet (None). `pair`, `charges` and `owed` belong to the
    combat being fought.
    """

    rules: Rules
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
    charges: tuple[bool | None, bool | None]
    owed: tuple[int, int]
    outcome: Outcome | None


NO_ORDERS: tuple[bool | None, ...] = (None,) * 8
NO_CHARGES: tuple[bool | None, bool | None] = (None, None)
NO_DEBT = (0, 0)


def opening(rules: Rules) -> State:
    """Give the position before the first redeployment."""
    return State(
        rules=rules,
        step=REDEPLOYMENT,
        day=1,
        turn=1,
        fresh=True,
        reserve=(SMALL if rules.small == 0 else FULL, SMALL if rules.small == 1 else FULL),
        corps=(NONE,) * 8,
        lost=(NONE, NONE),
        ever=(0, 0),
        dawn=(NONE, NONE),
        fallen=(0,) * 8,
        seen=(None,) * 8,
        orders=NO_ORDERS,
        pair=0,
        charges=NO_CHARGES,
        owed=NO_DEBT,
        outcome=None,
    )


def plus(one: Force, other: Force) -> Force:
    """Add two forces."""
    return Force(one[0] + other[0], one[1] + other[1])


def less(one: Force, other: Force) -> Force:
    """Take one force from another."""
    return Force(one[0] - other[0], one[1] - other[1])


def parts(force: Force) -> tuple[str, ...]:
    """Name the arms of a force that are present: ("4 inf", "2 cav")."""
    named = ((force.inf, "inf"), (force.cav, "cav"))
    return tuple(f"{number} {arm}" for number, arm in named if number)


def words(force: Force) -> str:
    """Say what a force holds: `4 inf 2 cav`, or `nothing`."""
    return " ".join(parts(force)) or "nothing"


def when(state: State) -> str:
    """Say which turn it is: `Turn 3`, from the second day on `Day 2 · turn 7`."""
    return f"Turn {state.turn}" if state.day == 1 else f"Day {state.day} · turn {state.turn}"


def heading(state: State) -> str:
    """Give the heading under which what happened is told: `turn 3`."""
    return f"turn {state.turn}"
