"""The cost of the debrief of a whole room: forty tables that bots played to their end, told in one report."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run as run_process
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import psutil  # type: ignore[import-untyped]  # it comes without types
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.clients.debrief.building.reporting import ReportOrder, reports
from warcouncil.clients.debrief.draw.page import rendered
from warcouncil.clients.debrief.draw.writing import write
from warcouncil.clients.plan.reading.check import room_in
from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room

PLAN = """[exercise]
name = "Benchmark"
[[tables]]
game = "{game}"
count = {tables}
"""


def room_file(folder: Path, tables: int, game: str = "kartenspiel") -> Path:
    """Write the exercise file of a room that bots played to its end."""
    plan, file = folder / "room.toml", folder / "room.warcouncil"
    plan.write_text(PLAN.format(tables=tables, game=game), "utf-8")
    rehearse_room(room_in(plan), seed="1", pace_seconds=12.0, hours=8.0, file=file)
    return file


def run(tables: int) -> Iterator[dict[str, object]]:
    """Write the report of this number of tables in a process of its own, and return its cost.

    The cost of the opening is separate.
    """
    with TemporaryDirectory() as folder:
        file = room_file(Path(folder), tables)
        with open_record(file) as record:
            records = record.whole
        command = [sys.executable, "-m", "tests.bench.debriefs", str(file), str(Path(folder) / "out")]
        begun = perf_counter()
        said = run_process(command, check=True, capture_output=True, text=True).stdout
        yield {
            "name": "debrief",
            "tables": tables,
            "records": records,
            "wall_seconds": round(perf_counter() - begun, 2),
            **json.loads(said),
        }


def told(file: Path, out: Path) -> dict[str, object]:
    """Write the umpires' report, as the command does."""
    out.mkdir(parents=True, exist_ok=True)
    begun = process_time()
    with open_record(file) as record:
        opened = process_time()
        pages = [*reports(record, gather(record), ReportOrder())]
    made = process_time()
    sizes = [write(out / f"{one.stem}.html", one.report.mark, rendered(one.report)) for one in pages]
    written = process_time()
    return {
        "open_cpu_seconds": round(opened - begun, 2),
        "tell_cpu_seconds": round(made - opened, 2),
        "page_cpu_seconds": round(written - made, 2),
        "cpu_seconds": round(written, 2),
        "html_mb": round(sum(sizes) / 2**20, 1),
        "largest_file_mb": round(max(sizes) / 2**20, 2),
        "peak_mb": round(_peak_mb(), 1),
    }


def _peak_mb() -> float:
    """Return the most memory of this process so far."""
    if sys.platform == "win32":
        peak: int = psutil.Process().memory_info().peak_wset
        return peak / 2**20
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 1024


if __name__ == "__main__":
    sys.stdout.write(json.dumps(told(Path(sys.argv[1]), Path(sys.argv[2]))) + "\n")
