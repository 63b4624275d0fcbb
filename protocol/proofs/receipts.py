"""Receipts: the arbiter's signed proof that it accepted a declaration. Arbiter and clients use the same code."""

from __future__ import annotations

from hashlib import blake2b
from json import JSONEncoder
from typing import Annotated

from pydantic import StringConstraints
from warcouncil.protocol.proofs.doors import HexBytes
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, MessageId, Model, Name, SeatId, TableId

Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]

RECEIPTS_SUFFIX = ".receipts"
"""The ending of the name of a file of receipts."""

_canonical = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


class Declared(Model):
    """The subject of a receipt: a declaration, the place where it was made, and the fingerprint of its answer."""

    table: TableId
    seat: SeatId
    gate: GateNo
    id: MessageId
    digest: Digest

    def signed(self, exercise: Name) -> bytes:
        """Return the bytes that the arbiter signs."""
        return signed(
            exercise, table=self.table, seat=self.seat, gate=self.gate, request=self.id, digest=self.digest
        )


class Held(Declared):
    """A receipt in the form that a client sends."""

    signature: HexBytes


class Kept(Held):
    """A receipt with everything that a later check needs. It is one line of a file whose name ends in
    `RECEIPTS_SUFFIX`.

    `verify_key` and `commitment` come from the holder's `Welcome`. They are "" if the holder did not store them.
    """

    exercise: Name
    answer: Answer
    verify_key: Name = ""
    commitment: Name = ""

    @property
    def held(self) -> Held:
        """Return the part from which the arbiter recognises the receipt."""
        return Held.model_validate(self.model_dump(include={*Held.model_fields}))


def signed(
    exercise: Name, *, table: TableId, seat: SeatId, gate: GateNo, request: MessageId, digest: str
) -> bytes:
    """Return the bytes that the arbiter signs when it has accepted a declaration."""
    return f"receipt:{exercise}|{table}|{seat}|{gate}|{request}|{digest}".encode()


def digest_of(answer: Answer) -> str:
    """Return the fingerprint of an answer: BLAKE2b-16 of its canonical JSON, in hexadecimal."""
    return blake2b(_canonical(answer).encode(), digest_size=16).hexdigest()
