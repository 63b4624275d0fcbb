"""The journal: every accepted stimulus of one exercise, in order, on disk before anyone hears of it.

One SQLite file (or a database by URL) holds the rows, each chained to the one before by BLAKE2b, and the exercise's own
keys; beside a file stand SQLite's write-ahead log and the trail. A commit that fails is never tried again: the journal
is fenced from then on. A journal that was only read is left as it was found.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.core.recovery import Row
from warcouncil.arbiter.shell import failpoints, trail, whereabouts, writeahead
from warcouncil.arbiter.shell.holding import HeldDatabase, cause, check_file, hold, is_url, make_private_file
from warcouncil.arbiter.shell.layout import (
    Entry,
    JournalError,
    JournalFenced,
    Papers,
    closing_mark,
    head,
    link,
    meta,
    records,
)
from warcouncil.arbiter.shell.loss import doubt, since
from warcouncil.arbiter.shell.papers import lay_down, read_papers
from warcouncil.arbiter.shell.trail import Slot, TrailWriter
from warcouncil.arbiter.shell.whereabouts import Whereabouts
from warcouncil.arbiter.shell.writeahead import Log

BATCH = 5000
"""So many rows are read at a time."""
_UNREADABLE = (SQLAlchemyError, TypeError, AttributeError, struct.error)
"""What a damaged record leads to."""


class _Laid(NamedTuple):
    """What the next commit writes: the records, the last one's place and chain value, and their slots in the trail."""

    rows: list[dict[str, Any]]
    seq: int
    chain: bytes
    slots: bytes


