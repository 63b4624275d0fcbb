"""HeardClock: the arbiter's one clock in its last received state.

It goes on by the time of this machine, and stops while the link is down.
"""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.protocol.table.views import ClockView

JITTER_MS = 300
"""A smaller difference from the clock of a beat is only network jitter. The clock on the screen does not jump because of it."""


@dataclass(slots=True)
class HeardClock:
    """A clock that runs on another machine.

    The caller supplies the local time in milliseconds, always from the same clock.
    """

    clock: ClockView | None = None
    """The clock in its last received state."""
    _heard_ms: int = 0
    _frozen_ms: int | None = None

    @property
    def frozen(self) -> bool:
        """Whether the clock is stopped only because the link is down."""
        return self._frozen_ms is not None

    def put(self, clock: ClockView | None, now_ms: int) -> None:
        """Store a received clock."""
        self.clock, self._heard_ms, self._frozen_ms = clock, now_ms, None

    def set_right(self, clock: ClockView | None, now_ms: int) -> None:
        """Store the clock of a beat, unless the difference is only network jitter."""
        if clock is None or self.clock is None:
            return
        off = abs(clock.left_ms - self.left_ms(now_ms))
        if off > JITTER_MS or clock.running != self.clock.running or self.frozen:
            self.put(clock, now_ms)

    def freeze(self, now_ms: int) -> None:
        """Stop the clock at its present value. A fault must not seem to cost a player time."""
        if self._frozen_ms is None:
            self._frozen_ms = now_ms

    def over_ms(self, now_ms: int) -> int:
        """Return how long ago the clock ran out, by the time of this machine. Return 0 while it runs or is stopped."""
        if self.clock is None or not self.clock.running or self.frozen:
            return 0
        return max(0, now_ms - self._heard_ms - self.clock.left_ms)

    def left_ms(self, now_ms: int) -> int:
        """Return how much time is left, counted on this machine."""
        if self.clock is None:
            return 0
        return self.clock.left_at(self._heard_ms, now_ms if self._frozen_ms is None else self._frozen_ms)
