"""The room: what holds for all tables at once. Lock-step, whom a message reaches, rulings that need two umpires."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.arbiter.core.outcome import Refused
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Rule
from warcouncil.protocol.room_acts import Approve, Withdraw
from warcouncil.protocol.words import Name, SeatId, TableId


def numbered(tables: Mapping[TableId, Table], number: TableId) -> Table:
    """Give the table of this number. Raises Refused."""
    table = tables.get(number)
    if table is None:
        raise Refused(RefusalCode.NO_SUCH, f"There is no table {number}.")
    return table


def addressed(table: Table, seat: SeatId, team: str) -> tuple[tuple[SeatId, ...], str, str]:
    """Give whom a message reaches, what they read of it ("you"), and what the record says. Raises Refused."""
    if seat:
        return (table.seat(seat).id,), "you", table.seat(seat).title
    if not team:
        return tuple(table.seats), "the table", "the table"
    members = tuple(each.id for each in table.seats.values() if each.team == team)
    if not members:
        raise Refused(RefusalCode.NO_SUCH, f"There is no team {team!r} at this table.")
    return members, "your team", f"team {team}"


class StepKeeper:
    """The phases that no table passes before all have sealed, or have had their time."""

    def __init__(
        self, tables: Mapping[TableId, Table], phases: tuple[Name, ...] = (), grace_ms: int = 0
    ) -> None:
        self._tables = tables
        self._grace_ms = grace_ms
        self.phases = phases

    def check(self, phases: tuple[Name, ...]) -> None:
        """Check that tables may come to these phases; one at which they are kept in step already is none that was mistyped. Raises Refused where
        none has one."""
        for phase in phases:
            if phase not in self.phases and not any(
                table.rules.knows(table.state, (phase,)) for table in self._tables.values()
            ):
                raise Refused(RefusalCode.NO_SUCH, f"No table has a phase {phase!r}; nothing was changed.")

    def keep_at(self, phases: tuple[Name, ...]) -> None:
        """Keep all tables in step at other phases from now on (none: each goes its own way)."""
        self.phases = phases
        for table in self._tables.values():
            table.carried.count_steps_anew()

    def holds_at(self, table: Table) -> bool:
        """Tell whether a table stands at a phase that none passes alone."""
        return isinstance(table.phase, Phase) and table.phase.name in self.phases

    def passes(self, table: Table) -> None:
        """Take note that a table passes its gate."""
        if self.holds_at(table):
            table.carried.count_step()

    def lets_pass(self, table: Table, at: int) -> bool:
        """Tell whether a table may pass its gate: every other has come as far, and has sealed or has had its time."""
        if not self.phases or not self.holds_at(table):
            return True
        return all(
            other.carried.steps > table.carried.steps
            or (
                other.carried.steps == table.carried.steps and self.holds_at(other) and self._ready(other, at)
            )
            for other in self._tables.values()
            if other is not table
            and isinstance(other.phase, Phase)
            and not other.held
            and other.rules.knows(other.state, self.phases)
        )

    def _ready(self, table: Table, at: int) -> bool:
        return not table.now.silent or (table.now.due(at, self._grace_ms) and not table.now.prolongs)


@dataclass(frozen=True, slots=True)
class WaitingRuling:
    """A grave ruling that waits for a second umpire: the key of the first, and what he asked."""

    key: str
    body: Rule


class Seconds:
    """Grave rulings that wait for a second umpire, where the exercise wants two (`wanted`)."""

    def __init__(self, *, wanted: bool = False) -> None:
        self.wanted = wanted
        self.waiting: dict[int, WaitingRuling] = {}
        self._count = 0

    def ask(self, key: str, body: Rule) -> int:
        """Let a ruling wait for a second umpire, and give its number."""
        self._count += 1
        self.waiting[self._count] = WaitingRuling(key, body)
        return self._count

    def asked(self, key: str, act: Approve | Withdraw, roster: Roster) -> WaitingRuling:
        """Give the ruling that an umpire seconds or takes back. Nobody is his own second. Raises Refused."""
        asked = self.waiting.get(act.number)
        if asked is None:
            raise Refused(RefusalCode.NO_SUCH, "No such ruling waits for a second umpire.")
        if isinstance(act, Approve) and roster.same_person(asked.key, key):
            raise Refused(
                RefusalCode.NOT_ALLOWED, "Another umpire, with a card of his own, must second your ruling."
            )
        return asked

    def settle(self, number: int) -> None:
        """Let a ruling wait no longer."""
        del self.waiting[number]
