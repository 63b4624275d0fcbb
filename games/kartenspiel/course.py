"""The course of a turn once all orders are known: pairs I to IV in their order, the end of the turn, nightfall (3.3, 4, 6).

It goes on until someone must be asked or the turn is over; what has happened is gathered here and becomes one new state.
"""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.games.kartenspiel import state as steps
from warcouncil.games.kartenspiel.combat import losses, payments
from warcouncil.games.kartenspiel.events import (
    BOTH_DEFENDED,
    BattleEnded,
    ChargesRevealed,
    CombatCounted,
    HoldingsShown,
    LineBroken,
    LossesPaid,
    NightFell,
)
from warcouncil.games.kartenspiel.roles import TEAMS, TITLES
from warcouncil.games.kartenspiel.state import (
    NO_CHARGES,
    NO_DEBT,
    NO_ORDERS,
    NONE,
    Force,
    Outcome,
    Sighting,
    State,
    force,
    heading,
    less,
    plus,
)
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution

Charges = tuple[bool | None, bool | None]


class Course:
    """A turn under way. `events` holds what has happened in it so far."""

    __slots__ = ("corps", "events", "ever", "fallen", "lost", "now", "orders", "seen")

    def __init__(self, state: State, orders: tuple[bool | None, ...], events: Sequence[Event] = ()) -> None:
        self.now = state
        self.orders = orders
        self.events = list(events)
        self.corps = state.corps
        self.fallen = state.fallen
        self.seen = state.seen
        self.lost = state.lost
        self.ever = state.ever

    def fight(self, pair: int) -> Resolution[State]:
        """Fight the pairs from `pair` on, until a question or the end of the turn."""
        orders, corps = self.orders, self.corps
        while pair < 4:
            if not (orders[pair] or orders[pair + 4]):
                self.events.append(BOTH_DEFENDED[pair])
            else:
                red, black = corps[pair], corps[pair + 4]
                self.events.append(HoldingsShown(pair + 1, red, black))
                if red[1] or black[1]:
                    return self._stop(steps.CHARGE, pair, NO_CHARGES, NO_DEBT)
                # Infantry alone leaves nothing to choose: such a combat is counted and over.
                self._count(pair, NO_CHARGES)
                corps = self.corps
            pair += 1
        return self._end_turn()

    def charge(self, pair: int, charges: Charges) -> Resolution[State]:
        """Go on once the charges of a pair are known."""
        self.events.append(ChargesRevealed(pair + 1, charges[0], charges[1]))
        owed = self._count(pair, charges)
        return self.fight(pair + 1) if owed is None else self._stop(steps.LOSSES, pair, charges, owed)

    def pay(self, pair: int, red_cavalry: int, black_cavalry: int) -> Resolution[State]:
        """Go on once it is known how much cavalry is among the losses of each corps."""
        red, black = self.now.owed
        self._lose(pair, force(red - red_cavalry, red_cavalry), force(black - black_cavalry, black_cavalry))
        return self.fight(pair + 1)

    def _count(self, pair: int, charges: Charges) -> tuple[int, int] | None:
        """Count a combat and take its losses; give what is owed if an owner must choose them."""
        red, black = self.corps[pair], self.corps[pair + 4]
        red_attacks, black_attacks = self.orders[pair] is True, self.orders[pair + 4] is True
        red_size, black_size = red[0] + red[1], black[0] + black[1]
        red_total = red_size + red[1] if charges[0] else red_size
        black_total = black_size + black[1] if charges[1] else black_size
        red_owes = losses(red_total, black_total, red_attacks, black_attacks, black_size)
        black_owes = losses(black_total, red_total, black_attacks, red_attacks, red_size)
        owed = (
            red_owes if red_owes < red_size else red_size,
            black_owes if black_owes < black_size else black_size,
        )
        self.events.append(
            CombatCounted(pair + 1, (red_attacks, black_attacks), (red_total, black_total), owed)
        )
        red_cavalry, red_most = payments(red, owed[0], charges[0])
        black_cavalry, black_most = payments(black, owed[1], charges[1])
        if red_cavalry < red_most or black_cavalry < black_most:
            return owed
        self._lose(
            pair, force(owed[0] - red_cavalry, red_cavalry), force(owed[1] - black_cavalry, black_cavalry)
        )
        return None

    def _lose(self, pair: int, red: Force, black: Force) -> None:
        """Lay the lost divisions on the piles, in the open, and remember what was seen."""
        sighting = Sighting(self.now.turn, (self.corps[pair], self.corps[pair + 4]), (red, black))
        self.seen = (*self.seen[:pair], sighting, *self.seen[pair + 1 :])
        if red == NONE and black == NONE:
            return
        self.events.append(LossesPaid(pair + 1, red, black))
        corps, fallen = list(self.corps), list(self.fallen)
        for index, paid in ((pair, red), (pair + 4, black)):
            corps[index] = less(corps[index], paid)
            fallen[index] += paid[0] + paid[1]
        self.corps, self.fallen = tuple(corps), tuple(fallen)
        self.lost = plus(self.lost[0], red), plus(self.lost[1], black)
        self.ever = self.ever[0] + red[0] + red[1], self.ever[1] + black[0] + black[1]

    def _stop(self, step: str, pair: int, charges: Charges, owed: tuple[int, int]) -> Resolution[State]:
        """Give the position in which a question stands open."""
        now = self.now
        state = State(
            now.rules,
            step,
            now.day,
            now.turn,
            now.fresh,
            now.reserve,
            self.corps,
            self.lost,
            self.ever,
            now.dawn,
            self.fallen,
            self.seen,
            self.orders,
            pair,
            charges,
            owed,
            None,
        )
        return Resolution(state, tuple(self.events), heading(now))

    def _end_turn(self) -> Resolution[State]:
        """4. Check the lines once, after all four pairs; then the next turn, or the end."""
        orders, corps = self.orders, self.corps
        broken: list[tuple[int, ...]] = [
            tuple(
                pair + 1
                for pair in range(4)
                if corps[side + pair] == NONE and (orders[pair] or orders[pair + 4])
            )
            for side in (0, 4)
        ]
        for side in (0, 1):
            if broken[side]:
                self.events.append(LineBroken(TEAMS[side], broken[side]))
        outcome = self._outcome(bool(broken[0]), bool(broken[1]))
        if outcome is not None:
            self.events.append(BattleEnded(outcome.winner, outcome.reason))
        return self._turned(outcome)

    def _outcome(self, red_broke: bool, black_broke: bool) -> Outcome | None:
        """4. One broken line loses; of two, the side that lost more divisions."""
        if red_broke and black_broke:
            gross = self.now.rules.tiebreak_gross
            red, black = self.ever if gross else (self.lost[0].size, self.lost[1].size)
            if red == black:
                return Outcome("", f"both lines broke, and both sides had lost {red}")
            winner = 0 if red < black else 1
            most, fewest = max(red, black), min(red, black)
            return Outcome(
                TEAMS[winner], f"both lines broke, and {TITLES[1 - winner]} had lost {most} to {fewest}"
            )
        if red_broke or black_broke:
            loser = 0 if red_broke else 1
            return Outcome(TEAMS[1 - loser], f"{TITLES[loser]}'s line broke")
        return limit(self.now)

    def _turned(self, outcome: Outcome | None) -> Resolution[State]:
        now = self.now
        state = State(
            now.rules,
            steps.OVER if outcome else steps.REDEPLOYMENT,
            now.day,
            now.turn if outcome else now.turn + 1,
            False,
            now.reserve,
            self.corps,
            self.lost,
            self.ever,
            now.dawn,
            self.fallen,
            self.seen,
            self.orders if outcome else NO_ORDERS,
            0,
            NO_CHARGES,
            NO_DEBT,
            outcome,
        )
        return Resolution(state, tuple(self.events), heading(now))


