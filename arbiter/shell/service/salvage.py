"""Salvage: continues an exercise without its unreadable records, after a person has accepted the loss. Nothing is
deleted.

The records up to the first damaged one are copied into a new file, followed by a record of what was given up. Only
then does the new file replace the old one. The rest of the old one stays beside it as `FILE.damaged`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.shell.base.entries import Entry, JournalError
from warcouncil.arbiter.shell.file import trail, write_ahead_log
from warcouncil.arbiter.shell.file.data_loss import JournalInDoubt, Loss, since
from warcouncil.arbiter.shell.file.file_lock import cause, check_file
from warcouncil.arbiter.shell.file.file_store import hold_file
from warcouncil.arbiter.shell.file.trail import Trail
from warcouncil.arbiter.shell.service import journal

_BATCH = 1000
Tell = Callable[[int, Loss], list[Entry]]
"""Returns the record of a loss, from the exercise time of the last remaining record."""


def give_up(where: Path, told: Loss, tell: Tell) -> Loss:
    """Rewrite the file without the records in doubt, and return the loss. Raises JournalError if nothing can be read."""
    check_file(where)
    try:
        _keep_aside(where)
        return _rewritten(where, told, tell)
    except OSError as error:
        raise JournalError(
            f"{where}: the file cannot be rescued ({cause(error)}). Free space, or repair the disk"
        ) from None


def _rewritten(where: Path, told: Loss, tell: Tell) -> Loss:
    fresh = where.with_name(where.name + ".mending")
    for path in _files(fresh):
        path.unlink(missing_ok=True)
    old = journal.Journal(hold_file(where))
    try:
        rows = _readable(old)
        before = trail.read(trail.beside(where), old.papers.origin)
    finally:
        old.close()
    if not rows:
        raise JournalError(f"{where}: not even its first record can be read. Resume from a copy of the file")
    made = journal.create(fresh, old.papers)
    for start in range(0, len(rows), _BATCH):
        made.append([_entry(row, before) for row in rows[start : start + _BATCH]])
    after = trail.read(trail.beside(fresh), old.papers.origin)
    assert after
    loss = since(_parted(before, after), known=old.seq, trail=before, is_open=told.is_open)
    made.append(tell(rows[-1].at, loss))
    made.close()
    write_ahead_log.beside(where).unlink(missing_ok=True)
    fresh.replace(where)
    trail.beside(fresh).replace(trail.beside(where))
    trail.sync_folder(where)
    return loss


def _readable(old: journal.Journal) -> list[Row]:
    """Return the records up to the first damaged one.

    A record at the end is left out too, if its closing may be lost with the damaged one.
    """
    rows: list[Row] = []
    try:
        rows.extend(old.rows(batch=1, alone=True))
    except JournalInDoubt:
        while rows and (rows[-1].kind == "due" or b'"type":"rule"' in rows[-1].body):
            rows.pop()
    return rows


def _entry(row: Row, before: Trail | None) -> Entry:
    slot = before.slot(row.seq) if before else None
    return Entry(row.at, row.kind, row.table, row.body, slot.receipt if slot else None)


def _parted(before: Trail | None, after: Trail) -> int:
    """Return the number of the first record that differs from the old trail."""
    ours = range(1, after.last + 1)
    told = (slot for seq in ours if before and (slot := before.slot(seq)))
    return next((slot.seq for slot in told if not after.fits(slot.seq, slot.chain)), after.last + 1)


def _keep_aside(where: Path) -> None:
    """Copy the file, its log and its trail to unused names."""
    names = (where.with_name(f"{where.name}.damaged{number or ''}") for number in count())
    aside = next(name for name in names if not any(path.exists() for path in _files(name)))
    for path, copy in zip(_files(where), _files(aside), strict=True):
        if path.exists():
            shutil.copy2(path, copy)


def _files(where: Path) -> tuple[Path, Path, Path]:
    return where, write_ahead_log.beside(where), trail.beside(where)
