"""The secret round beside the peers: in one run, at the same tables and seconds, the floor, the arbiter,
boardgame.io and Colyseus. All have the same semantics. Ten secret declarations of some 110 bytes come in;
when the tenth is in, each seat gets a view of its own; closed loop, one load for all. The load uses each
peer's own protocol on raw sockets, with no client library, which favours the peers. They also have no
journal, no encryption, no receipts, no rules, and a view of 1 KB instead of our 6.5. But boardgame.io
sends the state to all ten after each move, 100 messages a round (its own deltas cost it more than they
spare). Colyseus sends ten messages a round, as cheaply as it can: no state is synchronised. A round of
theirs is one gate of ten declarations, a turn of ours two gates with ten declarations together. So the
compared figure is gates a second, of ten views each. A peer is measured twice, and its better line counts:
with a load that sleeps without messages, and with one that never does. A peer has only one thread, so it
wins a third if it need not wake a process and the other core is the load's. The floor and the arbiter,
which have threads and processes beside, lose a quarter by that, and are measured with a load that sleeps.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from warcouncil.arbiter.shell.base.listening import raise_file_limit

from tests.bench import rounds
from tests.bench.load import Load, Play
from tests.bench.peers import boardgame_io, colyseus
from tests.bench.peers.crowd import Chair, PeerCrowd
from tests.bench.processes import DidNotStart, ServerProcess

PACKAGES = Path(sys.prefix) / "peers"
"""The folder in which `make peers` puts the packages of npm."""
_MODULES = PACKAGES / "node_modules"


@dataclass(frozen=True, slots=True)
class Peer:
    """Another server: its package, its program beside this file, and how its seats are taken."""

    package: str
    program: str
    sit_down: Callable[[int, int], Sequence[Chair]]


PEERS = {
    "boardgame_io": Peer("boardgame.io", "boardgame_io.mjs", boardgame_io.sit_down),
    "colyseus": Peer("@colyseus/core", "colyseus.mjs", colyseus.sit_down),
}


def run(tables: int, load: Load, *, walls: tuple[bool, ...], with_floor: bool) -> Iterator[dict[str, object]]:
    """Measure the peers, the floor and the arbiter; the arbiter's gates are set against those of each peer that was measured."""
    raise_file_limit()
    gates: dict[str, float] = {}
    absent = {name: why for name, peer in PEERS.items() if (why := missing(peer))}
    for why in dict.fromkeys(absent.values()):
        names = [name for name, its in absent.items() if its == why]
        yield {"name": f"secret round, {' and '.join(names)}", "not_measured": why}
    for name, peer in PEERS.items():
        if name in absent:
            continue
        try:
            line = max(
                (measure(peer, tables, each) for each in (load, replace(load, sleeps=False))), key=_gates
            )
        except DidNotStart as fault:
            line = {"not_measured": f"{fault}: is this Node.js too old for it?"}
        yield {"name": f"secret round, {name}", **line}
        if _gates(line):
            gates[name] = _gates(line)
    for line in rounds.run(tables, load, walls=walls, with_floor=with_floor):
        if line["name"] == rounds.NAME:
            line |= {
                f"gates_per_s_to_{name}": round(_gates(line) / theirs, 2) for name, theirs in gates.items()
            }
        yield line


def _gates(line: dict[str, object]) -> float:
    gates = line.get("gates_per_s", 0.0)
    assert isinstance(gates, float)
    return gates


def missing(peer: Peer) -> str:
    """Return the missing program for a peer; "" when all is there."""
    if shutil.which("node") is None:
        return "install Node.js with npm (Debian: apt install nodejs npm), then run make peers"
    if not (_MODULES / peer.package).is_dir():
        return "run make peers, which installs it by npm (Debian: apt install npm)"
    return ""


def measure(peer: Peer, tables: int, load: Load) -> dict[str, object]:
    """Measure one peer at this number of tables. Raises DidNotStart."""
    package = json.loads((_MODULES / peer.package / "package.json").read_text("utf-8"))
    program = str(Path(__file__).with_name(peer.program))
    with ServerProcess(program, {"packages": str(PACKAGES)}, runner=("node",)) as server:
        crowd = PeerCrowd(peer.sit_down(server.ready["port"], tables))
        try:
            return {"version": package["version"], "wall": False, **Play(crowd, server, load).run()}
        finally:
            crowd.close()
