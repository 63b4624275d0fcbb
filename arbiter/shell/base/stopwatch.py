"""Stopwatches: how often something took how long, and for how long it has been going on by now."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate


class Stopwatch:
    """Counts durations by steps: each belongs to the first step that it does not exceed, or is longer than all of them."""

    __slots__ = ("_clock", "_counts", "_since", "seconds", "steps")

    def __init__(self, steps: Sequence[float], clock: Callable[[], float] = time.perf_counter) -> None:
        self.steps = tuple(steps)
        self.seconds = 0.0
        """How long all of them took together."""
        self._clock = clock
        self._counts = [0] * (len(self.steps) + 1)
        self._since: float | None = None

    def note(self, seconds: float) -> None:
        """Count one that took so long."""
        self._counts[bisect_left(self.steps, seconds)] += 1
        self.seconds += seconds

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count what is done meanwhile, however it ends; one at a time."""
        began = self._since = self._clock()
        try:
            yield
        finally:
            self._since = None
            self.note(self._clock() - began)

    @property
    def under_way_seconds(self) -> float:
        """For how long it has been going on by now; 0: it is not. May be asked from another thread."""
        since = self._since
        return 0.0 if since is None else max(0.0, self._clock() - since)

    @property
    def up_to(self) -> tuple[int, ...]:
        """For each step how many took no longer, and how many there were in all."""
        return tuple(accumulate(self._counts))
