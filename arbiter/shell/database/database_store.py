"""The store of an exercise in a PostgreSQL database: one schema, one writer, one transaction for each commit.

If the connection is lost during a commit, the store reconnects and takes the lock again. The server grants it only
after the old session has ended. At that moment no transaction is undecided, so the store can look for the record. A
stored commit counts. A lost one is written again at the same place in the chain. If the server does not answer, no
client is answered either. Every write has the epoch in its own statement, so it changes nothing after another arbiter
has taken over.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.entries import JournalError, JournalFenced, JournalSuperseded, records
from warcouncil.arbiter.shell.base.lease import ANYONE, LeaseKeeper, NoAnswer, machine
from warcouncil.arbiter.shell.base.listening import IdleWatch
from warcouncil.arbiter.shell.database import lease_row
from warcouncil.arbiter.shell.database.connection import connect, is_lost
from warcouncil.arbiter.shell.database.lease_row import DatabaseLease
from warcouncil.arbiter.shell.database.lock import backend_of, end, locked, unlock
from warcouncil.arbiter.shell.file import listened_at
from warcouncil.arbiter.shell.file.data_loss import JournalInDoubt, Loss
from warcouncil.arbiter.shell.file.file_lock import IN_USE
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.file.papers import read_papers
from warcouncil.arbiter.shell.file.store import PendingCommit, Stored

PATIENCE_SECONDS = 30.0
"""How long to try to find out whether a commit was stored. A server that restarts answers after a few seconds."""
AGAIN_SECONDS = 0.1

_head = sa.table(
    "warcouncil_exercise",
    sa.column("last_seq", sa.BigInteger),
    sa.column("last_chain", sa.LargeBinary),
    sa.column("closed", sa.LargeBinary),
    sa.column("epoch", sa.BigInteger),
)
"""The row of an exercise's head, which has the epoch in it. If the epoch were in another table, a commit that waited
would read an old one."""
_OURS = _head.c.epoch == sa.bindparam("ours")
_HEAD = sa.select(_head.c.last_seq, _head.c.last_chain, _head.c.epoch)
_LEADER = sa.text("select holder from warcouncil_lease")


def moving_head() -> sa.Update:
    """Return the statement of a commit that moves the head forward. It finds no row if another arbiter has written or leads."""
    return (
        sa.update(_head)
        .where(_head.c.last_chain == sa.bindparam("before"), _OURS)
        .values(last_seq=sa.bindparam("seq"), last_chain=sa.bindparam("end"))
    )


def marking_closed() -> sa.Update:
    """Return the statement that marks the exercise as closed in order, or as in use. Only the leader of the exercise
    changes this mark.
    """
    return sa.update(_head).where(_OURS).values(closed=sa.bindparam("mark"))


class DatabaseStore:
    """An exercise in a database that this process has locked. `keeper` keeps its lease once that is taken."""

    def __init__(
        self,
        lease: DatabaseLease,
        engine: sa.Engine,
        connection: sa.Connection,
        watch: IdleWatch,
        keeper: LeaseKeeper | None = None,
    ) -> None:
        self.home = lease.home
        self.keeper = keeper
        self._lease = lease
        self._engine = engine
        self._watch = watch
        mark = moving_head().returning(
            sa.func.set_config("statement_timeout", "0", sa.true()),  # A commit must not time out.
        )
        # Both statements are compiled once, because compiling takes longer than running them.
        self._insert = str(sa.insert(records).compile(engine))
        self._mark = str(mark.compile(engine))
        self._mark_values = dict(mark.compile(engine).params)
        self._write_through(connection)
        self.found = read_papers(connection, str(self.home))
        self.whereabouts = listened_at.recall(connection)

    @property
    def epoch(self) -> int:
        """The epoch of our lease. It is 0 if the lease is not taken."""
        return self.keeper.epoch if self.keeper else 0

    def _write_through(self, connection: sa.Connection) -> None:
        self.connection = connection
        self._backend = backend_of(connection)

    def check(self) -> None:
        """Check nothing, because no file is beside a database. Only its administrators can notice that it was
        restored to an earlier state."""

    def rows(self, batch: int, after: int = 0) -> Iterator[Stored]:
        """Yield all records after this one, in order.

        Raises JournalError if the connection is lost. A lost connection damages no record.
        """
        query = sa.select(records).where(records.c.seq > after).order_by(records.c.seq)
        try:
            with self.connection.execute(query, execution_options={"stream_results": True}) as found:
                for rows in found.partitions(batch):
                    yield from rows
        except SQLAlchemyError as error:
            if is_lost(error):
                raise JournalError(
                    f"{self.home}: the connection was lost while the records were read. Try again"
                ) from None
            raise
        finally:
            self.connection.rollback()

    def compare(self, seq: int, chain: bytes, table: int) -> None:
        """Compare nothing, because no file is beside a database."""

    def check_pages(self) -> None:
        """Check nothing, because a server checks its own pages."""

    def go_on(self) -> None:
        """Take the lease, and mark the exercise as in use. Raises JournalFenced if another arbiter leads."""
        if self.keeper is None:
            self.keeper = self._led()
        if self.found.was_closed:
            self._say_closed(b"")

    def _led(self) -> LeaseKeeper:
        """Take the lease. It is free, because the caller got the lock only while no arbiter led."""
        self._lease.spared = self._backend.pid
        try:
            row = self._lease.look()
            if row is None:
                lease_row.lay_out(self.connection, self.home)
                row = self._lease.look()
            epoch = self._lease.take(row) if row and not row.holder else None
        except NoAnswer as error:
            raise JournalFenced(f"{self.home}: {error}") from None
        if epoch is None:
            raise JournalFenced(f"{self.home}: {IN_USE}")
        return LeaseKeeper(self._lease, epoch).start()

    def _say_closed(self, mark: bytes) -> None:
        self.connection.execute(marking_closed(), {"mark": mark, "ours": self.epoch})
        self.connection.commit()

    def lay(self, laid: PendingCommit) -> None:
        """Do nothing. A commit does the whole work, so that the loop never waits for a server."""

    def commit(self, laid: PendingCommit) -> None:
        """Write a commit in one transaction. Raises JournalFenced if it cannot learn the result."""
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

    def _write(self, laid: PendingCommit) -> None:
        values = {**self._mark_values, "before": laid.before, "seq": laid.seq, "end": laid.chain}
        values["ours"] = self.epoch
        try:
            self.connection.exec_driver_sql(self._insert, laid.rows)
            found = self.connection.exec_driver_sql(self._mark, values).one_or_none()
        except IntegrityError:  # Another record with this number is already there.
            found = None
        if found is None:
            raise self._taken()
        failpoints.reach("inside_commit")
        self.connection.commit()
        failpoints.reach("before_trail")

    # --- lost connections ---------------------------------------------------------------------------------------------

    def _was_kept(self, laid: PendingCommit, until: float) -> bool:
        """Return whether the server stored a commit during which the connection was lost. If it can find out, a new
        connection has the lock."""
        while True:
            with suppress(SQLAlchemyError), self._watch.waiting():
                if self._is_held_again():
                    found = self.connection.execute(_HEAD).one()
                    self.connection.commit()
                    break
            if time.monotonic() > until:
                raise JournalFenced(
                    f"{self.home}: the server was lost during a write and gave no result within"
                    f" {PATIENCE_SECONDS:.0f} s. Nothing of this write was acknowledged. Resume the"
                    " exercise when the server is back"
                )
            time.sleep(AGAIN_SECONDS)
        if found.epoch == self.epoch and found[:2] == (laid.seq, laid.chain):
            return True
        if (found.last_chain, found.epoch) != (laid.before, self.epoch):
            raise self._taken()
        return False

    def _is_held_again(self) -> bool:
        """Reconnect, end the old session, and take its lock afterwards. Return whether the lock is ours."""
        self.connection.close()
        fresh = connect(self._engine, self.home.exercise, met=self._watch.take)
        try:
            end(fresh, self._backend)
            is_ours = locked(fresh, self.home)
            if not is_ours and fresh.execute(_HEAD).one().epoch != self.epoch:
                raise self._superseded(fresh)
        except (SQLAlchemyError, JournalError):
            fresh.close()
            raise
        if is_ours:
            self._write_through(fresh)
        else:
            fresh.close()
        return is_ours

    def _expect_ours(self, connection: sa.Connection) -> None:
        """Check that no other arbiter leads until this transaction ends. Raises JournalSuperseded."""
        held = sa.select(_head.c.epoch).where(_OURS).with_for_update()
        if connection.execute(held, {"ours": self.epoch}).one_or_none() is None:
            connection.rollback()
            raise self._superseded(connection)

    def _superseded(self, connection: sa.Connection) -> JournalSuperseded:
        leader = machine(connection.execute(_LEADER).scalar_one())
        connection.rollback()
        if self.keeper:
            self.keeper.supersede(leader)
        return JournalSuperseded(leader)

    def _taken(self) -> JournalFenced:
        self.connection.rollback()
        if self.connection.execute(_HEAD).one().epoch != self.epoch:
            return self._superseded(self.connection)
        return JournalFenced(
            f"{self.home}: the database does not have the newest records of this host. Another host"
            " has gone on with the exercise, or the server was put back to an earlier moment. What"
            " could not be written was not acknowledged. Check the server before you resume"
        )

    # --- other methods --------------------------------------------------------------------------------------------------

    def remember(self, place: ListenedAt) -> None:
        """Store the address where the exercise listens."""
        self._expect_ours(self.connection)
        listened_at.remember(self.connection, place)

    def close(self, mark: bytes | None, heir: str = ANYONE) -> None:
        """Close the store, and release the lease to an heir. A lock that is still held ends with the connection."""
        with suppress(SQLAlchemyError):
            if mark is not None:
                self._say_closed(mark)
                unlock(self.connection, self.home)
        self._watch.close()
        self.connection.close()
        self._engine.dispose()
        if self.keeper:
            self.keeper.stop(heir)
        self._lease.close()

    def damaged(self, seq: int, known: int) -> JournalError:
        """Return the error for a damaged record."""
        count = max(0, known - seq + 1)
        why = f"record {seq} is damaged or missing. In doubt: {Loss(nameless=count)}"
        return JournalInDoubt(
            f"{self.home}: {why}. Put a backup of the database back (docs/operations.md)",
            Loss(nameless=count),
        )
