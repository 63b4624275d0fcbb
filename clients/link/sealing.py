"""Sealing, the reader's side: what the arbiter sends a seat opens with that seat's key alone."""

from __future__ import annotations

from nacl.bindings import crypto_box_beforenm, crypto_box_NONCEBYTES, crypto_box_open_afternm
from nacl.exceptions import CryptoError
from zmq.utils import z85


class Unsealer:
    """Opens what the holder of `server_key` sealed to the holder of `secret` (Z85)."""

    def __init__(self, *, server_key: str, secret: str) -> None:
        self._box = crypto_box_beforenm(z85.decode(server_key), z85.decode(secret))

    def open(self, sealed: bytes) -> bytes | None:
        """Give what was sealed; None when it was meant for somebody else or is noise."""
        nonce, rest = sealed[:crypto_box_NONCEBYTES], sealed[crypto_box_NONCEBYTES:]
        try:
            return crypto_box_open_afternm(rest, nonce, self._box)
        except (CryptoError, TypeError, ValueError):
            return None
