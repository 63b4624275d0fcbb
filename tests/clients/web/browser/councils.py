"""The messages to an army commander who joins while the council is open, and the messages that may follow."""

from __future__ import annotations

from typing import Any

from warcouncil.protocol.table.views import ClockView, Deal, Spoken
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.words import ChannelId, SeatId

from tests.clients.seat.tables import COUNCIL, playing, spoken, view, welcome

TABLE = playing("kartenspiel")
SEAT = "red.army"


def clock(left_ms: int, *, running: bool = True) -> ClockView:
    """Return a clock of two minutes."""
    return ClockView(left_ms=left_ms, total_ms=120_000, running=running)


def council(**changes: Any) -> tuple[Reply, ...]:
    """Return the messages to an army commander who joins while the council is open."""
    known: dict[str, Any] = {"clock": clock(100_000), "lines": spoken("red", *COUNCIL)}
    return welcome(TABLE, SEAT), view(TABLE, SEAT, **(known | changes))


def line(number: int, text: str, who: str = "Red corps III") -> Spoken:
    """Return a line of another seat in the council."""
    return Spoken(channel=ChannelId("red"), n=number, seat=SeatId("red.corps.3"), title=who, text=text)


def offer(number: int = 1, state: Any = "open", text: str = "Hold the bridge.") -> Deal:
    """Return a proposal to the seat."""
    return Deal(
        number=number,
        giver=SeatId("black.army"),
        giver_title="Black army commander",
        taker=SeatId(SEAT),
        taker_title="Red army commander",
        text=text,
        state=state,
    )
