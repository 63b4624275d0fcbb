"""The hall: what every part of an exercise shares."""

from __future__ import annotations

from dataclasses import dataclass, field

from warcouncil.arbiter.core.console import Consoles
from warcouncil.arbiter.core.refused import Refused
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.sessions import Sessions
from warcouncil.arbiter.core.stimuli import Began
from warcouncil.arbiter.core.table import Table
from warcouncil.protocol.replies import RefusalCode, StoryLine
from warcouncil.protocol.words import TableId


@dataclass(slots=True)
class Hall:
    """Tables, people, links and consoles, and the plan by which they began."""

    tables: dict[TableId, Table] = field(default_factory=dict)
    sessions: Sessions = field(default_factory=Sessions)
    roster: Roster = field(init=False)
    consoles: Consoles = field(init=False)
    plan: Began = field(default_factory=lambda: Began(exercise="", tables=(), codes=()))

    def __post_init__(self) -> None:
        self.roster = Roster(self.sessions)
        self.consoles = Consoles(self.tables, self.sessions, self.roster)

    def table(self, number: TableId) -> Table:
        table = self.tables.get(number)
        if table is None:
            raise Refused(RefusalCode.NO_SUCH, f"There is no table {number}.")
        return table

    def note(self, table: Table, at: int, text: str) -> None:
        """Put a line on the record that umpires read."""
        if table.asleep:
            return
        minutes, seconds = divmod(at // 1000, 60)
        table.rulings.append(StoryLine(heading=f"{minutes}:{seconds:02d}", text=text))
        self.consoles.touch(table.number)