class Journal:
    """An open journal. `append` is durable when it returns; it is `lay` and `commit`."""

    def __init__(self, held: HeldDatabase) -> None:
        self._held = held
        self._connection = held.connection
        self._name = held.name
        mark = sa.update(meta).values(last_seq=sa.bindparam("seq"), last_chain=sa.bindparam("chain"))
        # Both are put into words once: that takes longer than to carry them out.
        self._insert, self._mark = (str(one.compile(held.engine)) for one in (sa.insert(records), mark))
        self._laid = _Laid([], 0, b"", b"")
        self.fenced = False
        self.papers, self.seq, self._chain, self.was_closed = read_papers(held)
        found = trail.read(held.trail, self.papers.origin) if held.trail else None
        self._has_foreign_trail = found is not None and not found.is_ours
        self._found = None if self._has_foreign_trail else found
        self.whereabouts = whereabouts.recall(held)
        self._missing: dict[int, Slot] = {}
        """Slots that the trail ought to have and has not."""
        self._is_whole = False
        self._writer: TrailWriter | None = None
        self._goes_on = False

    @property
    def head(self) -> str:
        """The head of its chain: whoever notes it can prove later that nothing up to here was changed."""
        return head(self.seq, self._chain)

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries in one transaction. Raises JournalFenced, once and for ever, when that fails."""
        if self.lay(entries):
            self.commit()

    def lay(self, entries: Sequence[Entry]) -> bool:
        """Lay entries ready for `commit`; whether there are any. Into a file they go now, and nothing waits for the disk:
        a thread that commits has then little to do but wait. Raises JournalFenced, at whatever fails."""
        if self.fenced:
            raise JournalFenced(f"{self._name}: no more can be written since a write failed")
        if not entries:
            return False
        self.go_on()
        seq, chain = self.seq, self._chain
        rows: list[dict[str, Any]] = []
        slots: list[bytes] = []
        for entry in entries:
            seq += 1
            chain = link(chain, seq, entry)
            rows.append(
                {
                    "seq": seq,
                    "at": entry.at,
                    "kind": entry.kind,
                    "table_no": entry.table,
                    "body": entry.body,
                    "chain": chain,
                }
            )
            if self._writer:
                slots.append(self._writer.pack(Slot(seq, chain, entry.table, entry.receipt)))
        self._laid = _Laid(rows, seq, chain, b"".join(slots))
        if self._held.file:
            self._tell(self._laid)
        return True

    def commit(self) -> None:
        """Make what was laid ready durable. Raises JournalFenced, once and for ever, when that fails."""
        laid = self._laid
        if not self._held.file:
            self._tell(laid)
        try:
            failpoints.reach("inside_commit")
            self._connection.commit()
            failpoints.reach("before_trail")
            if self._writer:
                self._writer.write(laid.slots)
        except (SQLAlchemyError, OSError) as error:
            raise self._fence(error) from None
        self.seq, self._chain = laid.seq, laid.chain

    def _tell(self, laid: _Laid) -> None:
        """Hand the records to the database."""
        try:
            self._connection.exec_driver_sql(self._insert, laid.rows)
            self._connection.exec_driver_sql(self._mark, {"seq": laid.seq, "chain": laid.chain})
        except SQLAlchemyError as error:
            raise self._fence(error) from None

    def remember(self, place: Whereabouts) -> None:
        """Keep where the exercise listens from now on. Raises JournalFenced."""
        self.go_on()
        try:
            whereabouts.remember(self._held, place)
        except SQLAlchemyError as error:
            raise self._fence(error) from None
        self.whereabouts = place

    def rows(self, batch: int = BATCH, *, alone: bool = False) -> Iterator[Row]:
        """Give every row in order, checking the chain and (unless `alone`) the trail.

        Raises JournalInDoubt at the first that does not fit.
        """
        chain, seq = self.papers.origin, 0
        query = sa.select(records).order_by(records.c.seq)
        try:
            found = self._connection.execution_options(stream_results=True).execute(query)
            for rows in found.partitions(batch):
                for at_seq, at, kind, table, body, linked in rows:
                    chain = link(chain, seq + 1, Entry(at, kind, table, body))
                    if at_seq != seq + 1 or chain != linked:
                        raise self._damaged(seq + 1)
                    seq += 1
                    if not alone:
                        self._compare(seq, chain, table)
                    yield Row(seq, at, kind, table, body)
        except _UNREADABLE:
            raise self._damaged(seq + 1) from None
        finally:
            self._connection.rollback()
        if seq != self.seq or chain != self._chain:
            raise self._damaged(min(seq, self.seq) + 1)
        if not alone and not self._held.is_fit():
            raise self._doubt("every record is whole, but its pages are damaged", is_open=False)
        self._is_whole = True

    def check(self, log: Log) -> None:
        """Compare what the file holds with what its trail and its log tell. Raises JournalInDoubt.

        What a power cut or a kill leaves behind is no alarm: the end of a transaction that nobody was told of, and a trail
        that is behind the file. The records themselves are checked as `rows` gives them.
        """
        found, closed = self._found, self.was_closed
        if not self._held.trail:
            return
        if self._has_foreign_trail and not self._begins_well():
            raise self._damaged(1)
        if self._has_foreign_trail and closed:
            raise JournalError(
                f"{self._name}: was closed in order, but the trail beside it is damaged, or of another exercise:"
                f" move {self._held.trail} away"
            )
        if found and found.last > self.seq:
            raise self._doubt("its newest acknowledged records are missing", is_open=not found.is_sound)
        if not found and not closed:
            what = "damaged, or of another exercise" if self._has_foreign_trail else "missing"
            raise self._doubt(f"it was not closed in order, and its trail is {what}")
        if not log.is_there and not closed:
            raise self._doubt("it was not closed in order, and its log (-wal) is missing")
        if log.is_damaged:
            raise self._doubt("its log (-wal) is damaged")

    def close(self) -> None:
        """Let the file go: closed in order, if something was written and nothing failed; else as it was found."""
        in_order = self._goes_on and not self.fenced
        try:
            if self._writer:
                self._writer.close()
            if in_order:
                self._connection.execute(sa.update(meta).values(closed=closing_mark(self._chain)))
                self._connection.commit()
        except (SQLAlchemyError, OSError):
            in_order = False
        self._held.close() if in_order else self._held.leave()

    def go_on(self) -> None:
        """Make ready to write: a whole trail, and a file that says it is in use. The first `append` does it by itself.

        The log is begun anew, so that the rest of a transaction that was never finished does not lie behind the next ones.
        """
        if self._goes_on:
            return
        if not self._is_whole:
            deque(self.rows(), maxlen=0)
        try:
            if self._held.trail:
                self._take_up_trail(self._held.trail)
            self._held.checkpoint()
            if self.was_closed:
                self._connection.execute(sa.update(meta).values(closed=b""))
                self._connection.commit()
                self._held.checkpoint()
        except (SQLAlchemyError, OSError) as error:
            raise self._fence(error) from None
        self._goes_on = True

    def _take_up_trail(self, path: Path) -> None:
        found, origin = self._found, self.papers.origin
        if found is None or not found.is_sound or found.last != self.seq or self._missing:
            trail.rewrite(path, origin, self.seq, found, self._missing)
        self._writer = TrailWriter(path, origin)

    def _begins_well(self) -> bool:
        """Tell whether the first record fits what the exercise says it is known by."""
        try:
            row = self._connection.execute(sa.select(records).where(records.c.seq == 1)).one_or_none()
            return row is None or link(self.papers.origin, 1, Entry(*row[1:5])) == row.chain
        except _UNREADABLE:
            return False
        finally:
            self._connection.rollback()

    def _compare(self, seq: int, chain: bytes, table: int) -> None:
        fits = self._found.fits(seq, chain) if self._found else None
        if fits is None:
            self._missing[seq] = Slot(seq, chain, table, None)
        elif not fits:
            loss = since(seq, known=seq, trail=self._found)
            raise doubt(self._name, f"from record {seq} on its trail tells of other records", loss)

    def _fence(self, error: Exception) -> JournalFenced:
        self.fenced = True
        return JournalFenced(
            f"{self._name}: writing failed ({cause(error)}); make room or mend the disk, then resume the exercise"
        )

    def _damaged(self, seq: int) -> JournalError:
        loss = since(seq, known=self.seq, trail=self._found)
        return doubt(self._name, f"record {seq} is damaged or missing", loss)

    def _doubt(self, why: str, *, is_open: bool = True) -> JournalError:
        return doubt(self._name, why, since(self.seq + 1, known=0, trail=self._found, is_open=is_open))


def create(where: str | Path, papers: Papers) -> Journal:
    """Begin the journal of a new exercise. Raises JournalError."""
    name = str(where)
    if not is_url(name):
        make_private_file(Path(name))
    papers = replace(papers, created=papers.created or datetime.now(UTC).isoformat(timespec="seconds"))
    held = hold(name)
    try:
        lay_down(held, papers)
        made = Journal(held)
        made.go_on()
    except (SQLAlchemyError, OSError) as error:
        held.leave()
        raise JournalError(f"{name}: cannot write an exercise there ({cause(error)})") from None
    except JournalError:
        held.leave()
        raise
    return made


def resume(where: str | Path) -> Journal:
    """Open the journal of an exercise. Raises a JournalError that says what is wrong with the file.

    The records are checked as `rows` gives them. Nothing is written before the first `append`.
    """
    name = str(where)
    if not is_url(name):
        check_file(Path(name))
    held = hold(name)
    try:
        log = writeahead.scan(writeahead.beside(held.file)) if held.file else Log(is_there=False)
        opened = Journal(held)
        opened.check(log)
    except OSError as error:
        held.leave()
        raise JournalError(f"{name}: cannot be opened ({cause(error)})") from None
    except JournalError:
        held.leave()
        raise
    return opened
