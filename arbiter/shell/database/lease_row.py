"""The lease of an exercise in its database: one row.

Its epoch is also in the row of the head, which each commit reads.

An arbiter takes the lease only if the row has not changed since it was read. The same transaction sets the epoch in
the row of the head. So an unfinished commit of the old leader is either stored before, or writes nothing. No clock is
used, not even the server's.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import sqlalchemy as sa
from sqlalchemy.exc import ProgrammingError, SQLAlchemyError
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.lease import LeaseRow, NoAnswer
from warcouncil.arbiter.shell.base.listening import IdleWatch
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database import standby_rows
from warcouncil.arbiter.shell.database.connection import connect, engine_of, said, schema_of
from warcouncil.arbiter.shell.database.lock import end_others
from warcouncil.protocol.words import clean

ASK_SECONDS = 1.0
"""How long the server may take to answer about the lease."""
TAKE_SECONDS = 7.0
"""How long it may last to take the lease. The statement waits for an unfinished commit."""
CONNECT_SECONDS = 2
MACHINE_CHARS = 60

_LAYOUT = (
    "alter table {0}.warcouncil_exercise add column if not exists epoch bigint not null default 0",
    "create table if not exists {0}.warcouncil_lease (one integer primary key check (one = 1), epoch bigint not null,"
    " beats bigint not null, holder text not null, heir text not null, lineage text not null default '')",
    "insert into {0}.warcouncil_lease (one, epoch, beats, holder, heir) values (1, 0, 0, '', '') on conflict do nothing",
    standby_rows.LAYOUT,
)
_TAKE_OUT = sa.text("drop table if exists warcouncil_lease")
_LOOK = sa.text("select epoch, beats, holder, heir from warcouncil_lease")
_RENEW = sa.text(
    "update warcouncil_lease set beats = beats + 1 where epoch = :epoch and holder = :me returning beats"
)
_GIVE_UP = sa.text(
    "update warcouncil_lease set beats = beats + 1, holder = '', heir = :heir where epoch = :epoch and holder = :me"
)
_TAKE = sa.text(
    "update warcouncil_lease set epoch = epoch + case when lineage in ('', :lineage) then 1 else :leap end,"
    " beats = beats + 1, holder = :me, heir = '', lineage = :lineage"
    " where epoch = :epoch and (beats = :beats or heir = :me) returning epoch"
)
_TABLE = sa.text("select cast('warcouncil_lease'::regclass::oid as text)")
_MAY_ASK = sa.text(
    "select has_function_privilege('pg_control_system()', 'execute')"
    " and has_function_privilege('pg_control_checkpoint()', 'execute')"
)
_SERVER = sa.text(
    "select system_identifier || '/' || timeline_id from pg_control_system(), pg_control_checkpoint()"
)
LEAP = 1000
"""How much an epoch rises after a restore of the database or a change of server. Clients may have seen later epochs
than the database knows."""
_BEGIN = sa.text("update warcouncil_exercise set epoch = :epoch")
UNDEFINED = ("42P01", "42703")
"""The SQLSTATEs for a missing table and a missing column."""


class DatabaseLease:
    """An exercise's lease, over its own connection, which reconnects when it is lost. `me` is the holder that takes
    it."""

    def __init__(self, home: Location, me: str = "") -> None:
        self.me = me or draw_holder()
        self.home = home
        self.spared = 0
        """The number of our own session that has the exercise's lock. It is 0 if none has."""
        self._engine = engine_of(home, CONNECT_SECONDS)
        self._watch = IdleWatch(ASK_SECONDS)
        self._connection: sa.Connection | None = None

    def look(self) -> LeaseRow | None:
        """Read the lease. Return None if it does not exist yet. Raises NoAnswer."""
        try:
            with self._asking() as connection:
                found = connection.execute(_LOOK).one_or_none()
        except ProgrammingError as error:
            if getattr(error.orig, "sqlstate", "") in UNDEFINED:
                return None
            raise NoAnswer(said(self.home, error)) from None
        return LeaseRow(*found) if found else None

    def take(self, seen: LeaseRow) -> int | None:
        """Take the lease, and end the session of its last holder. Raises NoAnswer."""
        with self._taking() as connection:
            asked = {
                "me": self.me,
                "epoch": seen.epoch,
                "beats": seen.beats,
                "lineage": _lineage(connection),
                "leap": LEAP,
            }
            epoch = connection.execute(_TAKE, asked).scalar_one_or_none()
            if epoch is not None:
                # No other arbiter can take it now. Without this, a session stuck in a commit would delay us.
                end_others(connection, self.home.exercise, self.spared)
                connection.execute(_BEGIN, {"epoch": epoch})
                connection.commit()
                return int(epoch)
            found = LeaseRow(*connection.execute(_LOOK).one())
        return found.epoch if found.holder == self.me and found.epoch > seen.epoch else None

    def renew(self, epoch: int) -> bool:
        """Beat. Raises NoAnswer."""
        with self._answered(), self._asking() as connection:
            found = connection.execute(_RENEW, {"me": self.me, "epoch": epoch}).one_or_none()
        return found is not None

    def give_up(self, epoch: int, heir: str) -> None:
        """Release the lease. `heir` is the arbiter that may take it, ANYONE, or "" for no arbiter. Raises NoAnswer."""
        with self._answered(), self._asking() as connection:
            connection.execute(_GIVE_UP, {"me": self.me, "epoch": epoch, "heir": heir})

    def close(self) -> None:
        """Close the connection."""
        self._drop()
        self._watch.close()
        self._engine.dispose()

    @contextmanager
    def _answered(self) -> Iterator[None]:
        """Convert a failure into NoAnswer, with a text of one line."""
        try:
            yield
        except SQLAlchemyError as error:
            raise NoAnswer(said(self.home, error)) from None

    @contextmanager
    def _asking(self) -> Iterator[sa.Connection]:
        """Yield the connection, in autocommit mode. It is closed after any error. Raises NoAnswer."""
        try:
            if self._connection is None:
                engine = self._engine.execution_options(isolation_level="AUTOCOMMIT")
                self._connection = self._connect(engine, self._watch, ASK_SECONDS)
            with self._watch.waiting():
                yield self._connection
        except ProgrammingError:
            self._drop()
            raise
        except SQLAlchemyError as error:
            self._drop()
            raise NoAnswer(said(self.home, error)) from None

    @contextmanager
    def _taking(self) -> Iterator[sa.Connection]:
        """Yield a connection for one transaction, which may take longer."""
        watch = IdleWatch(TAKE_SECONDS)
        try:
            with self._answered(), self._connect(self._engine, watch, None) as connection, watch.waiting():
                yield connection
        finally:
            watch.close()

    def _connect(self, engine: sa.Engine, watch: IdleWatch, seconds: float | None) -> sa.Connection:
        if seconds is None:
            return connect(engine, self.home.exercise, met=watch.take)
        ms = int(seconds * 1000)
        return connect(engine, self.home.exercise, statement_ms=ms, lock_ms=ms, met=watch.take)

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None


