"""The journal: every accepted stimulus of one exercise, in order, durable before any client is answered.

A store has the rows, each chained to the last one by BLAKE2b, and the exercise's own keys. A commit that fails is
never retried: the journal is fenced from then on. A journal that is only read stays unchanged.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.core.words.outcome import Closed, Outcome
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Grant, Received, Stimulus
from warcouncil.arbiter.shell.base.entries import (
    Entry,
    JournalError,
    JournalFenced,
    Papers,
    Receipted,
    closing_mark,
    head,
    link,
)
from warcouncil.arbiter.shell.base.lease import ANYONE, LeaseKeeper
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.base.stopwatch import Stopwatch
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.arbiter.shell.file.file_store import FileStore
from warcouncil.arbiter.shell.file.file_watch import FileWatch
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.file.store import PendingCommit, Store
from warcouncil.arbiter.shell.service import stores
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import TableId


def written(
    stimulus: Stimulus, outcome: Outcome, table: TableId, keys: Mapping[str, Grant] = MappingProxyType({})
) -> list[Entry]:
    """Return the journal's entries for a stimulus: the stimulus itself, then the closings that it caused.

    `keys` has the holder of each key. The session and route of a request mean nothing to a later arbiter and are
    left out.
    """
    exclude = {"session", "route"} if isinstance(stimulus, Received) else None
    body = stimulus.model_dump_json(exclude=exclude).encode()
    receipt = None
    if isinstance(stimulus, Received) and isinstance(stimulus.body, Declare) and stimulus.key in keys:
        receipt = Receipted(stimulus.body.gate, keys[stimulus.key].seat)
    entries = [Entry(stimulus.at, stimulus.kind, table, body, receipt)]
    for effect in outcome.effects:
        if isinstance(effect, Closed):
            record = {"gate": effect.gate, "digest": effect.digest, "record": effect.record}
            entries.append(Entry(stimulus.at, "closed", effect.table, to_json(record)))
    return entries


BATCH = 5000
"""How many rows are read at a time."""
_UNREADABLE = (SQLAlchemyError, TypeError, AttributeError, struct.error)
"""Errors that a damaged record may raise."""
COMMIT_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The steps of the histogram of commit times."""
_NOTHING = PendingCommit([], [], b"", 0, b"")