def limit(state: State) -> Outcome | None:
    """Give the draw that ends a battle at its last turn (house)."""
    if state.turn < state.rules.max_turns:
        return None
    return Outcome("", f"neither line broke in {state.turn} turns")


def nightfall(state: State, events: Sequence[Event]) -> Resolution[State]:
    """6. Every division goes back to reserve, half of the lost rally, and a new day begins."""
    rallied = tuple(_rallied(state, side) for side in (0, 1))
    reserve = tuple(_mustered(state, side, rallied[side]) for side in (0, 1))
    told = [*events, NightFell(state.day, rallied[0], rallied[1])]
    pile = (less(state.lost[0], rallied[0]), less(state.lost[1], rallied[1]))
    outcome = limit(state)
    if outcome is not None:
        told.append(BattleEnded(outcome.winner, outcome.reason))
    after = State(
        rules=state.rules,
        step=steps.OVER if outcome else steps.REDEPLOYMENT,
        day=state.day + 1,
        turn=state.turn if outcome else state.turn + 1,
        fresh=True,
        reserve=(reserve[0], reserve[1]),
        corps=(NONE,) * 8,
        lost=pile,
        ever=state.ever,
        dawn=pile,
        fallen=(0,) * 8,
        seen=(None,) * 4,
        orders=NO_ORDERS,
        pair=0,
        charges=NO_CHARGES,
        owed=NO_DEBT,
        outcome=outcome,
    )
    return Resolution(after, tuple(told), heading(state))


def _rallied(state: State, side: int) -> Force:
    pool = state.lost[side] if state.rules.night_whole else less(state.lost[side], state.dawn[side])
    spare = 1 if state.rules.night_up else 0
    return force((pool.inf + spare) // 2, (pool.cav + spare) // 2)


def _mustered(state: State, side: int, rallied: Force) -> Force:
    army = plus(state.reserve[side], rallied)
    for corps in state.corps[side * 4 : side * 4 + 4]:
        army = plus(army, corps)
    return army
