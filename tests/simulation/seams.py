"""The seams: the points between the product and the system, and their replacements during a simulation.

Nothing of ours is replaced but these: the clocks, chance, the sockets, the source of keys, and two listeners
at the store.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import zmq
from spake2 import SPAKE2_A
from warcouncil.arbiter.shell.base import clock, codes, failpoints, lease
from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.arbiter.shell.base.lease import LeaseKeeper
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.file import file_store
from warcouncil.arbiter.shell.file.store import PendingCommit, Store
from warcouncil.arbiter.shell.hosting import follower
from warcouncil.arbiter.shell.network import outbox, spake
from warcouncil.arbiter.shell.service import batch, effects, inbox, opening, stores
from warcouncil.clients.link.base import machine
from warcouncil.clients.link.connect import seeking
from warcouncil.clients.link.door import door
from warcouncil.clients.link.identity import lots
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.games import registry

from tests.simulation.arbiter import Arbiter
from tests.simulation.chance import Chance, Pair, Secrets, pair
from tests.simulation.disk import Full
from tests.simulation.loop import Process, Time
from tests.simulation.network import Network, SimWire
from tests.simulation.server import ServerStore, SimLease
from tests.simulation.threads import SimEvent, SimThread
from tests.toys import nim, sealed_bid, standoff

EPOCH_MS = 1_900_000_000_000
"""When it is, by wall clocks that are right."""
HOLD, MAKE = stores.hold, stores.make
TOYS = {"nim": nim, "sealed_bid": sealed_bid, "standoff": standoff}


class Seams:
    """The product's system during a simulation. Each process has clocks and secrets of its own."""

    CLOCK_BOOTTIME = CLOCK_MONOTONIC = 0

    def __init__(self, time: Time, chance: Chance, network: Network) -> None:
        self._time, self._chance, self._network = time, chance, network
        self._keys = 0

    @property
    def process(self) -> Process:
        """The process that runs now."""
        assert self._time.process is not None, "something happens in no process"
        return self._time.process

    # --- in place of `time` ---------------------------------------------------------------------------------------------

    def monotonic_ns(self) -> int:
        """Return the monotonic time."""
        return int(self.process.loop.time() * 1_000_000_000)

    def clock_gettime_ns(self, clock: int) -> int:
        """Return the monotonic time, which counts sleep."""
        return self.monotonic_ns()

    def time_ns(self) -> int:
        """Return the time of the wall clock."""
        return 1_000_000 * (EPOCH_MS + self.process.wall_off_ms + int(self._time.now * 1000))

    # --- in place of `secrets`, `random`, `zmq` ------------------------------------------------------------------------

    @property
    def _secrets(self) -> Secrets:
        return Secrets(self._chance.of(f"secrets of {self.process.name}"))

    def token_bytes(self, count: int) -> bytes:
        """Return random bytes."""
        return self._secrets.token_bytes(count)

    def token_hex(self, count: int) -> str:
        """Return random hexadecimal digits."""
        return self._secrets.token_hex(count)

    def nonces(self, count: int) -> bytes:
        """Return random bytes for seals."""
        return self._chance.of(f"nonces of {self.process.name}").randbytes(count)

    def choice(self, items: str) -> str:
        """Return one of several."""
        return self._secrets.choice(items)

    def uniform(self, low: float, high: float) -> float:
        """Return a number between two."""
        return self._chance.of(f"rush of {self.process.name}").uniform(low, high)

    def curve_keypair(self) -> Pair:
        """Make keys."""
        self._keys += 1
        return pair(f"made {self._keys}")

    def curve_public(self, secret: bytes) -> bytes:
        """Return the public key of a secret one."""
        return zmq.curve_public(secret)

    # --- in place of the rest ---------------------------------------------------------------------------------------

    def wire(self, **names: Any) -> SimWire:
        """Connect."""
        return SimWire(self._network, self.process, **names)

    def thread(self, target: Callable[[], object], **names: object) -> SimThread:
        """Make a thread."""
        return SimThread(target, self.process)

    def event(self) -> SimEvent:
        """Make something that threads wait for."""
        return SimEvent(self.process)

    def renew(self, ticket: Ticket) -> None:
        """Keep a ticket."""

    def hold(self, home: Location, hear: object = None) -> Store:
        """Open an exercise: a file as usual, or one of the simulated server."""
        return HOLD(home) if home.file is not None else self._arbiter.store()

    def make(self, home: Location, papers: Papers) -> Store:
        """Make a new one."""
        if home.file is not None:
            return MAKE(home, papers)
        server = self._arbiter.server
        assert server is not None
        server.make(papers)
        return self._arbiter.store()

    def hold_as(self, keeper: LeaseKeeper, held: SimLease) -> ServerStore:
        """Take over an exercise at the server."""
        return ServerStore(held.server, held, self._arbiter, keeper)

    @property
    def _arbiter(self) -> Arbiter:
        process = self.process
        assert isinstance(process, Arbiter)
        return process

    def reach(self, point: str) -> None:
        """Pass one of the product's points."""
        if isinstance(self.process, Arbiter):
            self.process.reach(point)


def _listening() -> ExitStack:
    """Report to the world each write of a store, and make it fail when the disk is full."""
    stack = ExitStack()
    for name in ("lay", "commit"):
        real = getattr(file_store.FileStore, name)

        def heard(
            self: file_store.FileStore, laid: PendingCommit, real: Any = real, name: str = name
        ) -> None:
            process = _running()
            if process.disk.full:
                raise Full
            real(self, laid)
            getattr(process.promises, name)(laid)

        stack.enter_context(patch.object(file_store.FileStore, name, heard))
    return stack


def _running() -> Arbiter:
    loop: Any = asyncio.get_running_loop()
    process = loop.process
    assert isinstance(process, Arbiter)
    return process


@contextmanager
def replaced(time: Time, chance: Chance, network: Network) -> Iterator[None]:
    """Put the simulation in the place of the system."""
    seams = Seams(time, chance, network)
    with ExitStack() as stack:
        for module in (batch, codes, inbox, machine, opening):
            stack.enter_context(patch.object(module, "secrets", seams))
        for module, name, put in (
            (clock, "time", seams),
            (effects, "zmq", seams),
            (opening, "zmq", seams),
            (lots, "token_hex", seams.token_hex),
            (outbox, "random", seams.nonces),
            (seeking, "random", seams),
            (seeking, "Wire", seams.wire),
            (door, "random", seams),
            (door, "zmq", seams),
            (door, "Wire", seams.wire),
            (door, "SPAKE2_A", partial(SPAKE2_A, params=spake._params())),
            (follower, "hold_as", seams.hold_as),
            (failpoints, "reach", seams.reach),
            (lease, "Thread", seams.thread),
            (lease, "Event", seams.event),
            (seeking, "renew", seams.renew),
            (stores, "hold", seams.hold),
            (stores, "make", seams.make),
        ):
            stack.enter_context(patch.object(module, name, put))
        stack.enter_context(_toys())
        stack.enter_context(_listening())
        yield


@contextmanager
def _toys() -> Iterator[None]:
    """Add the toys to the registry."""
    real = registry.names()
    with patch.object(registry, "names", lambda: (*real, *TOYS)), patch.dict(sys.modules):
        sys.modules.update({f"warcouncil.games.{name}": module for name, module in TOYS.items()})
        yield
    registry.load.cache_clear()
