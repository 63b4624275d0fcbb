"""A database server and an arbiter's view of it: the records, the head with its epoch, the row of the lease,
and the lock.

The rows of the head and of the lease are in an SQLite database in memory, and the product's own statements change
them (`lease_row`, `database_store`). So every condition of these statements is the product's. The rest of a server is
a small model. One session at a time has the lock, and it ends with that session. The product's own lease, keeper and
follower decide which machine leads. `test_server.py` does the same to this and to a real server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, TypeVar
from unittest.mock import patch

import sqlalchemy as sa
from sqlalchemy.pool import NullPool
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.entries import (
    JournalError,
    JournalFenced,
    JournalSuperseded,
    Papers,
    closing_mark,
)
from warcouncil.arbiter.shell.base.lease import ANYONE, LeaseKeeper, LeaseRow, NoAnswer, machine
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database import database_store, lease_row
from warcouncil.arbiter.shell.database.lease_row import DatabaseLease
from warcouncil.arbiter.shell.file.file_lock import IN_USE
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.file.papers import PapersRead, lay_down
from warcouncil.arbiter.shell.file.store import PendingCommit, Stored

from tests.simulation.loop import Process, Unreached
from tests.simulation.threads import wait

if TYPE_CHECKING:
    from tests.simulation.arbiter import Arbiter

ANSWER_SECONDS = 1.0
"""The limit of a wait for the lease's answer, as in `lease_row`."""
A = TypeVar("A")
HOME = Location(address="postgresql+psycopg://a-server/", exercise="jena")
QUICK = (0.001, 0.01)
SELDOM = 0.05
"""The share of questions about the lease that a busy server answers late."""
LATE = (0.05, 0.9)
QUEUED = 0.5
"""The share of take-overs that wait in the server, for an unfinished commit."""
QUEUED_SECONDS = (0.05, 3.0)
LINEAGE = "one server"
ENGINE = sa.create_engine("sqlite://", poolclass=NullPool)
"""Each of its connections has an empty database of its own."""
_EPOCH = sa.text("alter table warcouncil_exercise add column epoch bigint not null default 0")
_HEAD = sa.text("select last_seq, last_chain, closed, epoch from warcouncil_exercise")


class Server:
    """The server with one exercise in it."""

    def __init__(self) -> None:
        self.connection = ENGINE.connect()
        for layout in lease_row._LAYOUT[1:3]:
            self.connection.exec_driver_sql(layout.format("main"))
        self.papers: Papers | None = None
        self.rows: list[Stored] = []
        self.head: tuple[int, bytes] = (0, b"")
        self.closed = b""
        """The mark of the arbiter that ended it in order."""
        self.epoch = 0
        self.cut: set[str] = set()
        """The hosts that cannot reach it."""
        self.down = False
        self.is_calm = False
        """Whether it answers at once."""
        self.locked: ServerStore | None = None
        """The store whose session has the lock."""

    def make(self, papers: Papers) -> None:
        """Begin the exercise."""
        self.papers = papers
        lay_down(self.connection, papers)
        self.connection.execute(_EPOCH)
        self.changed()

    def changed(self) -> None:
        """End a transaction, and read the row of the head again. It is read at every step of a run."""
        self.connection.commit()
        seq, chain, self.closed, self.epoch = self.connection.execute(_HEAD).one()
        self.head = seq, chain
        self.connection.rollback()

    @property
    def lease(self) -> LeaseRow:
        """The row of the lease."""
        row = LeaseRow(*self.connection.execute(lease_row._LOOK).one())
        self.connection.rollback()
        return row

    def reaches(self, process: Process) -> bool:
        """Return whether a process reaches it now."""
        return not self.down and getattr(process, "host", "") not in self.cut

    def end(self, store: ServerStore | None) -> None:
        """End a session, and with it what it had locked."""
        if self.locked is store:
            self.locked = None

    def restart(self) -> None:
        """Lose every session."""
        self.down, self.locked = True, None

    def write(self, laid: PendingCommit, epoch: int) -> bool:
        """Write records behind the head that their arbiter knows, in its epoch; False: that is not so any more."""
        moved = {"before": laid.before, "ours": epoch, "seq": laid.seq, "end": laid.chain}
        found = self.connection.execute(database_store.moving_head(), moved).rowcount
        for row in laid.rows if found else ():
            self.rows.append((row["seq"], row["at"], row["kind"], row["table_no"], row["body"], row["chain"]))
        self.changed()
        return bool(found)

    def mark(self, mark: bytes, epoch: int) -> None:
        """Mark the exercise as closed in order, or as in use."""
        self.connection.execute(database_store.marking_closed(), {"mark": mark, "ours": epoch})
        self.changed()


