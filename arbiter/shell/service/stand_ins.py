"""Stand-ins: bots at seats that an umpire handed over. Whoever starts the arbiter says how they are run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from warcouncil.protocol.words import SeatId, TableId


@dataclass(frozen=True, slots=True)
class BotSeat:
    """Where a stand-in sits, what kind of bot it is, and its own CURVE keys (Z85)."""

    table: TableId
    seat: SeatId
    kind: str
    public: str
    secret: str = field(repr=False)


class StandIns(Protocol):
    """Runs stand-ins. None of these calls waits."""

    def sit(self, berth: BotSeat) -> None:
        """Start a bot as an ordinary client with these keys, in place of a former one at the seat."""

    def rise(self, table: TableId, seat: SeatId) -> None:
        """Stop the bot at a seat."""

    def close(self) -> None:
        """Stop them all."""


class NoStandIns:
    """For an arbiter that runs no bots: their seats stay silent."""

    def sit(self, berth: BotSeat) -> None:
        """Do nothing."""

    def rise(self, table: TableId, seat: SeatId) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
