"""Opening and closing an exercise file: the one connection that writes, with a lock against a second arbiter."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.os_errors import why
from warcouncil.arbiter.shell.file import trail, write_ahead_log
from warcouncil.arbiter.shell.file.outside_files import EXERCISE_BYTES_MAX, bound_values, check_size
from warcouncil.games.kit.text.phrases import listed

CHECKPOINT_PAGES = 250
"""How many pages the log may have before they are moved into the file. They have one megabyte."""
NO_FILE = "{}: this is a pipe or a device, not an exercise file"
"""Opening a pipe or a device could wait for ever, so it is never opened."""
IN_USE = "another host or command uses this exercise. Stop it first"


@dataclass(frozen=True, slots=True)
class HeldFile:
    """An exercise file that this process has locked."""

    file: Path
    engine: sa.Engine
    connection: sa.Connection

    @property
    def trail(self) -> Path:
        """The path of the file's trail."""
        return trail.beside(self.file)

    def checkpoint(self) -> None:
        """Move the content of the log into the file. The next transaction starts the log again."""
        self.connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
        self.connection.commit()

    def is_fit(self) -> bool:
        """Return whether its pages are consistent. A file with damaged pages may be readable, but writing would
        damage its records."""
        try:
            return bool(self.connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() == "ok")
        except SQLAlchemyError:
            return False
        finally:
            self.connection.rollback()

    def close(self) -> None:
        """Close the file. SQLite moves the log into the file and removes the log."""
        self.connection.close()
        self.engine.dispose()

    def leave(self) -> None:
        """Close the file, but keep the log. An unreadable log is kept as evidence, and a file in use needs its log."""
        log = write_ahead_log.beside(self.file)
        if not log.exists() or not log.stat().st_size:
            self.close()
            return
        kept = write_ahead_log.kept(log)
        kept.unlink(missing_ok=True)
        try:
            os.link(log, kept)
        except OSError:  # Some file systems, such as that of a USB stick, have no hard links.
            with suppress(OSError):
                shutil.copy2(log, kept)
        self.close()
        _put_back(log)


def hold(file: Path) -> HeldFile:
    """Open and lock a file. Raises JournalError."""
    # The store compiles its statements once and passes their values by name.
    url = sa.URL.create("sqlite", database=str(file))
    engine = bound_values(sa.create_engine(url, poolclass=sa.NullPool, paramstyle="named"))
    try:
        held = HeldFile(file, engine, engine.connect())
    except SQLAlchemyError as error:
        engine.dispose()
        raise JournalError(f"{file}: cannot be opened ({cause(error)})") from None
    try:
        _lock(held.connection)
    except OperationalError as error:
        held.leave()
        if _is_locked(error):
            raise JournalError(f"{file}: {IN_USE}") from None
        raise JournalError(f"{file}: cannot be opened ({cause(error)})") from None
    except DatabaseError as error:
        held.leave()
        mend = "Put back a whole copy of the file, with its -wal and its -trail"
        raise JournalError(f"{file}: cannot be read ({cause(error)}). {mend}") from None
    return held


