"""Reading an exercise file: what it is known by, its records in order, and how far they can be trusted.

Law: nothing is done to the file. All is read from a copy of one moment, so that it can be read beside its arbiter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from nacl.signing import SigningKey
from pydantic import ValidationError
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from warcouncil.arbiter.core.recovery import Row
from warcouncil.arbiter.core.stimuli import Began
from warcouncil.arbiter.record.snapshot import snapshot
from warcouncil.arbiter.record.walltime import WallTime, wall_of
from warcouncil.arbiter.shell.holding import cause
from warcouncil.arbiter.shell.layout import Entry, JournalError, Papers, head, link, records
from warcouncil.arbiter.shell.papers import read_papers
from warcouncil.protocol.words import TableId, clean

BATCH = 2000
"""So many records are read at a time."""
FAULT_CHARS_MAX = 200
NOT_OURS = "is not one that this program can read: of a newer warcouncil, or changed"


@dataclass(frozen=True, slots=True)
class Record:
    """An exercise as it was read: open while the block of `open_record` is, and the same however often it is asked.

    `began` is its plan, `papers` what it is known by. `whole` counts the records that are proved by the chain; `fault`
    says what is wrong with the next one, "" if nothing is. `in_use`: an arbiter had not closed it in order, or still runs.
    """

    name: str
    papers: Papers
    began: Began
    whole: int
    fault: str
    in_use: bool
    wall: WallTime
    files: Path
    """Where the copy lies, with its log and its trail."""
    _connection: sa.Connection

    @property
    def verify_key(self) -> str:
        """Give the key, in hexadecimal, by which it is known what this exercise signed."""
        return SigningKey(self.papers.signing_seed).verify_key.encode().hex()

    def links(self) -> Iterator[tuple[Row, bytes]]:
        """Give every record in order, with its value in the chain."""
        query = sa.select(records).where(records.c.seq <= self.whole).order_by(records.c.seq)
        found = self._connection.execution_options(stream_results=True).execute(query)
        for batch in found.partitions(BATCH):
            for seq, at, kind, table, body, chain in batch:
                yield Row(seq, at, kind, table, body), chain

    def head(self, seq: int = 0) -> str:
        """Give the head of the chain at a record; 0: at the last that is proved. Raises KeyError where there is none."""
        at = seq or self.whole
        chain = self._connection.execute(sa.select(records.c.chain).where(records.c.seq == at)).scalar()
        if chain is None or at > self.whole:
            raise KeyError(at)
        return head(at, chain)

    def pages_fault(self) -> str:
        """Say what SQLite finds wrong with the pages of the file, "" for nothing."""
        found = self._connection.execute(sa.text("pragma integrity_check(1)")).scalar()
        return "" if found == "ok" else clean(str(found), FAULT_CHARS_MAX)

    def rows(self, tables: Collection[TableId] = (), kinds: Collection[str] = ()) -> Iterator[Row]:
        """Give the records in order: of these tables and of the exercise itself (none named: all), of these kinds."""
        columns = records.c.seq, records.c.at, records.c.kind, records.c.table_no, records.c.body
        query = sa.select(*columns).where(records.c.seq <= self.whole).order_by(records.c.seq)
        if tables:
            query = query.where(records.c.table_no.in_([0, *tables]))
        if kinds:
            query = query.where(records.c.kind.in_(list(kinds)))
        found = self._connection.execution_options(stream_results=True).execute(query)
        for batch in found.partitions(BATCH):
            for row in batch:
                yield Row(*row)


class NothingProved(JournalError):
    """It is an exercise, but what it begins with is damaged."""


@contextmanager
def open_record(
    where: str | Path, told: Callable[[int, int], None] = lambda _done, _all: None
) -> Iterator[Record]:
    """Read an exercise file, while or after its arbiter runs. `told` hears how many records were read, and of how many.

    Raises a JournalError when there is nothing to be read, NothingProved when not even the first record fits; a file that is
    damaged is read up to where it is.
    """
    file = Path(where)
    with snapshot(file) as copy:
        engine = sa.create_engine(sa.URL.create("sqlite", database=str(copy)), poolclass=sa.NullPool)
        try:
            with engine.connect() as connection:
                yield _read(file, copy, connection, told)
        except DatabaseError as error:
            raise JournalError(f"{file}: damaged ({cause(error)}); read a copy of it") from None
        finally:
            engine.dispose()


def _read(file: Path, copy: Path, connection: sa.Connection, told: Callable[[int, int], None]) -> Record:
    papers, last, end, was_closed = read_papers(connection, str(file))
    whole, fault, chain = 0, "", papers.origin
    marks: list[tuple[int, int]] = []
    began: Began | None = None
    try:
        query = sa.select(records).order_by(records.c.seq)
        for batch in connection.execution_options(stream_results=True).execute(query).partitions(BATCH):
            for seq, at, kind, table, body, linked in batch:
                fault = _misplaced(seq, whole, last)
                if not fault and link(chain, whole + 1, Entry(at, kind, table, body)) != linked:
                    fault = f"record {whole + 1} is damaged or was changed"
                if fault:
                    break
                chain, whole = linked, whole + 1
                if whole == 1 and kind == "began":
                    began = Began.model_validate_json(body)
                if kind in ("began", "ticked", "resumed"):
                    marks.append((at, wall_of(body)))
            if fault:
                break
            told(whole, last)
    except (SQLAlchemyError, TypeError, AttributeError, ValidationError) as error:
        ours = not isinstance(error, ValidationError)
        fault = f"record {whole + 1} cannot be read" if ours else f"record {whole} {NOT_OURS}"
    if not fault and whole < last:
        fault = missing(whole + 1, last)
    if not fault and chain != end:
        fault = f"record {whole} is not the one that the file was closed after"
    if began is None:
        raise NothingProved(
            f"{file}: holds nothing that can be read of its exercise ({fault or 'it never began'})"
        )
    return Record(
        name=str(file),
        papers=papers,
        began=began,
        whole=whole,
        fault=fault,
        in_use=not was_closed,
        wall=WallTime.of(papers.created, marks),
        files=copy,
        _connection=connection,
    )


def _misplaced(seq: int, whole: int, last: int) -> str:
    """Say what is wrong with the place of the record that follows so many whole ones, "" for nothing."""
    if seq < 1:
        return f"record {seq} is none of an exercise"
    if seq > whole + 1:
        return missing(whole + 1, min(seq, last + 1) - 1)
    return f"record {seq} stands after the last that the file knows of ({last})" if whole == last else ""


def missing(first: int, last: int) -> str:
    """Say which records are missing."""
    return f"record {first} is missing" if first >= last else f"records {first} to {last} are missing"
