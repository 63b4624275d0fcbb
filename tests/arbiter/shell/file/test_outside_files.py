"""Files from outside: a device, a pipe, a giant or a forgery is refused in a line, before it is read."""

from __future__ import annotations

import os
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.file import outside_files, trail, write_ahead_log
from warcouncil.arbiter.shell.file.outside_files import RECORD_BYTES_MAX, read_bounded
from warcouncil.arbiter.shell.service.opening import take_up

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep

MB = 1024 * 1024
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such devices")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An exercise that was played for a moment."""
    room = Room("nim")
    room.sit_all()
    return keep(tmp_path / "jena", room.journal)


def refused(file: Path) -> str:
    """Return the line with which reading and resuming refuse a file."""
    said = []
    for use in (_read, take_up):
        with pytest.raises(JournalError) as caught:
            use(file)
        said.append(str(caught.value))
    assert "\n" not in "".join(said)
    return " | ".join(said)


def _read(file: Path) -> None:
    with open_record(file):
        pass


@posix
@pytest.mark.parametrize("kind", ["pipe", "device", "endless", "folder"])
def test_only_a_regular_file_of_a_known_size_is_read(tmp_path: Path, kind: str) -> None:
    """If this fails, a pipe or a device beside an exercise file blocks a command for ever, or takes all memory."""
    path = tmp_path / kind
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/null")
        case "endless":
            path.symlink_to("/dev/zero")
        case _:
            path.mkdir()
    with pytest.raises(OSError, match=r"no file|a folder"):
        read_bounded(path, 1000)


def test_a_large_file_takes_no_memory(tmp_path: Path) -> None:
    """If this fails, a command reads 200 MB into memory before it says that the limit is 64 KiB."""
    path = tmp_path / "large"
    with path.open("wb") as large:
        large.truncate(200 * MB)  # it takes no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(OSError, match="too large"):
            read_bounded(path, 1000)
        assert tracemalloc.get_traced_memory()[1] < MB
    finally:
        tracemalloc.stop()
    path.write_bytes(b"x" * 1000)
    assert read_bounded(path, 1000) == b"x" * 1000


@posix
@pytest.mark.parametrize("beside", [trail.beside, write_ahead_log.beside])
def test_a_device_beside_an_exercise_file_is_not_read(file: Path, beside: Callable[[Path], Path]) -> None:
    """If this fails, a file whose trail is a device fills the memory of everyone who verifies it."""
    beside(file).unlink(missing_ok=True)
    beside(file).symlink_to("/dev/zero")
    assert "that is a device or a pipe, not a file" in refused(file)


def test_an_exercise_file_that_is_too_large_is_not_copied(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, a sparse file of a terabyte fills the disk for temporary files."""
    from warcouncil.arbiter.record.file import snapshot
    from warcouncil.arbiter.shell.file import file_lock

    for module in (snapshot, file_lock):
        monkeypatch.setattr(module, "EXERCISE_BYTES_MAX", 4096)
    assert refused(file).count("the file is too large") == 2


FORGERIES = {
    "a view without end": """
        ALTER TABLE warcouncil_exercise RENAME TO other;
        CREATE VIEW warcouncil_exercise AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT other.* FROM other WHERE (SELECT count(*) FROM n) > 0;
    """,
    "a view of the journal": """
        ALTER TABLE warcouncil_journal RENAME TO other;
        CREATE VIEW warcouncil_journal AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT other.* FROM other, n;
    """,
    "a trigger": """
        CREATE TRIGGER t AFTER UPDATE ON warcouncil_exercise BEGIN
        INSERT INTO warcouncil_journal SELECT * FROM warcouncil_journal; END;
    """,
    "a computed column": """
        ALTER TABLE warcouncil_exercise DROP COLUMN closed;
        ALTER TABLE warcouncil_exercise ADD COLUMN closed BLOB GENERATED ALWAYS AS (zeroblob(1000000)) VIRTUAL;
    """,
    "an index on an expression": """
        CREATE INDEX i ON warcouncil_journal (hex(hex(hex(body))));
    """,
    "a view that calls itself a table": """
        ALTER TABLE warcouncil_exercise RENAME TO other;
        CREATE VIEW warcouncil_exercise AS SELECT * FROM other;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET type = 'table', rootpage = 2 WHERE type = 'view';
    """,
}


@pytest.mark.parametrize("how", FORGERIES)
def test_an_exercise_file_may_hold_plain_tables_alone(file: Path, how: str) -> None:
    """If this fails, a file that a participant sends keeps `verify` busy for ever."""
    with closing(sqlite3.connect(file)) as forged:
        forged.executescript(FORGERIES[how])
        forged.commit()
    said = refused(file)
    assert "this is not an exercise of warcouncil" in said or "damaged" in said


def test_a_record_without_bounds_is_not_taken_into_memory(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, one record of 900 MB takes 1.8 GB of the machine that verifies it."""
    monkeypatch.setattr(outside_files, "RECORD_BYTES_MAX", 100_000)
    with open_record(file) as record:
        assert record.fault == ""
    with closing(sqlite3.connect(file)) as forged:
        forged.execute("UPDATE warcouncil_journal SET body = zeroblob(200000) WHERE seq = 2")
        forged.commit()
    assert "cannot be read" in refused(file)
    assert RECORD_BYTES_MAX > 26 * MB, "the largest plan must fit"


@pytest.mark.parametrize("places", [(1, 0), (0, 1), (1, 1)])
def test_a_forged_name_of_many_letters_is_refused_in_a_line(file: Path, places: tuple[int, int]) -> None:
    """If this fails, a host that resumes the file ends with a traceback."""
    long = "x" * 100
    with closing(sqlite3.connect(file)) as forged:
        if places[0]:
            forged.execute("UPDATE warcouncil_exercise SET exercise = ?", (long,))
        if places[1]:
            forged.execute(
                "UPDATE warcouncil_journal SET body = replace(CAST(body AS TEXT), '\"Jena\"', ?) WHERE seq = 1",
                (f'"{long}"',),
            )
        forged.commit()
    refused(file)
