"""Exercise time: milliseconds that pass only while an arbiter runs.

Time lost in a stall of the arbiter is given back.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

STALL_MS = 1000
"""The longest time between two readings of the clock, in milliseconds. The loop reads it many times a second. A
longer pause is the arbiter's fault, such as a suspended laptop or a slow disk. The time above this limit is given
back to all players.
"""


def monotonic_ms() -> int:
    """Return the system's monotonic time in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def awake_ms() -> int:
    """Return a monotonic time in milliseconds that also counts while the machine sleeps.

    A lease needs it, because a machine that slept must notice that time has passed.
    """
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    if sys.platform == "darwin":  # On macOS this clock counts sleep, and time.monotonic does not.
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000_000
    return monotonic_ms()


def wall_ms() -> int:
    """Return the wall clock in milliseconds since 1970. Only readers of the journal use it. No decision depends on
    it."""
    return time.time_ns() // 1_000_000


class ExerciseClock:
    """Exercise time: `base` until the clock is started. Then it runs from there."""

    def __init__(self, base: int = 0, source: Callable[[], int] = monotonic_ms) -> None:
        self._source = source
        self._seen: int | None = None
        self._stood: int | None = None
        self._at = base
        self.given_back_ms = 0

    def start(self) -> None:
        """Start the clock. The players' time passes only while they can reach the arbiter."""
        self._seen = self._source()
        if self._stood is not None:
            self.given_back_ms += self._seen - self._stood
            self._stood = None

    def stand(self) -> None:
        """Stop the clock as of the last look until it is started again. The whole pause is given back."""
        if self._seen is not None:
            self._stood, self._seen = self._seen, None

    def moment(self) -> int:
        """Return the source's present time without a look at the clock. So an arrival can be noted without ending a
        stall."""
        return self._source()

    def since(self, moment: int) -> int:
        """Return how many milliseconds lie between a moment and the last reading of the clock."""
        return 0 if self._seen is None else max(0, self._seen - moment)

    def until(self, at: int) -> int:
        """Return the milliseconds until `at`, without a look. The result is too small if a stall will be given back."""
        return at - self._at - (0 if self._seen is None else self._source() - self._seen)

    def now(self) -> int:
        """Return the exercise time in milliseconds."""
        if self._seen is None:
            return self._at
        seen = self._source()
        passed = seen - self._seen
        if passed > STALL_MS:
            self.given_back_ms += passed - STALL_MS
            passed = STALL_MS
        self._seen = seen
        self._at += passed
        return self._at
