"""An exercise in a database is read as it was at one moment while its arbiter writes. The arbiter does not notice."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.verify import verify
from warcouncil.arbiter.shell.base.entries import Entry, JournalError
from warcouncil.arbiter.shell.service import journal

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import PAPERS, entries
from tests.servers import Base

TICK = [Entry(1, "ticked", 0, b'{"kind":"ticked","at":1}')]


def test_a_running_exercise_is_read_as_of_one_moment(address: str) -> None:
    """A report mixes two moments, or its reader blocks the room."""
    room = Room("kartenspiel")
    room.sit_all()
    running = journal.create(address, PAPERS)
    running.append(entries(room.journal))
    before = running.seq
    with open_record(address) as record:
        running.append(TICK)  # the write does not wait for the reader
        assert [row.seq for row in record.rows()] == [*range(1, before + 1)]
        running.append(TICK)
        assert (record.whole, record.fault, record.in_use) == (before, "", True)
        assert record.head() == record.head(before)
        with pytest.raises(SQLAlchemyError, match="read-only transaction"):
            record._connection.exec_driver_sql("delete from warcouncil_journal")
    with pytest.raises(JournalError, match="another host or command"):
        journal.resume(address)
    running.close()
    with open_record(address) as record:
        assert (record.whole, record.in_use, record.files) == (before + 2, False, None)


def test_a_false_record_in_a_database_is_found(base: Base, address: str) -> None:
    """An administrator of the database can change a morning without notice."""
    made = journal.create(address, PAPERS)
    room = Room("kartenspiel")
    room.sit_all()
    made.append(entries(room.journal))
    noted = made.head
    made.close()
    with open_record(address) as record:
        found = verify(record)
    assert not found.fails
    assert found.head == noted
    assert any("a database has none" in check.text for check in found.checks)
    base.ask("update warcouncil_journal set at = at + 1 where seq = 2", address.rpartition("=")[2])
    with open_record(address) as record:
        assert record.fault == "record 2 is damaged or was changed"
        assert verify(record).fails


def test_a_missing_exercise_is_named(base: Base, address: str) -> None:
    """A reader sees the error text of the database driver."""
    journal.create(address, PAPERS).close()
    with (
        pytest.raises(JournalError, match="this database has no such exercise; there are"),
        open_record(address + "x"),
    ):
        pass
