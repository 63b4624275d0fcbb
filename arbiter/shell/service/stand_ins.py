"""Stand-ins: bots at seats that an umpire handed over. The program that starts the arbiter decides how they run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from warcouncil.protocol.words import SeatId, TableId


@dataclass(frozen=True, slots=True)
class BotSeat:
    """The place of a stand-in, its kind of bot, and its own CURVE keys (Z85)."""

    table: TableId
    seat: SeatId
    kind: str
    public: str
    secret: str = field(repr=False)


class StandIns(Protocol):
    """Runs stand-ins. None of these methods waits."""

    def sit(self, berth: BotSeat) -> None:
        """Start a bot as an ordinary client with these keys. It replaces a former bot at the seat."""

    def rise(self, table: TableId, seat: SeatId) -> None:
        """Stop the bot at a seat."""

    def close(self) -> None:
        """Stop all bots."""


class NoStandIns:
    """The stand-ins of an arbiter that runs no bots. Their seats stay silent."""

    def sit(self, berth: BotSeat) -> None:
        """Do nothing."""

    def rise(self, table: TableId, seat: SeatId) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
