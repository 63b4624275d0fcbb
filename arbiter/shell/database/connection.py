"""The connection to a PostgreSQL database. Each exercise has its own schema. A failure becomes an error of one line.

It refuses a server that does not store durably, an unencrypted link to another machine, and a connection pooler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from ipaddress import ip_address
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.base.program import install
from warcouncil.arbiter.shell.file.file_lock import cause

SCHEMA = "warcouncil_"
"""The prefix of the name of an exercise's schema. The name of the exercise follows it."""
SERVER_MIN = 120000
CONNECT_SECONDS = 5
STATEMENT_MS, LOCK_MS, READING_MS = 20_000, 5_000, 120_000
SAID_CHARS_MAX = 300
_REACH = {
    "application_name": "warcouncil",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Defaults of the connection, unless the address sets others. The connection notices a dead server in about ten seconds."""
_SETTINGS = sa.text(
    "select set_config('search_path', :path, false), set_config('lock_timeout', :lock, false),"
    " set_config('statement_timeout', :statement, false), set_config('tcp_keepalives_idle', '5', false),"
    " set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false),"
    " set_config('synchronous_commit', case current_setting('synchronous_commit')"
    " when 'remote_apply' then 'remote_apply' else 'on' end, false)"
)
_SESSION = sa.text("select pg_backend_pid()")
"""The number of the session that answers. A pooler lends sessions, so this differs from the number at connecting."""
_SERVER = sa.text(
    "select current_setting('server_version_num')::int as version, pg_is_in_recovery() as follows,"
    " current_setting('fsync') as syncs"
)


def schema_of(exercise: str) -> str:
    """Return the name of the schema of an exercise."""
    return SCHEMA + exercise


def lock_of(exercise: str) -> int:
    """Return the number of the advisory lock of an exercise's arbiter."""
    return int.from_bytes(blake2b(f"warcouncil {exercise}".encode(), digest_size=8).digest(), signed=True)


def engine_of(home: Location, connect_seconds: int = CONNECT_SECONDS) -> sa.Engine:
    """Return an engine that opens a new connection each time. Raises JournalError."""
    try:
        url = sa.make_url(home.address)
        for name, secret in home.secrets:
            url = url.set(password=secret) if name == "password" else url.update_query_dict({name: secret})
        wanted = _REACH | {"connect_timeout": connect_seconds}
        reach = {name: value for name, value in wanted.items() if name not in url.query}
        return sa.create_engine(url, poolclass=sa.NullPool, paramstyle="pyformat", connect_args=reach)
    except ImportError:
        raise JournalError(
            f"{home}: PostgreSQL needs its driver. Install it: {install('psycopg[binary]')}"
        ) from None
    except (SQLAlchemyError, ValueError) as error:
        raise JournalError(f"{home}: this is not the address of a database ({said(home, error)})") from None


def connect(
    engine: sa.Engine,
    exercise: str,
    *,
    statement_ms: int = STATEMENT_MS,
    lock_ms: int | None = None,
    met: Callable[[int], None] = lambda _: None,
) -> sa.Connection:
    """Connect, with only one exercise's tables in the search path. `met` receives the number of the socket.

    Raises SQLAlchemyError.
    """
    connection = engine.connect()
    try:
        driver: Any = connection.connection.driver_connection
        met(driver.fileno())
        asked = {
            "path": f'"{schema_of(exercise)}"',
            "lock": str(lock_ms or LOCK_MS),
            "statement": str(statement_ms),
        }
        connection.execute(_SETTINGS, asked)
        connection.commit()
    except SQLAlchemyError:
        connection.close()
        raise
    return connection


def check_server(home: Location, connection: sa.Connection) -> None:
    """Check that a server stores durably, accepts writes, and is new enough. Raises JournalError."""
    found = connection.execute(_SERVER).one()
    connection.commit()
    if found.version < SERVER_MIN:
        raise JournalError(f"{home}: the server is too old. Use PostgreSQL 12 or newer")
    if found.follows:
        raise JournalError(
            f"{home}: this server only follows another one. Give the address of the one that can write"
        )
    if found.syncs != "on":
        raise JournalError(
            f"{home}: this server does not write through to its disk (fsync is off). It could lose"
            " acknowledged answers. Set fsync = on"
        )


def check_link(home: Location, connection: sa.Connection) -> None:
    """Check that the connection has no pooler and that others cannot read it. Raises JournalError.

    The link must be encrypted or on this machine, unless the user asked for `sslmode=disable`.
    """
    driver: Any = connection.connection.driver_connection
    there = driver.pgconn
    session = connection.execute(_SESSION).scalar_one()
    connection.commit()
    if session != there.backend_pid:
        raise JournalError(
            f"{home}: this is a connection pooler. It would lose locks, leases and settings. Give"
            " the address of the server itself (docs/operations.md)"
        )
    if there.ssl_in_use or _is_here(there.hostaddr or there.host) or "sslmode=disable" in home.address:
        return
    raise JournalError(
        f"{home}: the connection to that server is not encrypted. Set up TLS there"
        " (docs/operations.md), or add sslmode=disable if nobody can listen"
    )


def _is_here(host: bytes) -> bool:
    """Return whether a server is on this machine: it is reached by a socket in a folder or by a loopback address."""
    try:
        return not host or host[:1] in (b"/", b"@") or ip_address(host.decode().partition("%")[0]).is_loopback
    except ValueError:
        return host == b"localhost"


@contextmanager
def moment_of(home: Location) -> Iterator[sa.Connection]:
    """Open a read-only snapshot of an exercise, which blocks no other session. Raises JournalError."""
    with reached(home):
        engine = engine_of(home).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        with connect(engine, home.exercise, statement_ms=READING_MS) as connection:
            check_link(home, connection)
            check_there(home, connection)
            yield connection


@contextmanager
def reached(home: Location) -> Iterator[None]:
    """Convert an error of connecting to a database or of a query into a JournalError of one line."""
    try:
        yield
    except SQLAlchemyError as error:
        raise JournalError(f"{home}: {said(home, error)}") from None


def said(home: Location, error: Exception) -> str:
    """Return the reason of an error on one line, without a password. The error of a driver that reaches no server has
    only a text.
    """
    if is_lost(error) or getattr(getattr(error, "orig", None), "sqlstate", None):
        return cause(error)
    text = str(getattr(error, "orig", None) or error)
    return home.without_secrets(" ".join(text.split()))[:SAID_CHARS_MAX] or type(error).__name__


def is_lost(error: Exception) -> bool:
    """Return whether a connection was lost, so that the result of the last statement is unknown."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def names_in(connection: sa.Connection) -> list[str]:
    """Return the names of the exercises in a database that this user may see."""
    asked = sa.text(
        "select substr(n.nspname, :past) from pg_namespace n join pg_class c on c.relnamespace = n.oid"
        " where starts_with(n.nspname, :schema) and c.relname = 'warcouncil_exercise'"
        " and has_schema_privilege(n.oid, 'usage') order by 1"
    )
    return [str(name) for (name,) in connection.execute(asked, {"past": len(SCHEMA) + 1, "schema": SCHEMA})]


def check_may_begin(home: Location, connection: sa.Connection) -> None:
    """Check that an exercise can be created: its name is free, and this user may create it. Raises JournalError."""
    if home.exercise and home.exercise in names_in(connection):
        raise JournalError(
            f"{home}: an exercise with this name is there already. Resume it, or give another name"
        )
    asked = sa.text(
        "select coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = :schema),"
        " has_database_privilege(current_database(), 'create'))"
    )
    if not connection.execute(asked, {"schema": schema_of(home.exercise)}).scalar_one():
        raise JournalError(
            f"{home}: this user may not create an exercise there. The administrator of the database"
            " can allow it (docs/operations.md)"
        )


def check_there(home: Location, connection: sa.Connection) -> None:
    """Check that a database has this exercise. Raises JournalError, which lists the exercises that it has."""
    names = names_in(connection)
    there = f"there are: {listed(names)}" if names else "it has none"
    if home.exercise not in names:
        raise JournalError(f"{home}: this database has no such exercise; {there}")


def settled(home: Location) -> Location:
    """Return the location of one exercise: the named one, or the only one in the database. Raises JournalError."""
    if home.file is not None or home.exercise:
        return home
    engine = engine_of(home)
    with reached(home), connect(engine, "") as connection:
        names = names_in(connection)
    if len(names) == 1:
        return home.named(names[0])
    if not names:
        raise JournalError(f"{home}: this database has no exercise that this user may see")
    raise JournalError(
        f"{home}: the name of the exercise is missing. Add ?exercise=NAME to the address. Names are"
        f" {listed(names)}"
    )


def listed(names: list[str], most: int = 20) -> str:
    """Return the names of exercises, as many as fit into a line."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
