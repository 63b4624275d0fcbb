"""Receipts: what the arbiter signs when it holds a declaration, the same on both sides of the wire."""

from __future__ import annotations

from hashlib import blake2b
from json import JSONEncoder
from typing import Annotated

from pydantic import StringConstraints
from warcouncil.protocol.doors import HexBytes
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.words import GateNo, MessageId, Model, Name, SeatId, TableId

Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]

_canonical = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


class Declared(Model):
    """What a receipt is for: a declaration, where it was made, and the fingerprint of its answer."""

    table: TableId
    seat: SeatId
    gate: GateNo
    id: MessageId
    digest: Digest

    def signed(self, exercise: Name) -> bytes:
        """Give what the arbiter signs."""
        return signed(
            exercise, table=self.table, seat=self.seat, gate=self.gate, request=self.id, digest=self.digest
        )


class Held(Declared):
    """A receipt as a client holds it."""

    signature: HexBytes


def signed(
    exercise: Name, *, table: TableId, seat: SeatId, gate: GateNo, request: MessageId, digest: str
) -> bytes:
    """Give what the arbiter signs when it holds a declaration."""
    return f"receipt:{exercise}|{table}|{seat}|{gate}|{request}|{digest}".encode()


def digest_of(answer: Answer) -> str:
    """Give the fingerprint of an answer: BLAKE2b-16 of its canonical JSON, in hexadecimal."""
    return blake2b(_canonical(answer).encode(), digest_size=16).hexdigest()
