"""How many commits a second a journal takes: ten declarations each, and in every tenth a closing of 6 KB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from warcouncil.arbiter.shell import journal
from warcouncil.arbiter.shell.layout import Entry, Papers, Receipted

from tests.bench.load import SEATS

_PAPERS = Papers("Benchmark", "p" * 40, "s" * 40, b"\x01" * 32)
_RUNS = 5


def run(commits: int) -> Iterator[dict[str, object]]:
    """Write so many commits some times into a fresh file, and beside it the same without its trail: the ratio is what holds."""
    took: dict[str, list[float]] = {"with_trail": [], "without": []}
    busy = 0.0
    for _ in range(_RUNS):
        for name, times in took.items():
            before = process_time()
            times.append(_written(commits, with_trail=name == "with_trail"))
            busy += process_time() - before
    with_trail, without = (median(times) for times in took.values())
    yield {
        "name": "commits",
        "commits": commits,
        "per_second": round(commits / with_trail),
        "per_second_without_trail": round(commits / without),
        "ratio": round(without / with_trail, 2),
        "cpu_us_a_commit": round(busy / (2 * _RUNS * commits) * 1e6),
    }


def _written(commits: int, *, with_trail: bool) -> float:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "benchmark.warcouncil"
        opened = journal.create(str(file) if with_trail else f"sqlite:///{file}", _PAPERS)
        start = perf_counter()
        for at in range(commits):
            entries = [
                Entry(at, "received", 1, b"x" * 300, Receipted(at, f"red.{seat}")) for seat in range(SEATS)
            ]
            opened.append([*entries, *[Entry(at, "closed", 1, b"y" * 6000)] * (at % 10 == 9)])
        took = perf_counter() - start
        opened.close()
    return took