def _lineage(connection: sa.Connection) -> str:
    """Return a text that changes when a database is restored from a backup.

    It consists of the table's own number and, if readable, the server's identity and timeline.
    """
    table = str(connection.execute(_TABLE).scalar_one())
    if not connection.execute(_MAY_ASK).scalar_one():
        return table
    return f"{table} {connection.execute(_SERVER).scalar_one()}"


def lay_out(connection: sa.Connection, home: Location) -> None:
    """Create the tables of a lease if they are missing. An exercise of an older program may lack them.

    Raises JournalError.
    """
    schema = connection.dialect.identifier_preparer.quote_identifier(schema_of(home.exercise))
    wanted = [one.format(schema) for one in _LAYOUT]
    try:
        for one in wanted:
            connection.exec_driver_sql(one)
        connection.commit()
    except SQLAlchemyError as error:
        connection.rollback()
        raise JournalError(
            f"{home}: this exercise was begun before leases, and a lease cannot be added"
            f" ({said(home, error)}). Ask the owner of the database to run: {'; '.join(wanted)}"
        ) from None


def take_out(connection: sa.Connection) -> None:
    """Remove the tables of the lease. Raises SQLAlchemyError."""
    connection.execute(_TAKE_OUT)
    connection.execute(standby_rows.TAKE_OUT)


def draw_holder() -> str:
    """Draw the holder name of one run of an arbiter. Two runs on one machine have different names."""
    return f"{secrets.token_hex(16)} {clean(socket.gethostname(), MACHINE_CHARS)}".strip()
