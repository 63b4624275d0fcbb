"""The journal: every accepted stimulus of one exercise, in order, on disk before anyone hears of it.

One SQLite file (or a PostgreSQL database by URL) holds the rows, each chained to the one before by BLAKE2b, and the
exercise's own keys. A commit that fails is never tried again: the journal is fenced from then on.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from warcouncil.arbiter.shell import failpoints

FORMAT = 1
"""The number of this layout. A file with a higher one was written by a newer warcouncil."""
CHAIN_BYTES = 32

_HEADER = struct.Struct(">qqiH")
_tables = sa.MetaData()
_meta = sa.Table(
    "warcouncil_exercise",
    _tables,
    sa.Column("one", sa.Integer, primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("exercise", sa.Text, nullable=False),
    sa.Column("curve_public", sa.Text, nullable=False),
    sa.Column("curve_secret", sa.Text, nullable=False),
    sa.Column("signing_seed", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("last_seq", sa.BigInteger, nullable=False),
    sa.Column("last_chain", sa.LargeBinary, nullable=False),
)
_rows = sa.Table(
    "warcouncil_journal",
    _tables,
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


class JournalExists(JournalError):
    """A new exercise would overwrite a file."""


class JournalUnreadable(JournalError):
    """The file is missing, or the system does not let us read and write it."""


class JournalForeign(JournalError):
    """The file is something else than an exercise."""


class JournalDamaged(JournalError):
    """A record was lost or changed after it was written."""


class JournalNewer(JournalError):
    """The file was written by a newer warcouncil."""


class JournalInUse(JournalError):
    """Another arbiter holds the file."""


class JournalFenced(JournalError):
    """A commit failed: nothing more is accepted."""


class Entry(NamedTuple):
    """A row before it has its place in the chain."""

    at: int
    kind: str
    table: int
    body: bytes


class Row(NamedTuple):
    """A row of the journal, as a resume reads it."""

    seq: int
    at: int
    kind: str
    table: int
    body: bytes


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


class Journal:
    """An open journal. `append` is durable when it returns."""

    def __init__(self, engine: sa.Engine, connection: sa.Connection, name: str) -> None:
        self._engine = engine
        self._connection = connection
        self._name = name
        self._insert = sa.insert(_rows)
        self._mark = sa.update(_meta).values(last_seq=sa.bindparam("seq"), last_chain=sa.bindparam("chain"))
        self.fenced = False
        self.papers, self.seq, self._chain = _read_papers(connection, name)

    def append(self, entries: Sequence[Entry]) -> None:
        """Write the entries in one transaction. Raises JournalFenced, once and for ever, when that fails."""
        if self.fenced:
            raise JournalFenced(f"{self._name}: no more can be written since a write failed")
        if not entries:
            return
        seq, chain = self.seq, self._chain
        rows: list[dict[str, Any]] = []
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
        try:
            self._connection.execute(self._insert, rows)
            self._connection.execute(self._mark, {"seq": seq, "chain": chain})
            failpoints.reach("inside_commit")
            self._connection.commit()
        except SQLAlchemyError as error:
            self.fenced = True
            raise JournalFenced(
                f"{self._name}: writing failed ({_cause(error)}); make room or mend the disk, then resume the exercise"
            ) from None
        self.seq, self._chain = seq, chain

    def rows(self) -> Iterator[Row]:
        """Give every row in order, checking the chain. Raises JournalDamaged at the first that does not fit."""
        chain, seq = _origin(self.papers), 0
        query = sa.select(_rows).order_by(_rows.c.seq)
        try:
            found = self._connection.execution_options(stream_results=True).execute(query)
            for batch in found.partitions(5000):
                for at_seq, at, kind, table, body, linked in batch:
                    chain = link(chain, seq + 1, Entry(at, kind, table, body))
                    if at_seq != seq + 1 or chain != linked:
                        raise self._damaged(seq + 1)
                    seq += 1
                    yield Row(seq, at, kind, table, body)
        except (SQLAlchemyError, TypeError, struct.error, AttributeError):
            raise self._damaged(seq + 1) from None
        finally:
            self._connection.rollback()
        if seq != self.seq or chain != self._chain:
            raise self._damaged(min(seq, self.seq) + 1)

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()
        self._engine.dispose()

    def _damaged(self, seq: int) -> JournalDamaged:
        return JournalDamaged(
            f"{self._name}: record {seq} is damaged or missing; resume from a copy of the file"
        )


def link(chain: bytes, seq: int, entry: Entry) -> bytes:
    """Give the chain value of an entry that stands at `seq`, after the value before it."""
    kind = entry.kind.encode()
    text = b"%b%b%b%b" % (chain, _HEADER.pack(seq, entry.at, entry.table, len(kind)), kind, entry.body)
    return blake2b(text, digest_size=CHAIN_BYTES).digest()


def create(where: str | Path, papers: Papers) -> Journal:
    """Begin the journal of a new exercise. Raises JournalExists, JournalUnreadable."""
    name = str(where)
    if not _is_url(name):
        _make_private_file(Path(name))
    papers = replace(papers, created=papers.created or datetime.now(UTC).isoformat(timespec="seconds"))
    engine, connection = _connect(name)
    try:
        _set_up(connection, papers, name)
        return Journal(engine, connection, name)
    except (SQLAlchemyError, JournalExists) as error:
        connection.close()
        engine.dispose()
        if isinstance(error, JournalExists):
            raise
        raise JournalUnreadable(f"{name}: cannot write an exercise there ({_cause(error)})") from None


def _set_up(connection: sa.Connection, papers: Papers, name: str) -> None:
    if sa.inspect(connection).has_table(_meta.name):
        raise JournalExists(f"{name}: holds an exercise already; resume it, or give another place")
    _tables.create_all(connection, checkfirst=False)
    connection.execute(
        sa.insert(_meta).values(
            one=1,
            format=FORMAT,
            exercise=papers.exercise,
            curve_public=papers.curve_public,
            curve_secret=papers.curve_secret,
            signing_seed=papers.signing_seed,
            created=papers.created,
            last_seq=0,
            last_chain=_origin(papers),
        )
    )
    connection.commit()


def resume(where: str | Path) -> Journal:
    """Open the journal of an exercise. Raises a JournalError that says what is wrong with the file.

    The records are checked as `rows` gives them.
    """
    name = str(where)
    if not _is_url(name):
        _check_file(Path(name))
    engine, connection = _connect(name)
    try:
        return Journal(engine, connection, name)
    except JournalError:
        connection.close()
        engine.dispose()
        raise


def _connect(name: str) -> tuple[sa.Engine, sa.Connection]:
    """Give the one connection that writes, holding the lock against a second arbiter."""
    url = name if _is_url(name) else sa.URL.create("sqlite", database=name)
    try:
        engine = sa.create_engine(url, poolclass=sa.NullPool)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise JournalUnreadable(f"{name}: {error}") from None
    try:
        connection = engine.connect()
        if engine.dialect.name == "sqlite":
            _hold_sqlite(connection)
        elif engine.dialect.name == "postgresql":
            held = connection.execute(sa.text("select pg_try_advisory_lock(7770811)")).scalar_one()
            connection.commit()
            if not held:
                raise JournalInUse(f"{name}: another arbiter is using this exercise; stop it first")
    except OperationalError as error:
        engine.dispose()
        cause = _cause(error)
        if "locked" in cause:
            raise JournalInUse(f"{name}: another arbiter is using this exercise; stop it first") from None
        raise JournalUnreadable(f"{name}: cannot be opened ({cause})") from None
    except DatabaseError as error:
        engine.dispose()
        raise JournalForeign(f"{name}: not an exercise of warcouncil, or damaged ({_cause(error)})") from None
    return engine, connection


def _hold_sqlite(connection: sa.Connection) -> None:
    for pragma in ("locking_mode=EXCLUSIVE", "busy_timeout=300", "journal_mode=WAL", "synchronous=FULL"):
        connection.exec_driver_sql(f"PRAGMA {pragma}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    connection.commit()


def _read_papers(connection: sa.Connection, name: str) -> tuple[Papers, int, bytes]:
    try:
        # The format comes first: the rest of a newer layout may have other columns.
        found = connection.execute(sa.select(_meta.c.format)).scalar_one_or_none()
        if isinstance(found, int) and found > FORMAT:
            raise JournalNewer(f"{name}: written by a newer warcouncil (format {found}); use that one")
        row = connection.execute(sa.select(_meta)).one()
        connection.rollback()
    except (OperationalError, sa.exc.ProgrammingError):
        raise JournalForeign(f"{name}: not an exercise of warcouncil") from None
    except SQLAlchemyError as error:
        raise JournalDamaged(f"{name}: the exercise's own record is damaged ({_cause(error)})") from None
    papers = Papers(row.exercise, row.curve_public, row.curve_secret, row.signing_seed, row.created)
    return papers, row.last_seq, row.last_chain


def _origin(papers: Papers) -> bytes:
    """The chain begins with what the exercise is known by, so that rows of another one do not fit."""
    known = (
        FORMAT,
        papers.exercise,
        papers.curve_public,
        papers.curve_secret,
        papers.signing_seed,
        papers.created,
    )
    return blake2b(repr(known).encode(), digest_size=CHAIN_BYTES).digest()


def _is_url(name: str) -> bool:
    return "://" in name


def _make_private_file(path: Path) -> None:
    """Make the file ourselves, so that it is never readable by others, and its name durable."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        raise JournalExists(f"{path}: exists already; resume it, or give another file") from None
    except OSError as error:
        raise JournalUnreadable(f"{path}: cannot be made ({error.strerror})") from None
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _check_file(path: Path) -> None:
    try:
        with path.open("r+b") as file:
            head = file.read(16)
    except IsADirectoryError:
        raise JournalUnreadable(f"{path}: is a folder, not an exercise file") from None
    except OSError as error:
        raise JournalUnreadable(f"{path}: cannot be opened ({error.strerror})") from None
    if head != b"SQLite format 3\x00":
        raise JournalForeign(f"{path}: not an exercise of warcouncil")


def _cause(error: SQLAlchemyError) -> str:
    return str(getattr(error, "orig", None) or type(error).__name__)
