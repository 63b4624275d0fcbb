"""Many machines, one exercise, one real server.

Machines are late, blocked, killed or given up. One always leads, and no reported record is lost.
"""

from __future__ import annotations

import random
from concurrent.futures import Future, ThreadPoolExecutor
from unittest.mock import AsyncMock, Mock

import pytest
from warcouncil.arbiter.shell.base import lease
from warcouncil.arbiter.shell.base.entries import Entry, JournalError
from warcouncil.arbiter.shell.base.lease import ANYONE, LeaseKeeper, LeaseWatch, NoAnswer
from warcouncil.arbiter.shell.base.listening import AddressTaken
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.database import acquire
from warcouncil.arbiter.shell.database.lease_row import DatabaseLease
from warcouncil.arbiter.shell.hosting import hosting
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import Journal

from tests.arbiter.shell.base.test_lease_keeper import Clock
from tests.arbiter.shell.database.test_database_store import name_of
from tests.arbiter.shell.database.test_lease_row import park
from tests.arbiter.shell.forty import PAPERS
from tests.profile import games
from tests.servers import Base

STEPS = 50
DEEDS = ("look", "look", "look", "beat", "beat", "write", "write", "write", "park", "end", "die", "cut")


class Told:
    """The records that any machine reported to the room."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []
        self.epochs: list[int] = []
        self._number = 0

    def draw(self, epoch: int) -> Entry:
        """Return the next record, which contains the epoch in which it is written."""
        self._number += 1
        return Entry(self._number, "received", 1, b"%d %d" % (epoch, self._number))


class Machine:
    """An arbiter or a standby. The test controls its beats and its clock."""

    def __init__(self, address: str, name: str, told: Told, clock: Clock) -> None:
        self._home = home_of(address)
        self._name = name
        self._told = told
        self._clock = clock
        self._stand_by()
        self.journal: Journal | None = None

    def _stand_by(self) -> None:
        self.lease = DatabaseLease(self._home, f"5a {self._name}")
        self._watch = LeaseWatch(self.lease.me)

    @property
    def keeper(self) -> LeaseKeeper:
        """The keeper of its present or former lease."""
        assert self.journal
        assert self.journal.keeper
        return self.journal.keeper

    def leads(self) -> bool:
        """Return whether the machine trusts itself."""
        return self.journal is not None and self.keeper.leads()

    def look(self) -> None:
        """Look at the lease, and take it if that is allowed."""
        if self.journal is not None:
            return
        try:
            self._watch.saw(self.lease.look(), self._clock())
        except NoAnswer:
            self._watch.lost()
        seen = self._watch.may_take(self._clock())
        epoch = self.lease.take(seen) if seen else None
        if epoch is None:
            return
        self._told.epochs.append(epoch)
        keeper = LeaseKeeper(self.lease, epoch, self._clock)
        keeper._beat()
        self.journal = Journal(acquire.hold_as(keeper, self.lease))
        self.journal.go_on()

    def beat(self) -> None:
        """Send a beat, and end when another machine leads."""
        if self.journal is not None:
            self.keeper._beat()
            if self.keeper.superseded:
                self.end("")

    def write(self, opened: Journal) -> bool:
        """Write a record, and return whether it may be reported.

        Whether it may act was checked earlier, however long ago.
        """
        entry = self._told.draw(self.keeper.epoch)
        try:
            opened.append([entry])
        except JournalError:
            return False
        self._told.kept.append(entry.body)
        return True

    def end(self, heir: str) -> None:
        """End in order, and leave the lease to an heir."""
        if self.journal is not None:
            self.journal.heir = heir
            self.journal.close()
            self.journal = None
            self._stand_by()

    def die(self) -> None:
        """End without a message, as when it is killed."""
        if self.journal is not None:
            self.keeper.store.give_up = lambda *_: None  # type: ignore[method-assign]  # nothing is given up
            self.journal.fenced = True
            self.end("")


class Room:
    """Three machines, and a lock that can hold back a commit."""

    def __init__(self, base: Base, address: str, seed: int) -> None:
        self.base = base
        self.dice = random.Random(seed)
        self.clock = Clock()
        self.told = Told()
        self.machines = [Machine(address, name, self.told, self.clock) for name in "abc"]
        self._hands = ThreadPoolExecutor(1)
        self._parked: tuple[Machine, Future[bool]] | None = None
        self._holder = base.server.engine(base.name).connect()

    def step(self) -> None:
        """Do one random step."""
        self.clock.now += self.dice.choice((50, 200, 600, 1500))
        one = self.dice.choice([each for each in self.machines if each.journal] or self.machines)
        if self._parked and self.dice.random() < 0.3:
            self._let_go()
        busy = self._parked[0] if self._parked else None
        match self.dice.choice(DEEDS):
            case "look":
                for each in self.machines:
                    each.look()
            case "beat" if one is not busy:
                one.beat()
            case "write" if one is not busy and one.journal:
                one.write(one.journal)  # its check may have been an hour ago
            case "park" if busy is None and one.leads() and one.journal:
                self._park(one, one.journal)
            case "end" if one is not busy and self.dice.random() < 0.3:
                one.end(self.dice.choice((ANYONE, "5a b")))
            case "die" if one is not busy and self.dice.random() < 0.5:
                one.die()
            case "cut" if busy is None and self.dice.random() < 0.3:
                self.base.cut()
            case _:
                pass
        assert sum(each.leads() for each in self.machines) <= 1

    def _park(self, one: Machine, opened: Journal) -> None:
        """Start a write of a machine, and block it in its commit."""
        self._holder.exec_driver_sql("select pg_advisory_lock(4712)")
        self._parked = one, self._hands.submit(one.write, opened)
        while not self._parked[1].done() and not self._is_waiting():
            pass

    def _is_waiting(self) -> bool:
        asked = "select from pg_locks where locktype = 'advisory' and objid = 4712 and not granted"
        return self._holder.exec_driver_sql(asked).first() is not None

    def _let_go(self) -> None:
        if self._parked:
            self._holder.exec_driver_sql("select pg_advisory_unlock(4712)")
            self._parked[1].result()
            self._parked = None

    def close(self) -> None:
        """End all machines."""
        self._let_go()
        for one in self.machines:
            one.end(ANYONE)
            one.lease.close()
        self._holder.close()


def test_a_room_in_a_rush_keeps_its_lease(base: Base, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many records a second, or a loop that is blocked for a second and a half, cost a room its arbiter.

    The nightly run writes two thousand records a second.

    The test's clock counts records, so that a slow machine does not fail it.
    """
    made = journal.create(address, PAPERS)
    made.heir = ANYONE
    made.close()
    monkeypatch.setattr(lease, "POLL_SECONDS", 0.001)
    clock, store = Clock(), DatabaseLease(home_of(address), "5a here")
    left = store.look()
    epoch = store.take(left) if left else None
    assert epoch
    keeper = LeaseKeeper(store, epoch, clock).start()
    opened = Journal(acquire.hold_as(keeper, store))

    def beats() -> int:
        """Return the number of beats."""
        return int(base.ask("select beats from warcouncil_lease", name_of(address))[0][0])

    before, records = beats(), games(400, 8000)
    for number in range(records):
        opened.append([Entry(number, "received", 1, b"")])
        clock.now = 50_000 + number * 4000 // records
        assert keeper.leads()
    assert beats() > before
    before = beats()
    clock.now += 1500  # the loop is blocked here, and asks nothing
    while beats() == before:
        pass
    assert keeper.leads()
    opened.close()
    assert not keeper.superseded


