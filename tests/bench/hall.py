"""The whole room over real sockets: the `host` process with its wall, every seat at a connection of its own,
two consoles and a projector. It runs at human pace, as fast as possible, with a console that dies and an
arbiter that is killed. A view's lateness counts from the closing of the gate in the journal to the moment
when the seat has read it. A console's counts from the moment when the arbiter heard a declaration. The
declaration with the shortest way sets the arbiter's time against the machine's, so that a measured
lateness is rather too long than too short.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from warcouncil.arbiter.shell.base.listening import raise_file_limit

from tests.bench.load import SEATS
from tests.bench.premises import (
    LINE_BYTES_MAX,
    Glance,
    Hosting,
    Kept,
    Onlooker,
    Premises,
    as_line,
    console,
    display,
    kept,
    prepare,
)
from tests.bench.processes import busy_seconds
from tests.bench.sitters import Fall, Moment, Pace

HUMAN: Pace = (2.0, 5.0)
AT_ONCE: Pace = (0.0, 0.0)
WARM_SECONDS = 5.0
AWAY_SECONDS = 3.0
SLACK_MS = 250
"""The time of messages on their way, and of a busy machine to notice them."""

Line = dict[str, object]


def run(tables: int, seconds: float, virtual_minutes: int) -> Iterator[Line]:
    """Measure a room of this number of tables, each load for this time, and then some minutes of virtual
    time.
    """
    raise_file_limit()
    gc.set_threshold(50_000, 20, 20)  # two consoles and a projector do not share one collector of garbage
    with TemporaryDirectory() as folder:
        premises = prepare(Path(folder) / "room.warcouncil", tables)
        yield from asyncio.run(_measured(premises, tables, seconds))
    yield _virtual(virtual_minutes, tables)


async def _measured(premises: Premises, tables: int, seconds: float) -> list[Line]:
    room = _Room(premises, tables)
    try:
        await room.open()
        human = await room.played("room at human pace", HUMAN, seconds)
        lines = [await room.console_dies(), await room.arbiter_dies()]
        resumed = await room.played("room at human pace, resumed", HUMAN, seconds)
        await room.ask({"do": "give way"})
        fast = await room.played("room as fast as it can", AT_ONCE, seconds)
        book = await room.ask({"do": "book"})
    finally:
        await room.close()
    truth = kept(premises.file)
    return [
        figures(human, truth),
        *lines,
        *(figures(stretch, truth) for stretch in (resumed, fast)),
        _judged(book, truth),
    ]


@dataclass
class Stretch:
    """A while of play: what was noted down at the seats and at each console, and the figures that are known already."""

    line: Line
    seconds: float
    sent: list[tuple[float, str]]
    views: list[Moment]
    glances: list[list[Glance]]


class _Room:
    """The processes of a room, and those who look on."""

    def __init__(self, premises: Premises, tables: int) -> None:
        self._premises = premises
        self._tables = tables
        self._consoles = [console(ticket, number) for number, ticket in enumerate(premises.umpires, 1)]
        self._display = display(premises.display[0])

    async def open(self) -> None:
        """Start the arbiter, seat all players and open the consoles."""
        self._hosting = await Hosting.start(self._premises)
        self._people = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.sitters"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES_MAX,
            start_new_session=True,
        )
        seats = [(ticket.model_dump(), table, seat) for ticket, table, seat in self._premises.seats]
        seated = await self.ask({"seats": seats, "pace": HUMAN})
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

    async def ask(self, words: object) -> Any:
        """Send a command to the people, and return their answer."""
        assert self._people.stdin
        assert self._people.stdout
        self._people.stdin.write(as_line(words))
        await self._people.stdin.drain()
        line = await self._people.stdout.readline()
        if not line:
            raise RuntimeError("the people are gone")
        return json.loads(line)

    async def played(self, name: str, pace: Pace, seconds: float) -> Stretch:
        """Play for this time."""
        await self.ask({"do": "pace", "pace": pace})
        await asyncio.sleep(WARM_SECONDS)
        await self.ask({"do": "clear"})
        for onlooker in self._consoles:
            onlooker.glances.clear()
        rss = self._hosting.rss_mb()
        before = (time.monotonic(), *self._hosting.cpu_seconds(), busy_seconds())
        await asyncio.sleep(seconds)
        after = (time.monotonic(), *self._hosting.cpu_seconds(), busy_seconds())
        wall, arbiter, gate, busy = (b - a for a, b in zip(before, after, strict=True))
        grown = self._hosting.rss_mb()
        await asyncio.sleep(0.5)  # what left at the end still arrives
        book = await self.ask({"do": "book"})
        line: Line = {
            "name": name,
            "tables": self._tables,
            "seats": self._tables * SEATS,
            "pace_seconds": pace,
            "arbiter_cpu_pct": round(100 * arbiter / wall),
            "gate_cpu_pct": round(100 * gate / wall),
            "all_cpu_pct": round(100 * busy / wall),
            "rss_mb": [round(rss[0], 1), round(grown[0], 1)],
            "gate_rss_mb": round(grown[1], 1),
            "refusals": book["refusals"],
        }
        return Stretch(
            line,
            wall,
            [(at, id_) for at, id_ in book["sent"] if at < after[0]],
            [moment for moment in book["views"] if moment[0] < after[0]],
            [list(onlooker.glances) for onlooker in self._consoles],
        )

    async def console_dies(self) -> Line:
        """End a console without a farewell. Check that play goes on and that it comes back as it was."""
        await self.ask({"do": "pace", "pace": HUMAN})
        await asyncio.sleep(WARM_SECONDS)
        await self._consoles[0].cut()
        await self.ask({"do": "clear"})
        await asyncio.sleep(AWAY_SECONDS)
        book = await self.ask({"do": "book"})
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
        """Return whether both consoles show the same, but for values that change with time, at one moment
        within a few seconds.
        """
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
        """Kill the arbiter while every table is at a question, start it again, and measure until all clients
        are back.
        """
        at = await self._hosting.kill()
        await self.ask({"do": "kill", "at": at})
        for onlooker in (*self._consoles, self._display):
            onlooker.glances.clear()
        self._hosting = await Hosting.start(self._premises)
        up = self._hosting.up_at
        falls = await self.ask({"do": "back"})
        away = sorted(fall["away_seconds"] for fall in falls)
        async with asyncio.timeout(10):
            while not all(len({g.table for g in each.glances}) == self._tables for each in self._consoles):
                await asyncio.sleep(0.01)
        consoles = [_whole_at(each, self._tables) - at for each in self._consoles]
        lost = sorted(lost_ms(Fall(**fall), at, up) for fall in falls if fall["same_gate"])
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


def figures(stretch: Stretch, truth: Kept) -> Line:
    """Return the figures of a period of play."""
    zero = zero_of(stretch, truth)
    way = sorted(_ways(stretch, truth, zero))
    late = sorted(lateness(stretch, truth, zero))
    fresh = sorted(freshness(stretch, truth, zero))
    return {
        **stretch.line,
        "gates_per_s": round(len(stretch.views) / SEATS / stretch.seconds, 1),
        "declarations_per_s": round(len(stretch.sent) / stretch.seconds, 1),
        "way_p50_ms": share(way, 0.5),
        "way_p99_ms": share(way, 0.99),
        "view_p50_ms": share(late, 0.5),
        "view_p99_ms": share(late, 0.99),
        "view_max_ms": share(late, 1),
        "console_p50_ms": share(fresh, 0.5),
        "console_p99_ms": share(fresh, 0.99),
        "console_max_ms": share(fresh, 1),
    }


def zero_of(stretch: Stretch, truth: Kept) -> float:
    """Return the beginning of the arbiter's time, by the declaration with the shortest way."""
    arrived = (at - truth.declared[id_].at_ms / 1000 for at, id_ in stretch.sent if id_ in truth.declared)
    return max(arrived, default=0.0)


