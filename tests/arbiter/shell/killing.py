"""Kills a real arbiter repeatedly under a table of bots, and compares the journal with the clients' knowledge."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import STIMULUS, Received
from warcouncil.arbiter.shell.service import journal
from warcouncil.clients.link.base.line import Line, LinkAlarm, LinkChange, LinkState, News
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.room.players.player import bots_of, play
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.table.views import Ended, View
from warcouncil.protocol.wire.replies import Fenced, Receipt
from warcouncil.protocol.wire.requests import Declare, Request

from tests.arbiter.shell.running import ROOT
from tests.lawful import EXIT_BROKEN

SLACK_MS = 250
"""How many milliseconds messages may take to arrive."""
BUSY_MS = 4000
"""How many milliseconds one of them may take on a busy machine."""


@dataclass
class Seen:
    """The messages that one client has seen."""

    receipts: dict[str, int] = field(default_factory=dict)
    gate: int = 0
    left_ms: int = 0
    left_at: float = 0.0
    shortened_ms: list[int] = field(default_factory=list)
    killed_at: float | None = None
    lives_since: float | None = None


class Watched(Line):
    """A link that records what it received."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.seen = Seen()
        self.up = asyncio.Event()

    def send(self, body: Request) -> None:
        """Relay a request."""
        self.link.send(body)

    def again(self) -> None:
        """Seek the arbiter again on request."""
        self.link.again()

    async def receive(self) -> News:
        """Relay a reply, and record it."""
        item = await self.link.receive()
        match item:
            case Receipt():
                self.seen.receipts[item.id] = item.gate
            case View():
                self._view(item)
                self.up.set()
            case LinkAlarm(text=text) if text in (say("link.lot_late"), say("link.lot_left_out")):
                pass  # a busy machine was too slow to take part in the chance: that is on record, and no fault
            case LinkChange(state=LinkState.SHUT) | Fenced() | LinkAlarm():
                raise AssertionError(item.text)
            case _:
                pass
        return item

    def _view(self, view: View) -> None:
        """Compare the first clock after a kill with the last one before: only the arbiter's running time may
        be gone.
        """
        seen, now = self.seen, time.monotonic()
        if seen.killed_at is not None and view.clock and view.gate == seen.gate:
            lived = seen.killed_at - seen.left_at + (now - seen.lives_since if seen.lives_since else 0)
            owed = seen.left_ms - lived * 1000
            seen.shortened_ms.append(round(owed - view.clock.left_ms))
        if view.clock:
            seen.killed_at = None
            seen.gate, seen.left_ms, seen.left_at = view.gate, view.clock.left_ms, now


class Killing:
    """One exercise, its bots, and the arbiters that run it one after the other."""

    def __init__(
        self, where: str | Path, port: int, tickets: list[Ticket], *, walled: bool, pace_seconds: float
    ) -> None:
        self.where = where
        self.port = port
        self.walled = walled
        self.lines = [Watched(Link(ticket, at_once=True)) for ticket in tickets]
        self._pace = pace_seconds
        self._process: asyncio.subprocess.Process | None = None
        self._playing: list[asyncio.Task[Ended | None]] = []

    def play(self) -> None:
        """Start the bots, which seek the arbiter and play."""
        for number, line in enumerate(self.lines):
            line.link.start()
            bots = bots_of("random", Dice(seed_of("kill")))
            pace = self._pace * (0.5 + number / len(self.lines))
            self._playing.append(asyncio.create_task(play(line, bots, pace_seconds=pace)))

    async def start(self, fail: str = "") -> None:
        """Start an arbiter. It may be killed before it is ready."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.arbiter.shell.serve",
            str(self.where),
            str(self.port),
            "walled" if self.walled else "bare",
            env={**os.environ, "WARCOUNCIL_FAIL": fail},
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert self._process.stdout
        await self._process.stdout.readline()
        for line in self.lines:
            line.seen.lives_since = time.monotonic()

    async def kill(self, after_seconds: float | None = None) -> None:
        """Kill the arbiter after a delay, or (None) wait until it has killed itself.

        Then check the journal.
        """
        process = self._process
        assert process
        if after_seconds is not None:
            await asyncio.sleep(after_seconds)
            process.kill()
        died = asyncio.create_task(process.wait())
        while not died.done() and not self.over:
            await asyncio.wait([died], timeout=0.02)
        with suppress(ProcessLookupError):  # it may just have ended by itself
            process.kill()
        assert await died != EXIT_BROKEN, "a law was broken in the arbiter"
        now = time.monotonic()
        await asyncio.sleep(0.05)  # messages that had left the arbiter still arrive
        for line in self.lines:
            line.up.clear()
            if line.seen.left_at:
                line.seen.killed_at, line.seen.lives_since = now, None
        self.check()

    async def back(self) -> None:
        """Wait until every bot that still plays has its view again."""
        async with asyncio.timeout(60):
            for line, playing in zip(self.lines, self._playing, strict=True):
                up = asyncio.create_task(line.up.wait())
                await asyncio.wait([up, playing], return_when=asyncio.FIRST_COMPLETED)
                up.cancel()

    async def end(self) -> list[Ended | None]:
        """Play to the end, stop the arbiter in order, and check a last time."""
        async with asyncio.timeout(60):
            ends = await asyncio.gather(*self._playing)
        await self.stop()
        self.check()
        return list(ends)

    async def stop(self) -> None:
        """Stop everything that runs."""
        for line in self.lines:
            line.link.close()
        for playing in self._playing:
            playing.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        if self._process and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    @property
    def over(self) -> bool:
        """Whether the game has ended. Raises the exception that ended a bot before that."""
        for playing in self._playing:
            if playing.done() and not playing.cancelled() and (met := playing.exception()):
                raise met
        return all(playing.done() for playing in self._playing)

    def rows(self) -> list[Row]:
        """Return the journal's records. No arbiter may be running."""
        return rows_of(self.where)

    def check(self) -> None:
        """Compare the clients' messages with the journal."""
        everybody = [line.seen for line in self.lines]
        compare(self.rows(), everybody)
        compare_clocks(everybody)


def rows_of(where: str | Path) -> list[Row]:
    """Return a journal's records. No arbiter may be running."""
    opened = journal.resume(where)
    try:
        return list(opened.rows())
    finally:
        opened.close()


def compare(rows: list[Row], everybody: Sequence[Seen]) -> None:
    """Compare the messages to clients of one table with the records of its journal."""
    declared: list[str] = []
    for row in rows:
        stimulus = STIMULUS.validate_json(row.body) if row.kind == "received" else None
        if isinstance(stimulus, Received) and isinstance(stimulus.body, Declare):
            declared.append(stimulus.body.id)
    told = [receipt for seen in everybody for receipt in seen.receipts]
    assert set(told) <= set(declared), "an acknowledged declaration is lost"
    assert len(set(declared)) == len(declared), "a declaration counts twice"
    closed = sum(row.kind == "closed" for row in rows) - 1  # one closing was the setup
    gate = max(seen.gate for seen in everybody)
    assert gate <= closed + 1, "a gate was shown as closed before the journal held it"


def compare_clocks(everybody: Sequence[Seen]) -> None:
    """Check the clocks of clients that lost an arbiter.

    Their time may be shortened by at most SLACK_MS in the median, and BUSY_MS in one case.
    """
    shortened = [ms for seen in everybody for ms in seen.shortened_ms]
    if shortened:
        assert median(shortened) <= SLACK_MS, f"remaining time was shortened: {shortened}"
        assert max(shortened) <= BUSY_MS, f"remaining time was shortened: {shortened}"
