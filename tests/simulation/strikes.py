"""The strikes: the effect of each kind of fault on a world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation.arbiter import Arbiter, Fuse
from tests.simulation.faults import ARBITER, EVERYBODY, Fault
from tests.simulation.loop import Process
from tests.simulation.network import Weather
from tests.simulation.seat import Seat

if TYPE_CHECKING:
    from tests.simulation.world import World

FUSE_SECONDS = 1.5
"""If an arbiter does not come to the point of a power cut for so long, the power goes anyhow."""
SECOND_SECONDS, LOOK_SECONDS = 10.0, 0.1
"""How long, and how often, a second take-over is waited for."""
AGAIN = " again"


class Strikes:
    """The faults of a world. Each method is called after a fault's kind."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._time, self._network = world.time, world.network

    def strike(self, fault: Fault) -> None:
        """Apply a fault."""
        self._world.struck[fault.kind] += 1
        getattr(self, fault.kind)(fault)

    # --- links ------------------------------------------------------------------------------------------------------

    def rough(self, fault: Fault) -> None:
        """Lose, repeat, delay and disorder frames."""
        lost, twice, late, astray = fault.how
        weather = Weather(lost=lost, twice=twice, late=late, astray=astray)
        for name in self._named(fault.who):
            self._network.weather[name] = weather
            self._time.after(fault.seconds, self._clear, name, weather)

    def _clear(self, name: str, weather: Weather) -> None:
        if self._network.weather.get(name) is weather:
            del self._network.weather[name]

    def cut(self, fault: Fault) -> None:
        """Cut the way between clients and a machine, without a word."""
        for name in self._named(fault.who):
            host = fault.point or self._world.leads_at
            self._network.cut.add((name, host))
            self._time.after(fault.seconds, self._network.cut.discard, (name, host))

    def reset(self, fault: Fault) -> None:
        """Break a connection."""
        for connection in self._network.of(fault.who):
            self._network.drop(connection, True)

    # --- arbiters ---------------------------------------------------------------------------------------------------

    def crash(self, fault: Fault) -> None:
        """Cut the power at a point of a batch."""
        arbiter = self._world.leader
        if arbiter is not None:
            self._world.down_seconds = fault.seconds
            arbiter.fuse = Fuse(fault.point, fault.tail, told=bool(fault.how[0]))
            self._time.after(FUSE_SECONDS, self._cut_power, arbiter)

    def rot(self, fault: Fault) -> None:
        """Cut the power of a machine whose disk also damages bytes that were synced long ago."""
        arbiter = self._world.leader
        if arbiter is not None and arbiter.fuse is None:
            self.crash(fault)
            assert arbiter.fuse is not None
            arbiter.fuse.rots = True

    def twice(self, fault: Fault) -> None:
        """Cut the power of the leader, and soon that of the standby that leads instead."""
        leader = self._world.leader
        if leader is not None:
            self._again_soon(fault, leader.epoch, self._time.now + SECOND_SECONDS)
            self._world.down_seconds = fault.seconds
            self._cut_power(leader)

    def _again_soon(self, fault: Fault, epoch: int, until: float) -> None:
        leader = self._world.leader
        if leader is not None and leader.epoch > epoch:
            self._time.after(fault.how[0] / 1000, self._cut_power, leader)
        elif self._time.now < until:
            self._time.after(LOOK_SECONDS, self._again_soon, fault, epoch, until)

    def _cut_power(self, arbiter: Arbiter) -> None:
        if not arbiter.dead:
            fuse = arbiter.fuse
            arbiter.fuse = Fuse(
                "", "kept", told=fuse is None or fuse.told, rots=fuse is not None and fuse.rots
            )
            arbiter.die()

    def stop(self, fault: Fault) -> None:
        """Stop a process for a while."""
        process = self._called(fault.who)
        if process is not None:
            process.stop_until(self._time.now + fault.seconds)

    def wall(self, fault: Fault) -> None:
        """Set a wall clock."""
        process = self._called(fault.who)
        if process is not None:
            process.wall_off_ms += fault.how[0]

    def handover(self, fault: Fault) -> None:
        """Have the leader hand on, as an umpire orders it."""
        leader = self._world.leader
        if leader is not None and leader.service is not None and self._world.server is not None:
            self._time.turn(leader, leader.hand_on)

    # --- what it is written on ------------------------------------------------------------------------------------

    def slow(self, fault: Fault) -> None:
        """Make the disk, or the server, slow."""
        disk = self._world.disk
        disk.slow = (fault.how[0] / 2000, fault.how[0] / 1000)
        disk.slow_until = self._time.now + fault.seconds

    def full(self, fault: Fault) -> None:
        """Fill the disk."""
        self._world.down_seconds = fault.seconds
        self._world.disk.full = True
        self._time.after(fault.seconds / 2, self._make_room)

    def _make_room(self) -> None:
        self._world.disk.full = False

    def lost(self, fault: Fault) -> None:
        """Cut the leader's machine off from the server."""
        server = self._world.server
        if server is not None:
            host = self._world.leads_at
            server.cut.add(host)
            self._time.after(fault.seconds, server.cut.discard, host)

    def down(self, fault: Fault) -> None:
        """Restart the server."""
        server = self._world.server
        if server is not None:
            server.restart()
            self._time.after(min(fault.seconds, 4.0), self._up)

    def _up(self) -> None:
        assert self._world.server is not None
        self._world.server.down = False

    # --- clients ----------------------------------------------------------------------------------------------------

    def kill(self, fault: Fault) -> None:
        """Kill a window; it is opened again."""
        seat = self._world.seats[fault.who]
        if not seat.dead:
            seat.die()
            self._time.after(fault.seconds, self._again, fault.who)

    def _again(self, name: str) -> None:
        if self._world.seats[name].dead:  # a second window that was shut meanwhile has opened it already
            self._world.sit_down(name)

    def second(self, fault: Fault) -> None:
        """Open a second window with the same key: the first has no say then. It is opened anew when the second is shut."""
        if fault.who in self._world.outside:
            return
        again = self._world.sit_down(fault.who, called=fault.who + AGAIN)
        self._time.after(fault.seconds, self.first_again, fault.who, again)

    def first_again(self, name: str, again: Seat) -> None:
        """Shut a second window, and open the first anew."""
        if not again.dead:
            again.die()
            self._world.seats[name].die()
            self._world.sit_down(name)

    def _named(self, who: str) -> list[str]:
        return list(self._world.clients) if who == EVERYBODY else [who]

    def _called(self, who: str) -> Process | None:
        return self._world.leader if who == ARBITER else self._world.seats.get(who)
