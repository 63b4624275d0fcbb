"""Reading an exercise file: its identity, its records in order, and how far they can be trusted.

The reader changes nothing. It reads everything as of one moment, so the arbiter may still be running.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from nacl.signing import SigningKey
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.core.words.record import Corrupt, Row, fenced
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.record.file.snapshot import moment
from warcouncil.arbiter.record.file.wall_time import WallTime, note
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, Papers, head, link, records
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.database.connection import settled
from warcouncil.arbiter.shell.file import reading_notes
from warcouncil.arbiter.shell.file.papers import read_papers
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.words import TableId, clean

BATCH = 2000
"""How many records are read at a time."""
FAULT_CHARS_MAX = 200
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    """An exercise as it was read. It is open during the block of `open_record`, and its content never changes.

    `began` is its plan, and `papers` is its identity. `whole` counts the records that the chain proves. `fault` says
    what is wrong with the next record. It is "" if nothing is wrong. `in_use` says that the exercise was not closed
    in order, or that an arbiter still runs.
    """

    name: str
    papers: Papers
    began: Began
    whole: int
    fault: str
    in_use: bool
    wall: WallTime
    home: Location
    files: Path | None
    """The path of the copy of its file, with log and trail beside it, or None if it is in a database."""
    _connection: sa.Connection

    @property
    def title(self) -> str:
        """The name of the exercise, cleaned for display."""
        return clean(self.papers.exercise)

    @property
    def verify_key(self) -> str:
        """The key, in hexadecimal, that checks this exercise's signatures."""
        return SigningKey(self.papers.signing_seed).verify_key.encode().hex()

    def links(self) -> Iterator[tuple[Row, bytes]]:
        """Yield every proved record in order, with its chain value. Records after the last proved one may have any
        number."""
        for batch in _batches(self._connection, self._proved()):
            for seq, at, kind, table, body, chain in batch:
                yield Row(seq, at, kind, table, body), chain

    def _proved(self) -> sa.Select[Any]:
        return sa.select(records).order_by(records.c.seq).limit(self.whole)

    def head(self, seq: int = 0) -> str:
        """Return the head of the chain at a record. 0 means the last proved one. Raises KeyError if there is no such record."""
        at = seq or self.whole
        chain = self._connection.execute(sa.select(records.c.chain).where(records.c.seq == at)).scalar()
        if chain is None or at > self.whole:
            raise KeyError(at)
        return head(at, chain)

    def pages_fault(self) -> str:
        """Return the fault that SQLite finds in the pages of the file. It is "" if SQLite finds none, or if the
        exercise is in a database.
        """
        if self.files is None:
            return ""
        found = self._connection.execute(sa.text("pragma integrity_check(1)")).scalar()
        return "" if found == "ok" else clean(str(found), FAULT_CHARS_MAX)

    def rows(self, tables: Collection[TableId] = (), kinds: Collection[str] = ()) -> Iterator[Row]:
        """Yield the records of these tables and kinds in order, and those of the whole exercise. If none are named, yield all."""
        proved = self._proved().subquery()
        query = sa.select(proved.c.seq, proved.c.at, proved.c.kind, proved.c.table_no, proved.c.body)
        if tables:
            query = query.where(proved.c.table_no.in_([0, *tables]))
        if kinds:
            query = query.where(proved.c.kind.in_(list(kinds)))
        for batch in _batches(self._connection, query.order_by(proved.c.seq)):
            for row in batch:
                yield Row(*row)

    def done(self, row: Row, do: Callable[[], T]) -> T:
        """Return the result of `do` on a record.

        Raises JournalError, which names the record, if it is unreadable or contradicts earlier records.
        """
        try:
            return fenced(row, do)
        except Corrupt as error:
            raise JournalError(f"{self.name}: {error}") from error


class NothingProved(JournalError):
    """The file is an exercise file, but its first record is damaged."""


@contextmanager
def open_record(
    where: str | Path | Location,
    told: Callable[[int, int], None] = lambda _done, _all: None,
    *,
    reader: str = "",
) -> Iterator[Record]:
    """Open an exercise for reading, while or after its arbiter runs. `told` receives how many records were read, and
    the total. `reader` is a command that shows secrets of the exercise. A running host records its use.

    Raises JournalError if nothing can be read, and NothingProved if the first record is invalid. A damaged
    exercise is read up to the damage.
    """
    home = settled(home_of(where))
    with moment(home) as (connection, files):
        record = _read(home, files, connection, told)
        if reader and record.in_use and home.file is not None:
            reading_notes.leave(home.file, reader)
        yield record


def _batches(connection: sa.Connection, query: sa.Select[Any]) -> Iterator[Sequence[Any]]:
    """Yield the results of a query in batches. The results before a fault are returned first."""
    batch: list[Any] = []
    with connection.execute(query, execution_options={"stream_results": True}) as found:
        try:
            for row in found:
                batch.append(row)
                if len(batch) == BATCH:
                    yield batch
                    batch = []
        except SQLAlchemyError:
            if batch:
                yield batch
            raise
    if batch:
        yield batch


def _read(
    home: Location, files: Path | None, connection: sa.Connection, told: Callable[[int, int], None]
) -> Record:
    papers, last, end, was_closed = read_papers(connection, str(home))
    whole, fault, chain = 0, "", papers.origin
    marks: list[tuple[int, int]] = []
    began: Began | None = None
    try:
        query = sa.select(records).order_by(records.c.seq)
        for batch in _batches(connection, query):
            for seq, at, kind, table, body, linked in batch:
                fault = _misplaced(seq, whole, last)
                if not fault and link(chain, whole + 1, Entry(at, kind, table, body)) != linked:
                    fault = f"record {whole + 1} is damaged or was changed"
                if fault:
                    break
                chain, whole = linked, whole + 1
                if whole == 1 and kind == "began":
                    began = Began.model_validate_json(body)
                note(marks, kind, at, body)
            if fault:
                break
            told(whole, last)
    except (SQLAlchemyError, TypeError, AttributeError, struct.error, ValidationError) as error:
        ours = not isinstance(error, ValidationError)
        fault = f"record {whole + 1} cannot be read" if ours else say("files.not_ours", record=whole)
    if not fault and whole < last:
        fault = missing(whole + 1, last)
    if not fault and chain != end:
        fault = f"record {whole} is not the last record with which the file was closed"
    if began is None:
        raise NothingProved(f"{home}: nothing of its exercise can be read ({fault or 'it never began'})")
    return Record(
        name=str(home),
        papers=papers,
        began=began,
        whole=whole,
        fault=fault,
        in_use=not was_closed,
        wall=WallTime.of(papers.created, marks),
        home=home,
        files=files,
        _connection=connection,
    )


def _misplaced(seq: int, whole: int, last: int) -> str:
    """Return what is wrong with the number of the record after `whole` proved ones. It is "" if nothing is wrong."""
    if seq < 1:
        return f"record {seq} does not belong to an exercise"
    if seq > whole + 1:
        return missing(whole + 1, min(seq, last + 1) - 1)
    return (
        f"record {seq} comes after the last record of which the file knows ({last})" if whole == last else ""
    )


def missing(first: int, last: int) -> str:
    """Return a text that names the missing records."""
    return f"record {first} is missing" if first >= last else f"records {first} to {last} are missing"
