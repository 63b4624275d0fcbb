"""The one clock, as it was heard of: counted on here, and standing still while nobody can be heard."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.protocol.table.views import ClockView

JITTER_MS = 300
"""A beat's clock that differs by less is the network's unrest: the clock on the screen does not jump for it."""


@dataclass(slots=True)
class HeardClock:
    """A clock that runs elsewhere. Give it the time here, in milliseconds from nowhere in particular."""

    clock: ClockView | None = None
    """As it was heard of last."""
    _heard_ms: int = 0
    _frozen_ms: int | None = None

    @property
    def frozen(self) -> bool:
        """Whether it stands only because nothing is heard of it."""
        return self._frozen_ms is not None

    def put(self, clock: ClockView | None, now_ms: int) -> None:
        """Take in what was heard."""
        self.clock, self._heard_ms, self._frozen_ms = clock, now_ms, None

    def set_right(self, clock: ClockView | None, now_ms: int) -> None:
        """Take in what a beat says, unless only the network's unrest speaks."""
        if clock is None or self.clock is None:
            return
        off = abs(clock.left_ms - self.left_ms(now_ms))
        if off > JITTER_MS or clock.running != self.clock.running or self.frozen:
            self.put(clock, now_ms)

    def freeze(self, now_ms: int) -> None:
        """Let it stand at what it shows: a fault must not seem to take anybody's time."""
        if self._frozen_ms is None:
            self._frozen_ms = now_ms

    def over_ms(self, now_ms: int) -> int:
        """Give how long ago it ran out, counted here; 0 while it runs or stands."""
        if self.clock is None or not self.clock.running or self.frozen:
            return 0
        return max(0, now_ms - self._heard_ms - self.clock.left_ms)

    def left_ms(self, now_ms: int) -> int:
        """Give what is left, counted here."""
        if self.clock is None:
            return 0
        return self.clock.left_at(self._heard_ms, now_ms if self._frozen_ms is None else self._frozen_ms)
