"""SpeechLimit: how often a seat may speak.

It counts journalled requests only, so a resumed arbiter has the same counts.

The limit refuses only new requests. Requests in the journal were accepted before.
"""

from __future__ import annotations

from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import SeatId, TableId

SPEECH_WINDOW_MS = 10_000
SPEECHES_MAX = 10
"""How often a seat may speak, propose, call and reply within SPEECH_WINDOW_MS."""
PACED = frozenset({"say", "propose", "call", "write"})
"""The types of the requests that count."""


class SpeechLimit:
    """The times at which each seat last spoke, at most SPEECHES_MAX of them."""

    def __init__(self) -> None:
        self._spoke: dict[tuple[TableId, SeatId], tuple[int, ...]] = {}

    def check(self, at: int, table: TableId, seat: SeatId) -> None:
        """Check that a seat may speak now. Raises Refused."""
        spoke = self._spoke.get((table, seat), ())
        if len(spoke) == SPEECHES_MAX and at - spoke[0] < SPEECH_WINDOW_MS:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.writing_too_fast"))

    def count(self, at: int, table: TableId, seat: SeatId) -> None:
        """Record that a seat spoke."""
        self._spoke[table, seat] = (*self._spoke.get((table, seat), ()), at)[-SPEECHES_MAX:]
