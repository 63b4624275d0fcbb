"""The secret round: a real arbiter with every defence on, and a real connection for each seat.

What a round is stands in `crowd`. The floor (`floor`) runs beside it, so that ratios hold in one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import zmq
from warcouncil.arbiter.shell.wires import raise_file_limit

from tests.bench import floor
from tests.bench.crowd import KartenspielCrowd
from tests.bench.load import SEATS, Load, Play
from tests.bench.processes import ServerProcess


def run(tables: int, load: Load, *, walls: tuple[bool, ...], with_floor: bool) -> Iterator[dict[str, object]]:
    """Measure the arbiter at so many tables, with and without the wall in front as asked, and the floor."""
    raise_file_limit()
    floors = []
    if with_floor:
        for line in floor.run(tables, load):
            floors.append(line)
            yield line
    for walled in walls:
        line = _measure(tables, load, walled=walled)
        if floors:
            line |= _ratios(line, floors[0])
        yield line


def _ratios(line: dict[str, object], beneath: dict[str, object]) -> dict[str, object]:
    """Set a run against the floor's, whose round is one gate: by rounds (ten declarations each), by gates (ten views
    each), and by the processor time of a gate, which other programs on the machine disturb the least."""
    ratios: dict[str, object] = {}
    for name in ("rounds_per_s", "gates_per_s", "server_cpu_ms_per_gate"):
        ours, theirs = line[name], beneath[name]
        if isinstance(ours, float) and isinstance(theirs, float) and theirs:
            ratios[f"{name}_to_floor"] = round(ours / theirs, 2)
    return ratios


def _measure(tables: int, load: Load, *, walled: bool) -> dict[str, object]:
    umpire, *pairs = [zmq.curve_keypair() for _ in range(1 + tables * SEATS)]
    with TemporaryDirectory() as folder:
        order = {
            "file": str(Path(folder) / "benchmark.warcouncil"),
            "tables": tables,
            "walled": walled,
            "keys": [public.decode() for public, _ in pairs],
            "umpires": [umpire[0].decode()],
        }
        with ServerProcess("tests.bench.hosted", order) as server:
            crowd = KartenspielCrowd(
                port=server.ready["port"], server_key=server.ready["server_key"], pairs=pairs, umpire=umpire
            )
            try:
                return {"name": "secret round", "wall": walled, **Play(crowd, server, load).run()}
            finally:
                crowd.close()
