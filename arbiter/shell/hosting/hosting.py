"""Hosting: an opened exercise on the network until it is stopped, behind the flood wall or without it."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from structlog import BoundLogger
from warcouncil.arbiter.shell.base.lease import ANYONE
from warcouncil.arbiter.shell.base.listening import AddressTaken, raise_file_limit
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.hosting import readings
from warcouncil.arbiter.shell.hosting.gateways import GatewayPlace, WebGateway, settled
from warcouncil.arbiter.shell.hosting.metrics import MetricsPage
from warcouncil.arbiter.shell.hosting.readings import BackupCounts
from warcouncil.arbiter.shell.hosting.standby_monitor import StandbyWatch
from warcouncil.arbiter.shell.network.flood_limits import Limits
from warcouncil.arbiter.shell.network.flood_wall import LOOPBACK
from warcouncil.arbiter.shell.network.flood_wall_process import WallInReserve, WallOrder, WallProcess
from warcouncil.arbiter.shell.network.sockets import Sockets
from warcouncil.arbiter.shell.service import stores
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.arbiter.shell.service.report_writer import ReportWriter
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.arbiter.shell.service.stand_ins import StandIns

EXIT_BROKEN = 70
LEAVE_SECONDS = 0.3
"""So long a farewell has to reach the network before the sockets close."""
RESUME_PATIENCE_SECONDS = 5.0
"""A killed arbiter's wall needs a moment to let the ports go."""
COLLECT_AFTER = (20_000, 20, 20)
"""So many new objects the garbage collector waits for. By default it waits for 700, and then it searches a whole
room of tables every few seconds: 40 ms at a hundred tables, during which nobody is answered."""


@dataclass(frozen=True, slots=True)
class ListenPlace:
    """Where to listen: the seats at `port`, the door one above. Port 0: any two free ports. Browsers, where there is a
    gateway, at `web_port`; 0: any free one. Whoever watches the arbiter itself, on loopback at `metrics_port` (0: any free
    one); None: nobody does.

    With the flood wall, the arbiter itself listens on loopback alone. `far` and `near` are limits for tests.
    """

    host: str = LOOPBACK
    port: int = 0
    walled: bool = False
    web_port: int = 0
    metrics_port: int | None = None
    far: Limits | None = None
    near: Limits | None = None


@dataclass(frozen=True, slots=True)
class RunningArbiter:
    """An arbiter that is up: its port as clients know it, the service behind, and the ports for browsers and for metrics; 0:
    there is none."""

    port: int
    service: Service
    web_port: int = 0
    standbys: StandbyWatch | None = None
    """Those who stand by for it; None: nobody can."""
    metrics_port: int = 0


Remember = Callable[[int, int], ListenedAt]
"""Gives what the exercise's file is to keep of where it listens, from the port and that for browsers."""
MakeStandIns = Callable[[str, int], StandIns]
"""Gives what runs stand-ins, from the host and port where they reach the arbiter."""


async def host(
    opened: Opened,
    place: ListenPlace,
    make_stand_ins: MakeStandIns,
    log: BoundLogger,
    *,
    ready: Callable[[RunningArbiter], None],
    remember: Remember | None = None,
    report_writer: ReportWriter | None = None,
    gateway: WebGateway | None = None,
    reserve: WallInReserve | None = None,
    copies: BackupCounts | None = None,
    seats_first: bool = False,
    on_signals: bool = True,
) -> int:
    """Serve until stopped and give the exit status. `copies`: those of the exercise file, to be watched too. `seats_first`: a room
    waits for us; browsers are let in when seats are, and a port for metrics that cannot be had is done without. Raises Taken when
    the address cannot be had, and JournalError."""
    raise_file_limit()
    house = _HostParts(opened, place, gateway, reserve, seats_first=seats_first)
    try:
        opened.journal.go_on()  # whoever may not lead it finds out before anybody hears of him
        await house.listen()
        house.open_metrics(log)
        if remember:
            opened.journal.remember(remember(house.port, house.web_port))
        service = house.service = Service(
            exercise=opened.exercise,
            journal=opened.journal,
            sockets=house.sockets,
            clock=opened.clock,
            stand_ins=make_stand_ins(*house.inner),
            log=log,
            report_writer=report_writer,
        )
        _end_with_faults(service, opened, log)
        house.standbys = _standbys_of(opened, service)
        if on_signals:
            _stop_on_signals(service)
        service.start(resumed=opened.resumed)
        if house.standbys:
            house.standbys.begin()
        if house.metrics:
            house.metrics.begin(partial(readings.text, service, opened.journal, house.standbys, copies), log)
        ready(RunningArbiter(house.port, service, house.web_port, house.standbys, house.metrics_port))
        with _collecting_seldom():
            return await _until_stopped(service, house.beside, log)
    except BaseException:
        opened.journal.heir = ANYONE  # nobody has ended the exercise: whoever can may go on
        raise
    finally:
        await house.close()


