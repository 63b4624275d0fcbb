"""Backup copies of an exercise file in another folder, such as on a USB stick: one complete file as of one moment.

A copy replaces the last copy completely or not at all. It overwrites only an earlier copy of the same exercise.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.record.file.snapshot import snapshot
from warcouncil.arbiter.shell.base.entries import JournalError, closing_mark, meta, records
from warcouncil.arbiter.shell.file import listened_at, trail, write_ahead_log
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.arbiter.shell.file.papers import PapersRead, read_papers

ASIDES_MAX = 1000
BESIDE = (trail.beside, write_ahead_log.beside)
"""The files beside an exercise file that an arbiter has used."""


class CopyContents(NamedTuple):
    """The number of the last record in a copy. `aside` is the new path of another file that was in its place. It is
    None if there was no such file.
    """

    seq: int
    aside: Path | None = None


def keep(file: Path, there: Path, moment: str) -> CopyContents:
    """Copy an exercise file, with or without a running arbiter. Raises JournalError and OSError.

    The copy of a file in use stores the time of copying (`moment`). A resume from the copy shows it.
    """
    if there.exists() and there.samefile(file):
        raise JournalError(f"{there}: this is the exercise file itself. Keep its copy in another folder")
    with snapshot(file) as copy:
        found = _made_whole(copy, moment)
        aside = _put_aside(there, copy, found)
        # These belong to a resume from the last copy. The new copy would otherwise be compared with them.
        for beside in BESIDE:
            beside(there).unlink(missing_ok=True)
        _into_place(copy, there)
    return CopyContents(found.seq, aside)


def keep_folder(folder: Path, there: Path) -> None:
    """Copy a folder beside an exercise file, with its sub-folders. Raises OSError."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            target = there / path.relative_to(folder)
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # The file existed a moment ago and is no longer needed.
                _into_place(path, target)


def _made_whole(copy: Path, moment: str) -> PapersRead:
    """Merge a copy with its log and remove its trail, so that the copy is one file. Raises JournalError."""
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(copy)), poolclass=sa.NullPool)
    try:
        with engine.connect() as connection:
            found = read_papers(connection, copy.name)
            connection.execute(sa.update(meta).values(closed=closing_mark(found.chain)))
            connection.commit()
            place = listened_at.recall(connection)
            if place is not None and not found.was_closed:
                listened_at.remember(connection, replace(place, copied=moment))
            whole = connection.execute(sa.select(sa.func.count()).select_from(records)).scalar_one()
            fit = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            connection.rollback()
            if whole != found.seq or fit != "ok":
                raise JournalError("the copy is damaged: check the disk of the exercise file")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
            connection.commit()
    except SQLAlchemyError as error:
        raise JournalError(f"it cannot be copied ({cause(error)})") from None
    finally:
        engine.dispose()
    trail.beside(copy).unlink(missing_ok=True)
    return found


def _put_aside(there: Path, copy: Path, found: PapersRead) -> Path | None:
    """Move a file that is in the way to another name, unless it is an earlier moment of the same exercise."""
    if not there.exists() or _leads_to(there, copy, found):
        return None
    for number in range(1, ASIDES_MAX):
        aside = there.with_name(f"{there.name}.{number}")
        if not aside.exists():
            for beside in BESIDE:
                with suppress(FileNotFoundError):
                    beside(there).rename(beside(aside))
            there.rename(aside)
            return aside
    raise JournalError(
        f"{there.parent}: {ASIDES_MAX} copies of other exercises are there already. Keep this copy"
        " in another folder"
    )


def _leads_to(there: Path, copy: Path, found: PapersRead) -> bool:
    """Return whether this copy contains everything that the last copy has."""
    try:
        before = _papers(there)
        if before.papers != found.papers or before.seq > found.seq:
            return False
        return before.seq == 0 or before.chain == _chain_at(copy, before.seq)
    except (SQLAlchemyError, JournalError):
        return False


def _papers(file: Path) -> PapersRead:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    try:
        with engine.connect() as connection:
            return read_papers(connection, file.name)
    finally:
        engine.dispose()


def _chain_at(file: Path, seq: int) -> bytes:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    try:
        with engine.connect() as connection:
            return bytes(
                connection.execute(sa.select(records.c.chain).where(records.c.seq == seq)).scalar_one()
            )
    finally:
        engine.dispose()


def _into_place(path: Path, there: Path) -> None:
    """Copy a file, readable only by its owner. Move the copy into place when it is completely on the disk."""
    fresh = there.with_name(there.name + ".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as to, path.open("rb") as opened:
            shutil.copyfileobj(opened, to)
            to.flush()
            os.fsync(to.fileno())
        fresh.replace(there)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
    trail.sync_folder(there)
