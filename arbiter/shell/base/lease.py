"""The lease of an exercise in a database, and the thread that renews it. Only beats that were seen count.

- A leader trusts its lease from the moment of its request, never from the answer. It trusts it for a shorter time
  than others wait.
- An arbiter takes a lease only after it has seen no new beat for that time by its own clock.
- Times are arguments, in milliseconds of the caller's own clock, which counts sleep (`clock.awake_ms`).
- No code remembers who leads. Each question reads the clock again.
- An arbiter whose loop has been stuck for long stops leading, and its keeper stops beating.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import NamedTuple, Protocol

from warcouncil.arbiter.shell.base.clock import awake_ms

RENEW_MS = 500
"""How often a leader beats, in milliseconds."""
TTL_MS = 2400
"""How long a lease must have no new beat before another arbiter may take it."""
MARGIN_MS = 400
"""How many milliseconds before TTL_MS the leader stops acting. Covers the difference between two clocks."""
TRUST_MS = TTL_MS - MARGIN_MS
LOOK_MS = 100
"""How often a standby reads the lease."""
ANYONE = "*"
"""The heir of an arbiter that failed: the first arbiter that takes the lease."""


class NoAnswer(Exception):
    """The server did not answer. Whether the request was carried out is unknown."""


class LeaseRow(NamedTuple):
    """The lease as it is stored. With `holder` "", it was given up to the `heir`. If `heir` is "" too, the exercise
    was ended.

    A holder is a random number for each arbiter, and the name of its machine for people.
    """

    epoch: int
    beats: int
    holder: str = ""
    heir: str = ""

    @property
    def leader(self) -> str:
        """The machine that leads, for people, or "" if none does."""
        return machine(self.holder)

    @property
    def was_ended(self) -> bool:
        """Whether the exercise was ended, so that no arbiter may continue it by itself."""
        return not self.holder and not self.heir


class LeaseStore(Protocol):
    """The place where a lease is stored. Every method raises NoAnswer if the server does not answer in time."""

    me: str

    def look(self) -> LeaseRow | None:
        """Return the lease. Return None if it does not exist yet."""

    def take(self, seen: LeaseRow) -> int | None:
        """Take the lease that was seen in this state, and return the new epoch. Return None if its state has changed.

        If the first call had no answer but took the lease, a second call returns its epoch.
        """

    def renew(self, epoch: int) -> bool:
        """Renew the lease by a beat. Return False if another arbiter leads or the lease was given up."""

    def give_up(self, epoch: int, heir: str) -> None:
        """Release the lease. `heir` is the arbiter that may take it, ANYONE, or "" for no arbiter."""


class Lease:
    """The leader's side of a lease: how long it may trust itself. A new lease is not trusted before its first
    beat."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.superseded = False
        """Whether another arbiter leads. Once true, it stays true."""
        self._asked_at: int | None = None
        self._until: int | None = None

    def asked(self, now: int) -> None:
        """Record that a beat is requested now."""
        self._asked_at = now

    def failed(self, now: int) -> None:
        """Record that the server did not answer. The next beat is due soon."""
        self._asked_at = now - RENEW_MS + LOOK_MS

    def granted(self, asked_at: int) -> None:
        """Record that the beat requested at `asked_at` has been counted."""
        until = asked_at + TRUST_MS
        self._until = until if self._until is None else max(self._until, until)

    def leads(self, now: int) -> bool:
        """Return whether this arbiter may act and speak."""
        return self.left_ms(now) > 0

    def left_ms(self, now: int) -> int:
        """Return for how many more milliseconds it may lead if no further beat is counted."""
        return 0 if self.superseded or self._until is None else max(0, self._until - now)

    def due(self, now: int) -> bool:
        """Return whether it is time for a beat."""
        return not self.superseded and (self._asked_at is None or now - self._asked_at >= RENEW_MS)


