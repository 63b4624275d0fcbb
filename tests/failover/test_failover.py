"""After any fault of one machine the other continues: nothing acknowledged is lost, no client hears two
leaders, no clock is shorter.
"""

from __future__ import annotations

import asyncio
import sys
from random import Random

import pytest

from tests import servers
from tests.failover.room import AT_SERVER, FAULTS, Told, suffer
from tests.profile import BY_NIGHT, games

ROOMS = games(1, 3)
"""The number of rooms at the same time: most of the time a room waits for the end of a lease."""
KINDS = sorted(FAULTS) if BY_NIGHT else ["blind", "frozen", "killed"]
"""The faults that come over each room at least once.

By day: one after which another must take over, one whose machine wakes after it was overtaken, and one after
which no machine may take over.
"""
EACH = games(len(KINDS), 10)
"""The number of faults for each room."""

pytestmark = [
    pytest.mark.timeout(1800),  # each fault takes the seconds that a lease lapses in
    pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped and woken there"),
]


@pytest.mark.parametrize("group", range(games(1, 10)))
async def test_a_room_outlives_its_machines(base: servers.Base, group: int) -> None:
    """A laptop that dies, sleeps, is shut down or loses its connection ends the morning, or two machines lead it."""
    came = Told()
    for told in await asyncio.gather(*(suffer(base, seed, drawn(seed)) for seed in rooms(group))):
        came.add(told)
    assert set(came.faults) == set(KINDS)
    assert sum(came.faults.values()) == ROOMS * EACH
    assert came.receipts


@pytest.mark.skipif(not BY_NIGHT, reason="it restarts a server of its own: at night")
async def test_a_room_outlives_its_server() -> None:
    """A database that is restarted ends the morning, moves it to another machine, or loses what was acknowledged."""
    names = [*AT_SERVER] * 4 + ["killed", "severed"]
    try:
        with servers.own() as server, servers.database(server) as base:
            came = await suffer(base, 0, Random(0).sample(names, len(names)))
    except servers.NoServer as why:
        pytest.skip(f"no PostgreSQL: {why}")
    assert came.receipts
    assert sum(came.faults.values()) == len(names)


def rooms(group: int) -> range:
    """Return the numbers of the rooms that run together."""
    return range(group * ROOMS, (group + 1) * ROOMS)


def drawn(seed: int) -> list[str]:
    """Draw what comes over a room: each fault at least once, in an order of chance."""
    dice = Random(seed)
    more = dice.choices(KINDS, k=EACH - len(KINDS))
    return dice.sample([*KINDS, *more], EACH)
