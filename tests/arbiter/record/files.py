"""Exercise files for tests: the events of a room in virtual time, as its arbiter stores them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.shell.base.entries import Entry, Papers
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import Journal

PAPERS = Papers("Jena", "public", "secret", b"\1" * 32, "2026-10-14T09:00:00+00:00")


def entries(rows: Iterable[Row]) -> list[Entry]:
    """Return the records of a room as its journal takes them."""
    return [Entry(row.at, row.kind, row.table, row.body) for row in rows]


def begin(file: Path, rows: Iterable[Row], *, papers: Papers = PAPERS) -> Journal:
    """Write these records, and keep the file open as a running arbiter does."""
    made = journal.create(file, papers)
    made.append(entries(rows))
    return made


def keep(file: Path, rows: Iterable[Row], *, papers: Papers = PAPERS) -> Path:
    """Write these records, and close the file in order."""
    begin(file, rows, papers=papers).close()
    return file
