"""Exercise time: milliseconds that run only while an arbiter does, and never take away what a stall cost."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

STALL_MS = 1000
"""The loop looks at the clock many times a second. A longer pause between two looks was the arbiter's fault (a
suspended laptop, a slow disk), and what is above this is given back to everyone."""


def monotonic_ms() -> int:
    """Give the system's monotonic time."""
    return time.monotonic_ns() // 1_000_000


def awake_ms() -> int:
    """Give a monotonic time that runs on while the machine sleeps: whoever slept must know that time has passed."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    if sys.platform == "darwin":  # there this one counts sleep, and time.monotonic does not
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000_000
    return monotonic_ms()


def wall_ms() -> int:
    """Give the wall clock, in milliseconds since 1970: for those who read the journal afterwards; nothing hangs on it."""
    return time.time_ns() // 1_000_000


class ExerciseClock:
    """Exercise time: `base` until it is started, and running from there."""

    def __init__(self, base: int = 0, source: Callable[[], int] = monotonic_ms) -> None:
        self._source = source
        self._seen: int | None = None
        self._stood: int | None = None
        self._at = base
        self.given_back_ms = 0

    def start(self) -> None:
        """Run from now on: only when people can reach the arbiter does their time pass."""
        self._seen = self._source()
        if self._stood is not None:
            self.given_back_ms += self._seen - self._stood
            self._stood = None

    def stand(self) -> None:
        """Stand still, as of the last look, until it is started again: all of that is given back."""
        if self._seen is not None:
            self._stood, self._seen = self._seen, None

    def moment(self) -> int:
        """Give what the source shows, without a look: whoever notes when something came does not end a stall."""
        return self._source()

    def since(self, moment: int) -> int:
        """Give how long before the last look that was."""
        return 0 if self._seen is None else max(0, self._seen - moment)

    def until(self, at: int) -> int:
        """Give how long it is till then, without a look: less, where a stall will be given back."""
        return at - self._at - (0 if self._seen is None else self._source() - self._seen)

    def now(self) -> int:
        """Give the exercise time."""
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
