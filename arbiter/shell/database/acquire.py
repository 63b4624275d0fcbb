"""Taking over an exercise in a database: takes its lock and, if another arbiter had it a moment ago, its lease.

An early resume stops no arbiter, because a lease is taken only after its whole time has passed without a beat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.shell.base.clock import awake_ms
from warcouncil.arbiter.shell.base.entries import JournalError, Papers, tables
from warcouncil.arbiter.shell.base.lease import ANYONE, LOOK_MS, LeaseKeeper, LeaseRow, LeaseWatch, NoAnswer
from warcouncil.arbiter.shell.base.listening import IdleWatch
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database import lease_row
from warcouncil.arbiter.shell.database.connection import (
    check_link,
    check_server,
    check_there,
    connect,
    engine_of,
    names_in,
    reached,
    said,
    schema_of,
    settled,
)
from warcouncil.arbiter.shell.database.database_store import DatabaseStore
from warcouncil.arbiter.shell.database.lease_row import DatabaseLease
from warcouncil.arbiter.shell.database.lock import end_others, locked
from warcouncil.arbiter.shell.file import listened_at
from warcouncil.arbiter.shell.file.file_lock import IN_USE
from warcouncil.arbiter.shell.file.papers import lay_down

SILENT_SECONDS = 10.0
"""How long the server may be silent."""
LOCK_SECONDS = 15.0
"""How long to wait for the lock after the lease was taken. A server notices within eleven seconds that a machine is
gone."""
LOCK_AGAIN_SECONDS = 0.05
TELL_MS = 1000
"""How long to wait before a message is shown, in milliseconds. A running arbiter beats before that."""
WAITING = "another host used it a moment ago. Waiting until that host cannot come back…"


def hold(home: Location, hear: Callable[[str], object] = str) -> DatabaseStore:
    """Take over an exercise in a database. Raises JournalError, which says what is wrong.

    `hear` receives a message about why the call waits.
    """
    home = settled(home)
    with _held(DatabaseLease(home)) as (engine, connection, watch, lease):
        check_there(home, connection)
        connection.commit()
        keeper = _turn(lease, connection, hear)
        with _given_up_on_error(keeper):
            return DatabaseStore(lease, engine, connection, watch, keeper)


def hold_as(keeper: LeaseKeeper, lease: DatabaseLease) -> DatabaseStore:
    """Take over an exercise whose lease this process has. Raises JournalError."""
    with _held(lease, keeper) as (engine, connection, watch, _):
        _lock(lease.home, connection)
        return DatabaseStore(lease, engine, connection, watch, keeper)


def make(home: Location, papers: Papers) -> DatabaseStore:
    """Create a new exercise in a database. Raises JournalError."""
    _expect(
        bool(home.exercise),
        f"{home}: the name of the exercise is missing. Add it to the address: …?exercise=NAME",
    )
    with _held(DatabaseLease(home)) as (engine, connection, watch, lease):
        is_free = home.exercise not in names_in(connection)
        connection.commit()
        _expect(locked(connection, home), f"{home}: {IN_USE}")
        _expect(
            is_free, f"{home}: an exercise with this name is there already. Resume it, or give another name"
        )
        try:
            _lay_out(connection, home)
            lay_down(connection, papers)
            lease_row.lay_out(connection, home)
            return DatabaseStore(lease, engine, connection, watch)
        except SQLAlchemyError as error:
            raise JournalError(
                f"{home}: the exercise cannot be written there ({said(home, error)})"
            ) from None


def discard(home: Location) -> None:
    """Remove an exercise that no client has joined. Remove its schema too if that is then empty. Raises JournalError."""
    with reached(home), connect(engine_of(home), home.exercise) as connection:
        tables.drop_all(connection)
        listened_at.take_out(connection)
        lease_row.take_out(connection)
        connection.commit()
        with suppress(SQLAlchemyError):
            connection.execute(sa.schema.DropSchema(schema_of(home.exercise)))
            connection.commit()


@contextmanager
def _held(
    lease: DatabaseLease, keeper: LeaseKeeper | None = None
) -> Iterator[tuple[sa.Engine, sa.Connection, IdleWatch, DatabaseLease]]:
    """Connect to a server that stores durably. If anything fails, release everything. Raises JournalError."""
    home = lease.home
    engine = engine_of(home)
    watch = IdleWatch(SILENT_SECONDS)
    connection: sa.Connection | None = None
    try:
        with reached(home):
            connection = connect(engine, home.exercise, met=watch.take)
            check_link(home, connection)
            check_server(home, connection)
            yield engine, connection, watch, lease
    except JournalError:
        if connection is not None:
            connection.close()
        watch.close()
        if keeper:
            keeper.stop(ANYONE)
        lease.close()
        raise


@contextmanager
def _given_up_on_error(keeper: LeaseKeeper | None) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, JournalError):
        if keeper:
            keeper.stop(ANYONE)
        raise


def _turn(
    lease: DatabaseLease, connection: sa.Connection, hear: Callable[[str], object]
) -> LeaseKeeper | None:
    """Take the lock when no other arbiter can believe that it leads.

    Returns the keeper of the lease if the lease had to be taken. Raises JournalError if another arbiter leads.
    """
    home, watch = lease.home, LeaseWatch(lease.me)
    first: LeaseRow | None = None
    began, is_told = 0, False
    try:
        while True:
            row = lease.look()
            now = awake_ms()
            watch.saw(row, now)
            if row is None or not row.holder:
                _expect(locked(connection, home), f"{home}: {IN_USE}")
                return None
            if first is None:
                first, began = row, now
            _expect(row == first, f"{home}: {IN_USE}")
            if not is_told and now - began > TELL_MS:
                is_told = True
                hear(WAITING)
            seen = watch.may_take(now)
            if seen:
                return _taken(lease, connection, seen)
            time.sleep(LOOK_MS / 1000)
    except NoAnswer as error:
        raise JournalError(f"{home}: {error}") from None


def _taken(lease: DatabaseLease, connection: sa.Connection, seen: LeaseRow) -> LeaseKeeper:
    epoch = lease.take(seen)
    if epoch is None:
        raise JournalError(f"{lease.home}: {IN_USE}")
    keeper = LeaseKeeper(lease, epoch).start()
    with _given_up_on_error(keeper):
        _lock(lease.home, connection)
    return keeper


def _lock(home: Location, connection: sa.Connection) -> None:
    """Take the lock from the arbiter that led before. Raises JournalError."""
    until = time.monotonic() + LOCK_SECONDS
    while not locked(connection, home):
        end_others(connection, home.exercise)
        connection.commit()
        if time.monotonic() > until:
            raise JournalError(
                f"{home}: the session of the earlier host does not end. The administrator of the"
                " server can end it (pg_terminate_backend)"
            )
        time.sleep(LOCK_AGAIN_SECONDS)


def _expect(is_so: bool, else_: str) -> None:
    if not is_so:
        raise JournalError(else_)


def _lay_out(connection: sa.Connection, home: Location) -> None:
    """Create the tables of the exercise, and its schema if no administrator has created it, in one transaction."""
    schema = schema_of(home.exercise)
    found = connection.execute(sa.text("select 1 from pg_namespace where nspname = :name"), {"name": schema})
    if found.scalar() is None:
        connection.execute(sa.schema.CreateSchema(schema))
    listened_at.lay_out(connection)
