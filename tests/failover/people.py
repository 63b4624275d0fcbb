"""Clients at a table of two machines: bots at ordinary links, which record each promise to them, and the
leader of each frame.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace

from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.room.players.player import bots_of, play
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.wire.replies import Welcome

from tests.arbiter.shell.killing import Watched
from tests.failover.machines import Machine
from tests.failover.way import Way

PATIENCE_SECONDS = 90.0
AT_THE_DOOR = 20
"""The number of codes that are proved at once."""


class Afar(Link):
    """A link that uses the ways of the room, each from the announced address of an arbiter."""

    def __init__(self, ticket: Ticket, ways: Mapping[Address, Way]) -> None:
        super().__init__(ticket, at_once=True)
        self._ways = ways

    def _way(self) -> Address:
        place = super()._way()
        way = self._ways.get(place)
        return replace(place, port=way.port) if way else place


class Person(Watched):
    """One client. A leader older than its own must never be heard again."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.downs = 0
        """How often its link was lost for longer than a moment."""
        self.epochs: list[int] = [0]
        self.table = 0
        self.welcomed = asyncio.Event()

    async def receive(self) -> News:
        """Relay a reply, and remember its sender."""
        item = await super().receive()
        if isinstance(item, Welcome):
            assert item.epoch >= self.epochs[-1], f"epoch {item.epoch} is heard after {self.epochs[-1]}"
            self.epochs.append(item.epoch)
            self.table = item.table
            self.welcomed.set()
        if isinstance(item, LinkChange) and item.state is LinkState.DOWN:
            self.downs += 1
        return item


class People:
    """All clients of the room."""

    def __init__(self, persons: list[Person], seed: int, pace_seconds: float) -> None:
        self.persons = persons
        self._pace = pace_seconds
        self._seed = seed
        self._playing: list[asyncio.Task[Ended | None]] = []

    @classmethod
    async def come(
        cls, leader: Machine, ways: Mapping[Address, Way], seed: int, pace_seconds: float
    ) -> People:
        """Join, each client with a card."""
        said, where = await leader.said(1), await leader.address()
        door = asyncio.Semaphore(AT_THE_DOOR)

        async def come(code: str) -> Person:
            async with door:
                ticket = await join(where, code, kind=Kind.SEAT)
            return Person(Afar(ticket, ways))

        cards = [card["code"] for card in said["cards"] if card["seat"]]
        return cls(await asyncio.gather(*map(come, cards)), seed, pace_seconds)

    def play(self) -> None:
        """Begin to play."""
        for number, person in enumerate(self.persons):
            person.link.start()
            bots = bots_of("random", Dice(seed_of(f"failover {self._seed}")))
            pace = self._pace * (0.5 + number / len(self.persons))
            self._playing.append(asyncio.create_task(play(person, bots, pace_seconds=pace)))

    @property
    def receipts(self) -> int:
        """The number of receipts of all clients."""
        return sum(len(one.seen.receipts) for one in self.persons)

    @property
    def downs(self) -> int:
        """The number of lost links since the beginning."""
        return sum(one.downs for one in self.persons)

    async def answered(self) -> float:
        """Wait until a client gets one more receipt, and return the moment."""
        before = self.receipts
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.receipts == before and not self.are_done:
                await asyncio.sleep(0.01)
        return time.monotonic()

    @property
    def are_done(self) -> bool:
        """Whether the game is over. Raises the faults that any client found."""
        for one in self._playing:
            assert not one.done() or one.result() is not None, (
                "somebody was sent away before the game was over"
            )
        return all(one.done() for one in self._playing)

    async def know(self, addresses: list[str]) -> None:
        """Wait until all clients know the other addresses of the exercise."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not all(set(addresses) <= set(one.link.ticket.elsewhere) for one in self.persons):
                if self.are_done:
                    return
                await asyncio.sleep(0.02)

    def lose(self) -> None:
        """Note that the arbiter was lost now: from here on no clock may run."""
        now = time.monotonic()
        for person in self.persons:
            person.up.clear()
            person.welcomed.clear()
            if person.seen.left_at:
                person.seen.killed_at, person.seen.lives_since = now, None

    def live(self) -> None:
        """Note that there is an arbiter again, whose clocks run."""
        now = time.monotonic()
        for person in self.persons:
            person.seen.lives_since = now

    async def back(self) -> list[float]:
        """Wait until all clients have a view again; return the moment of each."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await asyncio.gather(*map(self._back, self.persons, self._playing))

    async def _back(self, person: Person, playing: asyncio.Task[Ended | None]) -> float:
        up = asyncio.create_task(person.up.wait())
        await asyncio.wait([up, playing], return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if playing.done():
            playing.result()
        return time.monotonic()

    async def close(self) -> None:
        """Close all links."""
        for person in self.persons:
            person.link.close()
        left = set(self._playing)
        while left:  # who has news at that very moment is not cancelled by being told so once
            for playing in left:
                playing.cancel()
            _, left = await asyncio.wait(left, timeout=1.0)
        await asyncio.gather(*self._playing, return_exceptions=True)
