"""Stopwatches: count the durations of a task by their length, and measure the present task."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate


class Stopwatch:
    """Counts durations by steps. Each duration counts for the first step that it does not exceed. If it exceeds all,
    it counts as longer."""

    __slots__ = ("_clock", "_counts", "_since", "seconds", "steps")

    def __init__(self, steps: Sequence[float], clock: Callable[[], float] = time.perf_counter) -> None:
        self.steps = tuple(steps)
        self.seconds = 0.0
        """The sum of all durations."""
        self._clock = clock
        self._counts = [0] * (len(self.steps) + 1)
        self._since: float | None = None

    def note(self, seconds: float) -> None:
        """Record one duration."""
        self._counts[bisect_left(self.steps, seconds)] += 1
        self.seconds += seconds

    @contextmanager
    def running(self) -> Iterator[None]:
        """Record the duration of a block, also if it raises. It can measure only one block at a time."""
        began = self._since = self._clock()
        try:
            yield
        finally:
            self._since = None
            self.note(self._clock() - began)

    @property
    def under_way_seconds(self) -> float:
        """How many seconds the present block has been running. It is 0 if no block is running. Other threads may read
        it.
        """
        since = self._since
        return 0.0 if since is None else max(0.0, self._clock() - since)

    @property
    def up_to(self) -> tuple[int, ...]:
        """For each step, how many durations did not exceed it. The last number counts all durations."""
        return tuple(accumulate(self._counts))
