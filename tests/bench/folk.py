"""The players of one arbiter of a large event, as cheap as possible: `python -m tests.bench.folk` runs them
in a separate process. Each seat has an encrypted connection of its own and sends signs of life as often as
a person's client does. It answers its questions after as long as a person takes. It reads its order, one
line of JSON, then a word on each line, and answers each with one line.
"""

from __future__ import annotations

import gc
import json
import select
import sys
import time
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import Any

import zmq
from warcouncil.arbiter.shell.base.listening import raise_file_limit

from tests.bench.crowd import CORPS, DEFEND, KartenspielCrowd, Pair, SeatLink, deals, opener
from tests.bench.load import SEATS
from tests.bench.sitters import AGAIN_SECONDS, Moment

_LOOK_SECONDS = 0.01
"""The longest time between two checks for missing signs of life and answers."""
_DEALS = 997


class Guest(SeatLink):
    """A seat that hears what becomes of its answer."""

    def __init__(
        self, socket: zmq.Socket[bytes], number: int, opened: Callable[[bytes], bytes | None]
    ) -> None:
        super().__init__(socket, number, opened)
        self.waits_for = b""
        """The id of its answer, until something became of it."""
        self.receipts: list[str] = []
        self.refusals = 0
        self.answers_again = False

    def hear(self, frame: bytes) -> None:
        """Take the receipt for its answer, or why there is none."""
        if not self.waits_for:
            return
        text = self.opened(frame)
        if self.waits_for not in text:
            return
        if b'"type":"receipt"' in text:
            self.receipts.append(self.waits_for.decode())
        else:
            self.refusals += 1
            self.answers_again = True
        self.waits_for = b""


class Folk(KartenspielCrowd):
    """All players at the tables of one arbiter, from table `first` on."""

    def __init__(
        self, *, port: int, server_key: str, pairs: list[Pair], first: int, pace: tuple[float, float]
    ) -> None:
        self._guests: list[Guest] = []
        super().__init__(port=port, server_key=server_key, pairs=pairs)
        self._first = first
        self._pace = pace
        self._chance = Random(first)
        self._ways = deals(_DEALS, self._chance)
        self._due: list[tuple[float, int, int]] = []
        self._sent: list[tuple[float, str]] = []
        self._views: list[Moment] = []
        self._beats = 0
        for seat in range(len(self._guests)):
            self._consider(seat)

    def _link(self, port: int, server_key: str, pair: Pair, number: int) -> SeatLink:
        guest = Guest(self.wire(port, server_key, pair), number, opener(server_key, pair))
        self._guests.append(guest)
        return guest

    def play(self) -> None:
        """Play until the input ends, and carry out its commands meanwhile."""
        poll = select.epoll()
        poll.register(sys.stdin.fileno(), select.EPOLLIN)
        seat_of = {guest.descriptor: seat for seat, guest in enumerate(self._guests)}
        for descriptor in seat_of:
            poll.register(descriptor, select.EPOLLIN)
        while True:
            now = time.monotonic()
            for seat in self.silent(now):
                self.beat(seat)
                self._beats += 1
                self._read(seat)
            while self._due and self._due[0][0] <= now:
                self._answer(*heappop(self._due)[1:])
            for descriptor, _ in poll.poll(_LOOK_SECONDS):
                if descriptor in seat_of:
                    self._read(seat_of[descriptor])
                elif not (line := sys.stdin.readline()):
                    return
                else:
                    say(self._obey(json.loads(line)))

    def _obey(self, words: dict[str, Any]) -> Any:
        match words["do"]:
            case "book":
                return {
                    "sent": self._sent,
                    "views": self._views,
                    "receipts": [id_ for guest in self._guests for id_ in guest.receipts],
                    "refusals": sum(guest.refusals for guest in self._guests),
                    "beats": self._beats,
                }
            case other:
                raise ValueError(other)

    def _read(self, seat: int) -> None:
        guest = self._guests[seat]
        for _ in range(self.views(seat)):
            self._views.append((time.monotonic(), self._first + seat // SEATS, guest.gate, str(seat % SEATS)))
            self._consider(seat)
        if guest.answers_again:
            guest.answers_again = False
            heappush(self._due, (time.monotonic() + AGAIN_SECONDS, seat, guest.gate))

    def _consider(self, seat: int) -> None:
        """Answer the question that is open, if the seat is asked, when it has been thought about."""
        gate = self._guests[seat].gate
        if seat % SEATS in self._asked(gate):
            heappush(self._due, (time.monotonic() + self._chance.uniform(*self._pace), seat, gate))

    def _asked(self, gate: int) -> tuple[int, ...]:
        return self.steps[(gate - 1) % len(self.steps)]

    def _answer(self, seat: int, gate: int) -> None:
        guest = self._guests[seat]
        if guest.gate != gate:
            return
        way = self._ways[(gate * 31 + seat) % _DEALS]
        answer = DEFEND % (seat % 5) if seat % SEATS in CORPS else way
        self._sent.append((time.monotonic(), id_ := guest.declare(answer)))
        guest.waits_for = id_.encode()
        self._read(seat)  # sending swallows what the descriptor had to tell of mail that came meanwhile


def say(words: object) -> None:
    """Answer with a line."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def _serve(order: dict[str, Any]) -> None:
    raise_file_limit()
    pairs = [(public.encode(), secret.encode()) for public, secret in order["pairs"]]
    say({})
    sys.stdin.readline()
    folk = Folk(
        port=order["port"],
        server_key=order["server_key"],
        pairs=pairs,
        first=order["first"],
        pace=tuple(order["pace"]),
    )
    gc.collect()
    gc.disable()
    say(len(pairs))
    folk.play()
    folk.close()


if __name__ == "__main__":
    _serve(json.loads(sys.stdin.readline()))
