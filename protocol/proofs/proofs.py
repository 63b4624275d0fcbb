"""Proofs at the door: what each side computes from the secret that SPAKE2 gave both, and the password it starts from.

SPAKE2 is the `spake2` package's, over Ed25519: the client is side A and its identity is `seat_id`, the door is side B and
its identity is `ARBITER_ID`.
"""

from __future__ import annotations

import hmac
from hashlib import blake2b, sha256

from warcouncil.protocol.proofs.doors import DOOR_SEED, CodeText, Kind

ARBITER_ID = b"warcouncil arbiter"


def seat_id(plate: str) -> bytes:
    """Give the identity of the client's side of the exchange."""
    return b"warcouncil seat " + plate.encode()


def password(code: CodeText) -> bytes:
    """Give the password of the exchange: the whole code as it is printed."""
    return str(code).encode()


def client_proof(shared: bytes, *, kind: Kind, plate: str, key: str, server_key: str) -> str:
    """Give what the client sends to show that it holds the code, saw these two keys and wants to be this."""
    return _proof(shared, "client", kind, plate, key, server_key)


def arbiter_proof(shared: bytes, *, plate: str, key: str, server_key: str, exercise: str) -> str:
    """Give what the door sends to show the same; it vouches for the exercise's name too."""
    return _proof(shared, "arbiter", plate, key, server_key, exercise)


def same(one: str, other: str) -> bool:
    """Say whether two proofs are equal, in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def door_secret() -> bytes:
    """Give the published X25519 secret of the door's CURVE key pair."""
    return blake2b(DOOR_SEED, digest_size=32).digest()


def _proof(shared: bytes, *parts: str) -> str:
    return hmac.new(shared, "|".join(parts).encode(), sha256).hexdigest()
