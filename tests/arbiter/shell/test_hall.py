"""A small hall with everything that a large one has: the `host` process behind its flood wall, real links,
consoles, and a kill.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from warcouncil.clients.umpire.model.board import Board
from warcouncil.protocol.acts.acts import Pause
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import GateNo, TableId

from tests.bench.hall import SLACK_MS, lost_ms
from tests.bench.premises import Hosting, Onlooker, Premises, console, display, kept, prepare
from tests.bench.sitters import People
from tests.profile import BY_NIGHT
from tests.waiting import until_true

TABLES = 4 if BY_NIGHT else 2
PACE = (0.1, 0.4)
PATIENCE_SECONDS = 60.0


@dataclass
class Hall:
    """All seats, two consoles and a projector, all of them linked."""

    premises: Premises
    hosting: Hosting
    people: People
    consoles: list[Onlooker]
    shown: Onlooker

    def gates(self) -> dict[int, int]:
        """Return the newest gate that any client saw at each table."""
        found: dict[int, int] = {}
        for _, table, gate, _ in self.people.book.views:
            found[table] = max(gate, found.get(table, 0))
        return found

    async def plays_on(self, gates: int = 2) -> None:
        """Wait until every table has closed this number of further gates."""
        before = self.gates()
        await until_true(lambda: all(self.gates()[table] >= gate + gates for table, gate in before.items()))

    async def stop(self) -> None:
        """Disconnect all clients, and end the arbiter."""
        await self.people.leave()
        for onlooker in (*self.consoles, self.shown):
            await onlooker.cut()
        await self.hosting.stop()


@asynccontextmanager
async def hall(folder: Path) -> AsyncIterator[Hall]:
    """Open the hall and start all players."""
    premises = prepare(folder / "hall.warcouncil", TABLES)
    people = People(premises.seats, PACE)
    consoles = [console(ticket, number) for number, ticket in enumerate(premises.umpires, 1)]
    made = Hall(premises, await Hosting.start(premises), people, consoles, display(premises.display[0]))
    try:
        await people.come_in()
        for onlooker in (*consoles, made.shown):
            onlooker.open()
            await onlooker.ready(TABLES)
        await made.plays_on(1)
        yield made
    finally:
        await made.stop()


def board(onlooker: Onlooker) -> Board:
    """Return a console's board."""
    assert isinstance(onlooker.model, Board)
    return onlooker.model


def wall(onlooker: Onlooker) -> list[TableStatus]:
    """Return everything that a console shows, except what changes with time."""
    return [now.status for now in onlooker.model.tables.values()]


def told(onlooker: Onlooker) -> int:
    """Return the number of tables of which a console has a status."""
    return len({glance.table for glance in onlooker.glances})


async def test_all_clients_are_back_after_the_arbiter_was_killed_with_every_table_at_a_question(
    tmp_path: Path,
) -> None:
    """A power cut in a full hall costs people their seats, their time or an acknowledged order."""
    async with hall(tmp_path) as room:
        at = await room.hosting.kill()
        room.people.note_kill(at)
        before = room.gates()
        for onlooker in (*room.consoles, room.shown):
            onlooker.glances.clear()
        room.hosting = await Hosting.start(room.premises)
        falls = await room.people.back()
        assert len(falls) == len(room.people.sitters)
        lost = [lost_ms(fall, at, room.hosting.up_at) for fall in falls if fall.same_gate]
        assert lost
        assert max(lost) <= SLACK_MS
        await until_true(lambda: all(told(each) == TABLES for each in (*room.consoles, room.shown)))
        await room.plays_on()
        assert all(room.gates()[table] > gate for table, gate in before.items())
        book = room.people.book
    truth = kept(room.premises.file)
    assert not set(book.receipts) - set(truth.declared), "an acknowledged declaration is lost"
    assert all(declared.times == 1 for declared in truth.declared.values()), "a declaration counts twice"
    shown = {(table, gate) for _, table, gate, _ in book.views}
    assert all((table, gate - 1) in truth.closed_ms for table, gate in shown), "a gate was shown too early"
    assert not book.shut


async def test_a_console_that_dies_stops_no_table_and_comes_back_to_the_present_state(tmp_path: Path) -> None:
    """The end of the umpire's laptop stops the room, or its console returns to a false wall with a running clock."""
    async with hall(tmp_path) as room:
        first, second = room.consoles
        stopped = TableId(2)
        for order in board(first).rule(Pause(), {stopped: GateNo(0)}, "a word first", 0):
            first.link.send(order)
        await until_true(lambda: bool(board(second).tables[stopped].status.paused))
        clock = board(second).tables[stopped].status.clock
        await first.cut()
        others = {table: gate for table, gate in room.gates().items() if table != stopped}
        await until_true(lambda: all(room.gates()[table] >= gate + 2 for table, gate in others.items()))
        room.consoles[0] = again = console(room.premises.umpires[0], 1)
        again.open()
        await again.ready(TABLES)
        status = board(again).tables[stopped].status
        assert (status.paused, status.clock) == ("a word first", clock)
        assert clock is not None
        assert not clock.running
        for table in (1, 3, 4):
            for order in board(again).rule(Pause(), {TableId(table): GateNo(0)}, "all stand", 0):
                again.link.send(order)
        await until_true(lambda: all(status.paused for status in wall(again) + wall(second)))
        await until_true(lambda: wall(again) == wall(second))
        await until_true(lambda: getattr(board(again).room, "table", 0) == 1)
        assert not room.people.book.shut
