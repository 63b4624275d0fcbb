"""Limits on files that come from outside: checks their kind and size before they are read.

An exercise file may be a forgery. It may have only plain tables, because a view or a trigger can run without end.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from warcouncil.arbiter.shell.base.entries import JournalError, tables

MB = 1024 * 1024
EXERCISE_BYTES_MAX = 8 * 1024 * MB
"""The maximum size of an exercise file, in bytes. Forty tables write 40 MB an hour."""
RECORD_BYTES_MAX = 64 * MB
"""The maximum size of a value in an exercise file, in bytes. The plan of 400 tables with the largest scenario has 26
MB.
"""
LOG_BYTES_MAX = 1024 * MB
"""The maximum size of the log beside an exercise file, in bytes. It usually has 1 MB."""
TRAIL_BYTES_MAX = 1024 * MB
"""The maximum size of a trail, in bytes. It is enough for 16 million records."""
PIECE_BYTES = 64 * 1024
"""How much is read at once. One read of `bytes_max` would need that much memory even for the smallest file."""
PARTS_MAX = 50
"""How many tables and indexes a file may have. An exercise has three."""
NOT_OURS = "{}: this is not an exercise of warcouncil ({})"


def read_bounded(path: Path, bytes_max: int) -> bytes:
    """Return the contents of a file of at most `bytes_max` bytes. Raises OSError.

    It refuses a pipe or a device and never waits for it.
    """
    check_size(path, bytes_max)  # A folder cannot be opened below
    how = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, how), "rb") as file:
        _check(os.fstat(file.fileno()), path, bytes_max)
        data = bytearray()
        while len(data) <= bytes_max and (piece := file.read(PIECE_BYTES)):
            data += piece
        if len(data) > bytes_max:  # The file grows while it is read
            raise OSError(errno.EFBIG, "too large", str(path))
        return bytes(data)


def check_size(path: Path, bytes_max: int) -> None:
    """Check the kind and the size of a file, without opening it. Raises OSError."""
    _check(path.stat(), path, bytes_max)


def _check(found: os.stat_result, path: Path, bytes_max: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a folder", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.ENODEV, "no file", str(path))
    if found.st_size > bytes_max:
        raise OSError(errno.EFBIG, "too large", str(path))


def bound_values(engine: sa.Engine) -> sa.Engine:
    """Make every connection of an engine refuse values that are larger than an exercise has, before memory is used for them."""

    @sa.event.listens_for(engine, "connect")
    def bound(connection: Any, _: object) -> None:
        assert isinstance(connection, sqlite3.Connection)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, RECORD_BYTES_MAX)

    return engine


def check_plain(connection: sa.Connection, name: str) -> None:
    """Check that a file has only plain tables: no view, no trigger, no virtual table, no computed column.

    Raises JournalError, and SQLAlchemyError for a damaged file. No code in the file runs meanwhile.
    """
    found = connection.exec_driver_sql("SELECT type, sql FROM sqlite_master").fetchmany(PARTS_MAX)
    if len(found) == PARTS_MAX:
        raise JournalError(NOT_OURS.format(name, "it has too many tables"))
    for kind, sql in found:
        is_table = kind == "table" and str(sql).lower().startswith("create table ")
        if not (is_table or (kind == "index" and sql is None)):  # SQLite makes some indexes by itself
            raise JournalError(NOT_OURS.format(name, f"no exercise holds a {kind} like one in it"))
    for table in tables.tables:
        columns = connection.exec_driver_sql(f"PRAGMA table_xinfo({table})").all()
        if any(column.hidden for column in columns):
            raise JournalError(NOT_OURS.format(name, "one of its columns is computed"))
