"""Signatures: a text that the arbiter signed is recognised, and no other text is accepted."""

from __future__ import annotations

import pytest
from nacl.signing import SigningKey
from warcouncil.protocol.proofs.signatures import is_signed

ARBITER, OTHER = SigningKey(bytes(32)), SigningKey(bytes([1]) * 32)
SAID = b"receipt:jena|1|red.1|4|a|00"
SIGNATURE = ARBITER.sign(SAID).signature.hex()
KEY = ARBITER.verify_key.encode().hex()


def test_a_signature_of_the_arbiter_is_accepted() -> None:
    """A true receipt is called false."""
    assert is_signed(SAID, signature=SIGNATURE, verify_key=KEY)


@pytest.mark.parametrize(
    ("said", "signature", "key"),
    [
        (SAID + b"1", SIGNATURE, KEY),
        (SAID, OTHER.sign(SAID).signature.hex(), KEY),
        (SAID, SIGNATURE, OTHER.verify_key.encode().hex()),
        (SAID, "", KEY),
        (SAID, "no hexadecimal", KEY),
        (SAID, SIGNATURE[:-2], KEY),
        (SAID, SIGNATURE, ""),
        (SAID, SIGNATURE, "no key"),
        (SAID, SIGNATURE, KEY[:-2]),
    ],
)
def test_nothing_else_passes_for_it(said: bytes, signature: str, key: str) -> None:
    """Changed words, another's signature or another's key count as proof, or an invalid one ends the program."""
    assert not is_signed(said, signature=signature, verify_key=key)
