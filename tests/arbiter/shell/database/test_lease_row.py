"""The lease on a real server: at most one arbiter may write, whatever was in progress when another took over."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from warcouncil.arbiter.shell.base import lease
from warcouncil.arbiter.shell.base.entries import JournalError, JournalFenced, JournalSuperseded
from warcouncil.arbiter.shell.base.lease import ANYONE, LeaseKeeper, LeaseRow
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.database import acquire, lock
from warcouncil.arbiter.shell.database.lease_row import LEAP, DatabaseLease
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import Journal

from tests.arbiter.shell.database.test_database_store import name_of
from tests.arbiter.shell.forty import ENTRIES, keep_forty
from tests.servers import Base


@pytest.fixture
def kept(address: str) -> str:
    """Return the address of an exercise with forty records, which its arbiter ended."""
    keep_forty(address)
    return address


@pytest.fixture
def other(kept: str) -> Iterator[DatabaseLease]:
    """Yield the lease as another machine sees it."""
    made = DatabaseLease(home_of(kept), "b4 other")
    yield made
    made.close()


def seen(of: DatabaseLease) -> LeaseRow:
    """Return the present lease."""
    found = of.look()
    assert found
    return found


def taken(by: DatabaseLease) -> int:
    """Take a lease as if it had lapsed, and return the epoch. Its leader is alive, and may beat meanwhile."""
    while (epoch := by.take(seen(by))) is None:
        pass
    return epoch


def taken_over(by: DatabaseLease) -> Journal:
    """Take an exercise as a standby does that has seen its lease lapse."""
    return Journal(acquire.hold_as(LeaseKeeper(by, taken(by)).start(), by))


def count(base: Base, address: str) -> int:
    """Return the number of records."""
    return int(base.ask("select count(*) from warcouncil_journal", name_of(address))[0][0])


def test_a_new_exercise_begins_with_the_first_epoch_and_each_leader_has_a_higher_one(
    kept: str, other: DatabaseLease
) -> None:
    """A seat cannot distinguish an old leader from a new one."""
    assert seen(other) == (1, seen(other).beats, "", "")
    for epoch in (2, 3):
        opened = journal.resume(kept)
        opened.append(ENTRIES[:1])
        assert opened.keeper
        assert (opened.keeper.epoch, seen(other).epoch) == (epoch, epoch)
        assert seen(other).leader
        opened.close()
    assert seen(other)[2:] == ("", "")


def test_an_overtaken_arbiter_writes_nothing_and_learns_the_new_leader(
    base: Base, kept: str, other: DatabaseLease
) -> None:
    """One file contains two courses of an exercise. Its chain does not show it, because nothing was written since."""
    first = journal.resume(kept)
    first.append(ENTRIES[:1])
    second = taken_over(other)
    with pytest.raises(JournalSuperseded, match=r"another machine hosts this exercise now \(other\)"):
        first.append(ENTRIES[1:2])
    first.close()
    assert count(base, kept) == 41
    assert not base.ask("select from warcouncil_exercise where closed <> ''", name_of(kept))
    second.append(ENTRIES[2:3])
    second.close()
    assert seen(other).epoch == 3


def test_a_commit_in_progress_ends_before_a_take_over_or_is_not_written(
    base: Base, kept: str, other: DatabaseLease, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record that appears after another arbiter has begun is unknown to it, and contradicts what was
    reported since.
    """
    monkeypatch.setattr(lock, "_END_OTHERS", sa.text("select :lock, :spared"))  # as another's session
    first = journal.resume(kept)
    first.append(ENTRIES[:1])
    name = name_of(kept)
    park(base, name)
    with ThreadPoolExecutor(2) as hands, base.server.engine(base.name).connect() as holder:
        holder.exec_driver_sql("select pg_advisory_lock(4712)")
        writing = hands.submit(first.append, ENTRIES[1:2])
        until_waiting(base, "advisory")
        taking = hands.submit(other.take, seen(other))
        until_waiting(base, "transactionid")
        assert not taking.done()
        holder.exec_driver_sql("select pg_advisory_unlock(4712)")
        writing.result()
        assert taking.result() == 3
    assert base.ask("select last_seq, epoch from warcouncil_exercise", name) == [(42, 3)]
    with pytest.raises(JournalSuperseded):
        first.append(ENTRIES[2:3])
    first.close()
    assert count(base, kept) == 42


