"""Whatever happens to one machine, the other goes on: nothing acknowledged is lost, nobody hears two leaders, no clock is shorter."""

from __future__ import annotations

import asyncio
import sys
from random import Random

import pytest

from tests import servers
from tests.failover.room import FAULTS, Told, suffer
from tests.profile import games

ROOMS = games(1, 3)
"""So many suffer beside each other: most of the time somebody waits until a lease has lapsed."""
EACH = 10
"""So many faults come over each."""

pytestmark = [
    pytest.mark.timeout(1800),  # each fault takes the seconds that a lease lapses in
    pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped and woken there"),
]


@pytest.mark.parametrize("group", range(games(1, 10)))
async def test_a_room_outlives_its_machines(base: servers.Base, group: int) -> None:
    """A laptop that dies, sleeps, is shut down or loses its way would end the morning, or two would lead it."""
    came = Told()
    for told in await asyncio.gather(*(suffer(base, seed, drawn(seed)) for seed in rooms(group))):
        came.add(told)
    assert set(came.faults) == set(FAULTS)
    assert sum(came.faults.values()) == ROOMS * EACH
    assert came.receipts


def rooms(group: int) -> range:
    """Give the numbers of the rooms that suffer together."""
    return range(group * ROOMS, (group + 1) * ROOMS)


def drawn(seed: int) -> list[str]:
    """Draw what comes over a room: each fault at least once, in an order of chance."""
    dice, names = Random(seed), sorted(FAULTS)
    more = dice.choices(names, k=EACH - len(names))
    return dice.sample([*names, *more], EACH)
