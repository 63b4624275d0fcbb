"""The time for a whole room to join: every seat knocks at once with its code, through the flood wall and the
real door.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from warcouncil.arbiter.shell.base.listening import raise_file_limit
from warcouncil.clients.link.door.door import Address, join

from tests.bench.load import SEATS
from tests.bench.processes import ServerProcess


def run(seats: int) -> Iterator[dict[str, object]]:
    """Measure until the last of this number of seats has its ticket."""
    raise_file_limit()
    with TemporaryDirectory() as folder:
        order = {
            "file": str(Path(folder) / "benchmark.warcouncil"),
            "tables": seats // SEATS,
            "walled": True,
            "keys": [],
            "umpires": [],
            "codes": True,
        }
        with ServerProcess("tests.bench.hosted", order) as server:
            before = server.cpu_seconds()
            waits = asyncio.run(_all_join(server.ready["port"], server.ready["codes"]))
            cents = quantiles(waits, n=100)
            yield {
                "name": "joins",
                "wall": True,
                "seats": len(waits),
                "seconds": round(max(waits), 2),
                "joins_per_s": round(len(waits) / max(waits), 1),
                "p50_seconds": round(cents[49], 2),
                "p99_seconds": round(cents[98], 2),
                "server_cpu_ms_per_join": round((server.cpu_seconds() - before) / len(waits) * 1000, 1),
                "rss_mb": round(server.rss_mb(), 1),
            }


async def _all_join(port: int, codes: list[str]) -> list[float]:
    begun = perf_counter()

    async def one(code: str) -> float:
        await join(Address("127.0.0.1", port), code)
        return perf_counter() - begun

    return await asyncio.gather(*map(one, codes))
