"""Holding an exercise file: the one connection that writes, locked against a second arbiter, and letting it go again."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from warcouncil.arbiter.shell import trail, writeahead
from warcouncil.arbiter.shell.layout import JournalError

CHECKPOINT_PAGES = 250
"""So many pages (a megabyte) stand in the log alone before they are moved into the file."""


@dataclass(frozen=True, slots=True)
class HeldDatabase:
    """A database that is ours. `file`: None for one that a URL names; only files have a log and a trail."""

    name: str
    engine: sa.Engine
    connection: sa.Connection
    file: Path | None

    @property
    def trail(self) -> Path | None:
        """The place of the file's trail."""
        return trail.beside(self.file) if self.file else None

    def checkpoint(self) -> None:
        """Move what stands in the log into the file; the next transaction begins the log anew."""
        if self.engine.dialect.name == "sqlite":
            self.connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
            self.connection.commit()

    def is_fit(self) -> bool:
        """Tell whether its pages hang together: records can be read in a file that would spoil them when it is written."""
        if self.engine.dialect.name != "sqlite":
            return True
        try:
            return bool(self.connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() == "ok")
        except SQLAlchemyError:
            return False
        finally:
            self.connection.rollback()

    def close(self) -> None:
        """Let it go. SQLite moves the log into the file and removes it."""
        self.connection.close()
        self.engine.dispose()

    def leave(self) -> None:
        """Let it go, but keep the log: what SQLite could not read in it is evidence, and a file in use must have one."""
        log = writeahead.beside(self.file) if self.file else None
        if log is None or not log.exists() or not log.stat().st_size:
            self.close()
            return
        kept = writeahead.kept(log)
        kept.unlink(missing_ok=True)
        try:
            os.link(log, kept)
        except OSError:  # a stick, perhaps, that knows no second names
            with suppress(OSError):
                shutil.copy2(log, kept)
        self.close()
        _put_back(log)


def hold(name: str) -> HeldDatabase:
    """Take hold of a database. Raises JournalError."""
    file = None if is_url(name) else Path(name)
    try:
        url = sa.make_url(name) if is_url(name) else sa.URL.create("sqlite", database=name)
        # Statements that are put into words once take their values by name, in either database.
        style = "named" if url.get_backend_name() == "sqlite" else "pyformat"
        engine = sa.create_engine(url, poolclass=sa.NullPool, paramstyle=style)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise JournalError(f"{name}: {error}") from None
    try:
        held = HeldDatabase(name, engine, engine.connect(), file)
    except SQLAlchemyError as error:
        engine.dispose()
        raise JournalError(f"{name}: cannot be opened ({cause(error)})") from None
    try:
        _lock(held)
    except OperationalError as error:
        held.leave()
        if "locked" in cause(error):
            raise _in_use(name) from None
        raise JournalError(f"{name}: cannot be opened ({cause(error)})") from None
    except DatabaseError as error:
        held.leave()
        why = f"{cause(error)}; put back a whole copy of it, with its -wal and its -trail"
        raise JournalError(f"{name}: cannot be read ({why})") from None
    except JournalError:
        held.leave()
        raise
    return held


def _lock(held: HeldDatabase) -> None:
    if held.engine.dialect.name == "sqlite":
        pages = f"wal_autocheckpoint={CHECKPOINT_PAGES}"
        for pragma in (
            "locking_mode=EXCLUSIVE",
            "busy_timeout=300",
            "journal_mode=WAL",
            "synchronous=FULL",
            pages,
        ):
            held.connection.exec_driver_sql(f"PRAGMA {pragma}")
        held.connection.exec_driver_sql("BEGIN IMMEDIATE")
        held.connection.commit()
    elif held.engine.dialect.name == "postgresql":
        is_ours = held.connection.execute(sa.text("select pg_try_advisory_lock(7770811)")).scalar_one()
        held.connection.commit()
        if not is_ours:
            raise _in_use(held.name)


def _in_use(name: str) -> JournalError:
    return JournalError(f"{name}: another arbiter is using this exercise; stop it first")


def is_url(name: str) -> bool:
    """Tell whether a database is meant, not a file."""
    return "://" in name


def make_private_file(path: Path) -> None:
    """Make the file ourselves, so that it is never readable by others, and its name durable. Raises JournalError."""
    try:
        if trail.beside(path).exists() and not path.exists():
            raise JournalError(
                f"{trail.beside(path)}: is left of another exercise; move it away, or give another file"
            )
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        trail.sync_folder(path)
    except FileExistsError:
        raise JournalError(f"{path}: exists already; resume it, or give another file") from None
    except FileNotFoundError:
        raise JournalError(f"{path}: cannot be made; there is no folder {path.parent}") from None
    except OSError as error:
        raise JournalError(f"{path}: cannot be made ({error.strerror})") from None


def check_file(path: Path) -> None:
    """See whether there is an exercise to open. Raises JournalError."""
    try:
        _put_back(writeahead.beside(path))
        with path.open("r+b") as file:
            head = file.read(16)
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such file{_stood(path)}") from None
    except IsADirectoryError:
        raise JournalError(f"{path}: is a folder, not an exercise file") from None
    except OSError as error:
        raise JournalError(f"{path}: cannot be opened ({error.strerror}){_stood(path)}") from None
    if head != b"SQLite format 3\x00":
        raise JournalError(_stood(path, f"{path}: ") or f"{path}: not an exercise of warcouncil")


def _stood(path: Path, before: str = "; ") -> str:
    """Say that an exercise stood there, when its log or its trail still tells of one; else ""."""
    beside = [other for other in (writeahead.beside(path), trail.beside(path)) if _holds_something(other)]
    if not beside:
        return ""
    names = " and ".join(other.name for other in beside)
    records = trail.records(trail.beside(path))
    told = f" ({records} records were acknowledged)" if records else ""
    return (
        f"{before}an exercise stood here{told}, and its file is gone or spoilt: keep {names} as they are, and put a copy of"
        " the file back beside them"
    )


def _holds_something(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


_CAUSES = (
    ("disk is full", "the disk is full"),
    ("disk i/o", "the disk failed"),
    ("readonly", "nothing can be written there"),
    ("unable to open", "no such file can be opened there"),
    ("malformed", "it is damaged"),
    ("not a database", "it is no exercise file"),
)
"""Words in what the database says of a file, and ours."""


def cause(error: Exception) -> str:
    """Say why: in our words where we know the cause, else in those of the system."""
    said = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or type(error).__name__)
    return next((ours for theirs, ours in _CAUSES if theirs in said.lower()), said)


def _put_back(log: Path) -> None:
    """Give a log that was kept its name again; a kill may have come between."""
    kept = writeahead.kept(log)
    if kept.exists():
        if log.exists() and log.stat().st_size:
            kept.unlink()
        else:
            kept.replace(log)
