"""Lock-step: some phases that no table may pass before all other tables have reached them."""

from __future__ import annotations

from collections.abc import Mapping

from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import Name, TableId


class StepKeeper:
    """The phases that no table passes before all tables have sealed or used up their time."""

    def __init__(
        self, tables: Mapping[TableId, Table], phases: tuple[Name, ...] = (), grace_ms: int = 0
    ) -> None:
        self._tables = tables
        self._grace_ms = grace_ms
        self.phases = phases

    def check(self, phases: tuple[Name, ...]) -> None:
        """Check that at least one table has each of these phases. Phases already in lock-step are accepted. Raises
        Refused."""
        for phase in phases:
            if phase not in self.phases and not any(
                table.rules.knows(table.state, (phase,)) for table in self._tables.values()
            ):
                raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_table_has_phase", phase=repr(phase)))

    def keep_at(self, phases: tuple[Name, ...]) -> None:
        """Set the phases of the lock-step. Without phases, each table continues by itself."""
        self.phases = phases
        for table in self._tables.values():
            table.count_steps(0)

    def holds_at(self, table: Table) -> bool:
        """Return whether a table is at a phase that no table passes alone."""
        return isinstance(table.phase, Phase) and table.phase.name in self.phases

    def passes(self, table: Table) -> None:
        """Record that a table passes its gate."""
        if self.holds_at(table):
            table.count_steps(table.counters.steps + 1)

    def lets_pass(self, table: Table, at: int) -> bool:
        """Return whether a table may pass its gate. Every other table must have reached this gate, and must have
        sealed or used up its time.
        """
        if not self.phases or not self.holds_at(table):
            return True
        return all(
            other.counters.steps > table.counters.steps
            or (
                other.counters.steps == table.counters.steps
                and self.holds_at(other)
                and self._ready(other, at)
            )
            for other in self._tables.values()
            if other is not table
            and isinstance(other.phase, Phase)
            and not other.held
            and other.rules.knows(other.state, self.phases)
        )

    def _ready(self, table: Table, at: int) -> bool:
        return not table.now.silent or (table.now.due(at, self._grace_ms) and not table.now.prolongs)
