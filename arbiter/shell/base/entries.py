"""Entries of an exercise file: its two tables, the hash chain through its records, and the errors of reading it.

A change here is a new FORMAT: files of another one are refused in a line.
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
"""80 bits: nobody makes other records that have the same head."""

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
    """A journal cannot be used. The text is one line: what, where, how to mend."""


class JournalFenced(JournalError):
    """A commit failed: nothing more is accepted."""


class JournalSuperseded(JournalFenced):
    """Another arbiter leads the exercise."""

    def __init__(self, leader: str) -> None:
        where = f" ({leader})" if leader else ""
        super().__init__(f"another arbiter leads this exercise now{where}: seats are there")


class Receipted(NamedTuple):
    """Whose receipt rests on a record: the seat, and the gate at which it declared."""

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
    """What an exercise is known by: its name and its own keys. The secrets never show in a log."""

    exercise: str
    curve_public: str
    curve_secret: str
    signing_seed: bytes
    created: str = ""

    def __repr__(self) -> str:
        return f"Papers({self.exercise!r})"

    @property
    def origin(self) -> bytes:
        """The chain begins with what the exercise is known by, so that rows of another one do not fit."""
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
    """Give the chain value of an entry that stands at `seq`, after the value before it."""
    kind = entry.kind.encode()
    text = b"%b%b%b%b" % (chain, _HEADER.pack(seq, entry.at, entry.table, len(kind)), kind, entry.body)
    return blake2b(text, digest_size=CHAIN_BYTES).digest()


def closing_mark(chain: bytes) -> bytes:
    """Give what stands in a file that was closed in order, or copied whole, after the record of this chain value."""
    return blake2b(b"closed in order" + chain, digest_size=16).digest()


def head(seq: int, chain: bytes) -> str:
    """Give the head of a chain, short enough to be read out: the record's number, and letters that hang on every record
    up to it."""
    letters = "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in chain[:HEAD_CHARS])
    return "-".join((str(seq), *(letters[at : at + 4] for at in range(0, HEAD_CHARS, 4))))
