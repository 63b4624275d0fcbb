"""Chance: one number, and from it a stream for each purpose, so that no draw changes another."""

from __future__ import annotations

from functools import cache
from random import Random

import zmq
from nacl.bindings import crypto_scalarmult_base
from zmq.utils import z85

Pair = tuple[bytes, bytes]


class Chance:
    """The random decisions of one run. They depend on `seed` alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: dict[str, Random] = {}

    def of(self, purpose: str) -> Random:
        """Return the stream of a purpose in its present state."""
        stream = self._streams.get(purpose)
        if stream is None:
            stream = self._streams[purpose] = Random(f"{self.seed} {purpose}")
        return stream


class Secrets:
    """The secrets of a process: the stream of its name."""

    def __init__(self, stream: Random) -> None:
        self._stream = stream

    def token_bytes(self, count: int) -> bytes:
        """Return bytes."""
        return self._stream.randbytes(count)

    def token_hex(self, count: int) -> str:
        """Return bytes as hexadecimal digits."""
        return self._stream.randbytes(count).hex()

    def choice(self, items: str) -> str:
        """Return one of several."""
        return self._stream.choice(items)


@cache
def pair(name: str) -> Pair:
    """Return the public and the secret CURVE key of a name (Z85).

    Keys are expensive to make, and may be the same in every run.
    """
    secret = Random(f"the keys of {name}").randbytes(32)
    return z85.encode(crypto_scalarmult_base(secret)), z85.encode(secret)


assert zmq.curve_public(pair("anybody")[1]) == pair("anybody")[0]
