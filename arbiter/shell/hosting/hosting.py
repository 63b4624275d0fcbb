"""Hosting: an opened exercise on the network until it is stopped, with or without the flood wall."""

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
from warcouncil.arbiter.shell.hosting.file_guard import FileGuard
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
from warcouncil.arbiter.shell.service.service import Leave, Service
from warcouncil.arbiter.shell.service.stand_ins import StandIns

EXIT_BROKEN = 70
LEAVE_SECONDS = 0.3
"""How long the network may take to deliver a farewell before the sockets close."""
RESUME_PATIENCE_SECONDS = 5.0
"""How long a resume waits for its ports. The flood wall of a killed arbiter needs a moment to release them."""
COLLECT_AFTER = (20_000, 20, 20)
"""The thresholds of the garbage collector, in new objects. The default of 700 makes it search all tables every few
seconds. At a hundred tables a search takes 40 ms, during which no client is answered."""


@dataclass(frozen=True, slots=True)
class ListenPlace:
    """The ports of an arbiter: seats at `port`, and the door one above. Port 0 means any two free ports.

    Browsers, if there is a gateway, use `web_port`. 0 means any free one. Metrics are served on loopback at
    `metrics_port`. 0 means any free one. If it is None, no metrics are served. With the flood wall, the arbiter
    itself listens on loopback alone. `far` and `near` are limits for tests.
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
    """A running arbiter: its port as clients know it, its service, and the ports for browsers and metrics. A port is
    0 if it is not used.
    """

    port: int
    service: Service
    web_port: int = 0
    standbys: StandbyWatch | None = None
    """The standbys of the exercise, or None if it can have none."""
    metrics_port: int = 0
    file_guard: FileGuard | None = None
    """The watch on the exercise file. It is None for a database."""


WatchedPart = WallProcess | WebGateway | StandbyWatch | FileGuard
Remember = Callable[[int, int], ListenedAt]
"""Returns the place that is stored in the exercise file, from the port for seats and the port for browsers."""
MakeStandIns = Callable[[str, int], StandIns]
"""Returns the runner of stand-ins, from the host and port where they reach the arbiter."""


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
    """Serve an exercise until it is stopped, and return the exit status.

    `copies` are the copies of the exercise file, for the metrics. With `seats_first`, players are waiting. Browsers
    are then admitted as soon as seats are, and an unavailable port for metrics is only logged. Raises AddressTaken if
    an address is not available, and JournalError.
    """
    raise_file_limit()
    house = _HostParts(opened, place, gateway, reserve, seats_first=seats_first)
    try:
        opened.journal.go_on()  # An arbiter that may not lead must learn this before any client sees it.
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
        if opened.journal.file_watch:
            house.file_guard = FileGuard(opened.journal, service)
        ready(
            RunningArbiter(
                house.port,
                service,
                house.web_port,
                house.standbys,
                house.metrics_port,
                house.file_guard,
            )
        )
        with _collecting_seldom():
            return await _until_stopped(service, house.beside, log)
    except BaseException:
        opened.journal.heir = ANYONE  # The exercise was not ended. Any standby may take over.
        raise
    finally:
        await house.close()


class _HostParts:
    """The parts of an arbiter besides its service: sockets, flood wall, gateway, metrics, and the watch on standbys."""

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
        self.file_guard: FileGuard | None = None
        self.port = self.web_port = 0
        """The ports that clients and browsers use."""
        self.inner = LOOPBACK, 0
        """The address at which this machine reaches the arbiter."""
        self._wall: WallProcess | None = None
        self._opened = opened
        self._place = place
        self._gateway = gateway
        self._reserve = reserve
        self._seats_first = seats_first

    @property
    def metrics_port(self) -> int:
        """The port for metrics. It is 0 if there is none."""
        return self.metrics.port if self.metrics else 0

    @property
    def beside(self) -> list[WatchedPart]:
        """The parts whose processes must be watched."""
        return [one for one in (self._wall, self._gateway, self.standbys, self.file_guard) if one]

    async def listen(self) -> None:
        """Listen, with or without the flood wall. Raises AddressTaken."""
        place = self._place
        if place.walled:
            port, door_port = self.sockets.bind(LOOPBACK, 0, 0)
            inner_web = await self._let_browsers_in(GatewayPlace(LOOPBACK, port, door_port, LOOPBACK, 0))
            order = _order(place, port, door_port, inner_web, patient=self._opened.resumed)
            wall = self._wall = await WallProcess.start(order, self._reserve)
            self.inner = LOOPBACK, port
            self.port, self.web_port = wall.port, wall.web_port
            self.sockets.has_addresses, self.sockets.real_address = wall.has_aliases, wall.real_address
        else:
            self.port, door_port = self.sockets.bind_pair(place.host, place.port)
            self.inner = _near(place.host), self.port
            outside = GatewayPlace(self.inner[0], self.port, door_port, place.host, place.web_port)
            self.web_port = await self._let_browsers_in(outside)

    def open_metrics(self, log: BoundLogger) -> None:
        """Open the metrics page, if requested. Raises AddressTaken, unless `seats_first`."""
        if self._place.metrics_port is None:
            return
        try:
            self.metrics = MetricsPage(self._place.metrics_port)
        except AddressTaken as fault:
            if not self._seats_first:
                raise
            log.warning("no metrics", error=str(fault))

    async def _let_browsers_in(self, place: GatewayPlace) -> int:
        """Start the gateway, and return its port. With `seats_first`, seats do not wait for it."""
        if not self._gateway:
            return 0
        if not self._seats_first:
            return await self._gateway.start(place)
        place = settled(place)
        self._gateway.later(place)
        return place.port

    async def close(self) -> None:
        """Close all parts. If a standby takes over, the parts that it waits for are closed first."""
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
    """Return the watch on the standbys of an exercise. Return None if it has no lease."""
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
    """Return the address at which this machine reaches itself when it listens on `host`."""
    return {"0.0.0.0": LOOPBACK, "::": "::1", "*": LOOPBACK}.get(host, host)  # noqa: S104  # compared, not bound


async def _until_stopped(service: Service, beside: Sequence[WatchedPart], log: BoundLogger) -> int:
    """Serve until the exercise is over, and watch the other processes."""
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
    """Exempt all present objects from garbage collection, because they stay. Collect rarely."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _leave(service: Service, *, leave: Leave) -> None:
    """Hand the exercise over to a standby. If there is none, stop in order."""
    if not service.on_hand_over():
        service.stop(leave=leave)


def _end_with_faults(service: Service, opened: Opened, log: BoundLogger) -> None:
    """End this arbiter after any unexpected error. The journal has everything that clients were told, so any standby
    may take over.
    """

    def broken(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        log.critical("the host failed. Resume the exercise", error=type(error).__name__)
        opened.journal.heir = ANYONE
        service.stop(EXIT_BROKEN)

    asyncio.get_running_loop().set_exception_handler(broken)


def _stop_on_signals(service: Service) -> None:
    """Stop in order at a signal. SIGHUP counts unless the parent process made this one ignore it.

    SIGTERM and SIGHUP concern the machine and not the exercise. If there is a standby, it continues the exercise.
    """
    loop = asyncio.get_running_loop()
    stops: dict[int, Callable[[], None]] = {
        signal.SIGINT: partial(service.stop, leave=Leave.ENDED),
        signal.SIGTERM: partial(_leave, service, leave=Leave.MACHINE_STOPS),
    }
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # A closed window may be an accident, so seats are not told that the exercise is over.
        stops[signal.SIGHUP] = partial(_leave, service, leave=Leave.SILENT)
    for number, stop in stops.items():
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_, stop=stop: loop.call_soon_threadsafe(stop))
