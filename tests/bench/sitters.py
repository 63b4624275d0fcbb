"""The players of a whole room, each at a link of their own: `python -m tests.bench.sitters` runs them in a
separate process. It reads its order, one line of JSON, from standard input, then a word on each line, and
answers each with one line of JSON. All times are seconds of the system's monotonic clock, which every
process of a machine shares.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

from warcouncil.arbiter.shell.base.listening import raise_file_limit
from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import ClockView, View
from warcouncil.protocol.wire.replies import Alive, Clock, Receipt, Refusal, Welcome
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo

BATCH = 100
"""The number of players that come in at once."""
PATIENCE_SECONDS = 60.0
AGAIN_SECONDS = 1.0
"""The time after which a refused request is sent again."""
GIVEN_WAY = 10
"""Bots that play as fast as they can take what the arbiter and the consoles leave: in a hall, each has its own machine."""

Pace = tuple[float, float]
"""The shortest and the longest time that a seat takes to answer."""
Moment = tuple[float, int, int, str]
"""When, at which table and at which gate, and which seat."""


@dataclass(slots=True)
class Fall:
    """The fall of an arbiter for one seat: the time without a view, and its clock before and after."""

    away_seconds: float
    same_gate: bool = False
    left_ms: tuple[int, int] = (0, 0)
    at: tuple[float, float] = (0.0, 0.0)


@dataclass(slots=True)
class Book:
    """The records of the seats."""

    sent: list[tuple[float, str]] = field(default_factory=list)
    """When each declaration left, and its id."""
    views: list[Moment] = field(default_factory=list)
    receipts: dict[str, int] = field(default_factory=dict)
    """The table of every declaration that was acknowledged, by its id."""
    refusals: int = 0
    shut: int = 0


class Sitter:
    """One seat: it answers what it is asked after a while, and never attacks, so that no battle ends."""

    def __init__(self, ticket: Ticket, table: int, seat: str, book: Book, pace: Pace) -> None:
        self.link = Link(ticket, app="bench", at_once=True)
        self.pace = pace
        self.gate = 0
        self.killed_at: float | None = None
        self.fall: Fall | None = None
        self._table = table
        self._seat = seat
        self._book = book
        self._dice = Dice(seed_of(f"{table} {seat}"))
        self._chance = Random(f"{table} {seat}")
        self._asked = 0
        self._welcomed_at = 0.0
        self._left: tuple[int, float] | None = None
        self._view: View | None = None
        self._thinks_of = 0

    async def sit(self) -> None:
        """Process messages until the end."""
        while True:
            self._take(await self.link.receive())

    def _take(self, item: News) -> None:
        now = time.monotonic()
        match item:
            case Welcome():
                self._welcomed_at = now
            case View():
                self._see(item, now)
            case Alive(clock=ClockView() as clock):
                self._left = clock.left_ms, now
            case Clock():
                self._left = item.clock.left_ms, now
                if self._view is not None:
                    self._view = self._view.model_copy(update={"paused": item.paused})
                    self._consider(self._view)
            case Receipt():
                self._book.receipts[item.id] = self._table
            case Refusal():
                self._book.refusals += 1
                self._wait(AGAIN_SECONDS)
            case LinkChange(state=LinkState.SHUT):
                self._book.shut += 1
            case _:
                pass

    def _see(self, view: View, now: float) -> None:
        self._view = view
        if self.killed_at is not None and self.fall is None and self._welcomed_at > self.killed_at:
            self.fall = Fall(now - self.killed_at)
            if self._left and view.clock and view.gate == self.gate:
                left, then = self._left
                self.fall = Fall(now - self.killed_at, True, (left, view.clock.left_ms), (then, now))
        if view.clock:
            self._left = view.clock.left_ms, now
        if view.gate != self.gate:
            self.gate = view.gate
            self._book.views.append((now, self._table, view.gate, self._seat))
        self._consider(view)

    def _consider(self, view: View) -> None:
        """Answer an open question once, when it has been thought about."""
        if view.form is not None and view.sealed is None and not view.paused and self._thinks_of != view.gate:
            self._thinks_of = view.gate
            self._wait(self._chance.uniform(*self.pace))

    def _wait(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._answer, self._thinks_of)

    def _answer(self, gate: int) -> None:
        """Answer, unless the question is gone; a held one is checked again."""
        view = self._view
        if view is None or view.form is None or view.gate != gate:
            return
        if view.paused:
            self._thinks_of = 0
            return
        self._asked += 1
        filled: Answer = fill(view.form, self._dice.stream(self._asked))
        answer = {name: "defend" if name.startswith("corps.") else value for name, value in filled.items()}
        declare = Declare(id=uuid4().hex, gate=GateNo(view.gate), answer=answer)
        self._book.sent.append((time.monotonic(), declare.id))
        self.link.send(declare)


class People:
    """All players at the tables."""

    def __init__(self, order: Iterable[tuple[Ticket, int, str]], pace: Pace) -> None:
        self.book = Book()
        self.sitters = [Sitter(ticket, table, seat, self.book, pace) for ticket, table, seat in order]
        self._tasks: list[asyncio.Task[None]] = []

    async def come_in(self) -> None:
        """Seat all players, a hundred at a time."""
        for begin in range(0, len(self.sitters), BATCH):
            batch = self.sitters[begin : begin + BATCH]
            for sitter in batch:
                sitter.link.start()
                self._tasks.append(asyncio.create_task(sitter.sit()))
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not all(sitter.gate for sitter in batch):
                    await asyncio.sleep(0.01)

    def take_pace(self, pace: Pace) -> None:
        """Set the pace of all players from the next question on."""
        for sitter in self.sitters:
            sitter.pace = pace

    def note_kill(self, at: float) -> None:
        """Note that the arbiter was killed."""
        for sitter in self.sitters:
            sitter.killed_at, sitter.fall = at, None

    async def back(self) -> list[Fall]:
        """Wait until all players have a view again (or patience ends), and return the fall of each."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not all(sitter.fall for sitter in self.sitters) and time.monotonic() < until:
            await asyncio.sleep(0.01)
        return [sitter.fall for sitter in self.sitters if sitter.fall]

    def clear(self) -> None:
        """Forget what was sent and seen; receipts stay."""
        self.book.sent.clear()
        self.book.views.clear()

    async def leave(self) -> None:
        """Close all links."""
        for sitter in self.sitters:
            sitter.link.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _obey(people: People, words: dict[str, Any]) -> Any:
    """Carry out a command of the measuring process, and return the answer."""
    match words["do"]:
        case "pace":
            people.take_pace(tuple(words["pace"]))
        case "clear":
            people.clear()
        case "kill":
            people.note_kill(words["at"])
        case "back":
            return [asdict(fall) for fall in await people.back()]
        case "give way":
            os.nice(GIVEN_WAY)
        case "book":
            return asdict(people.book)
        case other:
            raise ValueError(other)
    return None


async def _serve(order: dict[str, Any]) -> None:
    raise_file_limit()
    seats = [(Ticket.model_validate(ticket), table, seat) for ticket, table, seat in order["seats"]]
    people = People(seats, tuple(order["pace"]))
    await people.come_in()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # four hundred people do not share one collector of garbage
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    answer: Any = len(people.sitters)
    while True:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        line = await reader.readline()
        if not line:
            break
        answer = await _obey(people, json.loads(line))
    await people.leave()


if __name__ == "__main__":
    asyncio.run(_serve(json.loads(sys.stdin.readline())))
