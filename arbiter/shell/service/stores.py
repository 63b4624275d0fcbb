"""Stores: chooses the store by the location of an exercise. The modules for a database are imported only for a database."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database.standbys import StandbyRows
from warcouncil.arbiter.shell.file import file_store
from warcouncil.arbiter.shell.file.store import Store


def hold(home: Location, hear: Callable[[str], object] = str) -> Store:
    """Open and lock an existing exercise. Raises JournalError. `hear` receives a message about why the call waits."""
    if home.file is not None:
        return file_store.hold_file(home.file)
    from warcouncil.arbiter.shell.database import acquire

    return acquire.hold(home, hear)


def standbys(home: Location) -> StandbyRows | None:
    """Return the rows of an exercise's standbys, or None if the exercise is in a file. A file has no standbys. Raises
    JournalError.
    """
    if home.file is not None:
        return None
    from warcouncil.arbiter.shell.database.standby_rows import DatabaseStandbys

    return DatabaseStandbys(home)


def make(home: Location, papers: Papers) -> Store:
    """Create a new exercise, and lock it. Raises JournalError."""
    if home.file is not None:
        return file_store.make_file(home.file, papers)
    from warcouncil.arbiter.shell.database import acquire

    return acquire.make(home, papers)


def discard(home: Location) -> None:
    """Remove an exercise that no client has joined, after its journal was closed. Raises JournalError and OSError."""
    if home.file is not None:
        file_store.discard_file(home.file)
        return
    from warcouncil.arbiter.shell.database import acquire

    acquire.discard(home)