class SimLease(DatabaseLease):
    """The lease's row, seen from an arbiter: each question takes a while, and may not be answered, or not be heard."""

    def __init__(self, server: Server, process: Process, chance: Random) -> None:
        self.me = f"{chance.randbytes(16).hex()} {process.name}"
        self.home = HOME
        self.spared = 0
        self.server, self._process, self._chance = server, process, chance

    def look(self) -> LeaseRow | None:
        """Read the lease."""
        return self._asked(super().look)

    def take(self, seen: LeaseRow) -> int | None:
        """Take the lease that was seen like this, perhaps after a while in the server's queue."""
        if self._chance.random() < QUEUED and not self.server.is_calm:
            wait(self._process, self._chance.uniform(*QUEUED_SECONDS))
        take = super().take

        def taken() -> int | None:
            with (
                patch.object(lease_row, "_lineage", lambda _: LINEAGE),
                patch.object(lease_row, "end_others", self._end_others),
            ):
                return take(seen)

        return self._asked(taken)

    def renew(self, epoch: int) -> bool:
        """Beat."""
        renew = super().renew
        return self._asked(lambda: renew(epoch))

    def give_up(self, epoch: int, heir: str) -> None:
        """Leave it."""
        give_up = super().give_up
        self._asked(lambda: give_up(epoch, heir))

    def close(self) -> None:
        """Do nothing: the connection is the server's."""

    def rest(self, seconds: float) -> None:
        """Pause the thread."""
        wait(self._process, seconds)

    def _end_others(self, connection: sa.Connection, exercise: str, spared: int) -> None:
        if id(self.server.locked) != spared:
            self.server.locked = None

    @contextmanager
    def _asking(self) -> Iterator[sa.Connection]:
        yield self.server.connection
        self.server.connection.commit()

    @contextmanager
    def _taking(self) -> Iterator[sa.Connection]:
        yield self.server.connection
        if self.server.papers is not None:
            self.server.changed()

    def _asked(self, what: Callable[[], A]) -> A:
        self._travel()
        answer = what()
        self._travel()
        return answer

    def _travel(self) -> None:
        late = self._chance.random() < SELDOM / 2 and not self.server.is_calm
        wait(self._process, self._chance.uniform(*(LATE if late else QUICK)))
        if not self.server.reaches(self._process):
            wait(self._process, ANSWER_SECONDS)
            raise NoAnswer("nobody answers")


class ServerStore:
    """An exercise at the server, as `database_store` keeps it."""

    def __init__(
        self, server: Server, lease: SimLease, process: Arbiter, keeper: LeaseKeeper | None = None
    ) -> None:
        self.home = HOME
        self.keeper = keeper
        self._server, self._lease, self._process = server, lease, process
        assert server.papers is not None
        if keeper is None and server.locked is not None:
            raise JournalError(IN_USE)
        server.locked = self  # a new leader ends the session of the former one
        was_closed = server.closed == closing_mark(server.head[1])
        self.found = PapersRead(server.papers, *server.head, was_closed)
        self.whereabouts: ListenedAt | None = None

    def check(self) -> None:
        """A database has no files beside it."""

    def rows(self, batch: int, after: int = 0) -> Iterator[Stored]:
        """Return every record in order after this one."""
        yield from self._server.rows[after:]

    def compare(self, seq: int, chain: bytes, table: int) -> None:
        """A database has no files beside it."""

    def check_pages(self) -> None:
        """A server looks after its pages itself."""

    def damaged(self, seq: int, known: int) -> JournalError:
        """Return the error for a damaged record."""
        return JournalError(f"record {seq} of {known} is damaged")

    def go_on(self) -> None:
        """Take the lease, unless that was done."""
        if self.keeper is None:
            self._lease.spared = id(self)
            row = self._server.lease
            epoch = None if row.holder else self._lease.take(row)
            if epoch is None:
                raise JournalFenced(IN_USE)
            self.keeper = LeaseKeeper(self._lease, epoch).start()
        if self.found.was_closed:
            if self._server.locked is not self:
                raise JournalFenced("the server was lost")
            self._server.mark(b"", self.keeper.epoch)

    def lay(self, laid: PendingCommit) -> None:
        """All is done when it is committed."""
        self._process.promises.lay(laid)

    def commit(self, laid: PendingCommit) -> None:
        """Write it: when the server was lost meanwhile, it is asked what became of it."""
        assert self.keeper is not None
        epoch = self.keeper.epoch
        self._expect(self._server.reaches(self._process))
        failpoints.reach("inside_commit")
        if self._server.locked is None:
            self._server.locked = self
        is_ours = self._server.epoch == epoch
        self._expect(self._server.locked is self or not is_ours)
        kept = is_ours and self._server.head == (laid.seq, laid.chain)
        if not kept and not self._server.write(laid, epoch):
            raise JournalFenced("another wrote") if is_ours else self._superseded(self.keeper)
        self._process.promises.commit(laid)
        failpoints.reach("before_trail")

    def _expect(self, is_answered: bool) -> None:
        """See that the server speaks with us; another may have the lock for a while."""
        if not is_answered:
            raise Unreached if self._process.is_patient else JournalFenced("the server was lost")

    def _superseded(self, keeper: LeaseKeeper) -> JournalSuperseded:
        leader = machine(self._server.lease.holder)
        keeper.supersede(leader)
        return JournalSuperseded(leader)

    def remember(self, place: ListenedAt) -> None:
        """Keep where the exercise listens."""

    def close(self, mark: bytes | None, heir: str = ANYONE) -> None:
        """Release the lock."""
        epoch = self.keeper.epoch if self.keeper is not None else 0
        if mark is not None and self._server.locked is self:
            self._server.mark(mark, epoch)
        self._server.end(self)
        if self.keeper is not None:
            self.keeper.stop(heir)
