"""A PostgreSQL database in which exercises live, each in a schema of its own: reaching it, or saying in one line why not.

Laws: a server that would not keep what it says it kept is refused, and so is an open link to another machine, and a pooler.
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
from warcouncil.arbiter.shell.base.install_hint import install
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.file.file_lock import cause

SCHEMA = "warcouncil_"
"""What the name of an exercise's schema begins with; its own name follows."""
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
"""How a server is reached, where its address does not say otherwise: one that has died is noticed in about ten seconds."""
_SETTINGS = sa.text(
    "select set_config('search_path', :path, false), set_config('lock_timeout', :lock, false),"
    " set_config('statement_timeout', :statement, false), set_config('tcp_keepalives_idle', '5', false),"
    " set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false),"
    " set_config('synchronous_commit', case current_setting('synchronous_commit')"
    " when 'remote_apply' then 'remote_apply' else 'on' end, false)"
)
_SESSION = sa.text("select pg_backend_pid()")
"""The number of the session that we speak in. The server said it when we came; a pooler, which lends sessions, made one up."""
_SERVER = sa.text(
    "select current_setting('server_version_num')::int as version, pg_is_in_recovery() as follows,"
    " current_setting('fsync') as syncs"
)


def schema_of(exercise: str) -> str:
    """Give the schema in which an exercise stands."""
    return SCHEMA + exercise


def lock_of(exercise: str) -> int:
    """Give the number of the advisory lock that the arbiter of an exercise holds."""
    return int.from_bytes(blake2b(f"warcouncil {exercise}".encode(), digest_size=8).digest(), signed=True)


def engine_of(home: Location, connect_seconds: int = CONNECT_SECONDS) -> sa.Engine:
    """Give what connects to a database, each time anew. Raises JournalError."""
    try:
        url = sa.make_url(home.address)
        for name, secret in home.secrets:
            url = url.set(password=secret) if name == "password" else url.update_query_dict({name: secret})
        wanted = _REACH | {"connect_timeout": connect_seconds}
        reach = {name: value for name, value in wanted.items() if name not in url.query}
        return sa.create_engine(url, poolclass=sa.NullPool, paramstyle="pyformat", connect_args=reach)
    except ImportError:
        raise JournalError(f"{home}: PostgreSQL needs its driver: {install('psycopg[binary]')}") from None
    except (SQLAlchemyError, ValueError) as error:
        raise JournalError(f"{home}: is no address of a database ({said(home, error)})") from None


def connect(
    engine: sa.Engine,
    exercise: str,
    *,
    statement_ms: int = STATEMENT_MS,
    lock_ms: int | None = None,
    met: Callable[[int], None] = lambda _: None,
) -> sa.Connection:
    """Connect, with an exercise's tables and no others in sight; `met` hears the number of the socket. Raises SQLAlchemyError."""
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
    """See whether a server keeps what it says it kept, and whether the way there is shut to others. Raises JournalError."""
    found = connection.execute(_SERVER).one()
    connection.commit()
    if found.version < SERVER_MIN:
        raise JournalError(f"{home}: the server is too old; PostgreSQL 12 or newer is needed")
    if found.follows:
        raise JournalError(
            f"{home}: this server only follows another; give the address of the one that writes"
        )
    if found.syncs != "on":
        raise JournalError(
            f"{home}: this server does not write through to its disk (fsync is off), and would forget what it acknowledged"
        )


def check_link(home: Location, connection: sa.Connection) -> None:
    """See that the server itself is at the other end, and that nobody on the way can read: it is encrypted, on this machine, or was
    asked for without. Raises JournalError."""
    driver: Any = connection.connection.driver_connection
    there = driver.pgconn
    session = connection.execute(_SESSION).scalar_one()
    connection.commit()
    if session != there.backend_pid:
        raise JournalError(
            f"{home}: a pooler stands there, whose sessions are not ours alone: locks, leases and settings would be lost with them;"
            " give the address of the server itself (docs/operations.md)"
        )
    if there.ssl_in_use or _is_here(there.hostaddr or there.host) or "sslmode=disable" in home.address:
        return
    raise JournalError(
        f"{home}: the link to that server is not encrypted, and all secrets of the exercise would pass it; set up TLS there"
        " (docs/operations.md), or say sslmode=disable"
    )


def _is_here(host: bytes) -> bool:
    """Tell whether a server is on this machine: by a socket in a folder, or a loopback address."""
    try:
        return not host or host[:1] in (b"/", b"@") or ip_address(host.decode().partition("%")[0]).is_loopback
    except ValueError:
        return host == b"localhost"


@contextmanager
def moment_of(home: Location) -> Iterator[sa.Connection]:
    """Look at an exercise as it is at one moment, and keep nobody from anything meanwhile. Raises JournalError."""
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
    """Say in one line why a database cannot be reached or asked. Raises JournalError."""
    try:
        yield
    except SQLAlchemyError as error:
        raise JournalError(f"{home}: {said(home, error)}") from None


def said(home: Location, error: Exception) -> str:
    """Return what is wrong, on one line and without a password. A driver that reaches no server gives no number, but a text."""
    if is_lost(error) or getattr(getattr(error, "orig", None), "sqlstate", None):
        return cause(error)
    text = str(getattr(error, "orig", None) or error)
    return home.hushed(" ".join(text.split()))[:SAID_CHARS_MAX] or type(error).__name__


def is_lost(error: Exception) -> bool:
    """Tell whether a connection was lost, so that nobody knows what became of the last words on it."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def names_in(connection: sa.Connection) -> list[str]:
    """Give the names of the exercises in a database that this user may see."""
    asked = sa.text(
        "select substr(n.nspname, :past) from pg_namespace n join pg_class c on c.relnamespace = n.oid"
        " where starts_with(n.nspname, :schema) and c.relname = 'warcouncil_exercise'"
        " and has_schema_privilege(n.oid, 'usage') order by 1"
    )
    return [str(name) for (name,) in connection.execute(asked, {"past": len(SCHEMA) + 1, "schema": SCHEMA})]


def check_may_begin(home: Location, connection: sa.Connection) -> None:
    """See that an exercise can begin: there is none of its name, and this user may make one. Raises JournalError."""
    if home.exercise and home.exercise in names_in(connection):
        raise JournalError(f"{home}: holds an exercise already; resume it, or give another name")
    asked = sa.text(
        "select coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = :schema),"
        " has_database_privilege(current_database(), 'create'))"
    )
    if not connection.execute(asked, {"schema": schema_of(home.exercise)}).scalar_one():
        raise JournalError(
            f"{home}: this user may not make an exercise there; whoever looks after the database can let him (docs/operations.md)"
        )


def check_there(home: Location, connection: sa.Connection) -> None:
    """See that there is such an exercise in a database. Raises JournalError, which names those that there are."""
    names = names_in(connection)
    there = f"there are: {listed(names)}" if names else "there is none"
    if home.exercise not in names:
        raise JournalError(f"{home}: there is no such exercise in this database; {there}")


def settled(home: Location) -> Location:
    """Give the home of one exercise: the one that is named, or the only one that there is. Raises JournalError."""
    if home.file is not None or home.exercise:
        return home
    engine = engine_of(home)
    with reached(home), connect(engine, "") as connection:
        names = names_in(connection)
    if len(names) == 1:
        return home.named(names[0])
    if not names:
        raise JournalError(f"{home}: there is no exercise in this database that this user may see")
    raise JournalError(f"{home}: which exercise? Add ?exercise=NAME to the address: {listed(names)}")


def listed(names: list[str], most: int = 20) -> str:
    """Name exercises, as many as a line can hold."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
