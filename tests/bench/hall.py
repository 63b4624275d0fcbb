"""The whole room over real sockets: the `host` process with its gate, every seat at a connection of its own, two
consoles and a projector; at human pace, as fast as they can, with a console that dies and an arbiter that is killed.

A view's lateness counts from the moment at which the gate's last declaration left its seat, a console's from the moment
at which a declaration left: so both hold all that the way to the arbiter costs, and reading what came.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arbiter.shell.wires import raise_file_limit
from tests.bench.load import SEATS
from tests.bench.premises import (
    LINE_BYTES_MAX,
    Hosting,
    Onlooker,
    Premises,
    as_line,
    console,
    display,
    kept,
    prepare,
)
from tests.bench.processes import busy_seconds
from tests.bench.sitters import Moment, Pace

HUMAN: Pace = (2.0, 5.0)
AT_ONCE: Pace = (0.0, 0.0)
WARM_SECONDS = 5.0
AWAY_SECONDS = 3.0
SLACK_MS = 250
"""What messages take to arrive, and what a busy machine takes to notice."""

Line = dict[str, object]


def run(tables: int, seconds: float, virtual_minutes: int) -> Iterator[Line]:
    """Measure a room of so many tables, each load for so long, and then so many minutes of virtual time."""
    raise_file_limit()
    with TemporaryDirectory() as folder:
        premises = prepare(Path(folder) / "room.warcouncil", tables)
        yield from asyncio.run(_measured(premises, tables, seconds))
    yield _virtual(virtual_minutes, tables)


async def _measured(premises: Premises, tables: int, seconds: float) -> list[Line]:
    room = _Room(premises, tables)
    try:
        await room.open()
        return [
            await room.played("room at human pace", HUMAN, seconds),
            await room.played("room as fast as it can", AT_ONCE, seconds),
            await room.console_dies(),
            await room.arbiter_dies(),
            await room.played("room at human pace, resumed", HUMAN, seconds),
            await room.judged(),
        ]
    finally:
        await room.close()


class _Room:
    """The processes of a room, and those who look on."""

    def __init__(self, premises: Premises, tables: int) -> None:
        self._premises = premises
        self._tables = tables
        self._consoles = [console(ticket, number) for number, ticket in enumerate(premises.umpires, 1)]
        self._display = display(premises.display[0])
        self._killed_receipts = 0

    async def open(self) -> None:
        """Start the arbiter, seat everybody and open the consoles."""
        self._hosting = await Hosting.start(self._premises)
        self._people = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.sitters"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES_MAX,
            start_new_session=True,
        )
        seats = [(ticket.model_dump(), table, seat) for ticket, table, seat in self._premises.seats]
        seated = await self._say({"seats": seats, "pace": HUMAN})
        assert seated == self._tables * SEATS
        for onlooker in (*self._consoles, self._display):
            onlooker.open()
            await onlooker.ready(self._tables)

    async def close(self) -> None:
        """Stop everything."""
        for onlooker in (*self._consoles, self._display):
            await onlooker.cut()
        if self._people.returncode is None:
            assert self._people.stdin
            self._people.stdin.close()
            await self._people.wait()
        await self._hosting.stop()

    async def _say(self, words: object) -> Any:
        """Ask something of the people, and give their answer."""
        assert self._people.stdin
        assert self._people.stdout
        self._people.stdin.write(as_line(words))
        await self._people.stdin.drain()
        line = await self._people.stdout.readline()
        if not line:
            raise RuntimeError("the people are gone")
        return json.loads(line)

    async def played(self, name: str, pace: Pace, seconds: float) -> Line:
        """Play for so long, and give the figures."""
        await self._say({"do": "pace", "pace": pace})
        await asyncio.sleep(WARM_SECONDS)
        await self._say({"do": "clear"})
        for onlooker in self._consoles:
            onlooker.glances.clear()
        rss = self._hosting.rss_mb()
        before = (time.monotonic(), *self._hosting.cpu_seconds(), busy_seconds())
        await asyncio.sleep(seconds)
        after = (time.monotonic(), *self._hosting.cpu_seconds(), busy_seconds())
        wall, arbiter, gate, busy = (b - a for a, b in zip(before, after, strict=True))
        grown = self._hosting.rss_mb()
        await asyncio.sleep(0.5)  # what left at the end still arrives
        book = await self._say({"do": "book"})
        end = after[0]
        sent = [moment for moment in book["sent"] if moment[0] < end]
        views = [moment for moment in book["views"] if moment[0] < end]
        late = sorted(_lateness(sent, views))
        fresh = sorted(_freshness(sent, self._consoles))
        return {
            "name": name,
            "tables": self._tables,
            "seats": self._tables * SEATS,
            "pace_seconds": pace,
            "gates_per_s": round(len(views) / SEATS / wall, 1),
            "declarations_per_s": round(len(sent) / wall, 1),
            "view_p50_ms": share(late, 0.5),
            "view_p99_ms": share(late, 0.99),
            "view_max_ms": share(late, 1),
            "console_p50_ms": share(fresh, 0.5),
            "console_p99_ms": share(fresh, 0.99),
            "console_max_ms": share(fresh, 1),
            "arbiter_cpu_pct": round(100 * arbiter / wall),
            "gate_cpu_pct": round(100 * gate / wall),
            "all_cpu_pct": round(100 * busy / wall),
            "rss_mb": [round(rss[0], 1), round(grown[0], 1)],
            "gate_rss_mb": round(grown[1], 1),
            "refusals": book["refusals"],
        }

    async def console_dies(self) -> Line:
        """End a console without a word, and see that play goes on and that it comes back as it was."""
        await self._say({"do": "pace", "pace": HUMAN})
        await asyncio.sleep(WARM_SECONDS)
        await self._consoles[0].cut()
        await self._say({"do": "clear"})
        await asyncio.sleep(AWAY_SECONDS)
        book = await self._say({"do": "book"})
        begun = time.monotonic()
        self._consoles[0] = console(self._premises.umpires[0], 1)
        self._consoles[0].open()
        await self._consoles[0].ready(self._tables)
        back = time.monotonic() - begun
        return {
            "name": "a console dies",
            "gates_without_it": len(book["views"]) // SEATS,
            "back_seconds": round(back, 3),
            "as_the_other": await self._alike(),
        }

    async def _alike(self) -> bool:
        """Tell whether both consoles show the same, but for what moves with time, at one moment within a few seconds."""
        for _ in range(1000):
            await asyncio.sleep(0.003)
            one, other = (
                [
                    status.model_copy(update={"clock": None})
                    for status in (now.status for now in onlooker.model.tables.values())
                ]
                for onlooker in self._consoles
            )
            if one == other:
                return True
        return False

    async def arbiter_dies(self) -> Line:
        """Kill the arbiter while every table is at a question, start it again, and count until everybody is back."""
        self._killed_receipts = len((await self._say({"do": "book"}))["receipts"])
        at = await self._hosting.kill()
        await self._say({"do": "kill", "at": at})
        for onlooker in (*self._consoles, self._display):
            onlooker.glances.clear()
        self._hosting = await Hosting.start(self._premises)
        up = self._hosting.up_at
        falls = await self._say({"do": "back"})
        away = sorted(fall["away_seconds"] for fall in falls)
        async with asyncio.timeout(10):
            while not all(len({g.table for g in each.glances}) == self._tables for each in self._consoles):
                await asyncio.sleep(0.01)
        consoles = [_whole_at(each, self._tables) - at for each in self._consoles]
        lost = sorted(_lost_ms(fall, at, up) for fall in falls if fall["same_gate"])
        return {
            "name": "the arbiter is killed",
            "up_seconds": round(up - at, 2),
            "seats_back": len(away),
            "back_p50_seconds": _second(away, 0.5),
            "back_p99_seconds": _second(away, 0.99),
            "back_all_seconds": _second(away, 1),
            "consoles_back_seconds": [round(seconds, 2) for seconds in consoles],
            "clocks_compared": len(lost),
            "clock_shortened_ms_max": round(max(0.0, lost[-1])) if lost else None,
            "clock_given_ms_max": round(max(0.0, -lost[0])) if lost else None,
            "clocks_intact": bool(lost) and lost[-1] <= SLACK_MS,
        }

    async def judged(self) -> Line:
        """Let everybody go, stop the arbiter, and compare what people were told with what the journal holds."""
        book = await self._say({"do": "book"})
        await self.close()
        truth = kept(self._premises.file)
        told = set(book["receipts"])
        seen: dict[int, int] = {}
        for _, table, gate, _ in book["views"]:
            seen[table] = max(gate, seen.get(table, 0))
        return {
            "name": "what was acknowledged",
            "receipts": len(told),
            "before_the_kill": self._killed_receipts,
            "lost": len(told - set(truth.declared)),
            "twice": len(truth.declared) - len(set(truth.declared)),
            "shown_too_early": sum(gate > truth.closed[table] for table, gate in seen.items()),
            "shut": book["shut"],
        }


def _lateness(sent: list[Moment], views: list[Moment]) -> Iterator[float]:
    """Give how long after the last declaration of a gate each seat had its view of the next."""
    closed: dict[tuple[int, int], float] = {}
    for at, table, gate, _ in sent:
        closed[table, gate] = max(at, closed.get((table, gate), 0.0))
    for at, table, gate, _ in views:
        then = closed.get((table, gate - 1))
        if then is not None and at >= then:
            yield 1000 * (at - then)


def _freshness(sent: list[Moment], consoles: list[Onlooker]) -> Iterator[float]:
    """Give how long after a declaration each console knew of it."""
    for onlooker in consoles:
        tables: dict[int, list[Any]] = {}
        for glance in onlooker.glances:
            tables.setdefault(glance.table, []).append(glance)
        times = {table: [glance.at for glance in glances] for table, glances in tables.items()}
        for at, table, gate, seat in sent:
            glances = tables.get(table, [])
            for glance in glances[bisect_left(times.get(table, []), at) :]:
                if glance.gate > gate or (glance.gate == gate and seat in glance.sealed):
                    yield 1000 * (glance.at - at)
                    break


def _lost_ms(fall: dict[str, Any], killed_at: float, up_at: float) -> float:
    """Give how much of its clock a seat has lost, beyond the time in which an arbiter lived."""
    (left, left_after), (at, at_after) = fall["left_ms"], fall["at"]
    lived = killed_at - at + max(0.0, at_after - up_at)
    lost: float = left - 1000 * lived - left_after
    return lost


def _whole_at(onlooker: Onlooker, tables: int) -> float:
    """Give when a console knew every table again."""
    known: set[int] = set()
    for glance in onlooker.glances:
        known.add(glance.table)
        if len(known) == tables:
            return glance.at
    raise RuntimeError("a console does not know every table")


def _virtual(minutes: int, tables: int) -> Line:
    """Run the room without sockets in a process apart, and give what its memory grew by in an hour."""
    command = [sys.executable, "-m", "tests.bench.room", str(minutes), str(tables)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    first, last = lines[0], lines[-1]
    hours = (last["minute"] - first["minute"]) / 60
    return {
        "name": "room in virtual time",
        "tables": tables,
        "minutes": last["minute"],
        "rss_mb": [first["rss_mb"], last["rss_mb"]],
        "rss_growth_mb_per_hour": round((last["rss_mb"] - first["rss_mb"]) / hours, 1) if hours else None,
    }


def share(samples: list[float], part: float) -> float | None:
    """Give the sample below which this part of them lies."""
    return round(samples[min(len(samples) - 1, int(part * len(samples)))], 1) if samples else None


def _second(samples: list[float], part: float) -> float | None:
    return round(samples[min(len(samples) - 1, int(part * len(samples)))], 2) if samples else None


if __name__ == "__main__":
    _tables, _seconds, _minutes = (*sys.argv[1:], *("40", "20", "60")[len(sys.argv) - 1 :])
    for line in run(int(_tables), float(_seconds), int(_minutes)):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
