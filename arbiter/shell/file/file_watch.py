"""FileWatch notices that an exercise file was moved, removed or replaced while it is open, and writes a complete
copy.

An open file stays usable after its name is gone. Without this watch an arbiter would continue to sign receipts for
records that no name leads to.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from warcouncil.arbiter.shell.base.entries import closing_mark
from warcouncil.arbiter.shell.file import trail, write_ahead_log
from warcouncil.arbiter.shell.file.file_lock import cause

RESCUED = "-rescued"
"""The end of a copy's name before the suffix."""
COPIES_MAX = 1000


class FileIdentity(NamedTuple):
    """The values that distinguish a file from another one of the same name."""

    device: int
    number: int


def identity(path: Path) -> FileIdentity | None:
    """Return the identity of the file at a path. Return None if no file is there. Raises OSError."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return FileIdentity(found.st_dev, found.st_ino)


class FileWatch:
    """Watches an open exercise file, its log and its trail. Create it while all of them are in place."""

    def __init__(self, file: Path, connection: sa.Connection) -> None:
        self.file = file.absolute()
        self._connection = connection
        self._own: dict[Path, FileIdentity | None] = {}
        for path in (self.file, write_ahead_log.beside(self.file), trail.beside(self.file)):
            with suppress(OSError):
                self._own[path] = identity(path)
        self.copy: Path | None = None
        """The newest complete copy that was written because the file was not in its place."""
        self.copied = 0
        """The newest record in that copy."""

    def look(self) -> str:
        """Return what is not in its place, or "" if everything is. Never raises."""
        for path, own in self._own.items():
            try:
                now = identity(path)
            except OSError as error:
                return f"{path} cannot be reached ({cause(error)})"
            if own is None:
                self._own[path] = now
            elif now is None:
                where = "" if path.parent.is_dir() else ", with its folder"
                return f"{path} was moved or deleted{where}"
            elif now != own:
                return f"{path} was replaced by another file"
        return ""

    @property
    def is_file_there(self) -> bool:
        """Whether the exercise file itself is in its place. Its log and trail do not matter after it is closed."""
        try:
            return identity(self.file) == self._own.get(self.file)
        except OSError:
            return False

    def rescue(self, seq: int, chain: bytes) -> str:
        """Write a complete copy of all records up to `seq`, between two commits. Return why that failed, or "" if it
        succeeded.

        The copy is beside the file, or in another folder if that folder is gone. A later copy replaces an earlier one.
        """
        if self.copy is not None and self.copied == seq and self.copy.is_file():
            return ""
        fault = ""
        for folder in (
            *self._former(),
            self.file.parent,
            Path.cwd(),
            Path.home(),
            Path(tempfile.gettempdir()),
        ):
            try:
                there = self.copy if self.copy and self.copy.parent == folder else self._free_name(folder)
                self._copy_to(there, chain)
            except (OSError, RuntimeError, sqlite3.Error, sa.exc.SQLAlchemyError) as error:
                fault = fault or f"{folder}: {cause(error)}"
                continue
            self.copy, self.copied = there, seq
            return ""
        return fault

    def _former(self) -> tuple[Path, ...]:
        return (self.copy.parent,) if self.copy else ()

    def _free_name(self, folder: Path) -> Path:
        for number in range(1, COPIES_MAX):
            more = "" if number == 1 else f"-{number}"
            there = folder / f"{self.file.stem}{RESCUED}{more}{self.file.suffix}"
            if not there.exists() and not trail.beside(there).exists():
                return there
        raise FileExistsError(f"{COPIES_MAX} copies lie in {folder}")

    def _copy_to(self, there: Path, chain: bytes) -> None:
        """Copy all records through the open connection, marked as closed in order. Then the copy needs no other file."""
        fresh = there.with_name(there.name + ".new")
        fresh.unlink(missing_ok=True)
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        try:
            source = self._connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            with closing(sqlite3.connect(fresh)) as copy:
                source.backup(copy)
                copy.execute("UPDATE warcouncil_exercise SET closed = ?", (closing_mark(chain),))
                copy.commit()
                copy.execute("PRAGMA journal_mode=DELETE")
            _sync(fresh)
            fresh.replace(there)
            trail.sync_folder(there)
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(file)
    finally:
        os.close(file)
