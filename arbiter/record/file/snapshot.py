"""Snapshots: copies of an exercise file as of one moment, made while an arbiter has locked it.

While an arbiter has locked its file, no other program can read it with SQLite. So this module copies the file and
then its log. If the arbiter started the log again meanwhile, both are copied again. While a log is the same, every
page that was moved from it into the file is still in it (sqlite.org/wal.html#checkpointing). From a database, one
moment is read in one transaction.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.file import trail, write_ahead_log
from warcouncil.arbiter.shell.file.file_lock import NO_FILE, cause
from warcouncil.arbiter.shell.file.outside_files import (
    EXERCISE_BYTES_MAX,
    LOG_BYTES_MAX,
    TRAIL_BYTES_MAX,
    bound_values,
    check_size,
)

TRIES = 20
"""How often a copy is tried. A busy arbiter starts its log again about once a second. A copy needs a fraction of a second."""
_SQLITE = b"SQLite format 3\x00"
_HEAD_BYTES = 100
_LOG_HEAD_BYTES = 32
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def moment(home: Location) -> Iterator[tuple[sa.Connection, Path | None]]:
    """Open an exercise as of one moment. Yields a connection, and the path of the copied file (None for a database).

    Raises JournalError.
    """
    if home.file is None:
        from warcouncil.arbiter.shell.database.connection import moment_of

        with moment_of(home) as connection:
            yield connection, None
        return
    with snapshot(home.file) as copy:
        engine = bound_values(
            sa.create_engine(sa.URL.create("sqlite", database=str(copy)), poolclass=sa.NullPool)
        )
        try:
            with engine.connect() as connection:
                yield connection, copy
        except DatabaseError as error:
            raise JournalError(f"{home}: the file is damaged ({cause(error)}). Read a copy of it") from None
        finally:
            engine.dispose()


@contextmanager
def snapshot(file: Path) -> Iterator[Path]:
    """Yield the path of a copy of the file with log and trail. The copy is removed afterwards. Raises JournalError."""
    try:
        made = tempfile.TemporaryDirectory(prefix="warcouncil-")
    except OSError as error:
        raise JournalError(
            f"{file}: there is no folder for a copy ({cause(error)}). Name one in TMPDIR"
        ) from None
    with made as folder:  # readable only by this user, because it holds codes and keys
        copy = Path(folder) / "exercise"
        try:
            _check(file)
            for _ in range(TRIES):
                if _copied(file, copy):
                    break
            else:
                raise JournalError(
                    f"{file}: it changes faster than it can be copied. Try again in a quiet minute"
                )
        except OSError as error:
            if error.errno in _NO_ROOM:
                raise JournalError(f"{file}: {folder} has no room for a copy ({cause(error)})") from None
            raise JournalError(f"{file}: cannot be read ({cause(error)})") from None
        _pad(copy)
        yield copy


def _pad(copy: Path) -> None:
    """Lengthen a copy that is shorter than the length in its header. SQLite reads no file that is shorter."""
    with copy.open("rb") as opened:
        head = opened.read(_HEAD_BYTES)
    if len(head) < _HEAD_BYTES or head[24:28] != head[92:96]:
        return  # The header has no count of pages, or one that is out of date
    page_bytes = int.from_bytes(head[16:18]) if head[16:18] != b"\x00\x01" else 65_536
    whole = page_bytes * int.from_bytes(head[28:32])
    if copy.stat().st_size < whole <= EXERCISE_BYTES_MAX:
        os.truncate(copy, whole)


def _check(file: Path) -> None:
    if file.is_dir():
        raise JournalError(f"{file}: this is a folder, not an exercise file")
    if not file.exists():
        raise JournalError(f"{file}: there is no such file. Check its name and its folder")
    if not file.is_file():
        raise JournalError(NO_FILE.format(file))
    check_size(file, EXERCISE_BYTES_MAX)
    with file.open("rb") as opened:
        if opened.read(len(_SQLITE)) != _SQLITE:
            raise JournalError(f"{file}: this is not an exercise of warcouncil")


def _copied(file: Path, copy: Path) -> bool:
    """Copy the files. Return whether file and log are of one moment.

    The trail is copied first, so it never lists more than the file.
    """
    log = write_ahead_log.beside(file)
    if not log.exists() and write_ahead_log.kept(log).exists():
        log = write_ahead_log.kept(log)
    _copy(trail.beside(file), trail.beside(copy), TRAIL_BYTES_MAX)
    before = _head(log), _stamp(file)
    shutil.copyfile(file, copy)
    _copy(log, write_ahead_log.beside(copy), LOG_BYTES_MAX)
    after = _head(log), _stamp(file)
    return before == after or (bool(before[0]) and before[0] == after[0])


def _copy(there: Path, here: Path, bytes_max: int) -> None:
    here.unlink(missing_ok=True)
    if there.exists():
        check_size(there, bytes_max)
        shutil.copyfile(there, here)


def _head(log: Path) -> bytes:
    try:
        with log.open("rb") as opened:
            return opened.read(_LOG_HEAD_BYTES)
    except FileNotFoundError:
        return b""


def _stamp(file: Path) -> tuple[int, int]:
    stat = file.stat()
    return stat.st_size, stat.st_mtime_ns
