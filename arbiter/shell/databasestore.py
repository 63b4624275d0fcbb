"""An exercise in a PostgreSQL database as a store: one schema, one writer, one transaction a commit.

Law: a commit that the connection died in is settled by asking for its record, once the lock is had again: the server gives it
away when the old session has ended, and no transaction is undecided then. What was kept counts; what was not is written again,
at the same place in the chain or not at all; where nobody can be asked, nobody is told.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.shell import failpoints, whereabouts
from warcouncil.arbiter.shell.database import (
    check_link,
    check_server,
    connect,
    engine_of,
    is_lost,
    listed,
    lock_of,
    names_in,
    reached,
    said,
    schema_of,
    settled,
)
from warcouncil.arbiter.shell.holding import IN_USE
from warcouncil.arbiter.shell.home import Home
from warcouncil.arbiter.shell.layout import JournalError, JournalFenced, Papers, meta, records, tables
from warcouncil.arbiter.shell.loss import JournalInDoubt, Loss
from warcouncil.arbiter.shell.papers import lay_down, read_papers
from warcouncil.arbiter.shell.silence import SilenceWatch
from warcouncil.arbiter.shell.store import Laid, Stored
from warcouncil.arbiter.shell.whereabouts import Whereabouts

PATIENCE_SECONDS = 30.0
"""So long it is asked what became of a commit; a server that is restarted answers after a few seconds."""
SILENT_SECONDS = 10.0
AGAIN_SECONDS = 0.1

_LOCK = sa.text("select pg_try_advisory_lock(:lock)")
_OURS = sa.text(
    "select exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted"
    " and (classid::bigint << 32) + objid::bigint = :lock)"
)
_SESSION = sa.text("select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()")
_END = sa.text(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid = :pid and backend_start::text = :start"
    " and wait_event is distinct from 'SyncRep'"
)
"""Ends a session of ours that is left over; one that waits for a second server has written already, and is waited for."""


class Backend(NamedTuple):
    """The server's end of one of our connections: numbers are given again, moments are not."""

    pid: int
    start: str


class DatabaseStore:
    """An exercise in a database that is ours."""

    def __init__(self, home: Home, engine: sa.Engine, connection: sa.Connection, watch: SilenceWatch) -> None:
        self.home = home
        self._engine = engine
        self._watch = watch
        mark = (
            sa.update(meta)
            .where(meta.c.last_chain == sa.bindparam("before"))
            .values(last_seq=sa.bindparam("seq"), last_chain=sa.bindparam("end"))
            .returning(
                sa.func.set_config("statement_timeout", "0", sa.true()),  # a commit is not to be cut short
            )
        )
        # Both are put into words once: that takes longer than to carry them out.
        self._insert = str(sa.insert(records).compile(engine))
        self._mark = str(mark.compile(engine))
        self._mark_values = dict(mark.compile(engine).params)
        self._take(connection)
        self.found = read_papers(connection, str(home))
        self.whereabouts = whereabouts.recall(connection)

    def _take(self, connection: sa.Connection) -> None:
        """Write through this connection from now on."""
        self.connection = connection
        self._backend = Backend(*connection.execute(_SESSION).one())
        connection.commit()

    def check(self) -> None:
        """Nothing stands beside a database: what shows that it was put back to an earlier moment is in others' hands."""

    def rows(self, batch: int) -> Iterator[Stored]:
        """Give every record in order."""
        query = sa.select(records).order_by(records.c.seq)
        try:
            with self.connection.execute(query, execution_options={"stream_results": True}) as found:
                for rows in found.partitions(batch):
                    yield from rows
        finally:
            self.connection.rollback()

    def compare(self, seq: int, chain: bytes, table: int) -> None:
        """Nothing stands beside."""

    def check_pages(self) -> None:
        """A server looks after its pages itself."""

    def go_on(self) -> None:
        """Have it said that it is in use."""
        if self.found.was_closed:
            self.connection.execute(sa.update(meta).values(closed=b""))
            self.connection.commit()

    def lay(self, laid: Laid) -> None:
        """All is done when it is committed: a server is not waited for by whoever hears the room."""

    def commit(self, laid: Laid) -> None:
        """Write it in one transaction. When nobody can tell what became of it, raises JournalFenced."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with self._watch.waiting():
                    self._write(laid)
            except SQLAlchemyError as error:
                if not is_lost(error):
                    raise
                if not self._was_kept(laid, until):
                    continue
            return

    def _write(self, laid: Laid) -> None:
        self.connection.exec_driver_sql(self._insert, laid.rows)
        values = {**self._mark_values, "before": laid.before, "seq": laid.seq, "end": laid.chain}
        found = self.connection.exec_driver_sql(self._mark, values).one_or_none()
        if found is None:
            raise self._taken()
        failpoints.reach("inside_commit")
        self.connection.commit()
        failpoints.reach("before_trail")

    # --- when the connection is lost ----------------------------------------------------------------------------------

    def _was_kept(self, laid: Laid, until: float) -> bool:
        """Tell whether the server kept a commit that the connection died in; then it is held by a new connection."""
        while True:
            with suppress(SQLAlchemyError), self._watch.waiting():
                if self._is_held_again():
                    found = self.connection.execute(sa.select(meta.c.last_seq, meta.c.last_chain)).one()
                    self.connection.commit()
                    break
            if time.monotonic() > until:
                raise JournalFenced(
                    f"{self.home}: the server was lost while it wrote, and did not say in {PATIENCE_SECONDS:.0f} s what became of"
                    " it; nobody was told. Resume the exercise when the server is back"
                )
            time.sleep(AGAIN_SECONDS)
        if found == (laid.seq, laid.chain):
            return True
        if found.last_chain != laid.before:
            raise self._taken()
        return False

    def _is_held_again(self) -> bool:
        """Connect anew, end what is left of the old session, and take the lock that it had, once it has gone."""
        self.connection.close()
        fresh = connect(self._engine, self.home.exercise, met=self._watch.take)
        try:
            fresh.execute(_END, {"pid": self._backend.pid, "start": self._backend.start})
            fresh.commit()
            is_ours = _locked(fresh, self.home)
        except SQLAlchemyError:
            fresh.close()
            raise
        if is_ours:
            self._take(fresh)
        else:
            fresh.close()
        return is_ours

    def _taken(self) -> JournalFenced:
        return JournalFenced(
            f"{self.home}: the database does not hold what this arbiter wrote last: another has gone on with the exercise, or the"
            " server was put back to an earlier moment; nobody was told of what could not be written. Look before you resume"
        )

    # --- the rest -------------------------------------------------------------------------------------------------------

    def remember(self, place: Whereabouts) -> None:
        """Keep where the exercise listens."""
        whereabouts.remember(self.connection, place)

    def close(self, mark: bytes | None) -> None:
        """Let it go; its lock ends with the connection."""
        with suppress(SQLAlchemyError):
            if mark is not None:
                self.connection.execute(sa.update(meta).values(closed=mark))
                self.connection.commit()
        self._watch.close()
        self.connection.close()
        self._engine.dispose()

    def damaged(self, seq: int, known: int) -> JournalError:
        """Give what refuses to go on from a damaged record."""
        count = max(0, known - seq + 1)
        why = f"record {seq} is damaged or missing; in doubt: {Loss(nameless=count)}"
        return JournalInDoubt(
            f"{self.home}: {why}. Put a backup of the database back (docs/operations.md)",
            Loss(nameless=count),
        )


def _locked(connection: sa.Connection, home: Home) -> bool:
    """Take the exercise's lock, if nobody has it. Raises JournalError where a lock does not last."""
    lock = {"lock": lock_of(home.exercise)}
    is_ours = bool(connection.execute(_LOCK, lock).scalar_one())
    connection.commit()
    lasts = bool(connection.execute(_OURS, lock).scalar_one())
    connection.commit()
    if is_ours and not lasts:
        raise JournalError(
            f"{home}: the way there gives every transaction another session (a pooler); give the address of the server itself"
        )
    return is_ours


