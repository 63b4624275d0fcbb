"""A journal of forty records that was closed in order, for every store."""

from __future__ import annotations

from pathlib import Path

from warcouncil.arbiter.shell.base.entries import Entry, Papers
from warcouncil.arbiter.shell.service import journal

PAPERS = Papers("Exercise", "p" * 40, "s" * 40, b"\x01" * 32)
ENTRIES = [Entry(at, "received", at % 3, b'{"n":%d}' % at) for at in range(40)]


def keep_forty(where: Path | str) -> None:
    """Write forty records there, and close the journal in order."""
    made = journal.create(where, PAPERS)
    made.append(ENTRIES[:1])
    made.append(ENTRIES[1:])
    made.close()
