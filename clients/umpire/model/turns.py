"""Turns: the states that one key switches on and off, and which of them another console switched a moment ago.

Two umpires who press the same key at the same time want the same thing. The second press must not undo the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from warcouncil.clients.umpire.model.orders import Fate, Order
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import SeatId, TableId

JUST_MS = 5000
"""How long after another console's act the opposite act is blocked. After this time both umpires have read the wall."""
ORDER_MS_MAX = 15_000
"""The longest time between an order of this console and its effect. Within this time a change counts as its own."""


class State(StrEnum):
    """A state that one key switches on and off."""

    PAUSED = "paused"
    BOT = "bot"
    RESULTS = "results"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Switch:
    """One state of one table. Table 0 is the room. `which` is the seat or the phase, or "" if there is only one."""

    state: State
    table: TableId
    which: str = ""


ROOM = TableId(0)
"""The room as a whole, for acts on all tables at once."""


def switches(status: TableStatus) -> dict[Switch, bool]:
    """Return the switches in a table's status, and whether each is on."""
    table = status.table
    found = {Switch(State.PAUSED, table): bool(status.paused)}
    found |= {Switch(State.BOT, table, str(seat.seat)): seat.bot for seat in status.seats}
    return found


def room_switches(results: bool, lockstep: Iterable[str], known: Iterable[str]) -> dict[Switch, bool]:
    """Return the switches of the room. `known` are the phases that were in step before."""
    now = frozenset(lockstep)
    steps = {Switch(State.STEP, ROOM, phase): phase in now for phase in sorted(now.union(known))}
    return {Switch(State.RESULTS, ROOM): results} | steps


def switch_of(kind: type[UmpireAct], table: TableId, seat: SeatId, phase: str) -> Switch | None:
    """Return the switch that an act of this kind turns at a table. Return None if it turns none."""
    if kind in (acts.Pause, acts.Resume):
        return Switch(State.PAUSED, table)
    if kind in (acts.GiveToBot, acts.GiveBack):
        return Switch(State.BOT, table, str(seat))
    if kind is room_acts.Results:
        return Switch(State.RESULTS, ROOM)
    return Switch(State.STEP, ROOM, phase) if kind is room_acts.Lockstep else None


def _turns_on(act: Act, phase: str) -> bool:
    """Return whether an act turns its switch on."""
    match act:
        case room_acts.Results():
            return act.shown
        case room_acts.Lockstep():
            return phase in act.phases
        case _:
            return isinstance(act, acts.Pause | acts.GiveToBot)


class Turns:
    """The time when each switch was turned last, as far as this console knows."""

    def __init__(self) -> None:
        self._is_on: dict[Switch, bool] = {}
        self._turned_ms: dict[Switch, int] = {}

    def hear(self, found: dict[Switch, bool], now_ms: int) -> None:
        """Record the present state of the switches. A switch that appears for the first time does not count
        as turned.
        """
        for switch, on in found.items():
            if self._is_on.get(switch, on) is not on:
                self._turned_ms[switch] = now_ms
            self._is_on[switch] = on

    def of_room(self) -> tuple[str, ...]:
        """Return the phases whose lockstep is known."""
        return tuple(switch.which for switch in self._is_on if switch.state is State.STEP)

    def elsewhere_ms(self, switch: Switch, on: bool, orders: Sequence[Order], now_ms: int) -> int | None:
        """Return how long ago another console turned a switch to the opposite of `on`.

        Return None if no other console did, if it is longer ago than JUST_MS, or if this console did it
        itself.
        """
        at_ms = self._turned_ms.get(switch)
        if at_ms is None or now_ms - at_ms >= JUST_MS or self._is_on.get(switch) is on:
            return None
        return None if _is_mine(switch, not on, orders, at_ms) else now_ms - at_ms


def _is_mine(switch: Switch, on: bool, orders: Sequence[Order], at_ms: int) -> bool:
    """Return whether an order of this console turned a switch."""
    for order in reversed(orders):
        if order.given_ms < at_ms - ORDER_MS_MAX:
            return False
        done = (*order.tables(Fate.DONE), *order.tables(Fate.WAITING))
        seat = SeatId(str(getattr(order.act, "seat", "")))
        kind = type(order.act)
        turned = any(switch_of(kind, table, seat, switch.which) == switch for table in done)
        if turned and _turns_on(order.act, switch.which) is on:
            return True
    return False
