"""The lease of an exercise in a database, judged by beats that were seen, and the thread that keeps it.

Laws: a leader trusts itself from the moment at which it asked, never from the answer, and for less time than others wait; whoever
would take a lease has seen it stand still for that time by his own clock. Times are arguments, in milliseconds of the caller's
own clock, which counts sleep (`clock.awake_ms`).

Laws: what cannot be told by a fresh look at the clock is not known: who leads is asked each time anew. A loop that has stood
still for long is no leader, and its keeper beats no more.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import NamedTuple, Protocol

from warcouncil.arbiter.shell.base.clock import awake_ms

RENEW_MS = 500
"""So often a leader beats."""
TTL_MS = 2400
"""So long a lease must have been seen without a beat before another may take it."""
MARGIN_MS = 400
"""So much sooner its leader falls silent: two clocks do not run alike."""
TRUST_MS = TTL_MS - MARGIN_MS
LOOK_MS = 100
"""So often a standby looks."""
ANYONE = "*"
"""The heir of an arbiter that failed: whoever comes first."""


class NoAnswer(Exception):
    """Whether it was done is not known: nobody answered."""


class LeaseRow(NamedTuple):
    """The lease as it stands there. `holder` "": it was given up, to the `heir`, or (heir "") to nobody: the exercise was ended.

    A holder is a number that is drawn for each arbiter, and the name of its machine, for people.
    """

    epoch: int
    beats: int
    holder: str = ""
    heir: str = ""

    @property
    def leader(self) -> str:
        """The machine that leads, for people; "": none does."""
        return machine(self.holder)

    @property
    def was_ended(self) -> bool:
        """Whether nobody is to go on by himself."""
        return not self.holder and not self.heir


class LeaseStore(Protocol):
    """Where a lease stands. Whatever is asked raises NoAnswer when nobody answers in time."""

    me: str

    def look(self) -> LeaseRow | None:
        """Give the lease; None: there is none yet."""

    def take(self, seen: LeaseRow) -> int | None:
        """Take the lease that was seen like this, and give the new epoch; None: it is not like that any more.

        Asked again after no answer, it gives the epoch if it was taken the first time.
        """

    def renew(self, epoch: int) -> bool:
        """Beat; False: another leads, or the lease was given up."""

    def give_up(self, epoch: int, heir: str) -> None:
        """Leave the lease to an heir, to ANYONE, or ("") to nobody."""


class Lease:
    """A leader's side: how long it may trust itself. Of a lease just taken it knows nothing before it has beaten once."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.superseded = False
        """Whether another leads. It never becomes false again."""
        self._asked_at: int | None = None
        self._until: int | None = None

    def asked(self, now: int) -> None:
        """Note that a beat is asked for now."""
        self._asked_at = now

    def failed(self, now: int) -> None:
        """Note that nobody answered: it is asked again soon."""
        self._asked_at = now - RENEW_MS + LOOK_MS

    def granted(self, asked_at: int) -> None:
        """Note that the beat which was asked for then has been counted."""
        until = asked_at + TRUST_MS
        self._until = until if self._until is None else max(self._until, until)

    def leads(self, now: int) -> bool:
        """Tell whether this arbiter may act and speak."""
        return self.left_ms(now) > 0

    def left_ms(self, now: int) -> int:
        """Give for how long it may yet, should no beat be counted any more."""
        return 0 if self.superseded or self._until is None else max(0, self._until - now)

    def due(self, now: int) -> bool:
        """Tell whether it is time for a beat."""
        return not self.superseded and (self._asked_at is None or now - self._asked_at >= RENEW_MS)


class LeaseWatch:
    """A standby's side: how long it has seen the same beat. `me`: as whom it would take the lease."""

    def __init__(self, me: str = "") -> None:
        self._me = me
        self._row: LeaseRow | None = None
        self._since = 0

    def saw(self, row: LeaseRow | None, now: int) -> None:
        """Note the lease as it was seen; `now` is when the answer was there."""
        if row is None or self._row is None or row[:2] != self._row[:2]:
            self._since = now
        self._row = row

    def lost(self) -> None:
        """Begin to count anew, since a look went wrong: a server that comes back may have forgotten the last beats."""
        self._row = None

    def may_take(self, now: int) -> LeaseRow | None:
        """Give the lease, as it was seen, if it may be taken now."""
        row = self._row
        if row is None or row.was_ended:
            return None
        is_left_to_us = not row.holder and row.heir in (self._me, ANYONE)
        return row if is_left_to_us or now - self._since >= TTL_MS else None


def machine(holder: str) -> str:
    """Give the name of a holder's machine."""
    return holder.partition(" ")[2]


POLL_SECONDS = 0.1
GIVE_UP_TRIES = 2
"""The connection may have been lost since the last beat."""
STUCK_MS = 5000
"""So long a loop may stand still before its machine is left to others."""


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
        """Beat from now on; the first time, here."""
        self._beat()
        self._thread.start()
        return self

    def leads(self) -> bool:
        """Tell whether this arbiter may act and speak at this moment. The loop asks, and shows so that it turns."""
        now = self._clock()
        self._turned_at = now
        return self._lease.leads(now)

    @property
    def left_ms(self) -> int:
        """For how long this arbiter may act yet, should no beat be counted any more. To ask says nothing of the loop."""
        return self._lease.left_ms(self._clock())

    def tell(self, superseded: Callable[[], object]) -> None:
        """Have it said, from the keeper's thread and once, when another leads."""
        self._superseded = superseded
        if self._lease.superseded:
            superseded()

    def supersede(self, leader: str) -> None:
        """Note that another leads, on this machine: never again does this arbiter."""
        self.leader = leader or self.leader
        self._lease.superseded = True
        if self._superseded:
            self._superseded()

    def stop(self, heir: str) -> None:
        """Beat no more, and leave the lease: to an heir, to ANYONE, or ("") to nobody."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()
        for _ in range(0 if self._lease.superseded else GIVE_UP_TRIES):
            with suppress(NoAnswer):  # then it lapses
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
