"""An exercise in a database.

Each record that was reported as kept is kept, once, whatever happens to the connection and the server.
"""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.record.file.database_roll import roll
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base import listening
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, JournalFenced, JournalSuperseded
from warcouncil.arbiter.shell.base.lease import ANYONE
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.database import acquire, database_store, lock
from warcouncil.arbiter.shell.database import connection as database_connection
from warcouncil.arbiter.shell.file.data_loss import JournalInDoubt
from warcouncil.arbiter.shell.hosting.follower import Follower
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import Journal
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.arbiter.shell.service.stores import discard

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import entries
from tests.arbiter.shell.cutting import Wire
from tests.arbiter.shell.forty import ENTRIES, PAPERS, keep_forty
from tests.profile import BY_NIGHT, games
from tests.servers import PASSWORD, Base


def name_of(address: str) -> str:
    """Return the exercise name of an address."""
    return address.rpartition("=")[2]


@pytest.fixture
def kept(address: str) -> str:
    """Return the address of an exercise with forty records that was closed in order."""
    keep_forty(address)
    return address


@pytest.fixture
def wire(base: Base) -> Iterator[Wire]:
    """Yield a proxy to the server that can cut the connection."""
    url = base.server.url
    with Wire(url.host or "127.0.0.1", url.port or 5432) as made:
        yield made


def by_wire(address: str, base: Base, wire: Wire) -> str:
    """Return an exercise's address through the proxy."""
    return base.address(name_of(address), wire.port)


def read(address: str) -> list[Row]:
    """Read a whole exercise."""
    opened = journal.resume(address)
    try:
        return list(opened.rows())
    finally:
        opened.close()


def test_written_records_are_read_again(kept: str) -> None:
    """A resume does not see every record in order, the exercise's own keys, or that it was closed in order."""
    assert read(kept) == [Row(at + 1, *entry[:4]) for at, entry in enumerate(ENTRIES)]
    opened = journal.resume(kept)
    assert (opened.papers.curve_secret, opened.papers.signing_seed) == ("s" * 40, b"\x01" * 32)
    assert opened.was_closed
    opened.append(ENTRIES[:1])
    opened._store.close(None)  # as a kill leaves it
    assert not journal.resume(kept).was_closed


