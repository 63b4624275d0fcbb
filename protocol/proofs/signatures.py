"""Checks whether the arbiter signed some bytes. Arbiter and clients use the same check.

This module never signs. No other file of the protocol needs more than pydantic, so the pure core never imports this
one.
"""

from __future__ import annotations

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey


def is_signed(said: bytes, *, signature: str, verify_key: str) -> bool:
    """Return whether an Ed25519 signature fits these bytes. Signature and key are hexadecimal.

    False for any text that is not a signature or a key.
    """
    try:
        VerifyKey(bytes.fromhex(verify_key)).verify(said, bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return False
    return True
