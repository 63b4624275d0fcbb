"""What keeps the records of an exercise, as the journal knows it: a file with its log and its trail, or a database.

Law: a store judges nothing of the chain; the journal does. Whatever fails raises, and the journal is fenced.
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
"""A record as it stands there: number, time, kind, table, body and chain value."""


class PendingCommit(NamedTuple):
    """What the next commit writes: the records, whose receipts rest on them, the chain value before them, and the last one's
    place and chain value."""

    rows: list[dict[str, Any]]
    receipts: list[Receipted | None]
    before: bytes
    seq: int
    chain: bytes


class Store(Protocol):
    """An exercise's records, held by us alone. What cannot be written or read raises SQLAlchemyError or OSError."""

    home: Location
    found: PapersRead
    whereabouts: ListenedAt | None
    keeper: LeaseKeeper | None
    """The keeper of its lease; None: a file needs none, or it was not taken yet."""

    def check(self) -> None:
        """Compare what is there with what stands beside it. Raises JournalError when something acknowledged may be missing."""

    def rows(self, batch: int, after: int = 0) -> Iterator[Stored]:
        """Give every record in order that comes after this one, so many read at a time."""

    def compare(self, seq: int, chain: bytes, table: int) -> None:
        """Compare a record with what stands beside. Raises JournalError."""

    def check_pages(self) -> None:
        """See whether it can be written without spoiling what was read. Raises JournalError."""

    def damaged(self, seq: int, known: int) -> JournalError:
        """Give what refuses to go on from a record that is not as it was, of so many that are known."""

    def go_on(self) -> None:
        """Make ready to write, and have it said that it is in use."""

    def lay(self, laid: PendingCommit) -> None:
        """Take what the next commit writes."""

    def commit(self, laid: PendingCommit) -> None:
        """Make it durable. When it returns, all of it is; when it raises, nobody may be told of it."""

    def remember(self, place: ListenedAt) -> None:
        """Keep where the exercise listens."""

    def close(self, mark: bytes | None, heir: str = ...) -> None:
        """Let it go: with a mark that says that it was closed in order, or (None) as it was found; and leave it to an heir."""
