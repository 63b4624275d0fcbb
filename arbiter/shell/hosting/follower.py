"""The follower: the part of a standby that replays every record of an exercise as it is written.

It announces the standby, watches the lease, and takes it when no arbiter leads. It writes nothing into the exercise
before it has the lease. Every record that it reads must fit the chain. After a restore of the server it reads all
records again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from nacl.signing import SigningKey
from sqlalchemy.exc import SQLAlchemyError
from warcouncil.arbiter.core.room.recovery import Following
from warcouncil.arbiter.core.words.record import Corrupt, Row
from warcouncil.arbiter.shell.base.clock import ExerciseClock, awake_ms
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, link, meta, records
from warcouncil.arbiter.shell.base.lease import LeaseKeeper, LeaseRow, LeaseWatch, NoAnswer
from warcouncil.arbiter.shell.base.listening import IdleWatch
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.database.acquire import hold_as
from warcouncil.arbiter.shell.database.connection import (
    READING_MS,
    check_link,
    check_server,
    check_there,
    connect,
    engine_of,
    reached,
    said,
    settled,
)
from warcouncil.arbiter.shell.database.lease_row import DatabaseLease
from warcouncil.arbiter.shell.database.standby_rows import DatabaseStandbys, lacking
from warcouncil.arbiter.shell.database.standbys import BEAT_MS, StandbyRow
from warcouncil.arbiter.shell.file.listened_at import ListenedAt, recall
from warcouncil.arbiter.shell.file.papers import read_papers
from warcouncil.arbiter.shell.service.journal import BATCH, Journal
from warcouncil.arbiter.shell.service.opening import Opened, signer
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.words import TableId

SILENT_SECONDS = 10.0
TAKE_TRIES = 3
NO_LEASE = "a program without standbys began it. Stop it in order, and resume it with this program"
_HEAD = sa.select(meta.c.last_seq, meta.c.last_chain, meta.c.closed)


class FollowerNews(NamedTuple):
    """The result of a look. `fault`: why it failed. `doubts`: the tables that this program's version replays with
    another result."""

    leader: str = ""
    epoch: int = 0
    seq: int = 0
    """The newest record that the follower has."""
    still_ms: int = 0
    """How long the leader has not beaten, in milliseconds."""
    may_take: LeaseRow | None = None
    was_ended: bool = False
    """Whether the exercise was closed in order. Then no standby may take over by itself."""
    fault: str = ""
    doubts: tuple[TableId, ...] = ()
    tables: int = 0


@dataclass(frozen=True, slots=True)
class StandbyPlace:
    """The addresses of a standby after it has taken the lead, and its name."""

    name: str
    addresses: tuple[str, ...]
    webs: tuple[str, ...] = ()


class Follower:
    """Follows one exercise. Its methods wait for the server, so an event loop must not call them.

    `asks`: people at the standby want it to lead.
    """

    def __init__(self, home: Location, load: Callable[[str], AnyGame] = registry.load) -> None:
        """Start to follow. Raises JournalError."""
        self.home = settled(home)
        self._load = load
        self._engine = engine_of(self.home).execution_options(isolation_level="AUTOCOMMIT")
        self._line = IdleWatch(SILENT_SECONDS)
        self._connection: sa.Connection | None = None
        self._lease = DatabaseLease(self.home)
        self._standbys = DatabaseStandbys(self.home)
        self._watch = LeaseWatch(self._lease.me)
        self._still_since = awake_ms()
        self._beats: tuple[int, int] = (0, 0)
        self._said_at: int | None = None
        self.place: StandbyPlace | None = None
        self.asks = False
        try:
            with reached(self.home), self._reading() as connection, self._line.waiting():
                self._check(connection)
                self.papers = read_papers(connection, str(self.home)).papers
                self.whereabouts: ListenedAt | None = recall(connection)
            self._begin_anew()
        except (JournalError, SQLAlchemyError):
            self.close()
            raise

    def _check(self, connection: sa.Connection) -> None:
        check_link(self.home, connection)
        check_server(self.home, connection)
        check_there(self.home, connection)
        if lacks := lacking(connection):
            raise JournalError(
                f"{self.home}: this machine could never take over. This user may read, but lacks"
                f" {lacks}. The owner of the exercise can grant it"
            )

    @property
    def me(self) -> str:
        """The holder name with which it would take the lease."""
        return self._lease.me

    @property
    def at(self) -> int:
        """The exercise's time at the newest record."""
        return self._following.at if self._following else 0

    # --- looking --------------------------------------------------------------------------------------------------

    def look(self) -> FollowerNews:
        """Replay new records, announce this standby, and read which arbiter leads. Raises JournalError for a fatal
        error."""
        try:
            self._read()
            row = self._lease.look()
            if row is None:
                return self._sight(None, NO_LEASE)
            self._say()
        except NoAnswer as error:
            self._watch.lost()
            return self._sight(None, str(error))
        except SQLAlchemyError as error:
            self._watch.lost()
            return self._sight(None, said(self.home, error))
        now = awake_ms()
        self._watch.saw(row, now)
        if row and row[:2] != self._beats:
            self._beats, self._still_since = (row.epoch, row.beats), now
        return self._sight(row, "")

    def _sight(self, row: LeaseRow | None, fault: str) -> FollowerNews:
        now = awake_ms()
        following = self._following
        return FollowerNews(
            leader=row.leader if row else "",
            epoch=row.epoch if row else self._beats[0],
            seq=self._seq,
            still_ms=now - self._still_since,
            may_take=self._watch.may_take(now) if row and following else None,
            was_ended=bool(row and row.was_ended and row.epoch),
            fault=fault,
            doubts=tuple(following.doubts) if following else (),
            tables=len(following.exercise.tables) if following else 0,
        )

    def _say(self) -> None:
        """Announce this standby, at most once in BEAT_MS."""
        now = awake_ms()
        if self.place is None or (self._said_at is not None and now - self._said_at < BEAT_MS):
            return
        place = self.place
        self._standbys.say(
            StandbyRow(self.me, place.name, place.addresses, place.webs, self._seq, asks=self.asks)
        )
        self._said_at = now

    # --- reading --------------------------------------------------------------------------------------------------

    def _begin_anew(self) -> None:
        self._seq, self._chain = 0, self.papers.origin
        self._following: Following | None = None

    def _read(self) -> None:
        """Replay all new records."""
        with self._reading() as connection:
            [head] = self._asked(connection, _HEAD)
            if head.last_seq < self._seq or (head.last_seq == self._seq and head.last_chain != self._chain):
                self._begin_anew()  # The server was restored to an earlier state.
            while rows := self._some(connection):
                self._take_in(rows)

    def _some(self, connection: sa.Connection) -> list[Row]:
        """Read some of the new records, and check that they fit the chain. Raises JournalError."""
        query = sa.select(records).where(records.c.seq > self._seq).order_by(records.c.seq).limit(BATCH)
        rows: list[Row] = []
        seq, chain = self._seq, self._chain
        for at_seq, at, kind, table, body, linked in self._asked(connection, query):
            chain = link(chain, seq + 1, Entry(at, kind, table, body))
            seq += 1
            if at_seq != seq or chain != linked:
                raise JournalError(
                    f"{self.home}: record {seq} is damaged or missing, so a standby cannot follow."
                    " Put a backup of the database back (docs/operations.md)"
                )
            rows.append(Row(seq, at, kind, table, body))
        self._seq, self._chain = seq, chain
        return rows

    def _asked(self, connection: sa.Connection, query: sa.Select[Any]) -> list[Any]:
        """Return the server's answer. Only the wait for it counts as silence of the server, not the work on it."""
        with self._line.waiting():
            return list(connection.execute(query))

    def _take_in(self, rows: list[Row]) -> None:
        try:
            if self._following is not None:
                for row in rows:
                    self._following.take(row)
                return
            signing = SigningKey(self.papers.signing_seed)
            key = signing.verify_key.encode().hex()
            self._following = Following(rows, signer(signing), key, self._load)
        except Corrupt as error:
            raise JournalError(f"{self.home}: {error}") from None

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        """Yield the connection for reading, in autocommit mode. It is closed after any error."""
        try:
            if self._connection is None:
                self._connection = connect(
                    self._engine, self.home.exercise, statement_ms=READING_MS, met=self._line.take
                )
            yield self._connection
        except SQLAlchemyError:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None

    # --- leading --------------------------------------------------------------------------------------------------

    def take(self, seen: LeaseRow) -> Opened | None:
        """Take the lease that was seen, and resume the exercise. Return None if another arbiter took it first.

        Raises JournalError. The follower is then unusable.
        """
        assert self._following is not None
        epoch = self._taken(seen)
        if epoch is None:
            return None
        keeper = LeaseKeeper(self._lease, epoch).start()
        journal = Journal(hold_as(keeper, self._lease))
        try:
            for row in journal.rows(after=(self._seq, self._chain)):
                self._following.take(row)
        except JournalError:
            journal.close()
            raise
        exercise = self._following.stand()
        self.leave()
        return Opened(exercise, journal, ExerciseClock(self._following.at), resumed=True)

    def _taken(self, seen: LeaseRow) -> int | None:
        """Take the lease. Without an answer, ask again at once, because the first request may have succeeded."""
        for _ in range(TAKE_TRIES):
            with suppress(NoAnswer):
                return self._lease.take(seen)
        return None

    def leave(self) -> None:
        """Withdraw the announcement, and stop reading."""
        with suppress(NoAnswer):
            self._standbys.forget(self.me)
        self._standbys.close()
        self._drop()
        self._line.close()
        self._engine.dispose()

    def close(self) -> None:
        """Stop following."""
        self.leave()
        self._lease.close()
