"""The journal: its content does not change, and any damage is found and named."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, JournalFenced, Papers
from warcouncil.arbiter.shell.file.data_loss import JournalInDoubt
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.arbiter.shell.file.file_store import FileStore
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import Journal

from tests.arbiter.shell.forty import ENTRIES, PAPERS, keep_forty


def made(folder: Path) -> Path:
    """Make a closed journal with forty records."""
    path = folder / "here" / "exercise.warcouncil"
    path.parent.mkdir()
    keep_forty(path)
    return path


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Return the path of a closed journal with forty records, in its own folder."""
    return made(tmp_path)


def read(path: Path) -> list[Row]:
    """Read a whole journal."""
    opened = journal.resume(path)
    try:
        return list(opened.rows())
    finally:
        opened.close()


def told(opened: Journal, sql: str) -> Any:
    """Run a statement in the database of an open file, and return the result."""
    kept = opened._store
    assert isinstance(kept, FileStore)
    found = kept.connection.exec_driver_sql(sql)
    answer = found.scalar() if found.returns_rows else None
    kept.connection.commit()
    return answer


def spoil(path: Path, sql: str) -> None:
    """Change a closed journal without the journal's knowledge."""
    with sqlite3.connect(path) as database:
        database.execute(sql)
    database.close()


def test_written_records_are_read_again(where: Path) -> None:
    """A resume does not see every record in order, or the exercise's own keys."""
    assert read(where) == [Row(at + 1, *entry[:4]) for at, entry in enumerate(ENTRIES)]
    opened = journal.resume(where)
    assert opened.papers.curve_secret == PAPERS.curve_secret
    assert opened.papers.signing_seed == PAPERS.signing_seed
    opened.close()


def test_only_the_owner_reads_the_file(where: Path) -> None:
    """The file contains every secret of the exercise, and another user can read it, also while it is written."""
    opened = journal.resume(where)
    opened.append(ENTRIES[:1])
    modes = {stat.S_IMODE(path.stat().st_mode) for path in where.parent.glob("exercise*")}
    opened.close()
    assert modes == ({0o600} if os.name == "posix" else {0o666})


def test_the_papers_show_no_secret() -> None:
    """A log line or a traceback that shows the papers (the keys of an exercise) reveals the keys."""
    assert PAPERS.curve_secret not in repr(PAPERS)


@pytest.mark.parametrize(
    ("sql", "record"),
    [
        ("UPDATE warcouncil_journal SET body = x'00' WHERE seq = 7", 7),
        ("UPDATE warcouncil_journal SET body = 'text' WHERE seq = 7", 7),
        ("UPDATE warcouncil_journal SET at = at + 1 WHERE seq = 1", 1),
        ("UPDATE warcouncil_journal SET at = 'soon' WHERE seq = 2", 2),
        ("UPDATE warcouncil_journal SET kind = 'closed' WHERE seq = 40", 40),
        ("UPDATE warcouncil_journal SET table_no = 1 WHERE seq = 12", 12),
        ("UPDATE warcouncil_journal SET chain = zeroblob(32) WHERE seq = 3", 3),
        ("DELETE FROM warcouncil_journal WHERE seq = 20", 20),
        ("DELETE FROM warcouncil_journal WHERE seq = 40", 40),
        ("DELETE FROM warcouncil_journal WHERE seq > 30", 31),
        ("DELETE FROM warcouncil_journal", 1),
        ("UPDATE warcouncil_journal SET seq = 41 WHERE seq = 40", 40),
        ("UPDATE warcouncil_exercise SET exercise = 'another'", 1),
        ("UPDATE warcouncil_exercise SET curve_secret = curve_public", 1),
    ],
)
def test_a_changed_record_is_named(where: Path, sql: str, record: int) -> None:
    """An edited, deleted or swapped record is not found, or not named."""
    spoil(where, sql)
    with pytest.raises(JournalInDoubt, match=rf"record {record} is damaged or missing"):
        read(where)


def test_rows_of_another_exercise_do_not_fit(where: Path, tmp_path: Path) -> None:
    """Records copied from another exercise are accepted."""
    other = tmp_path / "other.warcouncil"
    made = journal.create(other, Papers("Other", "q" * 40, "t" * 40, b"\x02" * 32))
    made.append(ENTRIES)
    made.close()
    with sqlite3.connect(where) as database:
        database.execute("ATTACH ? AS other", (str(other),))
        database.execute("DELETE FROM warcouncil_journal")
        database.execute("INSERT INTO warcouncil_journal SELECT * FROM other.warcouncil_journal")
    database.close()
    with pytest.raises(JournalInDoubt, match="record 1 "):
        read(where)


