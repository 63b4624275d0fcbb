"""Tactics: what a sensible commander does, from plain numbers that the commander may know.

The bot reads these numbers from its sheet, and playouts read them from the state. Both then use this module.
"""

from __future__ import annotations

from typing import NamedTuple

from warcouncil.games.kartenspiel.combat import owes, total
from warcouncil.games.kartenspiel.state import Force
from warcouncil.games.kit.dice import Dice

RESERVE = 0
"""The place of the reserve. Corps I to IV are places 1 to 4."""
BASE = 3
"""How many divisions a corps gets while its enemy is unseen. With fewer it may break in a single turn."""
MORE = 2
"""How many divisions a corps gets in addition to just over half of the enemy's total. With these, a double attack is unlikely."""
KEPT_FIRST, KEPT_LATER = 4, 2
"""How many divisions stay in reserve while the main corps is built up, at a first deployment and later."""
MAIN, MAIN_LESS = 10, 5
"""The target size of the main corps, in divisions, and how many fewer it may have at a first deployment. The main corps
should break through."""
MAIN_CAVALRY = 4
"""How many cavalry divisions the main corps gets at a first deployment. The others can charge where the enemy attacks."""
MAIN_SMALL = 16
"""The target size of the main corps, in divisions, for an army that moves between corps. It needs no reserve, and no more than half of its divisions."""
LEAD = 2
"""By how much the total of a corps must exceed the enemy's total before it attacks without twice the enemy's number."""
CORPS = 5
"""The assumed size of a corps that was never seen, as a part of all divisions of its side in the field."""
BREAK = 20
"""The value of a broken line, in divisions."""


class Army(NamedTuple):
    """The knowledge of an army commander: the divisions of the army, and the last seen strength of each enemy corps.

    `field` is the number of all enemy divisions. `moves` is true for the smaller army, whose divisions may leave a
    corps.
    """

    reserve: Force
    corps: tuple[Force, ...]
    theirs: tuple[Force | None, ...]
    field: Force
    moves: bool = False


Send = tuple[int, int, int]
"""One division: the place that it leaves, its arm (0 infantry, 1 cavalry) and the place that it goes to."""


class _Deployment:
    """The divisions of an army that moves between corps, while they are sent."""

    __slots__ = ("held", "sends", "short")

    def __init__(self, army: Army, needs: list[int]) -> None:
        self.held = [list(army.reserve), *map(list, army.corps)]
        self.short = [need - sum(held) for need, held in zip(needs, self.held, strict=True)]
        """How many divisions each corps still needs. Below 0, it is how many it could give away. The reserve needs none."""
        self.sends: list[Send] = []

    def size(self, place: int) -> int:
        """Return how many divisions are at a place."""
        held = self.held[place]
        return held[0] + held[1]

    def send(self, goal: int, arm: int) -> bool:
        """Send a division to a corps, of this arm if possible. Return whether there was one to send."""
        for wanted in (arm, 1 - arm):
            if self.held[RESERVE][wanted]:
                return self._move(RESERVE, wanted, goal)
        for wanted in (arm, 1 - arm):
            spare, source = max(
                (-self.short[place] if self.held[place][wanted] and place != goal else 0, -place)
                for place in (1, 2, 3, 4)
            )
            if spare > 0:
                return self._move(-source, wanted, goal)
        return False

    def _move(self, source: int, arm: int, goal: int) -> bool:
        self.short[source] += 1
        self.short[goal] -= 1
        self.held[source][arm] -= 1
        self.held[goal][arm] += 1
        self.sends.append((source, arm, goal))
        return True


def deploy(army: Army, dice: Dice) -> list[Send]:
    """Return which divisions go where. Each corps first gets what it needs to hold. The main corps gets the rest, up
    to its target size.
    """
    return deployed(army, *chosen_main(army, dice))


def chosen_main(army: Army, dice: Dice) -> tuple[int, int]:
    """Return the main corps, and its target size. At a first deployment, both are random."""
    if is_fresh(army):
        return drawn_main(dice, moves=army.moves)
    return _main_corps(army), MAIN_SMALL if army.moves else MAIN


def drawn_main(dice: Dice, *, moves: bool) -> tuple[int, int]:
    """Return the main corps and its target size at a first deployment."""
    return 1 + dice.below(4), (MAIN_SMALL if moves else MAIN) - dice.below(MAIN_LESS + 1)


def is_fresh(army: Army) -> bool:
    """Return whether all corps are empty, as before a first deployment."""
    return not any(map(sum, army.corps))


