"""The lease of an exercise in its database: one row, and its epoch once more beside the head, where each commit meets it.

Laws: who takes it changes the row that he saw or none, and the epoch beside the head in the same transaction: so a commit under
way stands before it, or writes nothing. No clock is asked, the server's neither.
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
"""So long an answer about the lease may take."""
TAKE_SECONDS = 7.0
"""So long taking it may: a commit under way is waited for."""
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
"""So much an epoch rises where the database was put back, or another server took its place: its seats may have met later ones."""
_BEGIN = sa.text("update warcouncil_exercise set epoch = :epoch")
UNDEFINED = ("42P01", "42703")
"""What a server says where there is no such table, or no such column."""


class DatabaseLease:
    """An exercise's lease, over a connection of its own that is made anew when it is lost. `me`: who takes it."""

    def __init__(self, home: Location, me: str = "") -> None:
        self.me = me or draw_holder()
        self.home = home
        self.spared = 0
        """The number of our own session that has the exercise's lock, if one has."""
        self._engine = engine_of(home, CONNECT_SECONDS)
        self._watch = IdleWatch(ASK_SECONDS)
        self._connection: sa.Connection | None = None

    def look(self) -> LeaseRow | None:
        """Give the lease; None: there is none yet. Raises NoAnswer."""
        try:
            with self._asking() as connection:
                found = connection.execute(_LOOK).one_or_none()
        except ProgrammingError as error:
            if getattr(error.orig, "sqlstate", "") in UNDEFINED:
                return None
            raise NoAnswer(said(self.home, error)) from None
        return LeaseRow(*found) if found else None

    def take(self, seen: LeaseRow) -> int | None:
        """Take the lease, and end the session of whoever had it. Raises NoAnswer."""
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
                # Nobody else can take it now. A session that stands still in a commit would be waited for.
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
        """Leave it. Raises NoAnswer."""
        with self._answered(), self._asking() as connection:
            connection.execute(_GIVE_UP, {"me": self.me, "epoch": epoch, "heir": heir})

    def close(self) -> None:
        """Ask no more."""
        self._drop()
        self._watch.close()
        self._engine.dispose()

    @contextmanager
    def _answered(self) -> Iterator[None]:
        """Say in one line why nobody answered."""
        try:
            yield
        except SQLAlchemyError as error:
            raise NoAnswer(said(self.home, error)) from None

    @contextmanager
    def _asking(self) -> Iterator[sa.Connection]:
        """Give the connection, on which each statement counts by itself; whatever goes wrong on it, it is left."""
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
        """Give a connection for one transaction, which may take longer."""
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
    """Give what changes when a database is put back from a backup: the table's own number, and the server's line of history."""
    table = str(connection.execute(_TABLE).scalar_one())
    if not connection.execute(_MAY_ASK).scalar_one():
        return table
    return f"{table} {connection.execute(_SERVER).scalar_one()}"


def lay_out(connection: sa.Connection, home: Location) -> None:
    """Make what a lease needs, where it is not there yet: of an exercise that was begun before there were any, too. Raises
    JournalError."""
    schema = connection.dialect.identifier_preparer.quote_identifier(schema_of(home.exercise))
    wanted = [one.format(schema) for one in _LAYOUT]
    try:
        for one in wanted:
            connection.exec_driver_sql(one)
        connection.commit()
    except SQLAlchemyError as error:
        connection.rollback()
        raise JournalError(
            f"{home}: was begun before leases, and cannot be given one ({said(home, error)}); have whoever owns it run: {'; '.join(wanted)}"
        ) from None


def take_out(connection: sa.Connection) -> None:
    """Remove the lease's table. Raises SQLAlchemyError."""
    connection.execute(_TAKE_OUT)
    connection.execute(standby_rows.TAKE_OUT)


def draw_holder() -> str:
    """Draw what one arbiter, once, is known by: two on one machine are two."""
    return f"{secrets.token_hex(16)} {clean(socket.gethostname(), MACHINE_CHARS)}".strip()
