"""An arbiter's process: the whole of `arbiter/`, from the opening of the file to the service, on a machine of the simulation."""

from __future__ import annotations

import io
from random import Random
from typing import cast

from warcouncil.arbiter.core.words.stimuli import Admitted, Began, Grant
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.lease import ANYONE, LOOK_MS
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.service import opening
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.arbiter.shell.service.stand_ins import NoStandIns

from tests.simulation.disk import Disk, DiskThread
from tests.simulation.loop import PowerCut, Process, Time
from tests.simulation.network import Network, SimWires
from tests.simulation.promises import Promises
from tests.simulation.server import HOME, Server, ServerStore, SimLease
from tests.simulation.standby import SimFollower
from tests.simulation.threads import SimThread


class Fuse:
    """The next power cut: its point in the product, the fate of unsynced bytes, and whether clients' systems
    notice the loss at once. `rots`: the disk damages bytes besides that were synced long ago.
    """

    def __init__(self, point: str, tail: str, *, told: bool, rots: bool = False) -> None:
        self.point, self.tail, self.told, self.rots = point, tail, told, rots


class Arbiter(Process):
    """One run of an arbiter, from power on to power off. With a server it may stand by first."""

    def __init__(
        self,
        time: Time,
        network: Network,
        promises: Promises,
        *,
        disk: Disk,
        server: Server | None,
        chance: Random,
        host: str,
        name: str,
        origin: float,
        rate: float,
    ) -> None:
        super().__init__(time, name, origin=origin, rate=rate)
        self.host = host
        self.disk, self.server, self.promises, self.network = disk, server, promises, network
        self.home = HOME if server is not None else Location(file=disk.file)
        self.lease = SimLease(server, self, chance) if server is not None else None
        self._chance = chance
        self.threads: list[SimThread] = []
        self.sockets = SimWires(network, self)
        self.fuse: Fuse | None = None
        self.opened: Opened | None = None
        self.service: Service | None = None
        self.log = io.StringIO()
        """The text that its operator could read."""
        self.is_patient = False
        """Whether a thread of its own waits for the server, and not the loop."""
        self._has_blown = False
        """Whether the power has gone. A task of asyncio keeps the exception that says so."""

    @property
    def epoch(self) -> int:
        """The epoch in which it leads."""
        keeper = self.opened.journal.keeper if self.opened is not None else None
        return keeper.epoch if keeper is not None else 0

    # --- coming up --------------------------------------------------------------------------------------------------

    def begin(self, began: Began, holders: dict[str, Grant]) -> None:
        """Set a new exercise up, and admit all holders."""
        self.opened = opening.begin(self.home, began)
        self._serve()
        assert self.service is not None
        now = self.opened.clock.now()
        self.service.settle([Admitted(at=now, key=key, holder=holder) for key, holder in holders.items()])

    def take_up(self) -> None:
        """Resume the existing exercise."""
        try:
            opened = opening.take_up(self.home)
        except JournalError as error:
            if self.server is None and not self.disk.put_back():
                self.promises.broken("resumes", f"the exercise cannot be taken up again: {error}")
            self.die()
            return
        self._lead(opened)

    def stand_by(self) -> None:
        """Follow the exercise until the lease may be taken."""
        thread = SimThread(self._stand_by, self)
        thread.start()

    def _stand_by(self) -> None:
        assert self.lease is not None
        assert self.server is not None
        follower = SimFollower(self.server, self.lease, self, self._chance)
        while True:
            try:
                seen = follower.look().may_take
                opened = follower.take(seen) if seen else None
            except JournalError:
                self.loop.call_soon(self.die)
                return
            if opened is not None:
                self.loop.call_soon(self._lead, opened)
                return
            self.lease.rest(LOOK_MS / 1000)

    def _lead(self, opened: Opened) -> None:
        self.opened = opened
        self.disk.forget_copy()
        self.promises.resumed(opened)
        try:
            self._serve()
        except JournalError:  # Another took the lead meanwhile.
            self.die()

    def _serve(self) -> None:
        opened = self.opened
        assert opened is not None
        opened.journal.go_on()
        self.promises.watch(opened.exercise, self.is_true, self._passed)
        self.service = Service(
            exercise=opened.exercise,
            journal=opened.journal,
            sockets=self.sockets,
            clock=opened.clock,
            stand_ins=NoStandIns(),
            log=open_log(self.log),
            disk=DiskThread(self, self.disk),
        )
        self.network.listening[self.host] = self
        self.service.start(resumed=opened.resumed)

    def _passed(self) -> int:
        return self.service._inbox.passed if self.service is not None else 0

    def is_true(self) -> bool:
        """Return whether no other process has taken the lead."""
        return self.server is None or self.server.epoch == self.epoch

    def admits(self, key: str) -> bool:
        """Return whether a key is admitted."""
        return self.opened is not None and key in self.opened.exercise.keys

    def store(self) -> ServerStore:
        """Return this machine's store on the server."""
        assert self.server is not None
        assert self.lease is not None
        return ServerStore(self.server, self.lease, self)

    def hand_on(self) -> None:
        """Leave the lead to the first process that takes it."""
        assert self.service is not None
        assert self.opened is not None
        self.opened.journal.heir = ANYONE
        self.service.stop()

    # --- at work, and at the end ----------------------------------------------------------------------------------

    def reach(self, point: str) -> None:
        """Reach a point of the product. Cut the power there if that was drawn."""
        fuse = self.fuse
        if fuse is None:
            return
        is_before = point == "inside_commit" or (point == "before_trail" and fuse.point == "after_commit")
        if is_before and self.server is None:
            self.disk.note()
        if point == fuse.point:
            self._has_blown = True
            raise PowerCut(point)

    def turned(self) -> None:
        """Check all promises; an arbiter whose service has ended dies."""
        if self._has_blown:
            raise PowerCut
        if self.service is not None and not self.dead:
            self.promises.check(self.service, self.log)
            if self.service.stopped.done():
                self.die()

    def die(self) -> None:
        """Die, and leave the disk as after a power cut, or as after an orderly end."""
        if self.dead:
            return
        in_order = self.service is not None and self.service.stopped.done()
        if in_order and self.opened is not None:
            self.opened.journal.close()
        super().die()
        if self.server is not None and self.opened is not None:
            self.server.end(cast(ServerStore, self.opened.journal._store))
        for thread in self.threads:
            thread.kill()
        if not in_order and self.opened is not None and self.server is None:
            self._tear(self.opened)
        if self.network.listening.get(self.host) is self:
            del self.network.listening[self.host]
        self.network.leave(self, told=in_order or self.fuse is None or self.fuse.told)
        if self.opened is not None and self.is_true():
            self.promises.gone(None if self.server else self.opened.exercise)
        self.on_gone()

    def _tear(self, opened: Opened) -> None:
        """Leave on the disk what a power cut leaves."""
        fuse = self.fuse
        if fuse is not None and fuse.point in ("before_trail", "after_commit"):
            left = self.disk.tear(fuse.tail, log=fuse.point == "before_trail")
        else:
            left = self.disk.read()
        opened.journal.close()
        self.disk.put(left)
        if fuse is not None and fuse.rots:
            self.disk.rot()