def deployed(army: Army, main: int, size: int) -> list[Send]:
    """Return where each division goes if corps `main` attacks as the main corps, with `size` divisions."""
    fresh = is_fresh(army)
    base = min(BASE, (sum(army.reserve) + sum(map(sum, army.corps))) // 4)
    needs = [_need(theirs, base, army.moves) for theirs in army.theirs]
    if not army.moves:
        return _sent_from_reserve(army, needs, main, size, fresh=fresh)
    going = _Deployment(army, [0, *needs])
    while (most := max(going.short)) > 0 and going.send(going.short.index(most), 0):
        pass
    while going.size(main) < size and going.send(main, 1):
        pass
    return going.sends


def _sent_from_reserve(army: Army, needs: list[int], main: int, size: int, *, fresh: bool) -> list[Send]:
    """Return which divisions of the reserve go where. It uses plain numbers for speed, because playouts call it most
    often.
    """
    sends: list[Send] = []
    inf, cav = army.reserve
    short = [need - sum(held) for need, held in zip(needs, army.corps, strict=True)]
    have, riders = sum(army.corps[main - 1]), army.corps[main - 1][1]
    while inf or cav:
        most = max(short)
        if most > 0:
            goal, wanted = short.index(most) + 1, 0
        elif have < size and inf + cav > (KEPT_FIRST if fresh else KEPT_LATER):
            goal, wanted = main, 0 if fresh and riders >= MAIN_CAVALRY else 1
        else:
            break
        arm = 1 if cav and (wanted or not inf) else 0
        inf, cav = inf - 1 + arm, cav - arm
        short[goal - 1] -= 1
        if goal == main:
            have, riders = have + 1, riders + arm
        sends.append((RESERVE, arm, goal))
    return sends


def _need(theirs: Force | None, base: int, moves: bool) -> int:
    """Return how many divisions a corps needs against the last seen strength of its enemy."""
    if theirs is None:
        return base
    return max(base, total(theirs, charges=True) // 2 + 1 + (0 if moves else MORE))


def _main_corps(army: Army) -> int:
    """Return the corps that should break through: the one that is nearest to twice the enemy's number. An army that
    moves between corps compares the enemy's numbers first.
    """
    best, place = -99.0, 1
    for number, (mine, theirs) in enumerate(zip(army.corps, army.theirs, strict=True), 1):
        charging = total(mine, charges=True)
        lead = (charging / 4 if army.moves else charging) - 2 * (
            _usual(army.field) if theirs is None else sum(theirs)
        )
        if lead > best:
            best, place = lead, number
    return place


def _usual(field: Force) -> int:
    """Return a guess at the size of a corps that was never seen."""
    return sum(field) // CORPS


def attacks(mine: Force, theirs: Force | None, field: Force) -> bool:
    """Return whether a corps attacks. It attacks only if it is superior. It attacks an unseen enemy only with twice
    the assumed number.

    `theirs` is what was left of the enemy opposite, or None. `field` is the number of all enemy divisions.
    """
    size, charging = sum(mine), total(mine, charges=True)
    if theirs is None:
        return size > BASE and charging >= 2 * max(1, _usual(field))
    there, against = sum(theirs), total(theirs, charges=True)
    if there <= 1:
        return size > 1 and charging > against
    return size > BASE and (charging >= 2 * there or charging > against + LEAD)


def attacks_for_enemy(mine: Force, theirs: Force | None, field: Force) -> bool:
    """Return the order for an enemy corps whose own order is missing. It attacks if my corps is at least as strong."""
    return sum(mine) >= (_usual(field) if theirs is None else sum(theirs))


def charges(mine: Force, theirs: Force, attacking: tuple[bool, bool]) -> bool:
    """Return whether a charge pays, by the losses of both sides over all charges of the other cavalry."""
    others = (False, True) if theirs[1] else (False,)
    yes = sum(_worth(mine, theirs, attacking, True, other) for other in others)
    return yes > sum(_worth(mine, theirs, attacking, False, other) for other in others)


def charges_for_enemy(mine: Force, theirs: Force, attacking: tuple[bool, bool]) -> bool:
    """Return the charge of an enemy whose own choice is missing, which is the worse one for that enemy."""
    others = (False, True) if mine[1] else (False,)
    yes = sum(_worth(mine, theirs, attacking, own, True) for own in others)
    return yes > sum(_worth(mine, theirs, attacking, own, False) for own in others)


def _worth(
    mine: Force, theirs: Force, attacking: tuple[bool, bool], i_charge: bool, they_charge: bool
) -> float:
    """Return the value of a combat to me, in divisions. Cavalry is worth a little more than infantry."""
    totals = (total(mine, i_charge), total(theirs, they_charge))
    sizes = (mine[0] + mine[1], theirs[0] + theirs[1])
    my_loss, their_loss = owes(0, sizes, attacking, totals), owes(1, sizes, attacking, totals)
    worth = float(their_loss - my_loss)
    worth += BREAK * ((sizes[1] == their_loss) - (sizes[0] == my_loss))
    return (
        worth
        - (min(mine[1], my_loss) / 4 if i_charge else 0)
        + (min(theirs[1], their_loss) / 4 if they_charge else 0)
    )
