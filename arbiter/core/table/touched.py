"""RulingInHand: a ruling while it is carried out. Its marks say which messages must be sent afterwards.

An act changes its table and marks here the readers who are concerned. Nothing is drawn or sent before the whole act
has happened. Then everything that is marked is drawn together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Closed, StandIn
from warcouncil.protocol.sentences.sentence import Sentence
from warcouncil.protocol.table.views import MessageKind, Notice
from warcouncil.protocol.words import SeatId


@dataclass(slots=True)
class RulingInHand:
    """An act on a table: its time, its reason, and the id of the request. The other fields are marks."""

    at: int
    table: Table
    reason: str
    request: str
    known: int
    """The first chapter that is new to all after the act."""
    closed: Closed | None = None
    """The gate that the act closed."""
    notices: list[tuple[Notice, tuple[SeatId, ...]]] = field(default_factory=list)
    """The notices to seats."""
    views: bool = False
    """Whether all seats may see or do something new."""
    clock_moved: bool = False
    """Whether only the clock has changed."""
    seat: SeatId | None = None
    """The only seat with a change, which no other seat may know."""
    stand_in: StandIn | None = None
    """The bot that starts or stops at a seat."""

    def note(self, did: Sentence) -> None:
        """Add the act to the umpires' record, with its reason."""
        self.table.note(self.at, did, self.reason)

    def tell(
        self,
        to: tuple[SeatId, ...],
        text: str,
        whom: str,
        *,
        reply: bool = False,
        sender: str = "",
        kind: MessageKind = "message",
    ) -> None:
        """Add a notice to seats, as `Talk.notify` describes it."""
        table = self.table
        notice = table.talk.notify(to, text, whom, gate=table.gate, reply=reply, sender=sender, kind=kind)
        self.notices.append((notice, to))

    def close(self, closed: Closed) -> None:
        """Record that the act closed a gate."""
        self.closed, self.views = closed, True