class LeaseWatch:
    """The side of a lease that a standby keeps: how long it has seen the same beat. `me` is the holder name with
    which it would take the lease."""

    def __init__(self, me: str = "") -> None:
        self._me = me
        self._row: LeaseRow | None = None
        self._since = 0

    def saw(self, row: LeaseRow | None, now: int) -> None:
        """Record the state of the lease. `now` is the time at which the answer arrived."""
        if row is None or self._row is None or row[:2] != self._row[:2]:
            self._since = now
        self._row = row

    def lost(self) -> None:
        """Restart the count because the lease could not be read. A server that comes back may have lost the last beats."""
        self._row = None

    def may_take(self, now: int) -> LeaseRow | None:
        """Return the last state of the lease if it may be taken now."""
        row = self._row
        if row is None or row.was_ended:
            return None
        is_left_to_us = not row.holder and row.heir in (self._me, ANYONE)
        return row if is_left_to_us or now - self._since >= TTL_MS else None


def machine(holder: str) -> str:
    """Return the name of a holder's machine."""
    return holder.partition(" ")[2]


POLL_SECONDS = 0.1
GIVE_UP_TRIES = 2
"""How often the release of a lease is tried. The connection may have been lost since the last beat."""
STUCK_MS = 5000
"""How long a loop may be stuck, in milliseconds, before other machines may take its lease."""


class LeaseKeeper:
    """Keeps a lease that was taken, from `start` until `stop`."""

    def __init__(self, store: LeaseStore, epoch: int, clock: Callable[[], int] = awake_ms) -> None:
        self.store = store
        self.epoch = epoch
        self.leader = ""
        """The machine that leads instead, once it is known."""
        self._lease = Lease(epoch)
        self._clock = clock
        self._turned_at: int | None = None
        self._over = Event()
        self._superseded: Callable[[], object] | None = None
        self._thread = Thread(target=self._keep, name="lease", daemon=True)

    @property
    def superseded(self) -> bool:
        """Whether another arbiter leads."""
        return self._lease.superseded

    def start(self) -> LeaseKeeper:
        """Start to beat. The first beat is made in the caller's thread."""
        self._beat()
        self._thread.start()
        return self

    def leads(self) -> bool:
        """Return whether this arbiter may act and speak now. The loop calls it, which proves that the loop is not
        stuck."""
        now = self._clock()
        self._turned_at = now
        return self._lease.leads(now)

    @property
    def left_ms(self) -> int:
        """For how many more milliseconds this arbiter may act if no further beat is counted. Reading it proves
        nothing about the loop."""
        return self._lease.left_ms(self._clock())

    def tell(self, superseded: Callable[[], object]) -> None:
        """Call `superseded` once, from the keeper's thread, when another arbiter leads."""
        self._superseded = superseded
        if self._lease.superseded:
            superseded()

    def supersede(self, leader: str) -> None:
        """Record that another machine leads. This arbiter never leads again."""
        self.leader = leader or self.leader
        self._lease.superseded = True
        if self._superseded:
            self._superseded()

    def stop(self, heir: str) -> None:
        """Stop renewing the lease, and release it. `heir` is the arbiter that may take it, ANYONE, or "" for no arbiter."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()
        for _ in range(0 if self._lease.superseded else GIVE_UP_TRIES):
            with suppress(NoAnswer):  # Without an answer the lease lapses by itself.
                self.store.give_up(self.epoch, heir)
                return

    def _keep(self) -> None:
        while not self._over.wait(POLL_SECONDS) and not self._lease.superseded:
            self._keep_once()

    def _keep_once(self) -> None:
        now = self._clock()
        if self._lease.due(now) and not self._is_stuck(now):
            self._beat()

    def _is_stuck(self, now: int) -> bool:
        return self._turned_at is not None and now - self._turned_at > STUCK_MS

    def _beat(self) -> None:
        asked_at = self._clock()
        self._lease.asked(asked_at)
        try:
            if self.store.renew(self.epoch):
                self._lease.granted(asked_at)
                return
            found = self.store.look()
        except NoAnswer:
            self._lease.failed(self._clock())
            return
        self.supersede(found.leader if found else "")