def test_no_flipped_byte_goes_unseen(where: Path) -> None:
    """A flipped byte in the file changes what is read, and is not found."""
    good = read(where)
    data = where.read_bytes()
    found = 0
    for place in range(0, len(data), 97):
        flipped = bytearray(data)
        flipped[place] ^= 0x55
        where.write_bytes(flipped)
        try:
            assert read(where) == good
        except JournalError:
            found += 1
    assert found > 20


def test_a_cut_file_is_found(where: Path) -> None:
    """A file that lost its end is read as a shorter exercise."""
    data = where.read_bytes()
    digest = 32  # the file ends with one; a single lost byte may have been 0, which SQLite reads there anyway
    for length in (*range(0, len(data), 4096), 10, 100, 5000, len(data) - digest):
        where.write_bytes(data[:length])
        with pytest.raises(JournalError):
            read(where)


def test_a_second_arbiter_is_refused(where: Path) -> None:
    """Two arbiters on one file report two courses, or the second is not refused in one line."""
    first = journal.resume(where)
    with pytest.raises(JournalError, match=r"another host or command uses this exercise\. Stop it first"):
        journal.resume(where)
    first.append(ENTRIES[:1])
    first.close()
    assert len(read(where)) == 41


def test_bad_files_are_named(tmp_path: Path) -> None:
    """A missing, foreign, empty or newer file, or a folder, is not refused with its cause."""
    foreign = tmp_path / "foreign"
    foreign.write_text("something else entirely")
    with pytest.raises(JournalError, match="not an exercise of warcouncil"):
        journal.resume(foreign)
    database = sqlite3.connect(tmp_path / "other.db")
    database.execute("CREATE TABLE cats (name)")
    database.commit()
    database.close()
    with pytest.raises(JournalError, match="not an exercise of warcouncil"):
        journal.resume(tmp_path / "other.db")
    with pytest.raises(JournalError, match="there is no such file"):
        journal.resume(tmp_path / "missing")
    with pytest.raises(JournalError, match="is a folder"):
        journal.resume(tmp_path)
    with pytest.raises(JournalError, match=r"is a folder\. Name a file in it"):
        journal.create(tmp_path, PAPERS)
    with pytest.raises(JournalError, match="does not exist"):
        journal.create(tmp_path / "no" / "where", PAPERS)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_named(tmp_path: Path) -> None:
    """The message for a pipe names the cause "None"."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(JournalError, match="pipe: this is a pipe or a device, not an exercise file"):
        journal.resume(tmp_path / "pipe")


def test_a_file_without_the_right_to_write_it_is_not_called_spoilt(
    where: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host with an intact file on a locked disk is told that it is damaged, and looks for a copy."""
    monkeypatch.setattr(Path, "open", Mock(side_effect=OSError(errno.EROFS, "Read-only file system")))
    with pytest.raises(JournalError, match=r"its folder is read-only\. .*a folder where you can write$"):
        journal.resume(where)
    refused = Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(JournalError, match=r"no permission to write to it.*a folder of your own") as told:
        journal.resume(where)
    assert "spoilt" not in str(told.value)
    with pytest.raises(JournalError, match="is a folder"):
        journal.resume(where.parent)


