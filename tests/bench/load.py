"""The load: every seat has a connection of its own, and one process plays them all over one epoll.

A round is ten declarations, in any number of gates: `Crowd.steps` lists the seats that declare at each of
them. A sample of latency is the time from the last declaration sent at a gate to one seat's view of the next.
"""

from __future__ import annotations

import gc
import select
import time
from dataclasses import dataclass
from heapq import heapify, heapreplace
from typing import Protocol

from tests.bench.processes import busy_seconds

SEATS = 10
_PATIENCE_SECONDS = 60.0
_LOOK_SECONDS = 0.01
"""The longest time between two checks for missing signs of life."""


class Crowd(Protocol):
    """All seats of all tables, counted table by table."""

    tables: int
    steps: tuple[tuple[int, ...], ...]
    """For each gate of a round, which of a table's seats declare."""

    def descriptor(self, seat: int) -> int:
        """Return the descriptor that reports received data of a seat."""

    def declare(self, seat: int, step: int) -> None:
        """Send a seat's declaration for a gate of the round."""

    def silent(self, now: float) -> list[int]:
        """Return the seats that must send a sign of life."""

    def beat(self, seat: int) -> None:
        """Send a seat's sign of life."""

    def views(self, seat: int) -> int:
        """Take what has come for a seat, to the last message; give how many views of a new gate it was."""


class Measured(Protocol):
    """The server, measured from outside."""

    def cpu_seconds(self) -> float:
        """Return its processor time so far."""

    def rss_mb(self) -> float:
        """Return its memory."""


@dataclass(frozen=True, slots=True)
class Load:
    """The pace of a load: `pace_seconds` between the rounds of a table; 0: the next at once.

    A message to a sleeping process has the cost of waking it. A load that never `sleeps` spares a server that
    cost, and takes a whole core.
    """

    seconds: float
    warmup_seconds: float = 1.0
    pace_seconds: float = 0.0
    sleeps: bool = True


class Play:
    """One measured run of a crowd against a server."""

    def __init__(self, crowd: Crowd, server: Measured, load: Load) -> None:
        self._crowd = crowd
        self._server = server
        self._load = load
        self._poll = select.epoll()
        self._seat_of: dict[int, int] = {}
        for seat in range(crowd.tables * SEATS):
            descriptor = crowd.descriptor(seat)
            self._seat_of[descriptor] = seat
            self._poll.register(descriptor, select.EPOLLIN)
        self._step = [0] * crowd.tables
        self._held = [0] * crowd.tables
        self._sent_at = [0.0] * crowd.tables
        self._playing = [False] * crowd.tables
        self._due: list[tuple[float, int]] = []
        self._over = False
        self.late = 0
        self.rounds = 0
        self.gates = 0
        self.beats = 0
        self.samples: list[float] = []

    def run(self) -> dict[str, object]:
        """Play, and return the figures."""
        gc.collect()
        gc.disable()
        try:
            self._begin()
            self._until(time.perf_counter() + self._load.warmup_seconds)
            before = self._marks()
            self.samples.clear()
            self._until(time.perf_counter() + self._load.seconds)
            after = self._marks()
            samples = sorted(self.samples)
            unfinished = self._end()
        finally:
            gc.enable()
            self._poll.close()
        wall, server, own, busy, rounds, gates, late, beats = (
            b - a for a, b in zip(before, after, strict=True)
        )
        others = max(0.0, busy - server - own)
        declared = sum(len(step) for step in self._crowd.steps)
        return {
            "tables": self._crowd.tables,
            "seats": self._crowd.tables * SEATS,
            "pace_seconds": self._load.pace_seconds,
            "load_sleeps": self._load.sleeps,
            "rounds": int(rounds),
            "rounds_per_s": round(rounds / wall, 1),
            "gates_per_s": round(gates / wall, 1),
            "declarations_per_s": round(rounds * declared / wall),
            "beats_per_s": round(beats / wall),
            "views_per_s": round(gates * SEATS / wall),
            "p50_ms": _share(samples, 0.5),
            "p99_ms": _share(samples, 0.99),
            "max_ms": _share(samples, 1.0),
            "server_cpu_ms_per_round": round(server / rounds * 1000, 3) if rounds else None,
            "server_cpu_ms_per_gate": round(server / gates * 1000, 3) if gates else None,
            "server_cpu_pct": round(server / wall * 100),
            "load_cpu_pct": round(own / wall * 100),
            "other_cpu_pct": round(others / wall * 100),
            "rss_mb": round(self._server.rss_mb(), 1),
            "late": int(late),
            "unfinished": unfinished,
        }

    def _marks(self) -> tuple[float, ...]:
        return (
            time.perf_counter(),
            self._server.cpu_seconds(),
            time.process_time(),
            busy_seconds(),
            self.rounds,
            self.gates,
            self.late,
            self.beats,
        )

    def _begin(self) -> None:
        tables = range(self._crowd.tables)
        if self._load.pace_seconds:
            now, pace = time.perf_counter(), self._load.pace_seconds
            self._due = [(now + pace * table / self._crowd.tables, table) for table in tables]
            heapify(self._due)
        else:
            for table in tables:
                self._ask(table)

    def _until(self, end: float) -> None:
        while (now := time.perf_counter()) < end:
            wait = min(end - now, 0.2)
            if self._due:
                self._start_due(now)
                wait = max(0.0, min(wait, self._due[0][0] - time.perf_counter()))
            self._take(wait)

    def _end(self) -> int:
        """Finish the open rounds; return the number of tables that did not finish."""
        self._over = True
        end = time.perf_counter() + _PATIENCE_SECONDS
        while any(self._playing) and time.perf_counter() < end:
            self._take(0.1)
        return sum(self._playing)

    def _start_due(self, now: float) -> None:
        while self._due[0][0] <= now:
            when, table = self._due[0]
            heapreplace(self._due, (when + self._load.pace_seconds, table))
            if self._playing[table]:
                self.late += 1
            else:
                self._ask(table)

    def _ask(self, table: int) -> None:
        self._playing[table] = True
        self._held[table] = 0
        step = self._step[table]
        seats = [table * SEATS + seat for seat in self._crowd.steps[step]]
        for seat in seats:
            self._crowd.declare(seat, step)
        self._sent_at[table] = time.perf_counter()
        # Sending swallows what the descriptor had to tell of mail that came meanwhile, and then it tells no more.
        for seat in seats:
            self._read(seat)

    def _take(self, wait: float) -> None:
        for seat in self._crowd.silent(time.perf_counter()):
            self._crowd.beat(seat)
            self.beats += 1
            self._read(seat)
        for descriptor, _ in self._poll.poll(min(wait, _LOOK_SECONDS) if self._load.sleeps else 0):
            self._read(self._seat_of[descriptor])

    def _read(self, seat: int) -> None:
        for _ in range(self._crowd.views(seat)):
            self._hold(seat // SEATS)

    def _hold(self, table: int) -> None:
        """Note that one more seat holds its view; the last of ten lets the table go on."""
        self.samples.append(time.perf_counter() - self._sent_at[table])
        self._held[table] += 1
        if self._held[table] < SEATS:
            return
        self.gates += 1
        self._step[table] = (self._step[table] + 1) % len(self._crowd.steps)
        if self._step[table]:
            self._ask(table)
            return
        self.rounds += 1
        self._playing[table] = False
        if not self._over and not self._load.pace_seconds:
            self._ask(table)


def _share(samples: list[float], part: float) -> float | None:
    """Return the sample below which this part of them lies, in milliseconds."""
    if not samples:
        return None
    return round(samples[min(len(samples) - 1, int(part * len(samples)))] * 1000, 3)
