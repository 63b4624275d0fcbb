"""The effect of a rush of knocks: the time of a person to join meanwhile, and the time of the seats for their
answers. Strangers knock from loopback addresses that the wall treats like those of a network, unless
`held_back` is false: then the wall lets everything through, and the door is alone. The quiet lines of the
same run are the measure.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import zmq
from warcouncil.arbiter.shell.base.listening import raise_file_limit
from warcouncil.clients.link.door.door import Address, DoorError, join
from warcouncil.protocol.proofs.doors import Kind

from tests.bench.crowd import KartenspielCrowd
from tests.bench.load import SEATS, Load, Play
from tests.bench.processes import ServerProcess

TABLES = 4
PACE_SECONDS = 0.5
RUSH_SECONDS_MAX = 3600.0
"""The longest rush, even without an end."""


@dataclass(frozen=True, slots=True)
class Rush:
    """Knocks a second in all, from a number of addresses with a number of connections each."""

    per_second: int = 0
    addresses: int = 0
    connections: int = 1


QUIET = Rush()
RUSHES = {
    True: (QUIET, Rush(1000, 1, 2), Rush(1000, 1, 50), Rush(200, 20), QUIET),
    False: (QUIET, Rush(1000, 1, 2), Rush(200, 20), Rush(1000, 20, 2), QUIET),
}


def run(seconds: float) -> Iterator[dict[str, object]]:
    """Measure every rush, with a wall that holds back and with one that does not."""
    raise_file_limit()
    for held_back, rushes in RUSHES.items():
        yield from _measure(held_back, rushes, seconds)


def _measure(
    held_back: bool, rushes: tuple[Rush, ...], seconds: float
) -> Iterator[dict[str, object]]:  # one of two kinds
    umpire, *pairs = [zmq.curve_keypair() for _ in range(1 + TABLES * SEATS)]
    with TemporaryDirectory() as folder:
        order = {
            "file": str(Path(folder) / "benchmark.warcouncil"),
            "tables": TABLES,
            "walled": True,
            "strict": held_back,
            "keys": [public.decode() for public, _ in pairs],
            "umpires": [umpire[0].decode()],
        }
        with ServerProcess("tests.bench.hosted", order) as server:
            port = server.ready["port"]
            crowd = KartenspielCrowd(
                port=port, server_key=server.ready["server_key"], pairs=pairs, umpire=umpire
            )
            try:
                for rush in rushes:
                    line = {"name": "rush", "held_back": held_back}
                    yield line | _rushed(rush, crowd, server, seconds)
            finally:
                crowd.close()


def _rushed(rush: Rush, crowd: KartenspielCrowd, server: ServerProcess, seconds: float) -> dict[str, object]:
    port, code = server.ready["port"], server.ready["umpire_code"]
    with ExitStack() as stack:
        knocked: dict[str, Any] = {}
        if rush.per_second:
            knocker = stack.enter_context(
                ServerProcess(
                    "tests.bench.knocker",
                    {
                        "port": port,
                        "plate": code[:3],
                        "per_second": rush.per_second,
                        "addresses": [f"127.0.0.{2 + number}" for number in range(rush.addresses)],
                        "connections": rush.connections,
                    },
                )
            )
        person = _Person(port, code)
        figures = Play(crowd, server, Load(seconds, pace_seconds=PACE_SECONDS)).run()
        waits = person.leave()
        if rush.per_second:
            knocked = knocker.last_words()
    shown = ("p50_ms", "p99_ms", "server_cpu_pct", "other_cpu_pct", "unfinished")
    return {
        "knocks_per_s_tried": rush.per_second,
        "addresses": rush.addresses,
        "connections": rush.addresses * rush.connections,
        **knocked,
        "joins": len(waits),
        "join_p50_seconds": round(median(waits), 2) if waits else None,
        "join_max_seconds": round(max(waits), 2) if waits else None,
        "joins_refused": person.refused,
        **{f"seats_{name}" if name.endswith("_ms") else name: figures[name] for name in shown},
    }


class _Person:
    """A person who joins again and again with the product's own client, in a thread of their own."""

    def __init__(self, port: int, code: str) -> None:
        self.refused = 0
        self._waits: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._join(port, code)))
        self._thread.start()

    async def _join(self, port: int, code: str) -> None:
        until = perf_counter() + RUSH_SECONDS_MAX
        while not self._over.is_set() and perf_counter() < until:
            began = perf_counter()
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(60):
                        await join(Address("127.0.0.1", port), code, kind=Kind.CONSOLE)
            except DoorError:
                self.refused += 1
            self._waits.append(perf_counter() - began)
            await asyncio.sleep(0.2)

    def leave(self) -> list[float]:
        """Stop joining, and return the seconds of each join."""
        self._over.set()
        self._thread.join()
        return self._waits
