"""The model of a server is like a server: two machines do the same to both, and both have the same state
after every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol, cast
from unittest.mock import patch

import pytest
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, JournalFenced, closing_mark, link
from warcouncil.arbiter.shell.base.lease import ANYONE, LeaseKeeper, LeaseRow, LeaseStore
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.database import acquire, database_store
from warcouncil.arbiter.shell.database.database_store import DatabaseStore
from warcouncil.arbiter.shell.database.lease_row import DatabaseLease
from warcouncil.arbiter.shell.file.store import PendingCommit, Store

from tests.arbiter.shell.forty import PAPERS
from tests.profile import games
from tests.servers import Base
from tests.simulation.server import Server, ServerStore, SimLease

STEPS = 40
MACHINES = ("a4 first", "b4 other")


class Side(Protocol):
    """One of the two: the model, or a real server."""

    def lease(self, me: str) -> LeaseStore:
        """Return the lease as a machine sees it."""

    def make(self, lease: LeaseStore) -> Store:
        """Begin the exercise."""

    def hold(self, lease: LeaseStore, keeper: LeaseKeeper | None) -> Store:
        """Open it, with a lease that was taken, or without a leader. Raises JournalError."""

    def lose(self, store: Store) -> None:
        """End a store's session on the server."""

    def stands(self) -> tuple[object, ...]:
        """Return the state: head, epoch, records, whether it was closed in order."""


class Modelled:
    """The simulation's server."""

    def __init__(self) -> None:
        self._server = Server()
        self._processes: dict[int, Any] = {}

    def lease(self, me: str) -> LeaseStore:
        """See Side."""
        promises = SimpleNamespace(lay=lambda _: None, commit=lambda _: None)
        time = SimpleNamespace(now=0.0)
        process: Any = SimpleNamespace(name=me, host=me, is_patient=False, promises=promises, time=time)
        process.stopped_until, process.stop_until = 0.0, lambda _: None
        lease = SimLease(self._server, process, Random(me))
        lease.me = me
        self._processes[id(lease)] = process
        return lease

    def make(self, lease: LeaseStore) -> Store:
        """See Side."""
        self._server.make(PAPERS)
        return self.hold(lease, None)

    def hold(self, lease: LeaseStore, keeper: LeaseKeeper | None) -> Store:
        """See Side."""
        return ServerStore(self._server, cast(SimLease, lease), self._processes[id(lease)], keeper)

    def lose(self, store: Store) -> None:
        """See Side."""
        self._server.end(cast(ServerStore, store))

    def stands(self) -> tuple[object, ...]:
        """See Side."""
        server = self._server
        return server.head, server.epoch, [row[4] for row in server.rows], server.closed != b""


class Real:
    """A PostgreSQL server."""

    def __init__(self, base: Base, address: str) -> None:
        self._base = base
        self._home: Location = home_of(address)

    def lease(self, me: str) -> LeaseStore:
        """See Side."""
        return DatabaseLease(self._home, me)

    def make(self, lease: LeaseStore) -> Store:
        """See Side."""
        return self._as(lease, acquire.make(self._home, PAPERS))

    def _as(self, lease: LeaseStore, store: DatabaseStore) -> Store:
        """Make a store take the lease as one of the two machines, not as a third."""
        store._lease.close()
        store._lease = cast(DatabaseLease, lease)
        return store

    def hold(self, lease: LeaseStore, keeper: LeaseKeeper | None) -> Store:
        """See Side."""
        if keeper is not None:
            return acquire.hold_as(keeper, cast(DatabaseLease, lease))
        return self._as(lease, acquire.hold(self._home))

    def lose(self, store: Store) -> None:
        """See Side."""
        pid = cast(DatabaseStore, store)._backend.pid
        self._base.ask("select pg_terminate_backend(:pid, 5000)", self._home.exercise, pid=pid)

    def stands(self) -> tuple[object, ...]:
        """See Side."""
        asked = "select last_seq, last_chain, epoch, closed <> '' from warcouncil_exercise"
        ((seq, chain, epoch, closed),) = self._base.ask(asked, self._home.exercise)
        bodies = self._base.ask("select body from warcouncil_journal order by seq", self._home.exercise)
        return (seq, bytes(chain)), epoch, [bytes(body) for (body,) in bodies], closed


class Step(NamedTuple):
    """The next action of a machine, with a random number."""

    machine: int
    what: str
    number: int


