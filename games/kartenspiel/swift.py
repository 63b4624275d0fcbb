"""SwiftBattle plays a battle on by the bot, on plain values and without events. It is for playouts only.

Its rules are those of the phases, written a second time for speed. A test compares the positions after every gate.

A force is one number here: eight times its infantry, and its cavalry. So forces are added and taken away as numbers. The
answers of the tactics to equal numbers are remembered, because the playouts of a question resemble each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from warcouncil.games.kartenspiel import tactics
from warcouncil.games.kartenspiel.combat import owes, payments, total
from warcouncil.games.kartenspiel.ending import decisive_losses
from warcouncil.games.kartenspiel.phases.declaration import FIELDS
from warcouncil.games.kartenspiel.roles import ROLES, TEAMS, opposite, seating
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    DECLARATION,
    LOSSES,
    NO_CHARGES,
    OVER,
    REDEPLOYMENT,
    BattleState,
    Charges,
    Force,
    force,
)
from warcouncil.games.kartenspiel.tactics import Army, Send
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.playout_dice import PlayoutDice, RememberedDice
from warcouncil.protocol.words import SeatId

STEPS = (REDEPLOYMENT, DECLARATION, CHARGE, LOSSES, OVER)
"""The steps from which it can play on. After a missing order the rules play on themselves."""
UNSEEN = -1
"""Stands for the force of a corps that was never seen."""
REMEMBERED_MAX = 1 << 16
"""How many deployments are remembered. Bounds memory."""
CHANCES_MAX = 1 << 17
"""How many draws are remembered, because the playouts of one number share them. Bounds memory: about 20 MB."""
Fixed = Mapping[SeatId, Any]
"""Declarations that are given, by seat."""


class _Seats(NamedTuple):
    """The seats that command at a table, each with its place in table order.

    `declarers` also have the corps that each of them runs.
    """

    armies: tuple[tuple[SeatId, int], ...]
    corps: tuple[tuple[SeatId, int], ...]
    declarers: tuple[tuple[SeatId, int, tuple[int, ...]], ...]


class SwiftBattle:
    """A battle under way. The names are those of BattleState.

    `left`: what was left of each corps of a side when it was last seen, or UNSEEN.
    """

    __slots__ = (
        "charges", "corps", "dawn", "day", "ever", "left", "lost", "orders", "owed", "pair", "reserve", "rules", "seats",
        "step", "turn", "winner",
    )  # fmt: skip

    def __init__(self, state: BattleState) -> None:
        self.rules = state.rules
        self.seats = _seats(state.rules.runs)
        self.step, self.day, self.turn, self.pair = state.step, state.day, state.turn, state.pair
        self.reserve, self.corps = [*map(pack, state.reserve)], [*map(pack, state.corps)]
        self.lost, self.dawn, self.ever = [*map(pack, state.lost)], [*map(pack, state.dawn)], [*state.ever]
        self.left = [
            [UNSEEN if seen is None else pack(seen.held[side]) - pack(seen.lost[side]) for seen in state.seen]
            for side in (0, 1)
        ]
        self.orders, self.charges, self.owed = list(state.orders), state.charges, state.owed
        self.winner = "" if state.outcome is None else state.outcome.winner

    def close(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        """Play one gate. A byte of `slips` for each seat says whether it slips: 0 does. No declaration of `fixed` is missing."""
        if self.step == REDEPLOYMENT:
            self._redeploy(gate, seed, slips, fixed)
        elif self.step == DECLARATION:
            self._declare(gate, seed, slips, fixed)
        elif self.step == CHARGE:
            self._charge(gate, seed, slips, fixed)
        else:
            self._pay(gate, seed, slips, fixed)

    def _field(self, side: int) -> int:
        return self.reserve[side] + sum(self.corps[side * 4 : side * 4 + 4])

    def _redeploy(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        fields = self._field(0), self._field(1)
        for side, (seat, place) in enumerate(self.seats.armies):
            first, is_small = side * 4, self.rules.small == side
            held = (self.reserve[side], *self.corps[first : first + 4])
            if seat in fixed:
                order = fixed[seat]
                after = tuple(
                    [one + pack(came) - pack(gone) for one, (came, gone) in zip(held, order, strict=True)]
                )
            elif slips[place]:
                fresh = not any(held[1:])
                drawn = _drawn_spear(seed, seat, gate, is_small) if fresh else None
                after = _deployed(held, tuple(self.left[1 - side]), fields[1 - side], is_small, drawn)
            else:
                dice = RememberedDice(seed, "bot", seat, gate, "slip", "moves")
                after = _sent(held, any_sends(tuple(map(unpack, held)), is_small, self.rules.recall, dice))
            self.reserve[side], *self.corps[first : first + 4] = after
        self.step = DECLARATION

    def _declare(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        fields = self._field(0), self._field(1)
        orders, held, left = self.orders, self.corps, self.left
        for seat, place, mine in self.seats.declarers:
            if seat in fixed:
                for corps, order in fixed[seat]:
                    orders[corps] = order
            elif slips[place]:
                for corps in mine:
                    enemy = 1 - corps // 4
                    orders[corps] = _attacks(held[corps], left[enemy][corps & 3], fields[enemy])
            else:
                for corps in mine:
                    orders[corps] = _coin(seed, seat, gate, FIELDS[corps])
        if True in orders:
            self._fight(0)
        else:
            self._night()

    def _fight(self, first: int) -> None:
        orders, corps = self.orders, self.corps
        for pair in range(first, 4):
            if not (orders[pair] or orders[pair + 4]):
                continue
            if corps[pair] & 7 or corps[pair + 4] & 7:
                self.step, self.pair, self.charges = CHARGE, pair, NO_CHARGES
                return
            self._count(pair, NO_CHARGES)
        self._end()

    def _charge(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        charges: list[bool | None] = [None, None]
        for side, mine in enumerate((self.pair, self.pair + 4)):
            if not self.corps[mine] & 7:
                continue
            seat, place = self.seats.corps[mine]
            if seat in fixed:
                charges[side] = fixed[seat]
            elif slips[place]:
                theirs = mine ^ 4
                attacking = self.orders[mine] is True, self.orders[theirs] is True
                charges[side] = _charges(self.corps[mine], self.corps[theirs], attacking)
            else:
                charges[side] = _coin(seed, seat, gate, "charge")
        if not self._count(self.pair, (charges[0], charges[1])):
            self._fight(self.pair + 1)

    def _count(self, pair: int, charges: Charges) -> bool:
        """Count a combat. Return whether a commander must choose the losses."""
        attacks = self.orders[pair] is True, self.orders[pair + 4] is True
        owed, cavalry, is_choice = _counted(self.corps[pair], self.corps[pair + 4], attacks, charges)
        if is_choice:
            self.step, self.pair, self.charges, self.owed = LOSSES, pair, charges, owed
            return True
        self._lose(pair, owed, cavalry)
        return False

    def _pay(self, gate: int, seed: bytes, slips: bytes, fixed: Fixed) -> None:
        cavalry = [0, 0]
        for side, mine in enumerate((self.pair, self.pair + 4)):
            fewest, most = payments(unpack(self.corps[mine]), self.owed[side], self.charges[side])
            cavalry[side] = fewest
            if fewest < most:
                seat, place = self.seats.corps[mine]
                if seat in fixed:
                    cavalry[side] = fixed[seat]
                elif not slips[place]:
                    dice = RememberedDice(seed, "bot", seat, gate, "slip", "losses")
                    cavalry[side] = dice.pick(range(fewest, most + 1))
        self._lose(self.pair, self.owed, (cavalry[0], cavalry[1]))
        self._fight(self.pair + 1)

    def _lose(self, pair: int, owed: tuple[int, int], cavalry: tuple[int, int]) -> None:
        for side, mine in enumerate((pair, pair + 4)):
            gone = (owed[side] - cavalry[side]) * 8 + cavalry[side]
            self.corps[mine] -= gone
            self.lost[side] += gone
            self.ever[side] += owed[side]
            self.left[side][pair] = self.corps[mine]

    def _end(self) -> None:
        """4. Check both lines, and end the battle or go on to the next turn."""
        if all(self.corps):
            self._next_turn()
            return
        broken = [
            any(
                not self.corps[k] and (self.orders[k] or self.orders[opposite(k)])
                for k in range(side * 4, side * 4 + 4)
            )
            for side in (0, 1)
        ]
        if broken[0] and broken[1]:
            piles = unpack(self.lost[0]), unpack(self.lost[1])
            red, black = decisive_losses(self.rules.tiebreak_gross, (self.ever[0], self.ever[1]), piles)
            self._over("" if red == black else TEAMS[red > black])
        elif broken[0] or broken[1]:
            self._over(TEAMS[broken[0]])
        else:
            self._next_turn()

    def _night(self) -> None:
        """6. Return all divisions to reserve, and half of the lost rally."""
        inf_up, cav_up = self.rules.night_up
        for side in (0, 1):
            inf, cav = unpack(self.lost[side] - (0 if self.rules.night_whole else self.dawn[side]))
            rallied = (inf + inf_up) // 2 * 8 + (cav + cav_up) // 2
            self.reserve[side] = self._field(side) + rallied
            self.lost[side] = self.dawn[side] = self.lost[side] - rallied
        self.corps, self.left = [0] * 8, [[UNSEEN] * 4, [UNSEEN] * 4]
        self.day += 1
        self._next_turn()

    def _next_turn(self) -> None:
        if self.rules.max_turns and self.turn >= self.rules.max_turns:
            self._over("")
            return
        self.step, self.turn, self.pair = REDEPLOYMENT, self.turn + 1, 0
        self.orders = [None] * 8

    def _over(self, winner: str) -> None:
        self.step, self.winner = OVER, winner


def pack(held: Force) -> int:
    """Return a force as one number."""
    return held[0] * 8 + held[1]


def unpack(held: int) -> Force:
    """Return a force from its number."""
    return force(held >> 3, held & 7)


@lru_cache(maxsize=CHANCES_MAX)
def _coin(seed: bytes, seat: SeatId, gate: int, field: str) -> bool:
    """Return the random answer of a seat to a question with two options: whether it is the first."""
    return PlayoutDice(seed, "bot", seat, gate, "slip", field).below(2) == 0


@lru_cache(maxsize=CHANCES_MAX)
def _drawn_spear(seed: bytes, seat: SeatId, gate: int, moves: bool) -> tuple[int, int]:
    """Return the spear of a first deployment, and its size."""
    return tactics.drawn_spear(PlayoutDice(seed, "bot", seat, gate), moves=moves)


@cache
def _seats(runs: tuple[int, ...]) -> _Seats:
    commanders = seating(runs)
    seats = [seat for seat in ROLES if seat in (*commanders.armies, *commanders.corps)]
    places = {seat: place for place, seat in enumerate(seats)}
    return _Seats(
        armies=tuple((seat, places[seat]) for seat in commanders.armies),
        corps=tuple((seat, places[seat]) for seat in commanders.corps),
        declarers=tuple((seat, places[seat], commanders.corps_of[seat]) for seat in commanders.declarers),
    )


@lru_cache(maxsize=REMEMBERED_MAX)
def _deployed(
    held: tuple[int, ...],
    theirs: tuple[int, ...],
    field: int,
    moves: bool,  # the cache of functools is fastest with places
    drawn: tuple[int, int] | None,
) -> tuple[int, ...]:
    """Return what an army holds after the bot's order. `drawn`: the spear of a first deployment, and its size."""
    army = Army(
        reserve=unpack(held[0]),
        corps=tuple(map(unpack, held[1:])),
        theirs=tuple(None if seen == UNSEEN else unpack(seen) for seen in theirs),
        field=unpack(field),
        moves=moves,
    )
    spear, size = drawn or tactics.chosen_spear(army, _NO_CHANCE)
    return _sent(held, tactics.deployed(army, spear, size))