def test_a_commit_that_waited_for_a_take_over_writes_nothing(
    base: Base, kept: str, other: DatabaseLease
) -> None:
    """A waiting commit uses the values that it had read before, so that its record has an old epoch."""
    first = journal.resume(kept)
    first.append(ENTRIES[:1])
    epoch = seen(other).epoch + 1
    with ThreadPoolExecutor(1) as hands, base.server.engine(base.name).connect() as taker:
        taker.exec_driver_sql(f'set search_path to "warcouncil_{name_of(kept)}"')
        taker.exec_driver_sql("begin")
        taker.exec_driver_sql("update warcouncil_lease set epoch = epoch + 1, holder = 'b4 other'")
        taker.exec_driver_sql(f"update warcouncil_exercise set epoch = {epoch}")
        writing = hands.submit(first.append, ENTRIES[1:2])
        until_waiting(base, "transactionid")
        taker.exec_driver_sql("commit")
        with pytest.raises(JournalSuperseded):
            writing.result()
    first.close()
    assert count(base, kept) == 41


def test_a_session_that_hangs_in_a_commit_is_ended(base: Base, kept: str, other: DatabaseLease) -> None:
    """An arbiter that is stopped in the middle of a commit keeps all others from going on."""
    first = journal.resume(kept)
    first.append(ENTRIES[:1])
    store = first._store
    store.connection.exec_driver_sql("update warcouncil_exercise set last_seq = last_seq")  # type: ignore[attr-defined]  # a database's
    second = taken_over(other)
    second.append(ENTRIES[1:2])
    with pytest.raises(JournalSuperseded):
        first.append(ENTRIES[2:3])
    first.close()
    second.close()
    assert count(base, kept) == 42


def park(base: Base, name: str) -> None:
    """Make the next commit wait, after its last statement, for the holder of lock 4712."""
    base.ask(
        "create function park() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4712); return null; end $$",
        name,
    )
    base.ask(
        "create constraint trigger park after update of last_seq on warcouncil_exercise deferrable initially deferred"
        " for each row execute function park()",
        name,
    )


def until_waiting(base: Base, what: str) -> None:
    """Wait until one of the arbiters' sessions waits for a lock of this kind."""
    asked = (
        "select count(*) from pg_stat_activity where application_name = 'warcouncil'"
        " and datname = current_database() and wait_event_type = 'Lock' and wait_event = :what"
    )
    with base.server.engine(
        base.name
    ).connect() as looking:  # each look is its own transaction, and soon: a commit is not awaited without end
        while not looking.execute(sa.text(asked), {"what": what}).scalar_one():
            pass


def test_of_two_that_take_it_at_once_one_has_it(kept: str, other: DatabaseLease) -> None:
    """Two standbys that saw the same lapse both lead. This is also so for two of the same name."""
    third = DatabaseLease(home_of(kept), "c7 other")
    try:
        for _ in range(5):
            at = seen(other)
            with ThreadPoolExecutor(2) as hands:
                got = [one.result() for one in [hands.submit(each.take, at) for each in (other, third)]]
            assert sorted(got, key=bool) == [None, at.epoch + 1]
            winner, loser = (other, third) if got[0] else (third, other)
            assert winner.renew(at.epoch + 1)
            assert not loser.renew(at.epoch + 1)
    finally:
        third.close()


def test_a_leader_that_has_beaten_since_is_not_overtaken(base: Base, kept: str, other: DatabaseLease) -> None:
    """A standby that slept sees no beat for an hour, and supersedes a living leader."""
    opened = journal.resume(kept)
    opened.append(ENTRIES[:1])
    stale = seen(other)
    base.ask("update warcouncil_lease set beats = beats + 1", name_of(kept))
    assert other.take(stale) is None
    opened.append(ENTRIES[1:2])
    opened.close()


def test_a_beat_is_of_one_holder_and_one_epoch(kept: str, other: DatabaseLease) -> None:
    """A leader that comes back under its old name, or with its old epoch, holds a lease that is no longer its
    own.
    """
    at = seen(other)
    epoch = other.take(at)
    assert epoch
    assert other.take(at) == epoch, "asked again it is known that it was taken"
    assert other.renew(epoch)
    assert not other.renew(epoch - 1)
    assert other.take(seen(other)) == epoch + 1
    assert not other.renew(epoch)
    again = DatabaseLease(home_of(kept), "other")
    assert not again.renew(epoch + 1)
    again.close()
    other.give_up(epoch, ANYONE)
    assert seen(other).holder
    other.give_up(epoch + 1, "c7 heir")
    assert seen(other)[2:] == ("", "c7 heir")
    assert not other.renew(epoch + 1)


def test_a_restored_database_begins_far_above_the_epochs_that_its_seats_may_know(
    base: Base, kept: str, other: DatabaseLease
) -> None:
    """Seats refuse every leader with a lower epoch than the newest that they know.

    After a backup was restored, no seat joins any more.
    """
    for sql in (
        "alter table warcouncil_lease rename to dumped",
        "create table warcouncil_lease (like dumped including all)",
        "insert into warcouncil_lease select * from dumped",
    ):
        base.ask(sql, name_of(kept))
    for epoch in (1 + LEAP, 2 + LEAP):
        opened = journal.resume(kept)
        opened.append(ENTRIES[:1])
        opened.close()
        assert seen(other).epoch == epoch
    assert base.ask("select epoch from warcouncil_exercise", name_of(kept)) == [(2 + LEAP,)]


