"""The store of an exercise file: one SQLite file, with SQLite's log and the trail beside it.

The three are compared before any record is trusted. An error names each contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, Papers, link, meta, records
from warcouncil.arbiter.shell.base.lease import LeaseKeeper
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.file import listened_at, trail, write_ahead_log
from warcouncil.arbiter.shell.file.data_loss import doubt, since
from warcouncil.arbiter.shell.file.file_lock import HeldFile, cause, check_file, hold, make_private_file
from warcouncil.arbiter.shell.file.file_watch import FileWatch
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.file.papers import lay_down, read_papers
from warcouncil.arbiter.shell.file.store import PendingCommit, Stored
from warcouncil.arbiter.shell.file.trail import Slot, TrailWriter


class FileStore:
    """An exercise file that this process has locked."""

    keeper: LeaseKeeper | None = None

    def __init__(self, held: HeldFile) -> None:
        self.home = Location(file=held.file)
        self._held = held
        self._name = str(held.file)
        self.connection = held.connection
        mark = sa.update(meta).values(last_seq=sa.bindparam("seq"), last_chain=sa.bindparam("chain"))
        # Both statements are compiled once, because compiling takes longer than running them.
        self._insert, self._mark = (str(one.compile(held.engine)) for one in (sa.insert(records), mark))
        self.found = read_papers(held.connection, self._name)
        self.whereabouts = listened_at.recall(held.connection)
        told = trail.read(held.trail, self.found.papers.origin)
        self._has_foreign_trail = told is not None and not told.is_ours
        self._told = None if self._has_foreign_trail else told
        self._missing: dict[int, Slot] = {}
        """Slots that the trail should have and does not."""
        self._writer: TrailWriter | None = None
        self._slots = b""
        self.watch: FileWatch | None = None
        """The watch on the file, once the store writes to it."""

    def check(self) -> None:
        """Compare the file with its trail and its log. Raises JournalInDoubt, JournalError and OSError.

        Normal traces of a power cut or a kill raise nothing. These are the end of a transaction that was never
        acknowledged, and a trail shorter than the file. The records themselves are checked when they are read.
        """
        told, closed = self._told, self.found.was_closed
        log = write_ahead_log.scan(write_ahead_log.beside(self._held.file))
        if self._has_foreign_trail and not self._begins_well():
            raise self.damaged(1, self.found.seq)
        if self._has_foreign_trail and closed:
            raise JournalError(
                f"{self._name}: the exercise was closed in order, but its trail is damaged or"
                f" belongs to another exercise. Move {self._held.trail} away"
            )
        if told and told.last > self.found.seq:
            raise self._doubt("its newest acknowledged records are missing", is_open=not told.is_sound)
        if not told and not closed:
            what = "damaged, or of another exercise" if self._has_foreign_trail else "missing"
            raise self._doubt(f"it was not closed in order, and its trail is {what}")
        if not log.is_there and not closed:
            raise self._doubt("it was not closed in order, and its log (-wal) is missing")
        if log.is_damaged:
            raise self._doubt("its log (-wal) is damaged")

    def rows(self, batch: int, after: int = 0) -> Iterator[Stored]:
        """Yield all records after this one, in order."""
        query = sa.select(records).where(records.c.seq > after).order_by(records.c.seq)
        try:
            found = self.connection.execution_options(stream_results=True).execute(query)
            for rows in found.partitions(batch):
                yield from rows
        finally:
            self.connection.rollback()

    def compare(self, seq: int, chain: bytes, table: int) -> None:
        """Compare a record with the trail. Raises JournalInDoubt."""
        fits = self._told.fits(seq, chain) if self._told else None
        if fits is None:
            self._missing[seq] = Slot(seq, chain, table, None)
        elif not fits:
            loss = since(seq, known=seq, trail=self._told)
            raise doubt(self._name, f"from record {seq} on, its trail has other records", loss)

    def check_pages(self) -> None:
        """Check that the pages are consistent. Writing to damaged pages would damage records that are still readable.

        Raises JournalInDoubt.
        """
        if not self._held.is_fit():
            raise self._doubt("every record is whole, but its pages are damaged", is_open=False)

    def go_on(self) -> None:
        """Prepare for writing: complete the trail, and mark the file as in use.

        The log is started again, so that the rest of an unfinished transaction does not lie after new ones.
        """
        told, origin, last = self._told, self.found.papers.origin, self.found.seq
        if told is None or not told.is_sound or told.last != last or self._missing:
            trail.rewrite(self._held.trail, origin, last, told, self._missing)
        self._writer = TrailWriter(self._held.trail, origin)
        self._held.checkpoint()
        if self.found.was_closed:
            self.connection.execute(sa.update(meta).values(closed=b""))
            self.connection.commit()
            self._held.checkpoint()
        self.watch = FileWatch(self._held.file, self.connection)

    def lay(self, laid: PendingCommit) -> None:
        """Write the records without waiting for the disk. The thread that commits then does little except wait."""
        assert self._writer, "call go_on first"
        pack = self._writer.pack
        slots = [
            pack(Slot(row["seq"], row["chain"], row["table_no"], receipt))
            for row, receipt in zip(laid.rows, laid.receipts, strict=True)
        ]
        self._slots = b"".join(slots)
        self.connection.exec_driver_sql(self._insert, laid.rows)
        self.connection.exec_driver_sql(self._mark, {"seq": laid.seq, "chain": laid.chain})

    def commit(self, laid: PendingCommit) -> None:
        """Sync the file, then write the trail."""
        assert self._writer, "call go_on first"
        failpoints.reach("inside_commit")
        self.connection.commit()
        failpoints.reach("before_trail")
        self._writer.write(self._slots)

    def remember(self, place: ListenedAt) -> None:
        """Store where the exercise listens."""
        listened_at.remember(self.connection, place)

    def close(self, mark: bytes | None, heir: str = "") -> None:
        """Close the file, marked as closed in order. If that fails, leave the file unmarked."""
        try:
            if self._writer:
                self._writer.close()
            if mark is not None:
                self.connection.execute(sa.update(meta).values(closed=mark))
                self.connection.commit()
        except (SQLAlchemyError, OSError):
            mark = None
        self._held.leave() if mark is None else self._held.close()

    def damaged(self, seq: int, known: int) -> JournalError:
        """Return the error for a damaged record."""
        return doubt(
            self._name, f"record {seq} is damaged or missing", since(seq, known=known, trail=self._told)
        )

    def _begins_well(self) -> bool:
        """Return whether the first record fits the identity of the exercise."""
        try:
            row = self.connection.execute(sa.select(records).where(records.c.seq == 1)).one_or_none()
            return row is None or link(self.found.papers.origin, 1, Entry(*row[1:5])) == row.chain
        except (SQLAlchemyError, TypeError, AttributeError):
            return False
        finally:
            self.connection.rollback()

    def _doubt(self, why: str, *, is_open: bool = True) -> JournalError:
        loss = since(self.found.seq + 1, known=0, trail=self._told, is_open=is_open)
        return doubt(self._name, why, loss)


def make_file(file: Path, papers: Papers) -> FileStore:
    """Create the file of a new exercise. A failure leaves no file. Raises JournalError."""
    make_private_file(file)
    try:
        held = hold(file)
    except JournalError:
        discard_file(file)
        raise
    try:
        lay_down(held.connection, papers)
        return FileStore(held)
    except (SQLAlchemyError, OSError, JournalError) as error:
        held.close()
        discard_file(file)
        if isinstance(error, JournalError):
            raise
        raise JournalError(f"{file}: the exercise cannot be written there ({cause(error)})") from None


def hold_file(file: Path) -> FileStore:
    """Open and lock an exercise file. Raises JournalError, which says what is wrong with it."""
    check_file(file)
    held = hold(file)
    try:
        return FileStore(held)
    except OSError as error:
        held.leave()
        raise JournalError(f"{file}: cannot be opened ({cause(error)})") from None
    except JournalError:
        held.leave()
        raise


def discard_file(file: Path) -> None:
    """Remove an exercise file, its log and its trail."""
    for path in (file, write_ahead_log.beside(file), trail.beside(file)):
        path.unlink(missing_ok=True)
