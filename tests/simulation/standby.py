"""A standby of the simulation: the product's own follower, which reads the records of the server's model."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from warcouncil.arbiter.shell.base.clock import awake_ms
from warcouncil.arbiter.shell.base.lease import LeaseWatch
from warcouncil.arbiter.shell.hosting import follower
from warcouncil.arbiter.shell.hosting.follower import Follower
from warcouncil.arbiter.shell.service.journal import BATCH
from warcouncil.games import registry

from tests.simulation.loop import Process
from tests.simulation.server import ANSWER_SECONDS, HOME, QUICK, Server, SimLease
from tests.simulation.threads import wait

Head = namedtuple("Head", ("last_seq", "last_chain", "closed"))  # as the library returns a row


class SimFollower(Follower):
    """A standby that begins with the records that the server has now."""

    def __init__(self, server: Server, lease: SimLease, process: Process, chance: Random) -> None:
        assert server.papers is not None
        self.home, self.papers, self.whereabouts = HOME, server.papers, None
        self._load = registry.load
        self._lease = lease
        self._watch = LeaseWatch(lease.me)
        self._still_since, self._beats = awake_ms(), (0, 0)
        self._said_at: int | None = None
        self.place = None
        self._server, self._process, self._chance = server, process, chance
        self._begin_anew()

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        wait(self._process, self._chance.uniform(*QUICK))
        if not self._server.reaches(self._process):
            wait(self._process, ANSWER_SECONDS)
            raise OperationalError("", None, Exception("nobody answers"))
        yield self._server.connection

    def _asked(self, connection: sa.Connection, query: sa.Select[Any]) -> list[Any]:
        if query is follower._HEAD:
            return [Head(*self._server.head, self._server.closed)]
        return self._server.rows[self._seq : self._seq + BATCH]

    def leave(self) -> None:
        """Close everything."""
