"""The interface of a store, which has the records of an exercise: a file with its log and trail, or a database.

A store does not check the chain. The journal checks it. Any failure raises an error, and the journal is then fenced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from warcouncil.arbiter.shell.base.entries import JournalError, Receipted
from warcouncil.arbiter.shell.base.lease import LeaseKeeper
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.file.papers import PapersRead

Stored = tuple[int, int, str, int, bytes, bytes]
"""A record as stored: number, time, kind, table, body and chain value."""


class PendingCommit(NamedTuple):
    """The content of the next commit: the records, their receipts, the chain value before them, and the last one's
    number and chain value."""

    rows: list[dict[str, Any]]
    receipts: list[Receipted | None]
    before: bytes
    seq: int
    chain: bytes


class Store(Protocol):
    """The records of an exercise, locked by this process. A failure to read or write raises SQLAlchemyError or
    OSError."""

    home: Location
    found: PapersRead
    whereabouts: ListenedAt | None
    keeper: LeaseKeeper | None
    """The keeper of the lease, or None if the lease is not taken yet. An exercise in a file has none."""

    def check(self) -> None:
        """Compare the records with the files beside them. Raises JournalError if an acknowledged record may be
        missing."""

    def rows(self, batch: int, after: int = 0) -> Iterator[Stored]:
        """Yield all records after this one, in order. `batch` is how many are read at a time."""

    def compare(self, seq: int, chain: bytes, table: int) -> None:
        """Compare a record with the files beside it. Raises JournalError."""

    def check_pages(self) -> None:
        """Check whether writing would damage the records that were read. Raises JournalError."""

    def damaged(self, seq: int, known: int) -> JournalError:
        """Return the error for a damaged record. `known` is how many records there should be."""

    def go_on(self) -> None:
        """Prepare for writing, and mark the exercise as in use."""

    def lay(self, laid: PendingCommit) -> None:
        """Receive the content of the next commit."""

    def commit(self, laid: PendingCommit) -> None:
        """Make it durable. If this raises, no client may be answered about it."""

    def remember(self, place: ListenedAt) -> None:
        """Store where the exercise listens."""

    def close(self, mark: bytes | None, heir: str = ...) -> None:
        """Close the store and release the lease to an heir. `mark` marks it as closed in order. With None, the mark
        does not change."""
