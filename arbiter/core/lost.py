"""What umpires read of a loss: records that had been acknowledged, and that a person gave up to go on."""

from __future__ import annotations

from warcouncil.arbiter.core.stimuli import Resumed
from warcouncil.arbiter.core.table import Table

NAMED_CHARS_MAX = 1000
"""So much of a line goes to names; the journal has them all."""


def told(table: Table, resumed: Resumed) -> str:
    """Say what a table lost: whose receipts fell away, and how much besides."""
    gates: dict[int, list[str]] = {}
    for lost in resumed.lost:
        if lost.table == table.number and lost.seat:
            seat = table.seats.get(lost.seat)
            gates.setdefault(lost.gate, []).append(seat.title if seat else lost.seat)
    words: list[str] = []
    for count, (gate, seats) in enumerate(gates.items()):
        words.append(f"for question {gate} of {', '.join(seats)}")
        if len("; ".join(words)) > NAMED_CHARS_MAX:
            left = len(gates) - count
            words[-1] = f"for {left} more question{'s' if left > 1 else ''}, from question {gate} on"
            break
    receipts = (
        f"receipts fell away {'; '.join(words)}" if words else "no receipt is known to have fallen away"
    )
    others = sum(lost.records for lost in resumed.lost if lost.table in (0, table.number) and not lost.seat)
    more = ", and perhaps others that nobody knows of" if resumed.is_open else ""
    return (
        f"the exercise file was damaged, and the host went on without what was lost: {receipts};"
        f" {others} other records{more}"
    )
