"""A large event: several arbiters, each with its tables and players, and one console that is linked to all of
them. Each arbiter is a `host` process with its flood wall. Its players are raw connections in a process of
their own, which live and answer at a person's pace. The console is the product's, on a terminal. Lateness
is measured as in `hall`. The figures of one machine's arbiters apply to arbiters on machines of their own:
they share nothing but the processors.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from warcouncil.arbiter.shell.base.listening import raise_file_limit

from tests.bench.console_window import ConsoleWindow
from tests.bench.hall import HUMAN, Line, Stretch, freshness, lateness, share, zero_of
from tests.bench.load import SEATS
from tests.bench.premises import Glance, Hosting, Kept, Premises, kept, prepare
from tests.bench.processes import ServerProcess, busy_seconds
from tests.bench.sitters import Pace

WARM_SECONDS = 6.0
LATE_MS = 1000
"""A view that comes later than this after its gate closed is late."""
END_SECONDS = 2.0
"""The end of the period in which closings and declarations are not counted."""


def run(
    arbiters: Sequence[int],
    tables: int,
    seconds: float,
    *,
    walls: tuple[bool, ...],
    pace: Pace = HUMAN,
    warm_seconds: float = WARM_SECONDS,
) -> Iterator[Line]:
    """Measure each number of arbiters with this number of tables each, and the console over them."""
    for walled in walls:
        for number in arbiters:
            yield _run(number, tables, (warm_seconds, seconds), pace, walled=walled)


def _run(arbiters: int, tables: int, seconds: tuple[float, float], pace: Pace, *, walled: bool) -> Line:
    raise_file_limit()
    with TemporaryDirectory() as folder:
        premises = [
            prepare(
                Path(folder) / f"{place}.warcouncil",
                tables,
                consoles=1,
                first=1 + place * tables,
                name=f"The event · Wing {place + 1}",
            )
            for place in range(arbiters)
        ]
        measured = asyncio.run(_measured(premises, tables, seconds, pace, walled=walled))
        truths = [kept(each.file) for each in premises]
    return {
        "name": "wings",
        "arbiters": arbiters,
        "tables": arbiters * tables,
        "seats": arbiters * tables * SEATS,
        "wall": walled,
        "pace_seconds": pace,
        **measured.line,
        **_timed(measured, truths),
        **_judged(measured, truths),
    }


@dataclass
class Measured:
    """The records of a measurement, and the figures that are known already."""

    line: Line
    wings: list[Stretch]
    """The records of the players of each wing, and of the console of their tables."""
    books: list[dict[str, Any]]
    since: float
    until: float


async def _measured(
    premises: Sequence[Premises], tables: int, seconds: tuple[float, float], pace: Pace, *, walled: bool
) -> Measured:
    hostings = [await Hosting.start(each, walled=walled) for each in premises]
    try:
        with ExitStack() as stack:
            folk = [stack.enter_context(ServerProcess("tests.bench.folk", _order(p, pace))) for p in premises]
            begun = time.monotonic()
            await asyncio.gather(*(asyncio.to_thread(each.ask, {"do": "come in"}) for each in folk))
            all_in = time.monotonic() - begun
            tickets = {f"Wing {n}": p.umpires[0].model_dump() for n, p in enumerate(premises, 1)}
            order = {"tickets": tickets, "tables": tables * len(premises)}
            console = stack.enter_context(ConsoleWindow(order))
            room = Room(hostings, folk, console)
            measured = await room.played(*seconds)
            measured.line = {"all_in_seconds": round(all_in, 2), **measured.line}
            return measured
    finally:
        for hosting in hostings:
            await hosting.stop()


def _order(premises: Premises, pace: Pace) -> dict[str, Any]:
    """Return the order for the players of an arbiter."""
    return {
        "port": premises.port,
        "server_key": premises.umpires[0].server_key,
        "pairs": [(ticket.public, ticket.secret) for ticket, _, _ in premises.seats],
        "first": premises.seats[0][1],
        "pace": pace,
    }


@dataclass
class Room:
    """The processes of an event."""

    hostings: list[Hosting]
    folk: list[ServerProcess]
    console: ConsoleWindow

    async def played(self, warm_seconds: float, seconds: float) -> Measured:
        """Play for this time; then stop every clock as the umpire, and start them again."""
        await asyncio.sleep(warm_seconds)
        self.console.ask({"do": "clear"})
        before = self._marks()
        await asyncio.sleep(seconds)
        after = self._marks()
        orders = [self.console.ask({"do": "pause or go on"}) for _ in range(2)]
        await asyncio.sleep(END_SECONDS)
        book = self.console.ask({"do": "book"})
        books = [each.ask({"do": "book"}) for each in self.folk]
        rss = [hosting.rss_mb() for hosting in self.hostings]
        glances = [Glance(at, table, gate, frozenset(sealed)) for at, table, gate, sealed in book["glances"]]
        since, until = before["now"][0], after["now"][0]
        wall = until - since
        used = {name: [b - a for a, b in zip(before[name], after[name], strict=True)] for name in before}
        ours = sum(sum(spent) for name, spent in used.items() if name not in ("now", "busy", "drawn"))
        draws, waits = sorted(book["draws"]), sorted(book["waits"])
        line: Line = {
            "console_knows_all_seconds": round(self.console.ready["seconds"], 2),
            **{
                f"{name}_cpu_pct": _percent(used[name], wall)
                for name in ("arbiter", "gate", "folk", "console")
            },
            "other_cpu_pct": round(100 * (used["busy"][0] - ours) / wall),
            "load": round(os.getloadavg()[0], 1),
            "arbiter_rss_mb": [round(held[0], 1) for held in rss],
            "gate_rss_mb": [round(held[1], 1) for held in rss],
            "console_rss_mb": round(self.console.rss_mb(), 1),
            "console_draws_per_s": round(len(draws) / wall, 1),
            "console_draw_p50_ms": _ms(draws, 0.5),
            "console_draw_p99_ms": _ms(draws, 0.99),
            "console_kb_per_s": round(used["drawn"][0] / wall / 1024),
            "console_changes_per_s": round(sum(g.at < until for g in glances) / wall),
            "key_p50_ms": _ms(waits, 0.5),
            "key_p99_ms": _ms(waits, 0.99),
            "orders": [{**each, "seconds": round(each["seconds"], 3)} for each in orders],
        }
        wings = [_stretch(noted, glances, since, until) for noted in books]
        return Measured(line, wings, books, since, until)

    def _marks(self) -> dict[str, list[float]]:
        spent = [hosting.cpu_seconds() for hosting in self.hostings]
        return {
            "now": [time.monotonic()],
            "arbiter": [arbiter for arbiter, _ in spent],
            "gate": [gate for _, gate in spent],
            "folk": [each.cpu_seconds() for each in self.folk],
            "console": [self.console.cpu_seconds()],
            "own": [time.process_time()],
            "drawn": [float(self.console.drawn_bytes)],
            "busy": [busy_seconds()],
        }


def _stretch(book: dict[str, Any], glances: list[Glance], since: float, until: float) -> Stretch:
    """Return the part within the measured time.

    The console's glances continue: a change is seen after it happened.
    """
    return Stretch(
        {},
        until - since,
        [(at, id_) for at, id_ in book["sent"] if since <= at < until],
        [(at, table, gate, seat) for at, table, gate, seat in book["views"] if since <= at < until],
        [glances],
    )


def _timed(measured: Measured, truths: Sequence[Kept]) -> Line:
    """Return the lateness of views and changes, of all wings together."""
    pairs = [
        (stretch, truth, zero_of(stretch, truth))
        for stretch, truth in zip(measured.wings, truths, strict=True)
    ]
    late = sorted(ms for stretch, truth, zero in pairs for ms in lateness(stretch, truth, zero))
    fresh = sorted(ms for stretch, truth, zero in pairs for ms in freshness(stretch, truth, zero))
    seconds = measured.until - measured.since
    return {
        "gates_per_s": round(len(late) / SEATS / seconds, 1),
        "declarations_per_s": round(sum(len(stretch.sent) for stretch in measured.wings) / seconds, 1),
        "view_p50_ms": share(late, 0.5),
        "view_p99_ms": share(late, 0.99),
        "view_max_ms": share(late, 1),
        "change_p50_ms": share(fresh, 0.5),
        "change_p99_ms": share(fresh, 0.99),
        "change_max_ms": share(fresh, 1),
        "late": sum(ms > LATE_MS for ms in late),
    }


def _judged(measured: Measured, truths: Sequence[Kept]) -> Line:
    """Compare what people were told, to the last second, with what the journals hold."""
    lost = twice = unanswered = unseen = receipts = refusals = 0
    for stretch, book, truth in zip(measured.wings, measured.books, truths, strict=True):
        told = set(book["receipts"])
        receipts += len(told)
        refusals += book["refusals"]
        lost += len(told - set(truth.declared))
        twice += sum(declared.times > 1 for declared in truth.declared.values())
        unanswered += sum(id_ not in told for _, id_ in stretch.sent)
        unseen += _unseen(book, truth, measured.until - zero_of(stretch, truth))
    return {
        "receipts": receipts,
        "refusals": refusals,
        "lost": lost,
        "twice": twice,
        "unanswered": unanswered,
        "views_that_never_came": unseen,
    }


def _unseen(book: dict[str, Any], truth: Kept, until: float) -> int:
    """Return the number of seats that never had the view after a gate."""
    seen = {(table, gate, seat) for _, table, gate, seat in book["views"]}
    first = min((gate for _, gate, _ in seen), default=0)
    closed = [at for at, ms in truth.closed_ms.items() if ms < 1000 * until and at[1] + 1 >= first]
    return sum((table, gate + 1, str(seat)) not in seen for table, gate in closed for seat in range(SEATS))


def _percent(spent: list[float], wall: float) -> list[float]:
    return [round(100 * each / wall, 1) for each in spent]


def _ms(samples: list[float], part: float) -> float | None:
    return share([1000 * each for each in samples], part)


if __name__ == "__main__":
    _arbiters, _tables, _seconds, *_pace = (*sys.argv[1:], *("4", "100", "30")[len(sys.argv) - 1 :])
    _took: Pace = (float(_pace[0]), float(_pace[1])) if _pace else HUMAN
    for _line in run([int(_arbiters)], int(_tables), float(_seconds), walls=(True,), pace=_took):
        sys.stdout.write(json.dumps(_line) + "\n")
