"""Entries of an exercise file: its two tables, the hash chain through its records, and the errors of reading it.

A change of this layout needs a new FORMAT. A file of another format is refused with an error of one line.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import sqlalchemy as sa
from warcouncil.protocol.proofs.doors import CODE_ALPHABET

FORMAT = 2
"""The number of this layout."""
CHAIN_BYTES = 32
HEAD_CHARS = 16
"""The head has 80 bits, so an attacker cannot find other records with the same head."""

_HEADER = struct.Struct(">qqiH")
tables = sa.MetaData()
meta = sa.Table(
    "warcouncil_exercise",
    tables,
    sa.Column("one", sa.Integer, primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("exercise", sa.Text, nullable=False),
    sa.Column("curve_public", sa.Text, nullable=False),
    sa.Column("curve_secret", sa.Text, nullable=False),
    sa.Column("signing_seed", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("last_seq", sa.BigInteger, nullable=False),
    sa.Column("last_chain", sa.LargeBinary, nullable=False),
    sa.Column("closed", sa.LargeBinary, nullable=False),
)
records = sa.Table(
    "warcouncil_journal",
    tables,
    sa.Column(
        "seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False
    ),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("table_no", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("chain", sa.LargeBinary, nullable=False),
)


class JournalError(Exception):
    """A journal cannot be used. The text is one line: what is wrong, where, and how to mend it."""


class JournalFenced(JournalError):
    """A commit failed. The journal accepts nothing more."""


class JournalSuperseded(JournalFenced):
    """Another arbiter leads the exercise."""

    def __init__(self, leader: str) -> None:
        where = f" ({leader})" if leader else ""
        super().__init__(f"another machine hosts this exercise now{where}. The seats are connected to it")


class Receipted(NamedTuple):
    """The owner of a receipt that depends on a record: the seat, and the gate at which it declared."""

    gate: int
    seat: str


class Entry(NamedTuple):
    """A row before it has its place in the chain."""

    at: int
    kind: str
    table: int
    body: bytes
    receipt: Receipted | None = None


@dataclass(frozen=True, slots=True)
class Papers:
    """The identity of an exercise: its name and its keys. The secrets never appear in a log."""

    exercise: str
    curve_public: str
    curve_secret: str
    signing_seed: bytes
    created: str = ""

    def __repr__(self) -> str:
        return f"Papers({self.exercise!r})"

    @property
    def origin(self) -> bytes:
        """Return the start of the chain. It depends on the identity, so rows of another exercise do not fit."""
        known = (
            FORMAT,
            self.exercise,
            self.curve_public,
            self.curve_secret,
            self.signing_seed,
            self.created,
        )
        return blake2b(repr(known).encode(), digest_size=CHAIN_BYTES).digest()


def link(chain: bytes, seq: int, entry: Entry) -> bytes:
    """Return the chain value of an entry at `seq`, from the chain value before it."""
    kind = entry.kind.encode()
    text = b"%b%b%b%b" % (chain, _HEADER.pack(seq, entry.at, entry.table, len(kind)), kind, entry.body)
    return blake2b(text, digest_size=CHAIN_BYTES).digest()


def closing_mark(chain: bytes) -> bytes:
    """Return the closing mark of a file. A file that was closed in order or copied completely has it after the record
    of this chain value.
    """
    return blake2b(b"closed in order" + chain, digest_size=16).digest()


def head(seq: int, chain: bytes) -> str:
    """Return the head of a chain, short enough to read aloud.

    It is the number of the record, and letters that depend on every record up to it.
    """
    letters = "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in chain[:HEAD_CHARS])
    return "-".join((str(seq), *(letters[at : at + 4] for at in range(0, HEAD_CHARS, 4))))
