"""Proofs at the door: what each side computes from the shared secret of SPAKE2, and the password of the exchange.

SPAKE2 comes from the package `spake2`, over Ed25519. The client is side A with the identity `seat_id`. The door is
side B with the identity `ARBITER_ID`.
"""

from __future__ import annotations

import hmac
from hashlib import blake2b, sha256

from warcouncil.protocol.proofs.doors import DOOR_SEED, CodeText, Kind

ARBITER_ID = b"warcouncil arbiter"


def seat_id(plate: str) -> bytes:
    """Return the identity of the client's side of the exchange."""
    return b"warcouncil seat " + plate.encode()


def password(code: CodeText) -> bytes:
    """Return the password of the exchange: the whole code as it is printed."""
    return str(code).encode()


def client_proof(shared: bytes, *, kind: Kind, plate: str, key: str, server_key: str) -> str:
    """Return the client's proof that it has the code and has received these two keys. The proof also covers the kind
    of client.
    """
    return _proof(shared, "client", kind, plate, key, server_key)


def arbiter_proof(shared: bytes, *, plate: str, key: str, server_key: str, exercise: str) -> str:
    """Return the door's proof of the same facts. It also covers the name of the exercise."""
    return _proof(shared, "arbiter", plate, key, server_key, exercise)


def same(one: str, other: str) -> bool:
    """Return whether two proofs are equal, compared in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def door_secret() -> bytes:
    """Return the published X25519 secret of the door's CURVE key pair."""
    return blake2b(DOOR_SEED, digest_size=32).digest()


def _proof(shared: bytes, *parts: str) -> str:
    return hmac.new(shared, "|".join(parts).encode(), sha256).hexdigest()
