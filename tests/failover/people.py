"""People at a table of two machines: bots at ordinary links, which note what they were promised and whom they heard."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from warcouncil.clients.link.door import Address, join
from warcouncil.clients.link.line import News
from warcouncil.clients.link.link import Link
from warcouncil.clients.room.player import bots_of, play
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play import seed_of
from warcouncil.protocol.doors import Kind
from warcouncil.protocol.replies import Welcome
from warcouncil.protocol.views import Ended

from tests.arbiter.shell.killing import Watched

PATIENCE_SECONDS = 90.0


class Person(Watched):
    """One of them. Whoever led before its leader must never be heard again."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.epochs: list[int] = [0]
        self.welcomed = asyncio.Event()

    async def receive(self) -> News:
        """Pass a reply on, and remember whose it is."""
        item = await super().receive()
        if isinstance(item, Welcome):
            assert item.epoch >= self.epochs[-1], f"epoch {item.epoch} is heard after {self.epochs[-1]}"
            self.epochs.append(item.epoch)
            self.welcomed.set()
        return item


class People:
    """All of them."""

    def __init__(self, persons: list[Person], seed: int, pace_seconds: float) -> None:
        self.persons = persons
        self._pace = pace_seconds
        self._seed = seed
        self._playing: list[asyncio.Task[Ended | None]] = []

    @classmethod
    async def come(cls, said: dict[str, Any], seed: int, pace_seconds: float) -> People:
        """Come in, each with a card."""
        host, _, port = said["addresses"][0].rpartition(":")
        seats = [card for card in said["cards"] if card["seat"]]
        doors = [join(Address(host, int(port)), card["code"], kind=Kind.SEAT) for card in seats]
        tickets = await asyncio.gather(*doors)
        return cls([Person(Link(ticket, at_once=True)) for ticket in tickets], seed, pace_seconds)

    def play(self) -> None:
        """Begin to play."""
        for number, person in enumerate(self.persons):
            person.link.start()
            bots = bots_of("random", Dice(seed_of(f"failover {self._seed}")))
            pace = self._pace * (0.5 + number / len(self.persons))
            self._playing.append(asyncio.create_task(play(person, bots, pace_seconds=pace)))

    @property
    def are_done(self) -> bool:
        """Whether the game is over. Raises what any of them found amiss."""
        for one in self._playing:
            assert not one.done() or one.result() is not None, (
                "somebody was sent away before the game was over"
            )
        return all(one.done() for one in self._playing)

    async def know(self, addresses: list[str]) -> None:
        """Wait until everybody has been told of where else the exercise may be found."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not all(set(addresses) <= set(one.link.ticket.elsewhere) for one in self.persons):
                if self.are_done:
                    return
                await asyncio.sleep(0.02)

    def lose(self) -> None:
        """Note that the arbiter was lost now: from here on nobody's time is to pass."""
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
        """Wait until everybody has a view again; give the moments at which each had."""
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
        """Go."""
        for person in self.persons:
            person.link.close()
        for playing in self._playing:
            playing.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
