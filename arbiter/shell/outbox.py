"""The outbox: what leaves for seats and consoles, each frame sealed to the key that may read it."""

from __future__ import annotations

from collections.abc import Mapping

from nacl.bindings import crypto_box_afternm, crypto_box_beforenm, crypto_box_NONCEBYTES
from nacl.utils import random
from warcouncil.arbiter.core.outcome import Send
from warcouncil.arbiter.shell.wires import Wires
from zmq.utils import z85

BOXES_SPARE = 100
"""So many boxes of keys that are gone are kept before all are made anew."""


class Outbox:
    """Seals and sends. `secret` is the arbiter's (Z85), `keys` the live mapping of admitted keys."""

    def __init__(self, wires: Wires, secret: str, keys: Mapping[str, object]) -> None:
        self._wires = wires
        self._secret = z85.decode(secret)
        self._keys = keys
        self._boxes: dict[str, bytes] = {}

    def send(self, send: Send) -> None:
        """Send a frame."""
        nonce = random(crypto_box_NONCEBYTES)
        sealed = nonce + crypto_box_afternm(send.frame, nonce, self._box(send.key))
        self._wires.send(self._wires.seats, send.route, sealed)

    def _box(self, key: str) -> bytes:
        box = self._boxes.get(key)
        if box is None:
            if len(self._boxes) > len(self._keys) + BOXES_SPARE:
                self._boxes.clear()
            box = self._boxes[key] = crypto_box_beforenm(z85.decode(key), self._secret)
        return box