def test_one_leads_and_no_reported_record_is_lost(base: Base, address: str) -> None:
    """Two machines trust themselves at one moment, or a reported record is lost.

    Epochs rise with each leader. No record has an older epoch than one before it. Each record that may have been
    reported exists once.
    """
    made = journal.create(address, PAPERS)
    made.heir = ANYONE
    made.close()
    park(base, name_of(address))
    wrote = taken = 0
    for seed in range(games(1, 300)):
        room = Room(base, address, seed)
        try:
            for _ in range(STEPS):
                room.step()
        finally:
            room.close()
        bodies = [
            bytes(body)
            for (body,) in base.ask("select body from warcouncil_journal order by seq", name_of(address))
        ]
        ours = [body for body in bodies if body in {*room.told.kept}]
        epochs = [int(body.split()[0]) for body in bodies]
        assert epochs == sorted(epochs), seed
        assert room.told.epochs == sorted({*room.told.epochs}), seed
        assert sorted(ours) == sorted(room.told.kept), seed
        wrote += len(room.told.kept)
        taken += len(room.told.epochs)
        base.ask("delete from warcouncil_journal", name_of(address))
        base.ask(
            "update warcouncil_exercise set last_seq = 0, last_chain = :origin",
            name_of(address),
            origin=made.papers.origin,
        )
    assert min(wrote, taken) > games(1, 300)


async def test_an_arbiter_that_cannot_begin_leaves_the_lease_to_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A standby that takes over and finds no port closes the exercise in order, and all other standbys end."""
    opened = Mock()
    house = Mock(listen=AsyncMock(side_effect=AddressTaken("port 5280 is in use")), close=AsyncMock())
    monkeypatch.setattr(hosting, "_HostParts", Mock(return_value=house))
    with pytest.raises(AddressTaken):
        await hosting.host(opened, ListenPlace(host="127.0.0.1", port=5280), Mock(), Mock(), ready=Mock())
    assert opened.journal.heir == ANYONE
    assert house.close.called
