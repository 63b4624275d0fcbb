"""Hosting: an opened exercise on the network until it is stopped, behind the gate or without it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from dataclasses import dataclass

from structlog import BoundLogger

from arbiter.shell.opening import Opened
from arbiter.shell.service import Service
from arbiter.shell.standins import StandIns
from arbiter.shell.wires import Wires, raise_file_limit

EXIT_BROKEN = 70
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen: the seats at `port`, the door one above. Port 0: any two free ports, without the gate."""

    host: str = LOOPBACK
    port: int = 0
    gated: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """An arbiter that is up: its ports as clients know them, and the service behind."""

    seats_port: int
    door_port: int
    inner_port: int
    service: Service


async def host(
    opened: Opened,
    place: Place,
    stand_ins: StandIns,
    log: BoundLogger,
    *,
    ready: Callable[[Standing], None],
    on_signals: bool = True,
) -> int:
    """Serve until stopped and give the exit status. Raises Taken when the address cannot be had."""
    raise_file_limit()
    papers = opened.journal.papers
    wires = Wires(public=papers.curve_public, secret=papers.curve_secret, keys=opened.exercise.keys)
    try:
        seats_port, door_port = wires.bind_pair(place.host, place.port)
        inner = seats_port
        service = Service(
            exercise=opened.exercise,
            journal=opened.journal,
            wires=wires,
            clock=opened.clock,
            stand_ins=stand_ins,
            log=log,
        )
        return await _serve(opened, Standing(seats_port, door_port, inner, service), ready, log, on_signals)
    finally:
        wires.close()
        opened.journal.close()


async def _serve(
    opened: Opened,
    standing: Standing,
    ready: Callable[[Standing], None],
    log: BoundLogger,
    on_signals: bool,
) -> int:
    service = standing.service
    loop = asyncio.get_running_loop()

    def broken(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """Whatever the service did not expect ends it: the journal holds all that anyone was told."""
        error = context.get("exception")
        log.critical("the arbiter failed; resume the exercise", error=type(error).__name__)
        service.stop(EXIT_BROKEN)

    loop.set_exception_handler(broken)
    if on_signals:
        _stop_on_signals(loop, service)
    service.start(resumed=opened.resumed)
    ready(standing)
    status = await service.stopped
    log.info("stopped", status=status)
    return status


def _stop_on_signals(loop: asyncio.AbstractEventLoop, service: Service) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, service.stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(service.stop))
