"""TableNow: the last received state of a table, and when it came.

An umpire's wall and a projector both use it.
"""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.clients.widgets.pieces.wording import seconds_left
from warcouncil.protocol.wire.consoles import SeatStatus, TableStatus
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class TableNow:
    """The last received state of a table, and when it came."""

    status: TableStatus
    heard_ms: int
    wing: str = ""
    """The wing to which the table belongs, or "" if there are no others."""
    away: bool = False
    """Whether its arbiter does not answer. Then the table is shown in its last state."""

    def left_ms(self, now_ms: int) -> int:
        """Return how much time is left on the table's clock."""
        clock = self.status.clock
        return clock.left_at(self.heard_ms, now_ms) if clock else 0

    def time_bar(self, now_ms: int, width: int) -> tuple[str, str]:
        """Return a bar of the time left and the rest of `width` cells. The bar of a stopped clock is hatched.

        The bar changes only when the clock shows another second. Both texts are "" before the game, after it,
        and without a clock.
        """
        status, clock = self.status, self.status.clock
        if clock is None or not clock.total_ms or status.ended or not status.begun:
            return "", ""
        left_ms = 1000 * seconds_left(self.left_ms(now_ms))
        part = min(width, -(-width * left_ms // clock.total_ms))
        return ("█" if self.playing else "▒") * part, "░" * (width - part)

    def silent_ms(self, seat: SeatStatus, now_ms: int) -> int:
        """Return how long a seat has been silent. Return 0 while it is linked, or if no player ever joined."""
        return 0 if seat.linked or not seat.joined else seat.silent_ms + now_ms - self.heard_ms

    def stopped(self, now_ms: int) -> TableNow:
        """Return a copy for the time when the link is lost. This client then no longer knows its clock."""
        if self.away:
            return self
        clock = self.status.clock
        stands = clock and clock.model_copy(update={"left_ms": self.left_ms(now_ms), "running": False})
        seats = tuple(
            seat.model_copy(update={"silent_ms": self.silent_ms(seat, now_ms)}) for seat in self.status.seats
        )
        status = self.status.model_copy(update={"clock": stands, "seats": seats})
        return TableNow(status, now_ms, self.wing, away=True)

    @property
    def playing(self) -> bool:
        """Whether a question is open at the table and its clock runs."""
        status = self.status
        runs = status.clock is not None and status.clock.running
        return runs and not (status.ended or status.held or status.paused)

    @property
    def asked(self) -> tuple[SeatStatus, ...]:
        """The seats that are asked now."""
        return tuple(seat for seat in self.status.seats if seat.asked)

    @property
    def missing(self) -> tuple[SeatStatus, ...]:
        """The seats whose answer is missing."""
        return tuple(seat for seat in self.asked if not seat.sealed and not seat.voided)

    @property
    def answered(self) -> int:
        """How many of the seats that are asked have sealed an answer."""
        return sum(seat.sealed and not seat.voided for seat in self.asked)

    def seat(self, seat: SeatId) -> SeatStatus | None:
        """Return a seat of this table."""
        return next((each for each in self.status.seats if each.seat == seat), None)
