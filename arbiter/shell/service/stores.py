"""Stores, chosen by where an exercise is at home: here alone, and what a database needs is loaded only for one."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database.standbys import StandbyRows
from warcouncil.arbiter.shell.file import file_store
from warcouncil.arbiter.shell.file.store import Store


def hold(home: Location, hear: Callable[[str], object] = str) -> Store:
    """Take hold of an exercise that is there. Raises JournalError. `hear` is told what is waited for."""
    if home.file is not None:
        return file_store.hold_file(home.file)
    from warcouncil.arbiter.shell.database import acquire

    return acquire.hold(home, hear)


def standbys(home: Location) -> StandbyRows | None:
    """Give where those who stand by for an exercise say so; None: nobody can for a file. Raises JournalError."""
    if home.file is not None:
        return None
    from warcouncil.arbiter.shell.database.standby_rows import DatabaseStandbys

    return DatabaseStandbys(home)


def make(home: Location, papers: Papers) -> Store:
    """Begin a new exercise there, and hold it. Raises JournalError."""
    if home.file is not None:
        return file_store.make_file(home.file, papers)
    from warcouncil.arbiter.shell.database import acquire

    return acquire.make(home, papers)


def discard(home: Location) -> None:
    """Remove an exercise that nobody has joined, after its journal was closed. Raises JournalError and OSError."""
    if home.file is not None:
        file_store.discard_file(home.file)
        return
    from warcouncil.arbiter.shell.database import acquire

    acquire.discard(home)
