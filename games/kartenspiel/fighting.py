"""3.3 The combats of a turn, pairs I to IV in order.

They continue until a seat must be asked or all combats are over. This module collects the events and computes one
new state.
"""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.games.kartenspiel.combat import owes, payments, total
from warcouncil.games.kartenspiel.ending import broken_corps, endings, verdict
from warcouncil.games.kartenspiel.events.combats import (
    BOTH_DEFENDED,
    ChargesRevealed,
    CombatCounted,
    HoldingsShown,
    LossesPaid,
)
from warcouncil.games.kartenspiel.roles import PAIRS
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    LOSSES,
    NO_CHARGES,
    NO_DEBT,
    NO_ORDERS,
    OVER,
    REDEPLOYMENT,
    BattleOutcome,
    BattleState,
    Charges,
    Sighting,
    force,
    forces_left,
    heading,
    less,
    plus,
)
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution


class Fighting:
    """The combats of a turn in progress. `events` has what has happened in the turn so far."""

    __slots__ = ("corps", "events", "ever", "fallen", "lost", "now", "orders", "seen")

    def __init__(
        self, state: BattleState, orders: tuple[bool | None, ...], events: Sequence[Event] = ()
    ) -> None:
        self.now = state
        self.orders = orders
        self.events = list(events)
        self.corps = state.corps
        self.fallen = state.fallen
        self.seen = state.seen
        self.lost = state.lost
        self.ever = state.ever

    def fight(self, first: int = 0) -> Resolution[BattleState]:
        """Fight the pairs from `first` on, until a question or the end of the turn."""
        for pair in range(first, 4):
            red, black = PAIRS[pair]
            if not (self.orders[red] or self.orders[black]):
                self.events.append(BOTH_DEFENDED[pair])
                continue
            held = self.corps[red], self.corps[black]
            self.events.append(HoldingsShown(pair + 1, *held))
            if held[0].cav or held[1].cav:
                return self._on(CHARGE, pair)
            # If both have only infantry, there is nothing to choose, so the combat is counted at once.
            self._count(pair, NO_CHARGES)
        return self._end()

    def charge(self, pair: int, charges: Charges) -> Resolution[BattleState]:
        """Continue the combat of a pair with its charges."""
        self.events.append(ChargesRevealed(pair + 1, *charges))
        owed = self._count(pair, charges)
        return self.fight(pair + 1) if owed is None else self._on(LOSSES, pair, charges, owed)

    def pay(self, pair: int, cavalry: tuple[int, int]) -> Resolution[BattleState]:
        """Continue with the number of cavalry divisions in the losses of each corps."""
        self._lose(pair, self.now.owed, cavalry)
        return self.fight(pair + 1)

    def _count(self, pair: int, charges: Charges) -> tuple[int, int] | None:
        """Count a combat and remove its losses. Return the losses of each corps, or None if a commander must choose
        them.
        """
        red, black = PAIRS[pair]
        held = (self.corps[red], self.corps[black])
        attacks = (self.orders[red] is True, self.orders[black] is True)
        totals = (total(held[0], charges[0]), total(held[1], charges[1]))
        sizes = (sum(held[0]), sum(held[1]))
        owed = (owes(0, sizes, attacks, totals), owes(1, sizes, attacks, totals))
        self.events.append(CombatCounted(pair + 1, attacks, totals, owed))
        fewest_red, most_red = payments(held[0], owed[0], charges[0])
        fewest_black, most_black = payments(held[1], owed[1], charges[1])
        if fewest_red < most_red or fewest_black < most_black:
            return owed
        self._lose(pair, owed, (fewest_red, fewest_black))
        return None

    def _lose(self, pair: int, owed: tuple[int, int], cavalry: tuple[int, int]) -> None:
        """Move the lost divisions to the public piles, and record what was seen."""
        paid = (force(owed[0] - cavalry[0], cavalry[0]), force(owed[1] - cavalry[1], cavalry[1]))
        red, black = PAIRS[pair]
        sighting = Sighting(self.now.turn, (self.corps[red], self.corps[black]), paid)
        self.seen = (*self.seen[:pair], sighting, *self.seen[pair + 1 :])
        if owed == NO_DEBT:
            return
        corps, fallen = list(self.corps), list(self.fallen)
        for side, index in enumerate(PAIRS[pair]):
            corps[index] = less(corps[index], paid[side])
            fallen[index] += owed[side]
        self.corps, self.fallen = tuple(corps), tuple(fallen)
        self.lost = (plus(self.lost[0], paid[0]), plus(self.lost[1], paid[1]))
        self.ever = (self.ever[0] + owed[0], self.ever[1] + owed[1])
        left, field = (corps[red], corps[black]), forces_left(self.now.reserve, self.corps)
        self.events.append(LossesPaid(pair + 1, *paid, left, self.ever, self.lost, field))

    def _end(self) -> Resolution[BattleState]:
        """4. Check both lines once, after all four pairs. End the battle, or go to the next turn."""
        broken = (broken_corps(self.corps, self.orders, 0), broken_corps(self.corps, self.orders, 1))
        outcome = verdict(broken, self.ever, self.lost, self.now)
        self.events += endings(broken, outcome)
        return self._on(REDEPLOYMENT if outcome is None else OVER, outcome=outcome)

    def _on(
        self,
        step: str,
        pair: int = 0,
        charges: Charges = NO_CHARGES,
        owed: tuple[int, int] = NO_DEBT,
        outcome: BattleOutcome | None = None,
    ) -> Resolution[BattleState]:
        """Return the position after the combats so far, at its next step, and the events."""
        is_next_turn = step == REDEPLOYMENT
        now = self.now
        state = BattleState(
            rules=now.rules,
            step=step,
            day=now.day,
            turn=now.turn + is_next_turn,
            fresh=now.fresh,
            reserve=now.reserve,
            corps=self.corps,
            lost=self.lost,
            ever=self.ever,
            dawn=now.dawn,
            fallen=self.fallen,
            seen=self.seen,
            orders=NO_ORDERS if is_next_turn else self.orders,
            pair=pair,
            charges=charges,
            owed=owed,
            outcome=outcome,
        )
        return Resolution(state, tuple(self.events), heading(now))