def _lock(connection: sa.Connection) -> None:
    pages = f"wal_autocheckpoint={CHECKPOINT_PAGES}"
    for pragma in (
        "locking_mode=EXCLUSIVE",
        "busy_timeout=300",
        "journal_mode=WAL",
        "synchronous=FULL",
        pages,
    ):
        connection.exec_driver_sql(f"PRAGMA {pragma}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    connection.commit()


def make_private_file(path: Path) -> None:
    """Create the file, readable only by its owner, and make its name durable. Raises JournalError."""
    try:
        if trail.beside(path).exists() and not path.exists():
            raise JournalError(
                f"{trail.beside(path)}: this file belongs to another exercise. Move it away, or give"
                " another file"
            )
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        trail.sync_folder(path)
    except FileExistsError:
        mend = (
            "this is a folder. Name a file in it"
            if path.is_dir()
            else "this file exists already. Resume it, or give another file"
        )
        raise JournalError(f"{path}: {mend}") from None
    except FileNotFoundError:
        raise JournalError(
            f"{path}: the folder {path.parent} does not exist. Create it, or give another file"
        ) from None
    except OSError as error:
        raise JournalError(f"{path}: the file cannot be created ({cause(error)})") from None


CHECK_NAME = ". Check its name and its folder"


def check_file(path: Path) -> None:
    """Check whether there is an exercise to open. Raises JournalError."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise JournalError(NO_FILE.format(path))
        _put_back(write_ahead_log.beside(path))
        if path.exists():
            check_size(path, EXERCISE_BYTES_MAX)
        with path.open("r+b") as file:
            head = file.read(16)
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such file{_stood(path) or CHECK_NAME}") from None
    except IsADirectoryError:
        raise JournalError(f"{path}: this is a folder, not an exercise file") from None
    except PermissionError:
        raise JournalError(_forbidden(path)) from None
    except OSError as error:
        if error.errno == errno.EROFS:  # The file itself may be intact.
            raise JournalError(
                f"{path}: its folder is read-only. Copy the file, its -wal and its -trail to a"
                " folder where you can write"
            ) from None
        raise JournalError(f"{path}: cannot be opened ({cause(error)}){_stood(path)}") from None
    if head != b"SQLite format 3\x00":
        raise JournalError(_stood(path, f"{path}: ") or f"{path}: this is not an exercise of warcouncil")


def _forbidden(path: Path) -> str:
    if path.is_dir():  # Windows reports a folder as a permission error.
        return f"{path}: this is a folder, not an exercise file"
    return (
        f"{path}: you have no permission to write to it, or another program has it open. Close that"
        " program, or copy the file, its -wal and its -trail to a folder of your own"
    )


def _stood(path: Path, before: str = "; ") -> str:
    """Return a warning if the log or trail of an exercise is still here, but its file is not. Otherwise ""."""
    beside = [
        other for other in (write_ahead_log.beside(path), trail.beside(path)) if _holds_something(other)
    ]
    if not beside:
        return ""
    names = listed(other.name for other in beside)
    records = trail.records(trail.beside(path))
    told = f" ({records} records were acknowledged)" if records else ""
    return (
        f"{before}an exercise was here{told}, and its file is missing or damaged. Keep {names} as"
        " they are, and put a copy of the file back beside them"
    )


def _holds_something(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SQLITE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk failed",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_PERM: "you have no permission",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is not an exercise file",
    sqlite3.SQLITE_ERROR: "its tables are not those of an exercise",
    sqlite3.SQLITE_NOMEM: "this machine is out of memory",
    **dict.fromkeys(_LOCKED, "another program is using it"),
}
_POSTGRESQL = {
    "25006": "it is read-only",
    "3D000": "there is no such database",
    "3F000": "there is no such schema",
    "42501": "this user has no permission",
    "42P01": "its tables are not those of an exercise",
    "42P06": "it exists already",
    "42P07": "it exists already",
    "53100": "the server's disk is full",
    "53200": "the server is out of memory",
    "53300": "the server accepts no more connections",
    "55P03": "another session holds it",
    "57014": "the server took too long",
    "57P01": "the server is stopping",
    "57P02": "the server is stopping",
    "57P03": "the server is still starting",
    "58030": "the server's disk failed",
    "XX001": "it is damaged",
    "XX002": "it is damaged",
}


def cause(error: BaseException) -> str:
    """Return a text of this program that says why a file or a database failed. An error without a number is named by
    its class.
    """
    found: object = getattr(error, "orig", None) or error
    state = getattr(found, "sqlstate", None)
    if state:
        return _POSTGRESQL.get(state, f"PostgreSQL says SQLSTATE {state}")
    if isinstance(found, sqlite3.Error):
        named = getattr(found, "sqlite_errorname", type(found).__name__)
        return _SQLITE.get(_primary(found), f"SQLite says {named}")
    if getattr(error, "connection_invalidated", False):
        return "the connection was lost"
    return why(found) if isinstance(found, OSError) else type(found).__name__


def _is_locked(error: OperationalError) -> bool:
    return _primary(error.orig) in _LOCKED


def _primary(error: object) -> int:
    """Return SQLite's primary number of an error. Return 0 if it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _put_back(log: Path) -> None:
    """Restore the name of a log that was kept. The process may have been killed before it did this."""
    kept = write_ahead_log.kept(log)
    if kept.exists():
        if log.exists() and log.stat().st_size:
            kept.unlink()
        else:
            kept.replace(log)
