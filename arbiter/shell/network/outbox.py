"""The outbox: encrypts each frame for the key that may read it, and decides when the frame is sent.

The answer to a person is sent at a stroke of the arbiter's own clock. Only the time of arrival decides which stroke.
So neither the person nor a listener can tell whether the person sealed, spoke or sent a heartbeat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from nacl.bindings import crypto_box_afternm, crypto_box_beforenm, crypto_box_NONCEBYTES
from nacl.utils import random
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.shell.network.sockets import QUEUE_OUT, Sockets
from zmq.utils import z85

BOXES_SPARE = 100
"""How many shared keys of former clients are kept before all are discarded and made again."""
NONCES_DRAWN = 256
"""How many nonces are drawn at once. Asking the system for each one takes longer than encrypting a frame."""
STROKE_SECONDS = 0.025
"""The time between two strokes."""
ANSWER_SECONDS = 0.05
"""The least time between the arrival of a request and its answer. Even on a slow disk, the arbiter can then finish
the present commit and record the request."""


class Outbox:
    """Encrypts and sends frames. `secret` is the arbiter's (Z85). `keys` is the live mapping of admitted keys."""

    def __init__(self, sockets: Sockets, secret: str, keys: Mapping[str, object]) -> None:
        self._sockets = sockets
        self._secret = z85.decode(secret)
        self._keys = keys
        self._boxes: dict[str, bytes] = {}
        self._nonces = nonces()
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[str, list[tuple[int, Send]]] = {}
        """The waiting frames of each key, in order, with the number of the stroke for each."""
        self._timer: asyncio.TimerHandle | None = None

    def send(self, send: Send, due: float = 0.0) -> None:
        """Send a frame at the first stroke after `due` (the loop's time). 0 means at once, after all frames that wait
        for its key."""
        if not due:
            for _, earlier in self._waiting.pop(send.key, ()):
                self._post(earlier)
            self._post(send)
            return
        waiting = self._waiting.setdefault(send.key, [])
        if len(waiting) == QUEUE_OUT:
            self._sockets.undeliverable += 1
            return
        waiting.append((_stroke(due) + 1, send))
        self._arm()

    def close(self) -> None:
        """Send all waiting frames at once. No stroke follows."""
        if self._timer is not None:
            self._timer.cancel()
        for waiting in self._waiting.values():
            for _, send in waiting:
                self._post(send)
        self._waiting.clear()

    def _arm(self) -> None:
        if self._timer is None:
            following = (_stroke(self._loop.time()) + 1) * STROKE_SECONDS
            self._timer = self._loop.call_at(following, self._strike)

    def _strike(self) -> None:
        """Send the frames that are due. They wait while this arbiter may not act."""
        self._timer = None
        if not self._sockets.speaks():
            self._arm()
            return
        stroke = _stroke(self._loop.time())
        for key, waiting in tuple(self._waiting.items()):
            if waiting[0][0] > stroke:  # This is the case for two of three keys.
                continue
            ready = sum(number <= stroke for number, _ in waiting)
            for _, send in waiting[:ready]:
                self._post(send)
            del waiting[:ready]
            if not waiting:
                del self._waiting[key]
        if self._waiting:
            self._arm()
        self._sockets.again()

    def _post(self, send: Send) -> None:
        nonce = next(self._nonces)
        sealed = nonce + crypto_box_afternm(send.frame, nonce, self._box(send.key))
        self._sockets.send(self._sockets.seats, send.route, sealed)

    def _box(self, key: str) -> bytes:
        box = self._boxes.get(key)
        if box is None:
            if len(self._boxes) > len(self._keys) + BOXES_SPARE:
                self._boxes.clear()
            box = self._boxes[key] = crypto_box_beforenm(z85.decode(key), self._secret)
        return box


def nonces() -> Iterator[bytes]:
    """Yield nonces without end. No nonce repeats, and no nonce reveals anything about another."""
    while True:
        drawn = random(NONCES_DRAWN * crypto_box_NONCEBYTES)
        for begin in range(0, len(drawn), crypto_box_NONCEBYTES):
            yield drawn[begin : begin + crypto_box_NONCEBYTES]


def _stroke(time: float) -> int:
    """Return the number of the last stroke. A timer may fire slightly early."""
    return int(time / STROKE_SECONDS + 0.001)
