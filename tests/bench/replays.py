"""The time to open a replay of a long exercise, and to go to any question as any reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import psutil  # type: ignore[import-untyped]  # it comes without types
from warcouncil.clients.replay.film.film import Film
from warcouncil.clients.room.films.make_film import film_of

from tests.bench.resumes import long_file

_TABLE = 7
_STEPS = 60


def run(records: int) -> Iterator[dict[str, object]]:
    """Write an exercise of this number of records, open one table of it, step through it, and return the
    times.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "benchmark.warcouncil"
        long_file(file, records)
        wall, cpu = perf_counter(), process_time()
        film = film_of(file, _TABLE)
        wall, cpu = perf_counter() - wall, process_time() - cpu
        took = sorted(_steps(film))
        yield {
            "name": "replay",
            "records": records,
            "questions": len(film.gates),
            "file_mb": round(file.stat().st_size / 2**20, 1),
            "open_seconds": round(wall, 2),
            "open_cpu_seconds": round(cpu, 2),
            "step_cpu_ms_p50": round(median(took) * 1000, 1),
            "step_cpu_ms_max": round(took[-1] * 1000, 1),
            "rss_mb": round(psutil.Process().memory_info().rss / 2**20, 1),
        }


def _steps(film: Film) -> Iterator[float]:
    """Go to questions all over the table, through one eyes after another, with the truth beside; give the seconds of work of each."""
    gates = film.gates[:: max(1, len(film.gates) // _STEPS)]
    for number, gate in enumerate(gates):
        eyes = film.eyes[number % len(film.eyes)]
        begun = process_time()
        film.sight(gate.opened, eyes)
        film.truth(gate.opened)
        yield process_time() - begun
