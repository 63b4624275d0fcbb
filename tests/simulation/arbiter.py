"""An arbiter's process: the whole of `arbiter/`, from the opening of the file to the service, on a machine of the simulation."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from warcouncil.arbiter.core.stimuli import Admitted, Began, Holder
from warcouncil.arbiter.shell import opening
from warcouncil.arbiter.shell.layout import JournalError
from warcouncil.arbiter.shell.log import open_log
from warcouncil.arbiter.shell.opening import Opened
from warcouncil.arbiter.shell.service import Service
from warcouncil.arbiter.shell.standins import NoStandIns

from tests.simulation.disk import Disk, DiskThread
from tests.simulation.loop import PowerCut, Process, Time
from tests.simulation.network import Network, SimWires

if TYPE_CHECKING:
    from tests.simulation.promises import Promises


class Fuse:
    """Where the next power cut strikes: at a point that the product names, and what becomes of what was not synced."""

    def __init__(self, point: str, tail: str, *, told: bool) -> None:
        self.point, self.tail, self.told = point, tail, told


class Arbiter(Process):
    """One run of an arbiter, from power on to power off."""

    def __init__(
        self,
        time: Time,
        network: Network,
        disk: Disk,
        promises: Promises,
        *,
        host: str,
        name: str,
        origin: float,
        rate: float,
    ) -> None:
        super().__init__(time, name, origin=origin, rate=rate)
        self.host = host
        self.disk, self.promises, self.network = disk, promises, network
        self.wires = SimWires(network)
        self.fuse: Fuse | None = None
        self.opened: Opened | None = None
        self.service: Service | None = None
        self.log = io.StringIO()
        """What its operator could read."""

    def begin(self, began: Began, holders: dict[str, Holder]) -> None:
        """Set a new exercise up, and let everybody in."""
        self.opened = opening.begin(self.disk.file, began)
        self._serve()
        assert self.service is not None
        now = self.opened.clock.now()
        self.service.settle([Admitted(at=now, key=key, holder=holder) for key, holder in holders.items()])

    def take_up(self) -> None:
        """Go on with what is on the disk."""
        try:
            self.opened = opening.take_up(self.disk.file)
        except JournalError as error:
            self.promises.broken("resumes", f"the exercise cannot be taken up again: {error}")
            return
        self.promises.resumed(self)
        self._serve()

    def _serve(self) -> None:
        opened = self.opened
        assert opened is not None
        self.service = Service(
            exercise=opened.exercise,
            journal=opened.journal,
            wires=self.wires,  # type: ignore[arg-type]  # sockets without ZeroMQ
            clock=opened.clock,
            stand_ins=NoStandIns(),
            log=open_log(self.log),
            disk=DiskThread(self, self.disk),
        )
        self.promises.watch(self, opened.exercise)
        self.service.start(resumed=opened.resumed)
        self.network.listening[self.host] = self

    def admits(self, key: str) -> bool:
        """Tell whether a key may come in."""
        return self.opened is not None and key in self.opened.exercise.keys

    def reach(self, point: str) -> None:
        """Pass a point of the product; the power goes there if that was to be."""
        fuse = self.fuse
        if fuse is None:
            return
        if point == "inside_commit":
            self.disk.note()
        if point == "before_trail" and fuse.point == "after_commit":
            self.disk.note()
        if point == fuse.point:
            raise PowerCut(point)

    def turned(self) -> None:
        """See that all is as it must be; whoever is at its end goes."""
        if self.service is not None and self.opened is not None:
            self.promises.check(self)
            if self.service.stopped.done():
                self.die()

    def die(self) -> None:
        """Be gone, and leave the disk as a power cut does, or as whoever ends in order."""
        if self.dead:
            return
        super().die()
        fuse = self.fuse
        stopped = self.service is not None and self.service.stopped.done()
        if self.opened is not None:
            if stopped:
                self.opened.journal.close()
            else:
                tail = fuse.tail if fuse else "kept"
                if fuse and fuse.point in ("before_trail", "after_commit"):
                    left = self.disk.tear(tail, log=fuse.point == "before_trail")
                else:
                    left = self.disk.read()
                self.opened.journal.close()
                self.disk.put(left)
        if self.network.listening.get(self.host) is self:
            del self.network.listening[self.host]
        self.network.leave(self, told=fuse is None or fuse.told)
        self.promises.gone(self)
        self.on_gone()
