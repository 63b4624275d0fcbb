"""SwiftBattle plays a battle on by the bot, on plain values and without events. It is for playouts only.

Its rules are those of the phases, written a second time for speed. A test compares the positions after every gate.
"""

from __future__ import annotations

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
    NONE,
    OVER,
    REDEPLOYMENT,
    BattleState,
    Charges,
    Force,
    force,
    less,
    plus,
)
from warcouncil.games.kartenspiel.tactics import Army, Send
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.words import SeatId

STEPS = (REDEPLOYMENT, DECLARATION, CHARGE, LOSSES, OVER)
"""The steps from which it can play on. After a missing order the rules play on themselves."""


class SwiftBattle:
    """A battle under way. The names are those of BattleState. `left`: what was left of each pair when it was last seen."""

    def __init__(self, state: BattleState) -> None:
        self.rules = state.rules
        self.commanders = seating(state.rules.runs)
        seats = [seat for seat in ROLES if seat in (*self.commanders.armies, *self.commanders.corps)]
        self.places = {seat: place for place, seat in enumerate(seats)}
        self.step, self.day, self.turn, self.pair = state.step, state.day, state.turn, state.pair
        self.reserve, self.corps = list(state.reserve), list(state.corps)
        self.lost, self.dawn, self.ever = list(state.lost), list(state.dawn), list(state.ever)
        self.left = [
            None if seen is None else (less(seen.held[0], seen.lost[0]), less(seen.held[1], seen.lost[1]))
            for seen in state.seen
        ]
        self.orders, self.charges, self.owed = list(state.orders), state.charges, state.owed
        self.winner = "" if state.outcome is None else state.outcome.winner

    def close(self, gate: int, seed: bytes, slips: bytes) -> None:
        """Play one gate. A byte of `slips` for each seat says whether it slips: 0 does."""
        if self.step == REDEPLOYMENT:
            self._redeploy(gate, seed, slips)
        elif self.step == DECLARATION:
            self._declare(gate, seed, slips)
        elif self.step == CHARGE:
            self._charge(gate, seed, slips)
        else:
            self._pay(gate, seed, slips)

    def _slip(self, seat: SeatId, gate: int, seed: bytes, slips: bytes) -> Dice | None:
        """Return the chance of a random answer, or None if the seat does not slip."""
        return None if slips[self.places[seat]] else Dice(seed, "bot", seat, gate, "slip")

    def _field(self, side: int) -> Force:
        held = (self.reserve[side], *self.corps[side * 4 : side * 4 + 4])
        return force(sum(each[0] for each in held), sum(each[1] for each in held))

    def _redeploy(self, gate: int, seed: bytes, slips: bytes) -> None:
        fields = self._field(0), self._field(1)
        both: list[list[Send]] = []
        for side, seat in enumerate(self.commanders.armies):
            slip, corps = self._slip(seat, gate, seed, slips), tuple(self.corps[side * 4 : side * 4 + 4])
            is_small = self.rules.small == side
            if slip is not None:
                held = (self.reserve[side], *corps)
                both.append(any_sends(held, is_small, self.rules.recall, slip.stream("moves")))
                continue
            theirs = tuple(None if pair is None else pair[1 - side] for pair in self.left)
            army = Army(self.reserve[side], corps, theirs, fields[1 - side], moves=is_small)
            both.append(tactics.deploy(army, Dice(seed, "bot", seat, gate)))
        for side, sends in enumerate(both):
            held_now = [list(self.reserve[side]), *map(list, self.corps[side * 4 : side * 4 + 4])]
            for source, arm, goal in sends:
                held_now[source][arm] -= 1
                held_now[goal][arm] += 1
            self.reserve[side], *self.corps[side * 4 : side * 4 + 4] = (force(*each) for each in held_now)
        self.step = DECLARATION

    def _declare(self, gate: int, seed: bytes, slips: bytes) -> None:
        fields = self._field(0), self._field(1)
        for seat in self.commanders.declarers:
            slip = self._slip(seat, gate, seed, slips)
            for corps in self.commanders.corps_of[seat]:
                if slip is not None:
                    self.orders[corps] = slip.stream(FIELDS[corps]).below(2) == 0
                    continue
                enemy, pair = 1 - corps // 4, self.left[corps % 4]
                seen = None if pair is None else pair[enemy]
                self.orders[corps] = tactics.attacks(self.corps[corps], seen, fields[enemy])
        if any(self.orders):
            self._fight(0)
        else:
            self._night()

    def _fight(self, first: int) -> None:
        for pair in range(first, 4):
            if not (self.orders[pair] or self.orders[pair + 4]):
                continue
            if self.corps[pair][1] or self.corps[pair + 4][1]:
                self.step, self.pair, self.charges = CHARGE, pair, NO_CHARGES
                return
            self._count(pair, NO_CHARGES)
        self._end()

    def _charge(self, gate: int, seed: bytes, slips: bytes) -> None:
        charges: list[bool | None] = [None, None]
        for side, mine in enumerate((self.pair, self.pair + 4)):
            if not self.corps[mine][1]:
                continue
            slip = self._slip(self.commanders.corps[mine], gate, seed, slips)
            if slip is not None:
                charges[side] = slip.stream("charge").below(2) == 0
            else:
                theirs = opposite(mine)
                attacking = bool(self.orders[mine]), bool(self.orders[theirs])
                charges[side] = tactics.charges(self.corps[mine], self.corps[theirs], attacking)
        if not self._count(self.pair, (charges[0], charges[1])):
            self._fight(self.pair + 1)

    def _count(self, pair: int, charges: Charges) -> bool:
        """Count a combat. Return whether a commander must choose the losses."""
        held = self.corps[pair], self.corps[pair + 4]
        attacks = bool(self.orders[pair]), bool(self.orders[pair + 4])
        totals, sizes = (total(held[0], charges[0]), total(held[1], charges[1])), (sum(held[0]), sum(held[1]))
        owed = owes(0, sizes, attacks, totals), owes(1, sizes, attacks, totals)
        paid = [payments(held[side], owed[side], charges[side]) for side in (0, 1)]
        if paid[0][0] < paid[0][1] or paid[1][0] < paid[1][1]:
            self.step, self.pair, self.charges, self.owed = LOSSES, pair, charges, owed
            return True
        self._lose(pair, owed, (paid[0][0], paid[1][0]))
        return False

    def _pay(self, gate: int, seed: bytes, slips: bytes) -> None:
        cavalry = [0, 0]
        for side, mine in enumerate((self.pair, self.pair + 4)):
            fewest, most = payments(self.corps[mine], self.owed[side], self.charges[side])
            slip = self._slip(self.commanders.corps[mine], gate, seed, slips) if fewest < most else None
            cavalry[side] = fewest if slip is None else slip.stream("losses").pick(range(fewest, most + 1))
        self._lose(self.pair, self.owed, (cavalry[0], cavalry[1]))
        self._fight(self.pair + 1)

    def _lose(self, pair: int, owed: tuple[int, int], cavalry: tuple[int, int]) -> None:
        for side, mine in enumerate((pair, pair + 4)):
            gone = force(owed[side] - cavalry[side], cavalry[side])
            self.corps[mine] = less(self.corps[mine], gone)
            self.lost[side] = plus(self.lost[side], gone)
            self.ever[side] += owed[side]
        self.left[pair] = self.corps[pair], self.corps[pair + 4]

    def _end(self) -> None:
        """4. Check both lines, and end the battle or go on to the next turn."""
        broken = [
            any(
                self.corps[k] == NONE and (self.orders[k] or self.orders[opposite(k)])
                for k in range(side * 4, side * 4 + 4)
            )
            for side in (0, 1)
        ]
        if broken[0] and broken[1]:
            red, black = decisive_losses(
                self.rules.tiebreak_gross, (self.ever[0], self.ever[1]), (self.lost[0], self.lost[1])
            )
            self._over("" if red == black else TEAMS[red > black])
        elif broken[0] or broken[1]:
            self._over(TEAMS[broken[0]])
        else:
            self._next_turn()

    def _night(self) -> None:
        """6. Return all divisions to reserve, and half of the lost rally."""
        inf_up, cav_up = self.rules.night_up
        for side in (0, 1):
            pool = self.lost[side] if self.rules.night_whole else less(self.lost[side], self.dawn[side])
            rallied = force((pool[0] + inf_up) // 2, (pool[1] + cav_up) // 2)
            self.reserve[side] = plus(self._field(side), rallied)
            self.lost[side] = self.dawn[side] = less(self.lost[side], rallied)
        self.corps, self.left = [NONE] * 8, [None] * 4
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
