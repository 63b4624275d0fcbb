"""The one clock of a gate. All times are exercise milliseconds; it never reads one itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from warcouncil.protocol.views import ClockView


@dataclass(frozen=True, slots=True)
class GateClock:
    """A countdown: running towards `deadline`, or stopped (`deadline` None) with `left_ms` to go."""

    total_ms: int
    deadline: int | None
    left_ms: int = 0
    since: int = 0
    """Where it runs: since when."""
    counted_ms: int = 0
    """How much it had counted down before that."""

    @classmethod
    def started(cls, at: int, total_ms: int) -> GateClock:
        """Give a clock that starts now."""
        return cls(total_ms, at + total_ms, since=at)

    def left(self, at: int) -> int:
        """Give the time left, never below 0."""
        return self.left_ms if self.deadline is None else max(0, self.deadline - at)

    def ran(self, at: int) -> int:
        """Give how much it has counted down in all. At zero it counts no further."""
        if self.deadline is None:
            return self.counted_ms
        return self.counted_ms + min(at, self.deadline) - self.since

    def paused(self, at: int) -> GateClock:
        """Stop it, keeping what is left."""
        return replace(self, deadline=None, left_ms=self.left(at), counted_ms=self.ran(at))

    def resumed(self, at: int) -> GateClock:
        """Let it go on with what was left."""
        if self.deadline is not None:
            return self
        return replace(self, deadline=at + self.left_ms, left_ms=0, since=at)

    def prolonged(self, at: int, total_ms: int) -> GateClock:
        """Let it run anew."""
        return replace(GateClock.started(at, total_ms), counted_ms=self.ran(at))

    def extended(self, at: int, more_ms: int) -> GateClock:
        """Give more time, or less, but never less than none."""
        left = max(0, self.left(at) + more_ms)
        total = max(self.total_ms + more_ms, left)
        if self.deadline is None:
            return replace(self, total_ms=total, left_ms=left)
        return replace(self, total_ms=total, deadline=at + left, since=at, counted_ms=self.ran(at))

    def at_least(self, at: int, left_ms: int) -> GateClock:
        """Where it runs, let it run so long still."""
        more_ms = left_ms - self.left(at)
        return self if self.deadline is None or more_ms <= 0 else self.extended(at, more_ms)

    def view(self, at: int) -> ClockView:
        """Give what travels: time left and whether it runs."""
        return ClockView(left_ms=self.left(at), total_ms=self.total_ms, running=self.deadline is not None)
