"""Real frames, receipts and records, from exercises that are played in the simulation; all of it follows from
a few numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from unittest.mock import patch

from warcouncil.arbiter.core.words.record import Row
from warcouncil.clients.link.connect.link import Unsealer

from tests.fuzz.records import told
from tests.simulation.network import Connection, Network
from tests.simulation.setting import Wish
from tests.simulation.world import World, lived

WISHES = (
    Wish(3, seconds=60, at_home="server", game="sealed_bid"),
    *(
        Wish(seed, seconds=40, game=game)
        for seed, game in ((5, "kartenspiel"), (6, "kashmir_crisis"), (7, "hard_war"))
    ),
    *(Wish(seed, seconds=30, at_home="server") for seed in range(11, 17)),
)
RECORDS_MAX = 60
BYTES_MAX = 12_000
Found = dict[str, list[bytes]]


def gather() -> Found:
    """Play. Return what was sent, kept and written, by the target that reads it."""
    found: Found = defaultdict(list)
    for wish in WISHES:
        with (
            patch.object(Network, "up", _sent(found["requests"])),
            patch.object(Unsealer, "open", _came(found["replies"])),
        ):
            lived(wish, World, lambda world: _whole(world, found))
    return {
        name: [each for each in dict.fromkeys(inputs) if len(each) < BYTES_MAX]
        for name, inputs in found.items()
    }


def _sent(found: list[bytes]) -> Callable[[Network, Connection, bytes], None]:
    real = Network.up

    def up(network: Network, connection: Connection, frame: bytes) -> None:
        found.append(frame.rstrip(b" "))
        real(network, connection, frame)

    return up


def _came(found: list[bytes]) -> Callable[[Unsealer, bytes], bytes | None]:
    real = Unsealer.open

    def opened(unsealer: Unsealer, sealed: bytes) -> bytes | None:
        plain = real(unsealer, sealed)
        found.append((plain or b"").rstrip(b" "))
        return plain

    return opened


def _whole(world: World, found: Found) -> None:
    """Run a world to its end, and take its frames."""
    world.run()
    for seat in world.seats.values():
        kept = [
            each.model_dump_json().encode() for each in (*seat.receipts._lots.values(), *seat.receipts._kept)
        ]
        found["receipts"] += [b"\n".join(kept[:5]), *kept[:3]]
    if world.server is not None:
        rows = [Row(*row[:5]) for row in world.server.rows[:RECORDS_MAX]]
        found["received"] += [row.body for row in rows if row.kind == "received"]
        found["journal"].append(told(rows))
