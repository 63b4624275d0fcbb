"""The timetable: when the gate of each table may close by itself. A table is asked only after something happened to it.

Law: whatever may change a table marks it. A table without a mark stands as it did when it was asked last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warcouncil.arbiter.core.table import Table
from warcouncil.protocol.words import TableId


class Timetable:
    """What is known of every table between two questions. All are marked at first."""

    def __init__(self, tables: Mapping[TableId, Table], grace_ms: int) -> None:
        self._tables = tables
        self._grace_ms = grace_ms
        self._all_marked = True
        self._marked: dict[TableId, None] = {}
        self._times: dict[TableId, int | None] = {}
        self._unbegun: dict[TableId, None] = {}
        self.asking = TableId(0)
        """The table that is being asked: where the rules of one fail at it, this says whose."""

    def mark(self, number: TableId) -> None:
        """Note that something may have happened to a table; 0: to any of them."""
        if number:
            self._marked[number] = None
        else:
            self._all_marked = True

    def times(self) -> list[tuple[TableId, int]]:
        """Give the tables whose gates may close by themselves, in table order, and when; see `time_of`."""
        self._ask()
        return [(number, time) for number, time in self._times.items() if time is not None]

    def unbegun(self) -> list[TableId]:
        """Give the tables that have not begun, in table order."""
        self._ask()
        return sorted(self._unbegun)

    def time_of(self, number: TableId) -> int | None:
        """Ask a table when its gate may close by itself, grace included; 0: all have answered. None: its clock stands."""
        gate = self._tables[number].now
        return 0 if gate.complete else gate.deadline(self._grace_ms)

    def wrong(self) -> Iterator[TableId]:
        """Give the tables without a mark that stand otherwise than when they were asked last."""
        for number, table in self._tables.items():
            known = self._times.get(number), number not in self._unbegun
            marked = self._all_marked or number in self._marked
            if not marked and known != (self.time_of(number), table.begun):
                yield number

    def _ask(self) -> None:
        """Ask the tables that are marked."""
        for number in self._tables if self._all_marked else self._marked:
            self.asking = number
            self._times[number] = self.time_of(number)
            if self._tables[number].begun:
                self._unbegun.pop(number, None)
            else:
                self._unbegun[number] = None
        self._all_marked, self.asking = False, TableId(0)
        self._marked.clear()