def test_an_exercise_closed_in_order_is_free_at_once(kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ends a session with a delay.

    A host that resumes at once is told that another arbiter or command uses the exercise.
    """
    first = journal.resume(kept)
    assert isinstance(first._store, database_store.DatabaseStore)
    connection, engine = first._store.connection, first._store._engine
    first.append(ENTRIES[:1])
    with monkeypatch.context() as patch:
        patch.setattr(connection, "close", lambda: None)
        patch.setattr(engine, "dispose", lambda: None)
        first.close()
    journal.resume(kept).close()
    connection.close()
    engine.dispose()


def test_one_database_holds_many_exercises_each_for_one_arbiter(base: Base, kept: str) -> None:
    """Two arbiters lead one exercise, or two exercises block each other."""
    other = base.address(name_of(kept) + "-b")
    first, second = journal.resume(kept), journal.create(other, PAPERS)
    for taken in (kept, other):
        with pytest.raises(JournalError, match=r"another host or command uses this exercise\. Stop it first"):
            journal.resume(taken)
    first.append(ENTRIES[:1])
    second.append(ENTRIES[:2])
    first.close()
    second.close()
    assert (len(read(kept)), len(read(other))) == (41, 2)


CHANGES = [
    ("UPDATE warcouncil_journal SET body = 'text' WHERE seq = 7", 7),
    ("UPDATE warcouncil_journal SET at = at + 1 WHERE seq = 1", 1),
    ("UPDATE warcouncil_journal SET kind = 'closed' WHERE seq = 40", 40),
    ("UPDATE warcouncil_journal SET table_no = 1 WHERE seq = 12", 12),
    ("UPDATE warcouncil_journal SET chain = '' WHERE seq = 3", 3),
    ("DELETE FROM warcouncil_journal WHERE seq = 20", 20),
    ("DELETE FROM warcouncil_journal WHERE seq > 30", 31),
    ("UPDATE warcouncil_journal SET seq = 41 WHERE seq = 40", 40),
    ("UPDATE warcouncil_exercise SET exercise = 'another'", 1),
    ("UPDATE warcouncil_exercise SET format = 3", 0),
]


def test_a_changed_record_is_named(base: Base, kept: str) -> None:
    """An edited, deleted or swapped record is not found, or not named."""
    name = name_of(kept)
    tables = "warcouncil_journal", "warcouncil_exercise"
    for table in tables:
        base.ask(f"create table saved_{table} as select * from {table}", name)
    for sql, record in CHANGES:
        base.ask(sql, name)
        found = (
            f"record {record} is damaged or missing. In doubt: .* Put a backup"
            if record
            else "a newer warcouncil wrote"
        )
        with pytest.raises(JournalInDoubt if record else JournalError, match=found):
            read(kept)
        for table in tables:
            base.ask(f"delete from {table}", name)
            base.ask(f"insert into {table} select * from saved_{table}", name)
    assert len(read(kept)) == 40


def test_a_loss_cannot_be_accepted_there(base: Base, kept: str) -> None:
    """A host accepts a loss in a database, where a backup should be restored, and records are discarded."""
    base.ask("DELETE FROM warcouncil_journal WHERE seq > 30", name_of(kept))
    with pytest.raises(JournalInDoubt, match="Put a backup of the database back"):
        take_up(kept, accept_loss=True)


def test_bad_places_are_named(base: Base, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bad location is not refused in one line that says what to do, or the line repeats the password."""
    with pytest.raises(JournalError, match="an exercise with this name is there already"):
        journal.create(kept, PAPERS)
    with pytest.raises(JournalError, match="the name of the exercise is missing"):
        journal.create(base.address(), PAPERS)
    wrong = {
        base.address(
            "nowhere"
        ): rf"this database has no such exercise; there are: .*({name_of(kept)}|and \d+ more)",
        kept.replace("@127.0.0.1", "x@127.0.0.1"): "password authentication failed",
        kept.replace(base.name, "nix"): 'database "nix" does not exist',
        kept + "&sslmode=require": "does not support SSL, but SSL was required",
        kept.replace("postgresql+psycopg", "oracle"): "this kind of database is not known",
    }
    for address, said in wrong.items():
        with pytest.raises(JournalError, match=said) as told:
            journal.resume(address)
        assert "\n" not in str(told.value)
        assert PASSWORD not in str(told.value)
        assert home_of(kept).secrets[0][1] not in repr(home_of(kept))
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(
        JournalError, match=r"needs its driver\. Install it: .*python.* -m pip install \"psycopg\[binary\]\""
    ):
        journal.resume(kept)


def test_an_exercise_without_people_is_deleted_again(base: Base, address: str) -> None:
    """A host that cannot use its port leaves an exercise that no person can ever join."""
    journal.create(address, PAPERS).close()
    discard(home_of(address))
    found = base.ask(
        "select 1 from pg_namespace where nspname = :name", name=f"warcouncil_{name_of(address)}"
    )
    assert found == []


# --- what is refused -------------------------------------------------------------------------------------------------


def refusing(base: Base, exercise: str, code: str, text: str) -> None:
    """Make the server refuse every record."""
    base.ask(
        f"create function refuse() returns trigger language plpgsql as $$ begin raise '{text}' using errcode = '{code}'; end $$",
        exercise,
    )
    base.ask(
        "create trigger refuse before insert on warcouncil_journal for each row execute function refuse()",
        exercise,
    )


def test_a_full_disk_fences_the_journal(base: Base, kept: str) -> None:
    """F8: a server that cannot write damages acknowledged records, or the journal writes to it again."""
    opened = journal.resume(kept)
    refusing(base, name_of(kept), "53100", "could not extend file: No space left on device")
    with pytest.raises(JournalFenced, match=r"the server.s disk is full.*then resume"):
        opened.append(ENTRIES[:1])
    base.ask("drop trigger refuse on warcouncil_journal", name_of(kept))
    with pytest.raises(JournalFenced, match="nothing more can be written"):
        opened.append(ENTRIES[:1])
    opened.close()
    assert len(read(kept)) == 40


def test_a_locked_table_fences_the_journal(base: Base, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """During maintenance of the database, an arbiter waits for ever, and its room too."""
    monkeypatch.setattr(database_connection, "LOCK_MS", 100)
    opened = journal.resume(kept)
    opened.go_on()
    with base.server.engine(base.name).connect() as other:
        other.exec_driver_sql(f'begin; lock table "warcouncil_{name_of(kept)}".warcouncil_journal')
        with pytest.raises(JournalFenced, match="another session holds it"):
            opened.append(ENTRIES[:1])
        other.exec_driver_sql("rollback")
    opened.close()
    assert len(read(kept)) == 40


def test_a_user_without_rights_is_told_so(base: Base, kept: str) -> None:
    """A database user who may only read is told that there is no exercise, or writes half of one."""
    name = name_of(kept)
    reader = f"reader_{name}"
    base.ask(f"create role {reader} login password 'only reads'")
    base.ask(f'grant usage on schema "warcouncil_{name}" to {reader}')
    base.ask(f'grant select on all tables in schema "warcouncil_{name}" to {reader}')
    url = base.server.url.set(database=base.name, username=reader, password="only reads")
    theirs = url.update_query_dict({"exercise": name}).render_as_string(hide_password=False)
    opened = journal.resume(theirs)
    assert len(list(opened.rows())) == 40
    with pytest.raises(JournalFenced, match="this user has no permission"):
        opened.append(ENTRIES[:1])
    opened.close()
    with pytest.raises(
        JournalError, match=r"the exercise cannot be written there \(this user has no permission"
    ):
        journal.create(theirs + "-new", PAPERS)
    assert len(read(kept)) == 40


# --- what is lost on the way ------------------------------------------------------------------------------------------


def test_a_commit_that_the_wire_was_cut_in_counts_once(base: Base, kept: str, wire: Wire) -> None:
    """A declaration that was kept but not acknowledged counts twice, or an acknowledged one is lost."""
    opened = journal.resume(by_wire(kept, base, wire))
    opened.append(ENTRIES[:1])
    before = [*range(-60, 14)]
    answers = [*range(18)]  # with eighteen it is whole
    chosen = (before, answers) if BY_NIGHT else ((-60, -6, 3, 6, 7), (0, 5, 14))
    seq, kept_already = opened.seq, 0
    for way, places in zip((wire.before_the_commit, wire.in_the_answer), chosen, strict=True):
        for place in places:
            cuts = wire.cuts
            way(place)
            opened.append([Entry(place, "received", 1, b"cut")])
            seq += 1
            assert wire.cuts == cuts + 1
            assert opened.seq == seq
            assert base.ask("select count(*), max(seq) from warcouncil_journal", name_of(kept)) == [
                (seq, seq)
            ]
            kept_already += way == wire.in_the_answer
    assert kept_already
    with pytest.raises(JournalError, match="another host or command uses"):
        journal.resume(kept)
    opened.close()
    assert len(read(kept)) == seq


def test_a_cut_between_two_commits_costs_nothing(base: Base, kept: str) -> None:
    """A server that is restarted in a pause ends the morning."""
    opened = journal.resume(kept)
    opened.append(ENTRIES[:1])
    base.cut()
    opened.append(ENTRIES[1:3])
    opened.close()
    assert len(read(kept)) == 43


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cut_while_records_are_read_is_no_damage(base: Base, kept: str) -> None:
    """A host restores a backup because a connection was cut during the resume."""
    opened = journal.resume(kept)
    base.cut()
    with pytest.raises(
        JournalError, match=r"the connection was lost while the records were read\. Try again"
    ):
        list(opened.rows())
    opened.close()
    gc.collect()  # the library leaves a cursor on a lost connection open, which is reported here
    assert len(read(kept)) == 40


def test_a_silent_server_is_abandoned(
    base: Base, kept: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that hangs keeps its connection open, and the arbiter waits for hours."""
    monkeypatch.setattr(acquire, "SILENT_SECONDS", 0.3)
    monkeypatch.setattr(listening, "LOOK_SECONDS", 0.05)
    opened = journal.resume(by_wire(kept, base, wire))
    opened.append(ENTRIES[:1])
    wire.is_silent = True
    wire.in_the_answer(0)
    opened.append(ENTRIES[1:2])
    assert wire.cuts == 1
    opened.close()
    assert len(read(kept)) == 42


def test_a_connection_that_is_watched_does_not_wait_for_more_than_came() -> None:
    """The driver reads until nothing arrives.

    In a room of forty tables a standby waits for more than ten seconds, and gives up.
    """
    near, far = socket.socketpair()
    watch = listening.IdleWatch(60)
    with near, far:
        near.setblocking(False)
        watch.take(near.fileno())
        with pytest.raises(BlockingIOError):
            near.recv(1)
        watch.close()


def test_without_an_answer_of_the_server_nothing_is_reported(
    base: Base, kept: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An arbiter guesses. It reports a missing record as written, or a written one as lost."""
    monkeypatch.setattr(database_store, "PATIENCE_SECONDS", 0.2)
    opened = journal.resume(by_wire(kept, base, wire))
    opened.append(ENTRIES[:1])
    wire.in_the_answer(0)
    wire.is_gone = True
    with pytest.raises(JournalFenced, match=r"gave no result .* Nothing of this write was acknowledged"):
        opened.append(ENTRIES[1:2])
    with pytest.raises(JournalFenced, match="nothing more can be written"):
        opened.append(ENTRIES[2:3])
    opened.close()
    assert len(read(kept)) in (41, 42)


def test_a_commit_in_progress_is_awaited(base: Base, kept: str, wire: Wire) -> None:
    """A server that is asked too early denies a record, and writes it a moment later.

    The record is then written twice.
    """
    name = name_of(kept)
    opened = journal.resume(by_wire(kept, base, wire))
    opened.append(ENTRIES[:1])
    base.ask(
        "create function park() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return null; end $$",
        name,
    )
    base.ask(
        "create constraint trigger park after insert on warcouncil_journal deferrable initially deferred"
        " for each row execute function park()",
        name,
    )
    taken: list[bool] = []
    take = lock.locked
    with base.server.engine(base.name).connect() as other, pytest.MonkeyPatch.context() as patch:
        other.exec_driver_sql("select pg_advisory_lock(4711)")

        def tried(connection: sa.Connection, home: Location) -> bool:
            """Try to take the lock, and end the old session only after the first look."""
            taken.append(take(connection, home))
            if len(taken) == 1:
                other.exec_driver_sql("select pg_advisory_unlock(4711)")
            return taken[-1]

        patch.setattr(database_store, "locked", tried)
        patch.setattr(lock, "_END", sa.text("select :pid, :start"))  # as if it could not be ended
        wire.before_the_commit(1000)  # all of it arrives, and no answer comes back
        opened.append(ENTRIES[1:2])
    assert taken[0] is False
    assert taken[-1] is True
    base.ask("drop trigger park on warcouncil_journal", name)
    opened.close()
    assert len(read(kept)) == 42


def test_a_pooler_is_refused(base: Base, kept: str, wire: Wire) -> None:
    """A pooler lends sessions.

    Two arbiters could have one lock, and a reader could see another exercise's tables.
    """
    wire.renumbers = True
    through = by_wire(kept, base, wire)
    for act in (
        journal.resume,
        lambda where: open_record(where).__enter__(),
        lambda where: Follower(home_of(where)),
        lambda where: [*roll(home_of(where))],
    ):
        with pytest.raises(JournalError, match="this is a connection pooler"):
            act(through)
    wire.renumbers = False
    assert read(through)


def test_an_overtaken_arbiter_writes_nothing(base: Base, kept: str) -> None:
    """An arbiter that was disconnected and came back overwrites what another has reported since."""
    first = journal.resume(kept)
    first.append(ENTRIES[:1])
    assert first.keeper
    first.keeper.stop(ANYONE)  # as if it had been disconnected for long
    base.cut()
    second = journal.resume(kept)
    second.append([Entry(7, "received", 2, b"the other's")])
    second.close()
    with pytest.raises(JournalSuperseded, match="another machine hosts this exercise now"):
        first.append([Entry(8, "received", 2, b"too late")])
    first.close()
    assert [row.body for row in read(kept)[40:]] == [b'{"n":0}', b"the other's"]


def test_a_server_that_forgot_is_found_out(base: Base, kept: str) -> None:
    """A second server that replaced the first without its last moments goes on as if nothing were missing."""
    opened = journal.resume(kept)
    opened.append(ENTRIES[:1])
    saved = base.ask("select last_seq, last_chain from warcouncil_exercise", name_of(kept))[0]
    opened.append(ENTRIES[1:2])
    base.ask("delete from warcouncil_journal where seq = 42", name_of(kept))
    base.ask(
        "update warcouncil_exercise set last_seq = :seq, last_chain = :chain",
        name_of(kept),
        seq=saved[0],
        chain=saved[1],
    )
    with pytest.raises(JournalFenced, match="the server was put back to an earlier moment"):
        opened.append(ENTRIES[2:3])
    opened.close()


def test_an_exercise_disconnected_after_any_record_goes_on_from_there(base: Base, address: str) -> None:
    """The next arbiter misses records, or restores a room that breaks an invariant."""
    room = Room("kartenspiel")
    room.sit_all()
    found = entries(room.journal)
    opened: Journal = journal.create(address, PAPERS)
    step = max(1, len(found) // games(4, len(found)))
    for start in range(0, len(found), step):
        opened.append(found[start : start + step])
        base.cut()
        opened._store.close(None)
        again = take_up(address)
        opened = again.journal
        assert opened.seq == min(len(found), start + step)
    opened.close()
    assert [row.body for row in read(address)] == [entry.body for entry in found]


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        (b"", True),
        (b"/tmp", True),
        (b"127.0.0.1", True),
        (b"::1", True),
        (b"localhost", True),
        (b"192.0.2.7", False),
        (b"db", False),
    ],
)
def test_only_this_machine_needs_no_encryption(host: bytes, is_here: bool) -> None:
    """All secrets of an exercise pass a network unencrypted."""
    assert database_connection._is_here(host) is is_here
