"""The list of a database: every exercise in it, its progress, and whether an arbiter has it.

Nothing is locked or changed. An exercise that this user may not read is listed by its name alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.record.file.wall_time import wall_of
from warcouncil.arbiter.shell.base.entries import FORMAT, JournalError, closing_mark
from warcouncil.arbiter.shell.base.lease import LeaseRow
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database.connection import (
    READING_MS,
    check_link,
    connect,
    engine_of,
    lock_of,
    names_in,
    reached,
    said,
    schema_of,
)
from warcouncil.protocol.words import clean

_FOUND = """
select m.format, m.exercise, m.created, m.last_seq, m.last_chain, m.closed,
  (select body from {0}.warcouncil_journal where seq = 1) as began,
  (select body from {0}.warcouncil_journal where kind in ('began', 'ticked', 'resumed') order by seq desc limit 1) as told
from {0}.warcouncil_exercise m"""
_LEASE = "select epoch, beats, holder, heir from {0}.warcouncil_lease"
_FOREIGN = ("42P01", "42703")
"""The SQLSTATEs of PostgreSQL for a missing table and a missing column."""
NO_EXERCISE = "this is not an exercise of warcouncil"
_MAY_LOOK = sa.text("select coalesce(has_table_privilege(to_regclass(:lease), 'select'), false)")
_HELD = sa.text(
    "select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1"
    " and database = (select oid from pg_database where datname = current_database())"
    " and (classid::bigint << 32) + objid::bigint = :lock)"
)


@dataclass(frozen=True, slots=True)
class DatabaseExercise:
    """An exercise as a list shows it. `wall_ms`: its last known time, 0 if unknown. `fault`: why nothing more is
    known."""

    name: str
    title: str = ""
    begun: str = ""
    tables: int = 0
    last: int = 0
    wall_ms: int = 0
    is_held: bool = False
    was_closed: bool = False
    """Whether it was closed in order and no successor was named. Then no standby continues it by itself."""
    epoch: int = 0
    """How often its lead has passed from one arbiter to another. 0 means that it is unknown."""
    leader: str = ""
    """The machine that leads it. If it was not closed in order, the machine that led it last."""
    fault: str = ""


def roll(home: Location) -> Iterator[DatabaseExercise]:
    """Yield every exercise in a database, by name. Raises JournalError."""
    with reached(home), connect(engine_of(home), "", statement_ms=READING_MS) as connection:
        check_link(home, connection)
        names = names_in(connection)
        connection.commit()
        for name in names:
            yield _enrolled(home, connection, name)


def _enrolled(home: Location, connection: sa.Connection, name: str) -> DatabaseExercise:
    try:
        home.named(name)
    except JournalError:
        return DatabaseExercise(name, fault="no address can name it. Rename its schema, in small letters")
    schema = connection.dialect.identifier_preparer.quote_identifier(schema_of(name))
    try:
        found = connection.exec_driver_sql(_FOUND.format(schema)).one()
        is_held = bool(connection.execute(_HELD, {"lock": lock_of(name)}).scalar_one())
        lease = _lease(connection, schema)
    except SQLAlchemyError as error:
        if connection.invalidated:
            raise
        is_foreign = getattr(getattr(error, "orig", None), "sqlstate", None) in _FOREIGN
        return DatabaseExercise(name, fault=NO_EXERCISE if is_foreign else said(home, error))
    finally:
        if not connection.invalidated:
            connection.rollback()
    if found.format != FORMAT:
        return DatabaseExercise(name, is_held=is_held, fault="another version of warcouncil wrote it")
    try:
        tables = len(Began.model_validate_json(found.began or b"").tables)
    except ValidationError:
        return DatabaseExercise(name, is_held=is_held, fault="its first record cannot be read")
    return DatabaseExercise(
        name,
        title=clean(found.exercise),
        begun=clean(found.created),
        tables=tables,
        last=found.last_seq,
        wall_ms=wall_of(found.told or b""),
        is_held=is_held,
        was_closed=found.closed == closing_mark(found.last_chain) and not lease.heir,
        epoch=lease.epoch,
        leader=clean(lease.leader),
    )


def _lease(connection: sa.Connection, schema: str) -> LeaseRow:
    """Return the lease of an exercise, if there is one and this user may read it."""
    if not connection.execute(_MAY_LOOK, {"lease": f"{schema}.warcouncil_lease"}).scalar_one():
        return LeaseRow(0, 0)
    return LeaseRow(*connection.exec_driver_sql(_LEASE.format(schema)).one())
