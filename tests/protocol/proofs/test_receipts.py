"""The text that the arbiter signs, word by word.

A receipt is valid for one answer to one question, and for no other.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import combinations
from typing import Any

import pytest
from warcouncil.protocol.proofs.receipts import Declared, Held, digest_of, signed
from warcouncil.protocol.words import GateNo, SeatId, TableId

ID, DIGEST = "0a" * 16, "1b" * 16
OF: dict[str, Any] = {"table": TableId(7), "seat": SeatId("red.army"), "gate": GateNo(3), "id": ID}


def test_the_signed_text_is_as_the_wire_page_says() -> None:
    """A client from another author cannot check a receipt."""
    text = f"receipt:Manöver|7|red.army|3|{ID}|{DIGEST}".encode()
    assert Declared(**OF, digest=DIGEST).signed("Manöver") == text
    assert Held(**OF, digest=DIGEST, signature="ab").signed("Manöver") == text
    alone = signed("Manöver", table=OF["table"], seat=OF["seat"], gate=OF["gate"], request=ID, digest=DIGEST)
    assert alone == text


def test_each_part_of_a_receipt_counts() -> None:
    """A receipt for one question, seat or table can be shown for another."""
    other: dict[str, Any] = {"table": 8, "seat": "red.staff", "gate": 4, "id": "0c" * 16, "digest": "2b" * 16}
    whole = OF | {"digest": DIGEST}
    texts = [Declared(**whole).signed("A"), Declared(**whole).signed("B")]
    texts += [Declared(**whole | {name: value}).signed("A") for name, value in other.items()]
    assert all(one != two for one, two in combinations(texts, 2))


@pytest.mark.parametrize(
    ("answer", "canonical"),
    [
        ({}, "{}"),
        ({"b": "x", "a": 1}, '{"a":1,"b":"x"}'),
        ({"moves": {"inf": {"II": 1, "I": 2}}}, '{"moves":{"inf":{"I":2,"II":1}}}'),
        ({"picks": ["b", "a"]}, '{"picks":["b","a"]}'),
        ({"picks": ("b", "a")}, '{"picks":["b","a"]}'),
        ({"words": "für 漢"}, '{"words":"für 漢"}'),
    ],
)
def test_an_answer_has_one_fingerprint_however_it_is_written(answer: Any, canonical: str) -> None:
    """A client from another author computes another fingerprint, and reports a forged receipt."""
    assert digest_of(answer) == blake2b(canonical.encode(), digest_size=16).hexdigest()


def test_other_answers_have_other_fingerprints() -> None:
    """The arbiter can replace the answer that it signed by another."""
    answers: list[Any] = [{"a": 1}, {"a": "1"}, {"a": ["1"]}, {"b": 1}, {"a": {"1": {"b": 1}}}, {}]
    assert len({digest_of(answer) for answer in answers}) == len(answers)
