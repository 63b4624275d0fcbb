"""The seats of a peer under load: with any protocol, they play and are counted like those of the arbiter."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection
from typing import Any, Protocol

from tests.bench.load import SEATS
from tests.bench.peers.websocket import WebSocket

CHOICE, ID = b"defend", b"%032x" % 0
"""The declaration of a seat.

With the round, the seat and the peer's names for them these are some 110 bytes, without its protocol.
"""

View = tuple[int, int]
"""Of which round a view is, and of which seat of the table."""


class Chair(Protocol):
    """One seat, and how it speaks with its peer."""

    line: WebSocket

    def declare(self, number: int) -> None:
        """Send the declaration of a round; they are counted from 1."""

    def hear(self, frame: bytes) -> View | None:
        """Return the view of a message; None without a new one.

        A message that asks for an answer gets one.
        """


class PeerCrowd:
    """Ten seats at each table; each view is checked."""

    steps: tuple[tuple[int, ...], ...] = (tuple(range(SEATS)),)

    def __init__(self, chairs: Sequence[Chair]) -> None:
        """`chairs`: table by table, let in and greeted."""
        self.tables = len(chairs) // SEATS
        self._chairs = chairs
        self._rounds = [1] * len(chairs)
        for seat, chair in enumerate(chairs):
            chair.line.settle()
            self.views(seat)

    def descriptor(self, seat: int) -> int:
        """Return the descriptor that reports received data of a seat."""
        return self._chairs[seat].line.descriptor

    def declare(self, seat: int, step: int) -> None:
        """Send a seat's declaration."""
        self._chairs[seat].declare(self._rounds[seat])

    def silent(self, now: float) -> list[int]:  # a peer asks for a sign of life itself, and is answered
        """Return no seat."""
        return []

    def beat(self, seat: int) -> None:
        """Never asked for."""
        raise NotImplementedError

    def views(self, seat: int) -> int:
        """Take what has come for a seat, and check each view's round and whose it is."""
        found, chair = 0, self._chairs[seat]
        for frame in chair.line.frames():
            view = chair.hear(frame)
            if view is None:
                continue
            if view != (self._rounds[seat], seat % SEATS):
                raise RuntimeError("a seat holds another view than that of its round")
            self._rounds[seat] += 1
            found += 1
        return found

    def close(self) -> None:
        """Close every connection."""
        for chair in self._chairs:
            chair.line.close()


def ask(door: HTTPConnection, path: str, words: Mapping[str, object]) -> dict[str, Any]:
    """Ask a peer's door for something, and give its answer. Raises RuntimeError when it refuses."""
    door.request(
        "POST",
        path,
        json.dumps(dict(words)),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    answer = door.getresponse()
    said = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"a peer refused {path}: {answer.status} {said[:100]!r}")
    found: dict[str, Any] = json.loads(said)
    return found
