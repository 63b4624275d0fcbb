"""Kill -9 at any moment: no acknowledged record is lost, doubled or shown early, and all clients come back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.verify import verify
from warcouncil.arbiter.shell.base.location import is_address

from tests.arbiter.shell.killing import Killing
from tests.arbiter.shell.running import arbiter
from tests.ports import free_pair
from tests.profile import BY_NIGHT, games

POINTS = (
    "heard:6",
    "handled:9",
    "inside_commit:4",
    "after_commit:5",
    "restoring:7",
    "mid_send:2",
    "after_commit:1",
    "after_send:8",
    "before_trail:3",
    "inside_commit:1",
)

POINTS_BY_DAY = {
    "file": ("heard:6", "after_commit:5", "inside_commit:4", "after_send:8", "before_trail:3"),
    "database": ("inside_commit:4", "handled:9", "restoring:7", "mid_send:2"),
}
"""Each step once by day. For a database, those steps at which it may know more, or less, than its arbiter."""
DRAWN = ("after_commit:2", "before_trail:2", "restoring:6", "mid_send:9", "after_commit:4", "inside_commit:3")
"""Steps during the pledges and the opening of the numbers of ten seats."""


@asynccontextmanager
async def killing(where: str | Path, *, walled: bool, all_draw: bool = False) -> AsyncIterator[Killing]:
    """Prepare an exercise of ten seats for its arbiters to be killed.

    `all_draw`: their chance is made of all their numbers.
    """
    async with arbiter(where, all_draw=all_draw) as running:
        seats = [card.holder.seat for card in running.opened.exercise.codes if card.holder.seat]
        tickets = []
        for seat in seats:
            await running.leads()
            tickets.append(running.ticket(seat))
    port = free_pair()
    moved = [ticket.model_copy(update={"port": port}) for ticket in tickets]
    made = Killing(where, port, moved, walled=walled, pace_seconds=0.15)
    made.play()
    try:
        yield made
    finally:
        await made.stop()


@pytest.fixture(params=["file", "database"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the location of an exercise: a file or a database."""
    if request.param == "file":
        return str(tmp_path / "exercise.warcouncil")
    return str(request.getfixturevalue("address"))


@pytest.mark.night(keep=1)
async def test_killed_at_every_named_point(home: str) -> None:
    """A power cut at some step between the arrival of a declaration and its receipt costs a player something."""
    points = POINTS if BY_NIGHT else POINTS_BY_DAY["database" if is_address(home) else "file"]
    async with killing(home, walled=False) as room:
        died = 0
        for point in points:
            await room.start(point)
            await room.kill()
            died += not room.over
        assert died >= len(points) - 2
        await room.start()
        await room.back()
        ends = await room.end()
        assert all(end and end.reason for end in ends)
        assert len({end.reason for end in ends if end}) == 1


async def test_killed_while_the_chance_is_made(tmp_path: Path) -> None:
    """An arbiter that dies while ten people make the chance deals twice, or by a chance that cannot be
    proved.
    """
    file = tmp_path / "exercise.warcouncil"
    async with killing(file, walled=False, all_draw=True) as room:
        for point in DRAWN[: games(2, 6)]:
            await room.start(point)
            await room.kill()
        await room.start()
        await room.back()
        ends = await room.end()
        assert len({end.reason for end in ends if end}) == 1
    with open_record(file) as record:
        (made,) = record.rows(kinds=("bound",))
        found = verify(record)
    assert not found.fails, found.checks
    assert b'"number"' in made.body


@pytest.mark.parametrize("seed", range(games(1, 60)))
async def test_killed_at_any_moment_behind_the_wall(tmp_path: Path, seed: int) -> None:
    """After a kill at a random moment behind the flood wall, the arbiter or a client does not come back."""
    moments = Random(seed)
    async with killing(tmp_path / "exercise.warcouncil", walled=True) as room:
        for _ in range(games(2, 4)):
            await room.start()
            await room.back()
            await room.kill(after_seconds=moments.uniform(0.02, 0.5))
        await room.start()
        await room.back()
        ends = await room.end()
        assert all(end and end.reason for end in ends)