class _HostParts:
    """What an arbiter consists of besides its service: sockets, wall, gateway, and what looks for standbys."""

    def __init__(
        self,
        opened: Opened,
        place: ListenPlace,
        gateway: WebGateway | None,
        reserve: WallInReserve | None,
        *,
        seats_first: bool,
    ) -> None:
        papers = opened.journal.papers
        self.sockets = Sockets(
            public=papers.curve_public, secret=papers.curve_secret, keys=opened.exercise.keys
        )
        self.service: Service | None = None
        self.standbys: StandbyWatch | None = None
        self.metrics: MetricsPage | None = None
        self.port = self.web_port = 0
        """The ports as clients and browsers know them."""
        self.inner = LOOPBACK, 0
        """Where this machine reaches it."""
        self._wall: WallProcess | None = None
        self._opened = opened
        self._place = place
        self._gateway = gateway
        self._reserve = reserve
        self._seats_first = seats_first

    @property
    def metrics_port(self) -> int:
        """The port where metrics are told; 0: none is."""
        return self.metrics.port if self.metrics else 0

    @property
    def beside(self) -> list[WallProcess | WebGateway | StandbyWatch]:
        """What is to be watched over."""
        return [one for one in (self._wall, self._gateway, self.standbys) if one]

    async def listen(self) -> None:
        """Listen, behind the wall or without it. Raises Taken."""
        place = self._place
        if place.walled:
            port, door_port = self.sockets.bind(LOOPBACK, 0, 0)
            inner_web = await self._let_browsers_in(GatewayPlace(LOOPBACK, port, door_port, LOOPBACK, 0))
            order = _order(place, port, door_port, inner_web, patient=self._opened.resumed)
            wall = self._wall = await WallProcess.start(order, self._reserve)
            self.inner = LOOPBACK, port
            self.port, self.web_port = wall.port, wall.web_port
            self.sockets.has_addresses, self.sockets.whence = wall.has_aliases, wall.whence
        else:
            self.port, door_port = self.sockets.bind_pair(place.host, place.port)
            self.inner = _near(place.host), self.port
            outside = GatewayPlace(self.inner[0], self.port, door_port, place.host, place.web_port)
            self.web_port = await self._let_browsers_in(outside)

    def open_metrics(self, log: BoundLogger) -> None:
        """Listen where metrics are asked for, if they are to be told. Raises Taken, but not where a room waits for us."""
        if self._place.metrics_port is None:
            return
        try:
            self.metrics = MetricsPage(self._place.metrics_port)
        except AddressTaken as fault:
            if not self._seats_first:
                raise
            log.warning("no metrics", error=str(fault))

    async def _let_browsers_in(self, place: GatewayPlace) -> int:
        """Have browsers let in, and give the port; where a whole room waits for us, its seats do not wait for that."""
        if not self._gateway:
            return 0
        if not self._seats_first:
            return await self._gateway.start(place)
        place = settled(place)
        self._gateway.later(place)
        return place.port

    async def close(self) -> None:
        """End it all; first of all what a standby waits for."""
        goes_on = self.service is not None and bool(self.service.handed_to)
        if goes_on:
            self._opened.journal.close()
            self._end_wall()
        if self.metrics:
            self.metrics.close()
        if self.standbys:
            self.standbys.stop()
        if self._gateway:
            await asyncio.to_thread(self._gateway.stop)
        self._end_wall()
        self.sockets.close()
        if not goes_on:
            self._opened.journal.close()

    def _end_wall(self) -> None:
        wall, self._wall = self._wall, None
        if wall:
            wall.stop()


def _standbys_of(opened: Opened, service: Service) -> StandbyWatch | None:
    """Give what looks for those who stand by for an exercise that has a lease."""
    journal = opened.journal
    rows = stores.standbys(journal.home) if journal.keeper else None
    if rows is None:
        return None
    own = journal.whereabouts.addresses if journal.whereabouts else ()
    watch = StandbyWatch(rows, service, journal.epoch, own, lambda: journal.seq)
    service.on_hand_over = watch.hand_over
    return watch


def _order(
    place: ListenPlace, inner_port: int, inner_door: int, inner_web: int, *, patient: bool
) -> WallOrder:
    return WallOrder(
        host=place.host,
        port=place.port,
        inner_port=inner_port,
        inner_door_port=inner_door,
        web_port=place.web_port,
        inner_web_port=inner_web,
        patience_seconds=RESUME_PATIENCE_SECONDS if patient else 0.0,
        far=place.far,
        near=place.near,
    )


def _near(host: str) -> str:
    """Give the address by which this machine reaches itself when it listens on `host`."""
    return {"0.0.0.0": LOOPBACK, "::": "::1", "*": LOOPBACK}.get(host, host)  # noqa: S104  # compared, not bound


async def _until_stopped(
    service: Service, beside: Sequence[WallProcess | WebGateway | StandbyWatch], log: BoundLogger
) -> int:
    """Serve until it is over, and watch over the processes beside."""
    watches = [asyncio.create_task(one.watch(log)) for one in beside]
    status = await service.stopped
    for watch in watches:
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch
    if service.took_leave:
        await asyncio.sleep(LEAVE_SECONDS)
    log.info("stopped", status=status)
    return status


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Set aside what stands now, which stays, and look for garbage seldom."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _leave(service: Service, *, farewell: bool) -> None:
    """Leave the exercise to a standby; where none is there, stop in order."""
    if not service.on_hand_over():
        service.stop(farewell=farewell)


def _end_with_faults(service: Service, opened: Opened, log: BoundLogger) -> None:
    """Whatever nobody expected ends this arbiter: the journal holds all that anyone was told, and whoever can may go on."""

    def broken(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        log.critical("the arbiter failed; resume the exercise", error=type(error).__name__)
        opened.journal.heir = ANYONE
        service.stop(EXIT_BROKEN)

    asyncio.get_running_loop().set_exception_handler(broken)


def _stop_on_signals(service: Service) -> None:
    """Stop in order when it is asked for; a hang-up is, unless whoever started us shut it out to have us run on. Whoever ends
    a machine by a signal means the machine: a standby goes on, where there is one."""
    loop = asyncio.get_running_loop()
    stops: dict[int, Callable[[], None]] = {
        signal.SIGINT: partial(service.stop, farewell=True),
        signal.SIGTERM: partial(_leave, service, farewell=True),
    }
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # A window that closes may be an accident: seats look on.
        stops[signal.SIGHUP] = partial(_leave, service, farewell=False)
    for number, stop in stops.items():
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_, stop=stop: loop.call_soon_threadsafe(stop))
