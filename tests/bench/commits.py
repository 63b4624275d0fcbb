"""The commits that a journal takes in a second: ten declarations each, and in every tenth a closing of 6 KB."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from warcouncil.arbiter.shell.base.entries import Entry, Papers, Receipted
from warcouncil.arbiter.shell.service import journal

from tests.bench.load import SEATS
from tests.servers import Base, NoServer, database, server, stop

_PAPERS = Papers("Benchmark", "p" * 40, "s" * 40, b"\x01" * 32)
_RUNS = 5


def run(commits: int) -> Iterator[dict[str, object]]:
    """Write this number of commits some times into a fresh file, and beside it into a PostgreSQL database, if
    there is one.
    """
    try:
        with database(server()) as base:
            yield from _measured(commits, base)
    except NoServer as why:
        yield {"name": "commits", "database": str(why)}
        yield from _measured(commits, None)
    finally:
        stop()


def _measured(commits: int, base: Base | None) -> Iterator[dict[str, object]]:
    took: dict[str, list[float]] = {"file": [], "database": []}
    busy = dict.fromkeys(took, 0.0)
    with TemporaryDirectory() as folder:
        for run in range(_RUNS):
            places = {"file": f"{folder}/{run}.warcouncil"} | (
                {"database": base.address(f"run{run}")} if base else {}
            )
            for name, where in places.items():
                before = process_time()
                took[name].append(_written(commits, where))
                busy[name] += process_time() - before
    for name, times in took.items():
        if times:
            yield {
                "name": "commits",
                "into": name,
                "commits": commits,
                "per_second": round(commits / median(times)),
                "cpu_us_a_commit": round(busy[name] / (_RUNS * commits) * 1e6),
            }


def _written(commits: int, where: str) -> float:
    opened = journal.create(where, _PAPERS)
    start = perf_counter()
    for at in range(commits):
        entries = [
            Entry(at, "received", 1, b"x" * 300, Receipted(at, f"red.{seat}")) for seat in range(SEATS)
        ]
        opened.append([*entries, *[Entry(at, "closed", 1, b"y" * 6000)] * (at % 10 == 9)])
    took = perf_counter() - start
    opened.close()
    return took
