"""The lock of an exercise in a database. One session at a time has it, and it ends with that session."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database.connection import lock_of

_LOCK = sa.text("select pg_try_advisory_lock(:lock)")
_UNLOCK = sa.text("select pg_advisory_unlock(:lock)")
_SESSION = sa.text("select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()")
_END = sa.text(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid = :pid and backend_start::text = :start"
    " and wait_event is distinct from 'SyncRep'"
)
"""Ends a session that this process has left open. A session that waits for a synchronous standby server has already
written, so it is not ended."""
_END_OTHERS = sa.text(
    "select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid"
    " where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.pid not in (pg_backend_pid(), :spared)"
    " and l.database = (select oid from pg_database where datname = current_database())"
    " and (l.classid::bigint << 32) + l.objid::bigint = :lock"
    " and pg_has_role(a.usesysid, 'member') and a.wait_event is distinct from 'SyncRep'"
)
"""Ends the session that has the lock, if this user is allowed to."""


class Backend(NamedTuple):
    """The server process of one of our connections. Its number may be used again, but not its start time."""

    pid: int
    start: str


def backend_of(connection: sa.Connection) -> Backend:
    """Return the server process of a connection."""
    found = Backend(*connection.execute(_SESSION).one())
    connection.commit()
    return found


def locked(connection: sa.Connection, home: Location) -> bool:
    """Take the exercise's lock if it is free. Return whether we have it now."""
    is_ours = bool(connection.execute(_LOCK, {"lock": lock_of(home.exercise)}).scalar_one())
    connection.commit()
    return is_ours


def unlock(connection: sa.Connection, home: Location) -> None:
    """Release the lock. The server ends a closed session only later, so a resume right now would find the lock
    taken."""
    connection.execute(_UNLOCK, {"lock": lock_of(home.exercise)})
    connection.commit()


def end(connection: sa.Connection, backend: Backend) -> None:
    """End a session that this process has left open."""
    connection.execute(_END, backend._asdict())
    connection.commit()


def end_others(connection: sa.Connection, exercise: str, spared: int = 0) -> None:
    """End all sessions that have an exercise's lock, except our own (`spared`). The transaction stays open."""
    connection.execute(_END_OTHERS, {"lock": lock_of(exercise), "spared": spared})
