"""The cost of presence: every seat sends its sign of life as often as a person's client does, and nothing
else happens. A room at rest has no other work, and the cost must grow with the seats alone: a beat at one
table does not affect another.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.bench.crowd import BEAT_SECONDS, KartenspielCrowd
from tests.bench.load import SEATS
from tests.bench.processes import ServerProcess, busy_seconds
from tests.bench.rounds import served


def run(tables: int, seconds: float) -> Iterator[dict[str, object]]:
    """Measure the processor time of a beat at this number of tables."""
    with served(tables, walled=False) as (crowd, server):
        beat(crowd, BEAT_SECONDS)
        before, begun = _marks(server), time.perf_counter()
        beats = beat(crowd, seconds)
        passed = time.perf_counter() - begun
        server_cpu, own, busy = (b - a for a, b in zip(before, _marks(server), strict=True))
    yield {
        "name": "beats",
        "tables": tables,
        "seats": tables * SEATS,
        "beats_per_s": round(beats / passed),
        "server_cpu_ms_per_beat": round(server_cpu / beats * 1000, 4),
        "server_cpu_pct": round(server_cpu / passed * 100),
        "other_cpu_pct": round((busy - server_cpu - own) / passed * 100),
    }


def beat(crowd: KartenspielCrowd, seconds: float) -> int:
    """Send beats of all seats for this time, one after the other in each period; return their number."""
    seats, begun, sent = crowd.tables * SEATS, time.perf_counter(), 0
    while (passed := time.perf_counter() - begun) < seconds:
        while sent < passed / BEAT_SECONDS * seats:
            crowd.pass_over(sent % seats)
            crowd.beat(sent % seats)
            sent += 1
        time.sleep(0.001)
    return sent


def _marks(server: ServerProcess) -> tuple[float, ...]:
    return server.cpu_seconds(), time.process_time(), busy_seconds()
