"""The keeper of a lease: a thread of its own that beats, whatever the loop and the journal have to do meanwhile.

Laws: what cannot be told by a fresh look at the clock is not known: who leads is asked each time anew. A loop that has stood
still for long is no leader, and its keeper beats no more.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from warcouncil.arbiter.shell.clock import awake_ms
from warcouncil.arbiter.shell.lease import Lease, LeaseStore, NoAnswer

POLL_SECONDS = 0.1
GIVE_UP_TRIES = 2
"""The connection may have been lost since the last beat."""
STUCK_MS = 5000
"""So long a loop may stand still before its machine is left to others."""


class Keeper:
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

    def start(self) -> Keeper:
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
