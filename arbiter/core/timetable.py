"""The timetable: when the gate of each table may close by itself. A table is asked only after something happened to it.

Law: whatever may change a table marks it. A table without a mark stands as it did when it was asked last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heapify, heappop, heappush

from warcouncil.arbiter.core.table import Table
from warcouncil.protocol.words import TableId

STALE_MAX = 100
"""So many times that tables have no more wait to be thrown away, and as many as there are tables besides."""


class Timetable:
    """What is known of every table between two questions. All are marked at first."""

    def __init__(self, tables: Mapping[TableId, Table], grace_ms: int) -> None:
        self._tables = tables
        self._grace_ms = grace_ms
        self._all_marked = True
        self._marked: dict[TableId, None] = {}
        self._times: dict[TableId, int | None] = {}
        self._running = 0
        """How many of those times there are."""
        self._queue: list[tuple[int, TableId]] = []
        """The times as a heap, with some that tables had before."""
        self._unbegun: dict[TableId, None] = {}
        self.asking = TableId(0)
        """The table that is being asked: where the rules of one fail at it, this says whose."""

    def mark(self, number: TableId) -> None:
        """Note that something may have happened to a table; 0: to any of them."""
        if number:
            self._marked[number] = None
        else:
            self._all_marked = True

    @property
    def runs(self) -> bool:
        """Whether any gate may close by itself; see `time_of`."""
        self._ask()
        return self._running > 0

    def out(self, at: int) -> list[TableId]:
        """Give the tables whose time has run out, in table order."""
        found: list[TableId] = []

        def is_later(number: TableId, time: int) -> bool:
            if time <= at:
                found.append(number)
            return time > at

        self.soonest(is_later)
        return sorted(found)

    def soonest(self, wanted: Callable[[TableId, int], bool]) -> int | None:
        """Give the first time that is `wanted`, of the tables whose gates may close by themselves; None: there is none. Later
        ones are not looked at."""
        self._ask()
        seen: list[tuple[int, TableId]] = []
        found: int | None = None
        try:
            while self._queue and found is None:
                time, number = entry = heappop(self._queue)
                # Else it has another by now, or stands here twice.
                if self._times[number] == time and entry not in seen[-1:]:
                    seen.append(entry)
                    found = time if wanted(number, time) else None
        finally:
            for entry in seen:
                heappush(self._queue, entry)
        return found

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
            before, time = self._times.get(number), self.time_of(number)
            if time != before:
                self._times[number] = time
                self._running += (time is not None) - (before is not None)
                if time is not None:
                    heappush(self._queue, (time, number))
            if self._tables[number].begun:
                self._unbegun.pop(number, None)
            else:
                self._unbegun[number] = None
        self._all_marked, self.asking = False, TableId(0)
        self._marked.clear()
        if len(self._queue) > STALE_MAX + 2 * len(self._tables):
            self._queue = [(time, number) for number, time in self._times.items() if time is not None]
            heapify(self._queue)
