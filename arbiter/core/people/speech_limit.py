"""SpeechLimit: how often a seat may speak. It counts what the journal holds, so that an arbiter that resumes counts as the one before did.

Law: only a new request is refused for its pace. What the journal holds was accepted.
"""

from __future__ import annotations

from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import SeatId, TableId

SPEECH_WINDOW_MS = 10_000
SPEECHES_MAX = 10
"""A seat may speak, propose, call and reply so often in ten seconds."""
PACED = frozenset({"say", "propose", "call", "write"})
"""The types of the requests that count."""


class SpeechLimit:
    """The moments at which each seat spoke last, SPEECHES_MAX of them at most."""

    def __init__(self) -> None:
        self._spoke: dict[tuple[TableId, SeatId], tuple[int, ...]] = {}

    def check(self, at: int, table: TableId, seat: SeatId) -> None:
        """Check that a seat may speak now. Raises Refused."""
        spoke = self._spoke.get((table, seat), ())
        if len(spoke) == SPEECHES_MAX and at - spoke[0] < SPEECH_WINDOW_MS:
            raise Refused(RefusalCode.TOO_FAST, "You are writing too fast; wait a few seconds.")

    def count(self, at: int, table: TableId, seat: SeatId) -> None:
        """Count that a seat spoke."""
        self._spoke[table, seat] = (*self._spoke.get((table, seat), ()), at)[-SPEECHES_MAX:]
