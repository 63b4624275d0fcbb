"""Stores, chosen by where an exercise is at home: here alone, and what a database needs is loaded only for one."""

from __future__ import annotations

from warcouncil.arbiter.shell import filestore
from warcouncil.arbiter.shell.home import Home
from warcouncil.arbiter.shell.layout import Papers
from warcouncil.arbiter.shell.store import Store


def hold(home: Home) -> Store:
    """Take hold of an exercise that is there. Raises JournalError."""
    if home.file is not None:
        return filestore.hold_file(home.file)
    from warcouncil.arbiter.shell import databasestore

    return databasestore.hold(home)


def make(home: Home, papers: Papers) -> Store:
    """Begin a new exercise there, and hold it. Raises JournalError."""
    if home.file is not None:
        return filestore.make_file(home.file, papers)
    from warcouncil.arbiter.shell import databasestore

    return databasestore.make(home, papers)


def discard(home: Home) -> None:
    """Remove an exercise that nobody has joined, after its journal was closed. Raises JournalError and OSError."""
    if home.file is not None:
        filestore.discard_file(home.file)
        return
    from warcouncil.arbiter.shell import databasestore

    databasestore.discard(home)
