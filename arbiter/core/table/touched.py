"""What a ruling touched: which tables a ruling has changed, and what is to follow when it is done.

Law: an act changes its table and marks here whom that concerns. Nothing is drawn, and nobody hears of it, before all of it
has happened; then everything that is marked is drawn at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Closed, StandIn
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.words import SeatId


@dataclass(slots=True)
class RulingInHand:
    """An act on a table: when, for what reason, and the id of the message that asked for it; then what is marked."""

    at: int
    table: Table
    reason: str
    request: str
    known: int
    """The first chapter that is new to everybody when it has happened."""
    closed: Closed | None = None
    """The gate that it closed."""
    notices: list[tuple[Notice, tuple[SeatId, ...]]] = field(default_factory=list)
    """What it says to seats."""
    views: bool = False
    """What everybody may see or do has changed."""
    clock_moved: bool = False
    """The clock has changed, and nothing else."""
    seat: SeatId | None = None
    """The one seat of which something has changed that nobody else may know."""
    stand_in: StandIn | None = None
    """Who plays a seat now."""

    def note(self, words: str) -> None:
        """Put what is done on the record."""
        self.table.note(self.at, f"{words} ({self.reason})")

    def tell(self, to: tuple[SeatId, ...], text: str, whom: str, *, reply: bool = False) -> None:
        """Say something to seats. `whom`: as they read it; `reply`: an answer is expected."""
        self.notices.append((self.table.talk.notify(to, text, whom, reply=reply), to))

    def close(self, closed: Closed) -> None:
        """Take note that it closed a gate."""
        self.closed, self.views = closed, True