def test_half_a_file_is_named_in_our_words(where: Path) -> None:
    """A tutor whose disk was removed too soon reads the database's message about a disk image."""
    where.write_bytes(where.read_bytes()[: where.stat().st_size // 8 * 4])
    with pytest.raises(
        JournalError, match=r"cannot be read \(it is damaged\). Put back a whole copy of the file"
    ) as told:
        journal.resume(where)
    assert "malformed" not in str(told.value)


@pytest.mark.parametrize(("number", "whose"), [(1, "an older"), (3, "a newer")])
def test_another_format_is_refused(where: Path, number: int, whose: str) -> None:
    """A file of another program is read in part."""
    spoil(where, f"UPDATE warcouncil_exercise SET format = {number}")
    with pytest.raises(JournalError, match=f"{whose} warcouncil wrote this file"):
        journal.resume(where)


def test_a_new_exercise_overwrites_nothing(where: Path) -> None:
    """A new exercise in the same file destroys the old one."""
    with pytest.raises(JournalError, match="exists already"):
        journal.create(where, PAPERS)
    assert len(read(where)) == 40


def test_a_failed_commit_fences_the_journal(where: Path) -> None:
    """After a failed write the journal writes more, though the content of the disk is unknown."""
    opened = journal.resume(where)
    _forbid_writing(opened)
    with pytest.raises(JournalFenced, match="writing failed"):
        opened.append(ENTRIES[:1])
    _forbid_writing(opened, forbid=False)
    with pytest.raises(JournalFenced, match="nothing more can be written"):
        opened.append(ENTRIES[:1])
    opened.close()
    assert len(read(where)) == 40


def test_a_full_disk_fences_the_journal(where: Path) -> None:
    """F8: a full disk damages acknowledged records, or the operator is not told what to do."""
    opened = journal.resume(where)
    pages = told(opened, "PRAGMA page_count")
    told(opened, f"PRAGMA max_page_count={pages}")
    with pytest.raises(JournalFenced, match=r"disk is full.*Free space or repair the disk, then resume"):
        opened.append([Entry(1, "received", 1, bytes(100_000))])
    opened.close()
    assert len(read(where)) == 40


def _forbid_writing(opened: Journal, *, forbid: bool = True) -> None:
    told(opened, f"PRAGMA query_only={int(forbid)}")


def test_a_commit_reaches_the_disk(where: Path) -> None:
    """A record is not on the disk when `append` returns, because the write-ahead log is not fully synchronised."""
    opened = journal.resume(where)
    asked = {name: told(opened, f"PRAGMA {name}") for name in ("synchronous", "journal_mode")}
    opened.close()
    assert asked == {"synchronous": 2, "journal_mode": "wal"}


@pytest.mark.parametrize("left", [b"", b"\x00" * 40, None], ids=["emptied", "spoilt", "gone"])
def test_a_missing_exercise_file_is_reported_with_the_files_to_keep(
    tmp_path: Path, left: bytes | None
) -> None:
    """A host reads `not an exercise`, believes it, and deletes the log and the trail that prove what was
    acknowledged.
    """
    where = tmp_path / "battle.warcouncil"
    opened = journal.create(where, PAPERS)
    opened.append(ENTRIES[:3])
    kept = {other: other.read_bytes() for other in tmp_path.iterdir() if other != where}
    opened.close()
    where.unlink()
    if left is not None:
        where.write_bytes(left)
    for other, data in kept.items():
        other.write_bytes(data)
    with pytest.raises(
        JournalError,
        match=r"an exercise was here \(3 records .* Keep battle.warcouncil-wal and battle.*-trail",
    ):
        journal.resume(where)
    assert all(other.read_bytes() == data for other, data in kept.items())


class ServerError(Exception):
    """An error as a driver of PostgreSQL raises it."""

    sqlstate = "53100"


def sqlite_error(code: int, name: str) -> sqlite3.Error:
    """Return an error of SQLite whose text is unknown to us."""
    error = sqlite3.OperationalError("unbekannt")
    error.sqlite_errorcode, error.sqlite_errorname = code, name
    return error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL, "SQLITE_FULL"), "the disk is full"),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE, "SQLITE_IOERR_WRITE"), "the disk failed"),
        (sqlite_error(sqlite3.SQLITE_TOOBIG, "SQLITE_TOOBIG"), "SQLite says SQLITE_TOOBIG"),
        (ServerError("Platte voll"), "the server's disk is full"),
        (OSError(errno.ENOSPC, "Platte voll"), "the disk is full"),
        (ValueError("nichts"), "ValueError"),
    ],
)
def test_a_cause_is_recognised_by_its_number(error: Exception, told: str) -> None:
    """An operator reads a library's sentence, which can change with its next version."""
    wrapped = sa.exc.DBAPIError("insert", {}, error)
    assert cause(error) == told
    assert cause(wrapped) == told


def test_a_lost_connection_is_reported_as_such() -> None:
    """An operator reads an unclear message of the driver when the connection to the database is lost."""
    lost = sa.exc.DBAPIError("insert", {}, Exception("server closed it"), connection_invalidated=True)
    assert cause(lost) == "the connection was lost"
