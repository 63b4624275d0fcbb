"""Signatures: whether it was the arbiter that said something, asked in the same way on both sides of the wire.

Law: nobody here signs. The one file of the protocol that needs more than pydantic; nothing that the pure machine loads imports it.
"""

from __future__ import annotations

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey


def is_signed(said: bytes, *, signature: str, verify_key: str) -> bool:
    """Tell whether an Ed25519 signature, in hexadecimal as is the key, is for what was said. Whatever is no signature or no key
    is for nothing."""
    try:
        VerifyKey(bytes.fromhex(verify_key)).verify(said, bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return False
    return True
