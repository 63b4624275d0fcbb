"""Wall time: computes when something happened by the wall clock, from its exercise time in the journal.

Both clocks run at the same speed while an arbiter runs. Between two marks, more wall time than exercise time may
pass. The difference was lost to a fault: no arbiter ran, or the arbiter was stuck and later added the lost time to
its clocks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

LOST_MS_MIN = 1500
"""Smaller differences, in milliseconds, come from the precision of the marks."""
_WALL = re.compile(rb'"wall_ms":([0-9]{1,16})')
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_MS = 253_370_764_800_000
"""The year 9999, which is the last year of common calendar libraries."""


def wall_of(body: bytes) -> int:
    """Return the wall clock in a record, in milliseconds since 1970. Return 0 if it has none."""
    found = _WALL.search(body)
    return int(found[1]) if found else 0


def note(marks: list[tuple[int, int]], kind: str, at: int, body: bytes) -> None:
    """Add the mark of a record, if it has one.

    The first tick marks when the clock began to run. Before that, the host needs time, for example to make the
    certificate for browsers. No player lost that time.
    """
    if kind not in ("began", "ticked", "resumed"):
        return
    wall = wall_of(body)
    if kind == "ticked" and len(marks) == 1 and marks[0][1]:
        began_at, began = marks[0]
        marks[0] = began_at, max(began, wall - (at - began_at))
    marks.append((at, wall))


@dataclass(frozen=True, slots=True)
class TimeLost:
    """Wall time that was lost to a fault: `ms` milliseconds at this exercise time."""

    at: int
    ms: int


@dataclass(frozen=True, slots=True)
class WallTime:
    """Marks of exercise time and wall time, both in milliseconds. Neither ever falls."""

    marks: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, created: str, marks: Iterable[tuple[int, int]]) -> WallTime:
        """Build it from the marks of a journal. Marks without a wall time are left out. `created` (ISO 8601) replaces
        a missing first mark."""
        known = [mark for mark in marks if mark[1]]
        if not known:
            known = [(0, _ms(created))]
        rising = [known[0]]
        for at, wall in known[1:]:
            before_at, before_wall = rising[-1]
            if (
                at >= before_at and wall - before_wall >= at - before_at
            ):  # A clock that was set back gives no information.
                rising.append((at, wall))
        return cls(tuple(rising))

    def at(self, at: int) -> datetime:
        """Return the wall time of an exercise time, in UTC. After the last mark, time continues up to the last
        possible date.
        """
        mark = self.marks[max(0, bisect_right(self.marks, at, key=lambda one: one[0]) - 1)]
        return _EPOCH + timedelta(milliseconds=min(max(0, mark[1] + at - mark[0]), _LAST_MS))

    def losses(self) -> tuple[TimeLost, ...]:
        """Return the times that were lost to faults, in order."""
        found = []
        for (at, wall), (next_at, next_wall) in pairwise(self.marks):
            lost = (next_wall - wall) - (next_at - at)
            if lost >= LOST_MS_MIN:
                found.append(TimeLost(next_at, lost))
        return tuple(found)


def _ms(created: str) -> int:
    try:
        return round(datetime.fromisoformat(created).timestamp() * 1000)
    except ValueError:
        return 0
