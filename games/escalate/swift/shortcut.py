"""The bot of Escalate! on the values of its state, for playouts. It reads only what a seat may know."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from warcouncil.games.escalate.state import Act, EscalateState
from warcouncil.games.escalate.swift.hands import COPIES, NAME, ROLES
from warcouncil.games.escalate.swift.rules import NO_SEAT, OBLIGED, OPENING, OVER, RETALIATION, TURNING
from warcouncil.games.escalate.swift.table import Fixed, Said, Slips, SwiftTable
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.negotiation import Ready
from warcouncil.games.kit.play.shortcut import Shortcut
from warcouncil.protocol.words import SeatId


class EscalateShortcut(Shortcut):
    """The bot and the random answers of Escalate!, with all options."""

    def suggested(self, state: EscalateState, seat: SeatId, dice: Dice) -> Any:
        """Return what the bot declares."""
        if state.step == "negotiation":
            return Ready()
        return _declared(state, SwiftTable(state).suggested(state.seats.index(seat)))

    def drawn(self, state: EscalateState, seat: SeatId, dice: Dice) -> Any:
        """Return a random declaration."""
        if state.step == "negotiation":
            return Ready()
        return _declared(state, SwiftTable(state).drawn(state.seats.index(seat), dice.stream))

    def chance(self, state: EscalateState, seat: SeatId, declared: Any) -> tuple[float, float]:
        """Raise NotImplementedError. No phase is open."""
        raise NotImplementedError

    def is_open(self, phase: str) -> bool:
        """Return False. A seat that is asked alone is judged by playing on, and the other phases keep acts secret."""
        return False

    def plays_on(self, state: EscalateState) -> bool:
        """Return True, because every position can be played on."""
        return True

    def played_on(
        self, state: EscalateState, gate: int, until: int, slips: Slips, seed: bytes, *, fixed: Fixed
    ) -> tuple[str, ...] | None:
        """Return the winners."""
        table = SwiftTable(state)
        table.play(gate, until, slips, seed, fixed)
        return table.winners

    def sight_after(
        self, state: EscalateState, gate: int, slips: bytes, seed: bytes, seat: SeatId, *, fixed: Fixed
    ) -> Hashable | None:
        """Return what the seat sees after one gate, unless the game has ended."""
        table = SwiftTable(state)
        table.play(gate, gate + 1, lambda _: slips, seed, fixed)
        return _glimpse(table, state.seats.index(seat)) if table.winners is None else None

    def glimpse(self, state: EscalateState, seat: SeatId) -> Hashable:
        """Return what the position shows the seat."""
        ending = None if state.ending is None else (state.ending.reason, state.ending.winners)
        return _glimpse(SwiftTable(state), state.seats.index(seat), ending)


def _glimpse(table: SwiftTable, reader: int, ending: Hashable = None) -> Hashable:
    """Return a key for all that a position shows a seat."""
    alive, step, launch = table.alive, table.step, table.launch
    over = step == OVER
    strikes = launch is not None and reader != launch[0] and alive >> reader & 1
    return (
        (table.rules.mark, table.dealer, reader, step, 0 if over else table.incident, ending),
        table.turn if step in (OPENING, OBLIGED, TURNING) else NO_SEAT,
        table.lead if not table.table and not over and alive >> table.lead & 1 else NO_SEAT,
        table.holder,
        (table.top, tuple(table.table), tuple(table.by)) if table.table else (),
        tuple(sorted(table.hands[reader])) if alive >> reader & 1 else None,
        (alive, *table.points),
        tuple([len(hand) if alive >> seat & 1 else NO_SEAT for seat, hand in enumerate(table.hands)]),
        (table.out, sum([1 << seat for seat in table.passers]) & alive, table.deferred & alive),
        tuple([many if alive >> seat & 1 else 0 for seat, many in enumerate(table.passed)]),
        (table.bare, table.armed, table.disarmed),
        tuple(sorted(table.unable, key=lambda each: each[0])),
        (len(table.draw), len(table.discard), *table.discard[-1:]),
        tuple([[card >> COPIES for card in table.discard].count(role) for role in range(len(ROLES))]),
        (launch[0], launch[1] if strikes else None) if launch and step == RETALIATION else None,
    )


def _declared(state: EscalateState, said: Said) -> Act:
    """Return a declaration in the form that the phases parse."""
    (kind, cards), targets = said
    names = NAME[state.options.mad]
    return Act(kind, tuple([names[card] for card in cards]), tuple([state.seats[seat] for seat in targets]))