def _ways(stretch: Stretch, truth: Kept, zero: float) -> Iterator[float]:
    """Return the time of each declaration on its way to the arbiter and in its queue."""
    for at, id_ in stretch.sent:
        if id_ in truth.declared:
            yield 1000 * (zero - at) + truth.declared[id_].at_ms


def lateness(stretch: Stretch, truth: Kept, zero: float) -> Iterator[float]:
    """Return the delay of each seat's next view after the closing of a gate."""
    for at, table, gate, _ in stretch.views:
        yield 1000 * (at - zero) - truth.closed_ms[table, gate - 1]


def freshness(stretch: Stretch, truth: Kept, zero: float) -> Iterator[float]:
    """Return the delay after which each console knew of a declaration."""
    for glances in stretch.glances:
        tables: dict[int, list[Glance]] = {}
        for glance in glances:
            tables.setdefault(glance.table, []).append(glance)
        for _, id_ in stretch.sent:
            declared = truth.declared.get(id_)
            told = tables.get(declared.table, []) if declared else []
            if declared is None or not told:
                continue
            heard = zero + declared.at_ms / 1000
            for glance in told[bisect_left(told, heard, key=lambda glance: glance.at) :]:
                sealed = glance.gate == declared.gate and declared.seat in glance.sealed
                if sealed or glance.gate > declared.gate:
                    yield 1000 * (glance.at - heard)
                    break


def _judged(book: dict[str, Any], truth: Kept) -> Line:
    """Compare what people were told with what the journal holds."""
    told = set(book["receipts"])
    shown = {(table, gate) for _, table, gate, _ in book["views"]}
    return {
        "name": "what was acknowledged",
        "receipts": len(told),
        "lost": len(told - set(truth.declared)),
        "twice": sum(declared.times > 1 for declared in truth.declared.values()),
        "shown_too_early": sum((table, gate - 1) not in truth.closed_ms for table, gate in shown),
        "shut": book["shut"],
    }


def lost_ms(fall: Fall, killed_at: float, up_at: float) -> float:
    """Return the time that a seat's clock has lost, beyond the life of an arbiter."""
    (left, left_after), (at, at_after) = fall.left_ms, fall.at
    lived = killed_at - at + max(0.0, at_after - up_at)
    return left - 1000 * lived - left_after


def _whole_at(onlooker: Onlooker, tables: int) -> float:
    """Return the moment at which a console knew every table again."""
    known: set[int] = set()
    for glance in onlooker.glances:
        known.add(glance.table)
        if len(known) == tables:
            return glance.at
    raise RuntimeError("a console does not know every table")


def _virtual(minutes: int, tables: int) -> Line:
    """Run the room without sockets in a separate process. Return the growth of its memory in an hour."""
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
    """Return the sample below which this part of them lies."""
    return round(samples[min(len(samples) - 1, int(part * len(samples)))], 1) if samples else None


def _second(samples: list[float], part: float) -> float | None:
    return round(samples[min(len(samples) - 1, int(part * len(samples)))], 2) if samples else None


if __name__ == "__main__":
    _tables, _seconds, _minutes = (*sys.argv[1:], *("40", "20", "60")[len(sys.argv) - 1 :])
    for line in run(int(_tables), float(_seconds), int(_minutes)):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
