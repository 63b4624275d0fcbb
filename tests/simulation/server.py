"""A database server and an arbiter's view of it: the records, the head with its epoch, the row of the lease,
and the lock. A server's promises are here in a few lines. A statement happens once or not at all, at one
moment. Of two that change one row, the second sees the result of the first. One session at a time has the
lock, and it ends with that session. The product's own lease and keeper decide which machine leads.
`test_server.py` does the same to this and to a real server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, TypeVar

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
from warcouncil.arbiter.shell.file.file_lock import IN_USE
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.file.papers import PapersRead
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


class Server:
    """The server with one exercise in it."""

    def __init__(self) -> None:
        self.papers: Papers | None = None
        self.rows: list[Stored] = []
        self.head: tuple[int, bytes] = (0, b"")
        self.closed = b""
        """The mark of the arbiter that ended it in order."""
        self.epoch = 0
        self.lease = LeaseRow(0, 0)
        self.cut: set[str] = set()
        """The hosts that cannot reach it."""
        self.down = False
        self.locked: ServerStore | None = None
        """The store whose session has the lock."""

    def make(self, papers: Papers) -> None:
        """Begin the exercise."""
        self.papers, self.head, self.closed = papers, (0, papers.origin), closing_mark(papers.origin)

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
        if not _fits(self, laid, epoch):
            return False
        for row in laid.rows:
            self.rows.append((row["seq"], row["at"], row["kind"], row["table_no"], row["body"], row["chain"]))
        self.head = (laid.seq, laid.chain)
        return True


def _fits(server: Server, laid: PendingCommit, epoch: int) -> bool:
    """Return whether a commit finds its row: `last_chain=:before and epoch=:mine`."""
    return server.head[1] == laid.before and server.epoch == epoch


class SimLease:
    """The lease's row, seen from an arbiter: each question takes a while, and may not be answered, or not be heard."""

    def __init__(self, server: Server, process: Process, chance: Random) -> None:
        self.me = f"{chance.randbytes(16).hex()} {process.name}"
        self._server, self._process, self._chance = server, process, chance
        self.spared: ServerStore | None = None
        """The session of our own that need not end when we take the lease."""

    def look(self) -> LeaseRow | None:
        """Return the lease."""
        return self._asked(lambda: self._server.lease)

    def take(self, seen: LeaseRow) -> int | None:
        """Take the lease that was seen like this."""
        return self._asked(lambda: self._take(seen))

    def renew(self, epoch: int) -> bool:
        """Beat."""
        return self._asked(lambda: self._renew(epoch))

    def give_up(self, epoch: int, heir: str) -> None:
        """Leave it."""
        self._asked(lambda: self._leave(epoch, heir))

    def rest(self, seconds: float) -> None:
        """Pause the thread."""
        wait(self._process, seconds)

    def _take(self, seen: LeaseRow) -> int | None:
        now = self._server.lease
        if now.epoch == seen.epoch and (now.beats == seen.beats or now.heir == self.me):
            self._server.lease = LeaseRow(now.epoch + 1, now.beats + 1, self.me)
            self._server.epoch = now.epoch + 1
            if self._server.locked is not self.spared:
                self._server.locked = None
            return now.epoch + 1
        return now.epoch if (now.epoch, now.holder) == (seen.epoch + 1, self.me) else None

    def _renew(self, epoch: int) -> bool:
        now = self._server.lease
        if (now.epoch, now.holder) != (epoch, self.me):
            return False
        self._server.lease = now._replace(beats=now.beats + 1)
        return True

    def _leave(self, epoch: int, heir: str) -> None:
        now = self._server.lease
        if (now.epoch, now.holder) == (epoch, self.me):
            self._server.lease = LeaseRow(epoch, now.beats + 1, "", heir)

    def _asked(self, what: Callable[[], A]) -> A:
        wait(self._process, self._chance.uniform(*QUICK))
        if not self._server.reaches(self._process):
            wait(self._process, ANSWER_SECONDS)
            raise NoAnswer("nobody answers")
        answer = what()
        wait(self._process, self._chance.uniform(*QUICK))
        if not self._server.reaches(self._process):
            wait(self._process, ANSWER_SECONDS)
            raise NoAnswer("nobody answers")
        return answer


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
            self._lease.spared = self
            row = self._server.lease
            epoch = None if row.holder else self._lease.take(row)
            if epoch is None:
                raise JournalFenced(IN_USE)
            self.keeper = LeaseKeeper(self._lease, epoch).start()
        if self.found.was_closed:
            if self._server.locked is not self:
                raise JournalFenced("the server was lost")
            if self._server.epoch == self.keeper.epoch:
                self._server.closed = b""

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
        """Release it."""
        epoch = self.keeper.epoch if self.keeper is not None else 0
        if mark is not None and self._server.locked is self and self._server.epoch == epoch:
            self._server.closed = mark
        self._server.end(self)
        if self.keeper is not None:
            self.keeper.stop(heir)