class Pair:
    """Two machines at one of the two sides, and the knowledge of each."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.leases = [side.lease(me) for me in MACHINES]
        self._stores: list[Store | None] = [side.make(self.leases[0]), None]
        self._heads = [(0, PAPERS.origin)] * 2
        self._seen: list[LeaseRow | None] = [None, None]
        self._epochs = [0, 0]

    def do(self, step: Step) -> object:
        """Do a step, and return its result."""
        try:
            return getattr(self, f"_{step.what}")(step.machine, step.number)
        except (JournalError, SQLAlchemyError) as error:
            self._drop(step.machine)
            return type(error).__name__ if isinstance(error, JournalError) else JournalFenced.__name__

    def _drop(self, one: int) -> None:
        """A machine that cannot write ends, and leaves its lease without an heir."""
        store, self._stores[one] = self._stores[one], None
        if store is not None:
            store.close(None, "")

    def end(self) -> None:
        """End everything."""
        for one, lease in enumerate(self.leases):
            self._drop(one)
            if isinstance(lease, DatabaseLease):
                lease.close()

    def stands(self) -> tuple[object, ...]:
        """Return the state of all."""
        return self.leases[0].look(), *self.side.stands()

    # --- steps --------------------------------------------------------------------------------------------------------

    def _look(self, one: int, number: int) -> object:
        self._seen[one] = self.leases[one].look()
        return self._seen[one]

    def _take(self, one: int, number: int) -> object:
        seen = self._seen[one]
        epoch = self.leases[one].take(seen) if seen is not None else None
        self._epochs[one] = epoch or self._epochs[one]
        return epoch

    def _claim(self, one: int, number: int) -> object:
        """Believe to lead in the epoch that was seen: a bug, and none may come of it but that the other is in doubt."""
        seen = self._seen[one]
        self._epochs[one] = seen.epoch if seen is not None else self._epochs[one]
        return self._epochs[one]

    def _renew(self, one: int, number: int) -> object:
        return self.leases[one].renew(self._epochs[one])

    def _give_up(self, one: int, number: int) -> object:
        self.leases[one].give_up(self._epochs[one], ("", ANYONE, MACHINES[1 - one])[number % 3])
        return None

    def _open(self, one: int, number: int) -> object:
        """Take hold of the exercise in the epoch that was taken."""
        self._drop(one)
        if not self._epochs[one]:
            return None
        self._stores[one] = self.side.hold(self.leases[one], LeaseKeeper(self.leases[one], self._epochs[one]))
        return self._found(one)

    def _resume(self, one: int, number: int) -> object:
        """Open an exercise that no machine leads."""
        row = self.leases[one].look()
        if row is None or row.holder:
            return None
        self._drop(one)
        self._stores[one] = self.side.hold(self.leases[one], None)
        return self._found(one)

    def _found(self, one: int) -> object:
        store = self._stores[one]
        assert store is not None
        self._heads[one] = store.found.seq, store.found.chain
        return store.found

    def _commit(self, one: int, number: int, *, losing: bool = False) -> object:
        """Write a record behind the last that is known."""
        store = self._stores[one]
        if store is None:
            return None
        if store.keeper is None:
            store.go_on()
            assert store.keeper is not None
            store.keeper._over.set()  # its beats are steps of their own
            self._epochs[one] = store.keeper.epoch
        seq, before = self._heads[one]
        body = b'{"n":%d}' % number
        chain = link(before, seq + 1, Entry(0, "received", 0, body))
        row = {"seq": seq + 1, "at": 0, "kind": "received", "table_no": 0, "body": body, "chain": chain}
        laid = PendingCommit([row], [None], before, seq + 1, chain)
        store.lay(laid)
        with _Reaching(lambda: self.side.lose(store) if losing else None):
            store.commit(laid)
        self._heads[one] = seq + 1, chain
        return "written"

    def _commit_cut(self, one: int, number: int) -> object:
        """Write a record, and lose the connection while it is written."""
        return self._commit(one, number, losing=True)

    def _lose(self, one: int, number: int) -> object:
        store = self._stores[one]
        if store is not None:
            self.side.lose(store)
        return None

    def _close(self, one: int, number: int) -> object:
        """End in order."""
        store, self._stores[one] = self._stores[one], None
        if store is not None:
            store.close(closing_mark(self._heads[one][1]), ("", ANYONE, MACHINES[1 - one])[number % 3])
        return None


class _Reaching:
    """Do something, once, when the product passes the middle of a commit."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do: Callable[[], object] | None = do
        self._real = failpoints.reach

    def __enter__(self) -> None:
        failpoints.reach = self._reach

    def __exit__(self, *error: object) -> None:
        failpoints.reach = self._real

    def _reach(self, point: str) -> None:
        do, self._do = self._do, None
        if do is not None and point == "inside_commit":
            do()


WHAT = {
    "look": 5, "take": 4, "claim": 1, "renew": 1, "give_up": 1, "open": 4, "resume": 2, "commit": 8, "commit_cut": 2, "lose": 2, "close": 1,
}  # fmt: skip
"""The actions of machines, and their frequency."""


def steps(seed: int) -> Iterator[Step]:
    """Return the random actions of two machines, from one number."""
    chance = Random(f"server {seed}")
    yield Step(0, "commit", 0)
    for number in range(1, STEPS):
        (what,) = chance.choices([*WHAT], [*WHAT.values()])
        yield Step(chance.randrange(2), what, number)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("seed", range(games(4, 60)))
def test_the_model_does_what_a_server_does(
    seed: int, base: Base, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulation's results about a change of the lead say nothing about a real room."""
    monkeypatch.setattr(database_store, "PATIENCE_SECONDS", 0.2)
    model, real = Pair(Modelled()), Pair(Real(base, address))
    done: list[tuple[Step, object]] = []
    try:
        for step in steps(seed):
            done.append((step, real.do(step)))
            assert (model.do(step), *model.stands()) == (done[-1][1], *real.stands()), done
    finally:
        model.end()
        real.end()


def test_a_model_without_the_lock_would_be_noticed(base: Base, address: str) -> None:
    """Two machines commit by turns in one epoch, and the simulation describes no real room."""
    model, real = Pair(Modelled()), Pair(Real(base, address))
    believes = ("look", "claim", "open")
    told = [Step(0, "commit", 0), *(Step(1, what, 1) for what in believes), Step(0, "commit", 2)]
    try:
        with patch.object(database_store, "PATIENCE_SECONDS", 0.2):
            came = [real.do(step) for step in told]
            assert came == [model.do(step) for step in told]
            assert came[-1] == "JournalFenced"
        other = Pair(Modelled())
        with patch.object(ServerStore, "_expect", lambda *_: None):
            assert [other.do(step) for step in told][-1] == "written"
    finally:
        model.end()
        real.end()
