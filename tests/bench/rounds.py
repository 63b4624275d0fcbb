"""The secret round: a real arbiter with every defence on, and a real connection for each seat.

`crowd` describes a round. The floor (`floor`) runs beside it, so that ratios apply within one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import zmq
from warcouncil.arbiter.shell.base.listening import raise_file_limit

from tests.bench import floor
from tests.bench.crowd import KartenspielCrowd
from tests.bench.load import SEATS, Load, Play
from tests.bench.processes import ServerProcess

NAME = "secret round"
"""Of the arbiter's lines; the floor's say more."""


def run(tables: int, load: Load, *, walls: tuple[bool, ...], with_floor: bool) -> Iterator[dict[str, object]]:
    """Measure the arbiter at this number of tables, with and without the wall in front as asked, and the
    floor.
    """
    raise_file_limit()
    floors: dict[str, dict[str, object]] = {}
    for suffix, in_our_shape in (("to_floor", False), ("to_floor_in_our_shape", True)) if with_floor else ():
        floors[suffix] = floor.run(tables, load, in_our_shape=in_our_shape)
        yield floors[suffix]
    for walled in walls:
        line = _measure(tables, load, walled=walled)
        for suffix, beneath in floors.items():
            line |= _ratios(line, beneath, suffix)
        yield line


def _ratios(line: dict[str, object], beneath: dict[str, object], suffix: str) -> dict[str, object]:
    """Set a run against a floor's: by rounds (ten declarations each), by gates (ten views each; a round of the plain floor is
    one), and by the processor time of a gate, which other programs on the machine disturb the least."""
    ratios: dict[str, object] = {}
    for name in ("rounds_per_s", "gates_per_s", "server_cpu_ms_per_gate"):
        ours, theirs = line[name], beneath[name]
        if isinstance(ours, float) and isinstance(theirs, float) and theirs:
            ratios[f"{name}_{suffix}"] = round(ours / theirs, 2)
    return ratios


def _measure(tables: int, load: Load, *, walled: bool) -> dict[str, object]:
    with served(tables, walled=walled) as (crowd, server):
        return {"name": NAME, "wall": walled, **Play(crowd, server, load).run()}


@contextmanager
def served(tables: int, *, walled: bool) -> Iterator[tuple[KartenspielCrowd, ServerProcess]]:
    """Return an arbiter with this number of tables, and all of its players."""
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
                yield crowd, server
            finally:
                crowd.close()