@contextmanager
def _let_go_on_error(connection: sa.Connection, watch: SilenceWatch) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, JournalError):
        connection.close()
        watch.close()
        raise


def _opened(home: Home) -> tuple[sa.Engine, sa.Connection, SilenceWatch]:
    """Connect to the server and take the exercise's lock. Raises JournalError."""
    engine = engine_of(home)
    watch = SilenceWatch(SILENT_SECONDS)
    try:
        with reached(home):
            connection = connect(engine, home.exercise, met=watch.take)
    except JournalError:
        watch.close()
        raise
    with reached(home), _let_go_on_error(connection, watch):
        check_link(home, connection)
        check_server(home, connection)
        _expect(_locked(connection, home), f"{home}: {IN_USE}")
    return engine, connection, watch


def _expect(is_so: bool, else_: str) -> None:
    if not is_so:
        raise JournalError(else_)


def hold(home: Home) -> DatabaseStore:
    """Take hold of an exercise in a database. Raises a JournalError that says what is wrong."""
    home = settled(home)
    engine, connection, watch = _opened(home)
    with reached(home), _let_go_on_error(connection, watch):
        names = names_in(connection)
        connection.commit()
        there = f"there are: {listed(names)}" if names else "there is none"
        _expect(home.exercise in names, f"{home}: there is no such exercise in this database; {there}")
        return DatabaseStore(home, engine, connection, watch)


def make(home: Home, papers: Papers) -> DatabaseStore:
    """Begin a new exercise in a database. Raises JournalError."""
    _expect(bool(home.exercise), f"{home}: say what the exercise is to be called there: …?exercise=NAME")
    engine, connection, watch = _opened(home)
    try:
        with _let_go_on_error(connection, watch):
            is_free = home.exercise not in names_in(connection)
            _expect(is_free, f"{home}: holds an exercise already; resume it, or give another name")
            _lay_out(connection, home)
            lay_down(connection, papers)
            return DatabaseStore(home, engine, connection, watch)
    except SQLAlchemyError as error:
        raise JournalError(f"{home}: cannot write an exercise there ({said(home, error)})") from None


def _lay_out(connection: sa.Connection, home: Home) -> None:
    """Make the exercise's schema, unless whoever looks after the database has made it; in one transaction with its tables."""
    schema = schema_of(home.exercise)
    found = connection.execute(sa.text("select 1 from pg_namespace where nspname = :name"), {"name": schema})
    if found.scalar() is None:
        connection.execute(sa.schema.CreateSchema(schema))
    whereabouts.lay_out(connection)


def discard(home: Home) -> None:
    """Remove an exercise that nobody has joined, and its schema if nothing else is in it. Raises JournalError."""
    with reached(home), connect(engine_of(home), home.exercise) as connection:
        tables.drop_all(connection)
        whereabouts.take_out(connection)
        connection.commit()
        with suppress(SQLAlchemyError):
            connection.execute(sa.schema.DropSchema(schema_of(home.exercise)))
            connection.commit()
