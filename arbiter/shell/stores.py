"""Stores, chosen by where an exercise is at home: here alone, and what a database needs is loaded only for one."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.arbiter.shell import filestore
from warcouncil.arbiter.shell.home import Home
from warcouncil.arbiter.shell.layout import Papers
from warcouncil.arbiter.shell.standbys import StandbyRows
from warcouncil.arbiter.shell.store import Store


def hold(home: Home, hear: Callable[[str], object] = str) -> Store:
    """Take hold of an exercise that is there. Raises JournalError. `hear` is told what is waited for."""
    if home.file is not None:
        return filestore.hold_file(home.file)
    from warcouncil.arbiter.shell import databaseholding

    return databaseholding.hold(home, hear)


def standbys(home: Home) -> StandbyRows | None:
    """Give where those who stand by for an exercise say so; None: nobody can for a file. Raises JournalError."""
    if home.file is not None:
        return None
    from warcouncil.arbiter.shell.databasestandbys import DatabaseStandbys

    return DatabaseStandbys(home)


def make(home: Home, papers: Papers) -> Store:
    """Begin a new exercise there, and hold it. Raises JournalError."""
    if home.file is not None:
        return filestore.make_file(home.file, papers)
    from warcouncil.arbiter.shell import databaseholding

    return databaseholding.make(home, papers)


def discard(home: Home) -> None:
    """Remove an exercise that nobody has joined, after its journal was closed. Raises JournalError and OSError."""
    if home.file is not None:
        filestore.discard_file(home.file)
        return
    from warcouncil.arbiter.shell import databaseholding

    databaseholding.discard(home)