class Journal:
    """An open journal. `append` is durable when it returns. It calls `lay` and `commit`."""

    def __init__(self, kept: Store) -> None:
        self._store = kept
        self.home = kept.home
        self.papers, self.seq, self._chain, self.was_closed = kept.found
        self.whereabouts = kept.whereabouts
        self.fenced = False
        self.heir = ""
        """The arbiter that continues after the journal was closed in order, or "" if the exercise was ended."""
        self.commits = Stopwatch(COMMIT_SECONDS)
        """The durations of all commits."""
        self._laid = _NOTHING
        self._is_whole = False
        self._goes_on = False
        self._is_closed = False

    @property
    def head(self) -> str:
        """The head of its chain. A person who writes it down can later prove that no record up to this one was
        changed.
        """
        return head(self.seq, self._chain)

    @property
    def keeper(self) -> LeaseKeeper | None:
        """The keeper of the exercise's lease, or None if it has no lease or has not taken it yet."""
        return self._store.keeper

    @property
    def epoch(self) -> int:
        """The epoch in which this arbiter leads. It is 0 if there is none."""
        return self.keeper.epoch if self.keeper else 0

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries in one transaction. Raises JournalFenced, now and at every later call, if that fails."""
        if self.lay(entries):
            self.commit()

    def lay(self, entries: Sequence[Entry]) -> bool:
        """Prepare entries for `commit`. Return whether there are any. Raises JournalFenced if anything fails."""
        if self.fenced:
            raise JournalFenced(f"{self.home}: nothing more can be written, because a write failed")
        if not entries:
            return False
        self.go_on()
        self._laid = self._linked(entries)
        with self._fencing():
            self._store.lay(self._laid)
        return True

    def _linked(self, entries: Sequence[Entry]) -> PendingCommit:
        """Return entries with their places in the chain."""
        seq, chain = self.seq, self._chain
        rows: list[dict[str, Any]] = []
        for entry in entries:
            seq += 1
            chain = link(chain, seq, entry)
            rows.append(
                {
                    "seq": seq,
                    "at": entry.at,
                    "kind": entry.kind,
                    "table_no": entry.table,
                    "body": entry.body,
                    "chain": chain,
                }
            )
        return PendingCommit(rows, [entry.receipt for entry in entries], self._chain, seq, chain)

    def commit(self) -> None:
        """Make the prepared entries durable. Raises JournalFenced, now and at every later call, if that fails."""
        with self._fencing(), self.commits.running():
            self._store.commit(self._laid)
        self.seq, self._chain = self._laid.seq, self._laid.chain

    def remember(self, place: ListenedAt) -> None:
        """Store where the exercise listens from now on. Raises JournalFenced."""
        self.go_on()
        with self._fencing():
            self._store.remember(place)
        self.whereabouts = place

    def rows(
        self, batch: int = BATCH, *, alone: bool = False, after: tuple[int, bytes] | None = None
    ) -> Iterator[Row]:
        """Yield every row in order. Check the chain and, unless `alone`, the files beside the exercise.

        `after` is the number and chain value of the last row already read. Raises JournalInDoubt at the first invalid
        row.
        """
        seq, chain = after or (0, self.papers.origin)
        try:
            for at_seq, at, kind, table, body, linked in self._store.rows(batch, seq):
                chain = link(chain, seq + 1, Entry(at, kind, table, body))
                if at_seq != seq + 1 or chain != linked:
                    raise self._store.damaged(seq + 1, self.seq)
                seq += 1
                if not alone:
                    self._store.compare(seq, chain, table)
                yield Row(seq, at, kind, table, body)
        except _UNREADABLE:
            raise self._store.damaged(seq + 1, self.seq) from None
        if seq != self.seq or chain != self._chain:
            raise self._store.damaged(min(seq, self.seq) + 1, self.seq)
        if not alone:
            self._store.check_pages()
        self._is_whole = True

    def go_on(self) -> None:
        """Prepare for writing. The first `append` calls it. Raises JournalFenced."""
        if self._goes_on:
            return
        if not self._is_whole:
            deque(self.rows(), maxlen=0)
        with self._fencing():
            self._store.go_on()
        self._goes_on = True

    @property
    def file_watch(self) -> FileWatch | None:
        """The watch on the exercise file. It is None for a database, and before the file is written to."""
        return self._store.watch if isinstance(self._store, FileStore) else None

    def rescue(self) -> str:
        """Write a complete copy of the exercise if its file was moved or deleted. Return why that failed, or "" if it
        succeeded.
        """
        watch = self.file_watch
        return watch.rescue(self.seq, self._chain) if watch else ""

    def close(self) -> None:
        """Close the exercise. It counts as closed in order if something was written and nothing failed."""
        watch = self.file_watch
        if watch and not self._is_closed and watch.look():
            self.rescue()
        self._is_closed = True
        in_order = self._goes_on and not self.fenced
        self._store.close(closing_mark(self._chain) if in_order else None, self.heir if in_order else ANYONE)

    @contextmanager
    def _fencing(self) -> Iterator[None]:
        """Fence the journal after any failure. Raises JournalFenced."""
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            self.fenced = True
            why = self.home.without_secrets(cause(error))
            raise JournalFenced(
                f"{self.home}: writing failed ({why}). Free space or repair the disk, then resume"
                " the exercise"
            ) from None
        except JournalFenced:
            self.fenced = True
            raise
        except JournalError as error:
            self.fenced = True
            raise JournalFenced(str(error)) from None


def create(where: str | Path | Location, papers: Papers) -> Journal:
    """Create the journal of a new exercise. A failure leaves no file or schema. Raises JournalError."""
    papers = replace(papers, created=papers.created or datetime.now(UTC).isoformat(timespec="seconds"))
    made = Journal(stores.make(home_of(where), papers))
    try:
        made.go_on()
    except JournalError:
        made.close()
        with suppress(JournalError, OSError):
            stores.discard(made.home)
        raise
    return made


def resume(where: str | Path | Location, hear: Callable[[str], object] = str) -> Journal:
    """Open the journal of an exercise. Raises JournalError, which says what is wrong with it.

    `hear` receives a message about why the call waits. `rows` checks the records as it reads them. Nothing is written
    before the first `append`.
    """
    kept = stores.hold(home_of(where), hear)
    try:
        kept.check()
    except OSError as error:
        kept.close(None)
        raise JournalError(f"{kept.home}: cannot be opened ({cause(error)})") from None
    except JournalError:
        kept.close(None)
        raise
    return Journal(kept)