_NO_CHANCE = Dice(b"nothing is drawn")


def _sent(held: tuple[int, ...], sends: list[Send]) -> tuple[int, ...]:
    after = list(held)
    for source, arm, goal in sends:
        division = 1 if arm else 8
        after[source] -= division
        after[goal] += division
    return tuple(after)


@lru_cache(maxsize=REMEMBERED_MAX)
def _attacks(mine: int, theirs: int, field: int) -> bool:
    return tactics.attacks(unpack(mine), None if theirs == UNSEEN else unpack(theirs), unpack(field))


@lru_cache(maxsize=REMEMBERED_MAX)
def _charges(mine: int, theirs: int, attacking: tuple[bool, bool]) -> bool:
    return tactics.charges(unpack(mine), unpack(theirs), attacking)


@lru_cache(maxsize=REMEMBERED_MAX)
def _counted(
    red: int, black: int, attacks: tuple[bool, bool], charges: Charges
) -> tuple[tuple[int, int], tuple[int, int], bool]:
    """Return what both corps of a combat owe, the fewest cavalry with which they may pay, and whether one has a choice."""
    held = unpack(red), unpack(black)
    totals, sizes = (total(held[0], charges[0]), total(held[1], charges[1])), (sum(held[0]), sum(held[1]))
    owed = owes(0, sizes, attacks, totals), owes(1, sizes, attacks, totals)
    paid = [payments(held[side], owed[side], charges[side]) for side in (0, 1)]
    return owed, (paid[0][0], paid[1][0]), any(fewest < most for fewest, most in paid)


def any_sends(held: tuple[Force, ...], is_small: bool, may_recall: bool, dice: Dice) -> list[Send]:
    """Return random moves: of every division that may move, in random order, to one of its goals or nowhere.

    `held`: the reserve, then the corps.
    """
    units = [
        (place, arm)
        for place in range(5 if is_small else 1)
        for arm in (0, 1)
        for _ in range(held[place][arm])
    ]
    sends: list[Send] = []
    shuffled, stay = dice.shuffled(units), dice.below(3)
    for place, arm in shuffled:
        if dice.below(3) >= stay:
            goals = [goal for goal in range((0 if may_recall else 1) if place else 1, 5) if goal != place]
            sends.append((place, arm, dice.pick(goals)))
    return sends