def test_an_exercise_from_before_leases_is_given_one(base: Base, kept: str, other: DatabaseLease) -> None:
    """A host who installs a newer version cannot go on with the exercise.

    A user who may not change it must be told what to run.
    """
    name = name_of(kept)
    base.ask("alter table warcouncil_exercise drop column epoch", name)
    base.ask("drop table warcouncil_lease", name)
    assert other.look() is None
    reader = f"writer_{name}"
    base.ask(f"create role {reader} login password 'writes'")
    base.ask(f'grant usage on schema "warcouncil_{name}" to {reader}')
    base.ask(f'grant all on all tables in schema "warcouncil_{name}" to {reader}')
    url = base.server.url.set(database=base.name, username=reader, password="writes")
    theirs = url.update_query_dict({"exercise": name}).render_as_string(hide_password=False)
    opened = journal.resume(theirs)
    with pytest.raises(
        JournalFenced,
        match=f'begun before leases.* Ask the owner of the database to run: alter table .*warcouncil_{name}.*"?.warcouncil_exercise add column',
    ):
        opened.append(ENTRIES[:1])
    opened.close()
    opened = journal.resume(kept)
    opened.append(ENTRIES[:1])
    opened.close()
    assert seen(other).epoch == 1
    assert count(base, kept) == 41


# --- who comes back ---------------------------------------------------------------------------------------------------


def killed(address: str) -> None:
    """Leave an exercise as a killed arbiter does: its session is gone, and its lease remains."""
    opened = journal.resume(address)
    opened.append(ENTRIES[:1])
    keeper = opened.keeper
    assert keeper
    keeper._over.set()
    keeper._thread.join()
    opened._store.connection.close()  # type: ignore[attr-defined]  # a database's


def test_a_resume_waits_until_the_lease_of_a_dead_arbiter_has_lapsed(
    kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A leader that is only disconnected from the database may still speak to its seats.

    Another arbiter leads at the same time.
    """
    monkeypatch.setattr(lease, "TTL_MS", 300)
    monkeypatch.setattr(acquire, "TELL_MS", 0)
    killed(kept)
    told: list[str] = []
    opened = journal.resume(kept, told.append)
    assert told == [acquire.WAITING]
    opened.append(ENTRIES[1:2])
    assert opened.seq == 42
    opened.close()


def test_a_resume_leaves_a_leader_alone_that_beats(kept: str, other: DatabaseLease) -> None:
    """An arbiter whose connection was cut a moment ago loses its room to an impatient host."""
    killed(kept)  # its connection is lost, but it lives
    epoch = seen(other).epoch
    beating = DatabaseLease(home_of(kept), seen(other).holder)

    class Hand(DatabaseLease):
        """A lease whose old leader beats between two looks."""

        def look(self) -> LeaseRow | None:
            """Return the lease."""
            beating.renew(epoch)
            return super().look()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acquire, "DatabaseLease", Hand)
        with pytest.raises(JournalError, match=r"another host or command uses this exercise\. Stop it first"):
            journal.resume(kept)
    beating.close()
    assert seen(other).epoch == epoch


def test_a_session_that_does_not_end_is_named(
    kept: str, other: DatabaseLease, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host does not learn that a session of another database user must be ended by hand."""
    monkeypatch.setattr(lock, "_END_OTHERS", sa.text("select :lock, :spared"))
    monkeypatch.setattr(acquire, "LOCK_SECONDS", 0.1)
    first = journal.resume(kept)
    first.append(ENTRIES[:1])
    epoch = taken(other)
    assert epoch
    with pytest.raises(JournalError, match="the session of the earlier host does not end"):
        acquire.hold_as(LeaseKeeper(other, epoch).start(), other)
    first.close()
    assert DatabaseLease(home_of(kept)).look() == (epoch, seen(other).beats, "", ANYONE)


def test_an_overtaken_arbiter_changes_nothing_about_the_exercise(
    base: Base, kept: str, other: DatabaseLease, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exercise is marked as ended, or keeps an address where no arbiter listens."""
    monkeypatch.setattr(lock, "_END_OTHERS", sa.text("select :lock, :spared"))
    first = journal.resume(kept)
    first.remember(ListenedAt("127.0.0.1", 5280))
    taken(other)
    with pytest.raises(JournalSuperseded):
        first.remember(ListenedAt("127.0.0.1", 1))
    first.fenced = False
    first.close()
    ((place, closed),) = base.ask(
        "select place, closed from warcouncil_whereabouts, warcouncil_exercise", name_of(kept)
    )
    assert '"port": 5280' in place
    assert not closed
