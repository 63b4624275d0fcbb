"""Two wings of one event for tests: a table in each, a real arbiter for each, on free ports of this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from warcouncil.clients.commands.host.wings import WingProcess, begin_all, end_all
from warcouncil.clients.plan.reading.check import room_in

from tests.ports import free_ports

PLAN = """
[exercise]
name = "Jena"
start = "umpire"
[[tables]]
game = "kartenspiel"
count = 2
empty = "bots"
[[wings]]
name = "North"
tables = 1
[[wings]]
name = "South"
"""
PASSED = ["--bind", "127.0.0.1", "--no-announce", "--no-wall"]


@contextmanager
def two_wings(folder: Path, metrics: Sequence[int] = ()) -> Iterator[list[WingProcess]]:
    """Host both wings from a folder until the block ends. The folder must be the current one. `metrics`: the ports
    of their pages.
    """
    file = folder / "event.toml"
    first = free_ports(6)  # a wing takes three; one that dies comes back where it was
    north = PLAN.replace("tables = 1\n", f"tables = 1\nport = {first}\n")
    file.write_text(f"{north}port = {first + 3}\n", "utf-8")
    begun = begin_all(file, room_in(file).wings, folder / "event", PASSED, metrics)
    try:
        yield begun
    finally:
        end_all(begun)
