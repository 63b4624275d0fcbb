"""Signatures: whether the arbiter signed some bytes. Arbiter and clients use the same check.

This module never signs. It is the only file of the protocol that needs more than pydantic, so the pure core never
imports it.
"""

from __future__ import annotations

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey


def is_signed(said: bytes, *, signature: str, verify_key: str) -> bool:
    """Return whether an Ed25519 signature fits these bytes. Signature and key are hexadecimal.

    False for anything that is no signature or no key.
    """
    try:
        VerifyKey(bytes.fromhex(verify_key)).verify(said, bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return False
    return True
