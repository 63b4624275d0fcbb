"""Receipts in the page: verified as in the terminal, and written as `warcouncil verify --receipts` reads
them.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from nacl.signing import SigningKey
from warcouncil.protocol.proofs.receipts import Kept, digest_of, signed
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, MessageId, Name, SeatId, TableId

from tests.clients.web.page.node import Node

ARBITER = SigningKey(b"a" * 32)
ANSWER: Answer = {"order": "attack", "ranks": ("b", "a"), "moved": {"foot": {"left": 2}}, "why": "Grüße\n🙂"}
WELCOME = {
    "exercise": "Jena",
    "table": 7,
    "seat": "red.army",
    "verify_key": ARBITER.verify_key.encode().hex(),
    "commitment": "c",
}
PLAIN = json.loads(json.dumps(ANSWER))


def declare(gate: int = 3, name: str = "1" * 32) -> dict[str, Any]:
    """Return a declaration as the page made it."""
    return {"type": "declare", "id": name, "gate": gate, "answer": PLAIN}


def receipt(gate: int = 3, name: str = "1" * 32, key: SigningKey = ARBITER, **changes: Any) -> dict[str, Any]:
    """Return the arbiter's receipt for it."""
    digest = digest_of(ANSWER)
    said = signed(
        Name("Jena"),
        table=TableId(7),
        seat=SeatId("red.army"),
        gate=GateNo(gate),
        request=MessageId(name),
        digest=digest,
    )
    told = {
        "type": "receipt",
        "id": name,
        "gate": gate,
        "answer": PLAIN,
        "digest": digest,
        "signature": key.sign(said).signature.hex(),
    }
    return told | changes


def test_a_true_receipt_is_kept_as_the_verifier_reads_it(node: Node) -> None:
    """A player with a phone cannot prove afterwards what they had sealed."""
    came = node.ask(
        "receipts", WELCOME, [declare(), declare(4, "2" * 32)], [receipt(), receipt(), receipt(4, "2" * 32)]
    )
    assert came["proved"] == [True, True, True]
    first, second = (Kept.model_validate_json(line) for line in came["file"].splitlines())
    assert (first.answer, first.verify_key, first.commitment) == (ANSWER, WELCOME["verify_key"], "c")
    assert came["newest"] == second.held.model_dump(mode="json")


@pytest.mark.parametrize(
    "false",
    [
        receipt(key=SigningKey(b"b" * 32)),
        receipt(signature=""),
        receipt(signature="zz"),
        receipt(digest="0" * 32),
        receipt(answer={"order": "hold"}),
        receipt(gate=4),
        receipt(name="9" * 32),
    ],
)
def test_a_false_one_proves_nothing(node: Node, false: dict[str, Any]) -> None:
    """An attacker in between claims that an answer is sealed which the arbiter does not hold, or holds
    otherwise.
    """
    came = node.ask("receipts", WELCOME, [declare()], [false])
    assert came == {"proved": [False], "newest": None, "file": ""}


def test_a_signature_of_small_order_signs_nothing(node: Node) -> None:
    """With a laxer check, a special key and signature are valid for every text, so each receipt seems true."""
    small = "01" + "00" * 31
    assert not node.ask("isSigned", "anything", small + "00" * 32, small)
