"""StandbyMonitor: the leader watches its standbys, tells clients where they are, and may hand over to one.

It never delays the lease. It uses its own connection in another thread, and no caller waits for the answer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from structlog import BoundLogger
from warcouncil.arbiter.core.words.stimuli import Followed, Placed
from warcouncil.arbiter.shell.base.clock import awake_ms
from warcouncil.arbiter.shell.base.lease import NoAnswer
from warcouncil.arbiter.shell.database.standbys import (
    BEAT_MS,
    StandbyRegister,
    StandbyRow,
    StandbyRows,
    followed,
    names,
    placed,
)
from warcouncil.arbiter.shell.service.service import Service

LOOK_SECONDS = 0.5
FRESH_MS = 2 * BEAT_MS


class StandbyWatch:
    """Watches the standbys of a running arbiter. `own` are its own addresses for clients."""

    def __init__(
        self, rows: StandbyRows, service: Service, epoch: int, own: Sequence[str], seq: Callable[[], int]
    ) -> None:
        self._rows = rows
        self._service = service
        self._epoch = epoch
        self._own = tuple(own)
        self._seq = seq
        self._register = StandbyRegister()
        self._told: Placed | None = None
        self._news: Followed | None = None
        self._seqs: deque[tuple[int, int]] = deque([(0, 0)])
        """How many records there were, and when. No standby can have the newest ones yet."""
        self._stopped = False

    @property
    def here(self) -> list[StandbyRow]:
        """The standbys that are present, the one with the most records first."""
        return self._register.here

    @property
    def heir(self) -> str:
        """The standby that would take over, by its name for people, or "" if there is none."""
        here = self.here
        return names(here)[here[0].id] if here else ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Each standby and how many records it is behind, for people."""
        news = self._news.standbys if self._news else ()
        return tuple(
            f"{one.name}, {one.behind} record{'' if one.behind == 1 else 's'} behind" for one in news
        )

    @property
    def behind(self) -> tuple[int, ...]:
        """How many records each standby is behind."""
        return tuple(one.behind for one in self._news.standbys) if self._news else ()

    def begin(self) -> None:
        """Announce this arbiter's addresses, before any client connects."""
        self._tell()

    def hand_over(self) -> bool:
        """Hand the exercise over to the standby with the most records, and end. Return False if there is none."""
        here = self.here
        if not here:
            return False
        self._service.hand_over(here[0].id, self.heir)
        return True

    async def watch(self, log: BoundLogger) -> None:
        """Watch the standbys until this task is cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look(log)

    async def look(self, log: BoundLogger) -> None:
        """Look once, and announce the changes."""
        before, seq = self.heir, self._seq()
        try:
            rows = await asyncio.to_thread(self._rows.look)
        except NoAnswer:
            self._register.lost()
            return
        now = awake_ms()
        self._register.saw(rows, now)
        self._seqs.append((now, seq))
        while len(self._seqs) > 1 and self._seqs[1][0] <= now - FRESH_MS:
            self._seqs.popleft()
        for standby in self._register.expired_names:
            await asyncio.to_thread(self._forget, standby)
        if self.heir != before:
            log.info("standby" if self.heir else "no standby is left", place=self.heir)
        self._follow()

    def stop(self) -> None:
        """Stop watching."""
        self._rows.close()

    def _forget(self, standby: str) -> None:
        with suppress(NoAnswer):  # The next look removes it.
            self._rows.forget(standby)

    def _follow(self) -> None:
        """Announce the changes to clients and consoles."""
        if not self._service.leads:
            return
        self._tell()
        news = followed(self.here, 0, self._seqs[0][1])
        if news != self._news:
            self._news = news
            self._service.settle([news.model_copy(update={"at": self._service.clock.now()})])
        if row := next((row for row in self.here if row.asks), None):
            self._service.hand_over(row.id, names(self.here)[row.id])

    def _tell(self) -> None:
        told = placed(self._own, self.here, 0, self._epoch)
        if told != self._told:
            self._told = told
            self._service.settle([told.model_copy(update={"at": self._service.clock.now()})])
