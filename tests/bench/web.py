"""Seats in browsers: the cost of each for the gateway, the delay of a view, and the time to join, with and
without pests. The gateway is a process of its own beside the arbiter, as `host --web` starts it. It runs
without the flood wall or behind it. Behind it each page and each pest comes from an address of its own and
has the limits of a stranger. A sample is the time from the last declaration of a gate to one page's view
of the next. Seats with clients of their own are measured in the same way.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil  # type: ignore[import-untyped]  # it comes without types
import zmq
from warcouncil.arbiter.shell.base.listening import raise_file_limit
from warcouncil.clients.web.certificate import kept
from warcouncil.clients.web.tickets import Tickets, WebTicket
from warcouncil.protocol.proofs.doors import Kind

from tests.bench.browsers import HOST, WebCrowd, plate
from tests.bench.crowd import BEAT_SECONDS, Pair
from tests.bench.load import SEATS, Load, Play
from tests.bench.processes import ServerProcess

PESTS_FROM = 20
"""The number of addresses of the pests."""
VISITOR = "127.0.0.200"


def run(
    tables: int, seconds: float, pace_seconds: float, pests: int, *, walls: tuple[bool, ...]
) -> Iterator[dict[str, object]]:
    """Measure this number of tables of ten in browsers, alone and with a number of pests of each kind."""
    raise_file_limit()
    for walled in walls:
        yield from _run(tables, Load(seconds, 2.0, pace_seconds), pests, walled=walled)


def _run(tables: int, load: Load, pests: int, *, walled: bool) -> Iterator[dict[str, object]]:
    umpire, *pairs = [zmq.curve_keypair() for _ in range(1 + tables * SEATS)]
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        held = kept(folder / "tls", "benchmark", [HOST], datetime.now(UTC))
        order = {
            "file": str(folder / "benchmark.warcouncil"),
            "tables": tables,
            "walled": walled,
            "strict": True,
            "keys": [public.decode() for public, _ in pairs],
            "umpires": [umpire[0].decode()],
            "web": {"chain": str(held.chain), "key": str(held.key), "keep": str(folder / "keep")},
        }
        server = stack.enter_context(ServerProcess("tests.bench.hosted", order))
        ready = server.ready
        process = server.child("gateway")
        empty = process.memory_info().rss
        crowd = WebCrowd(
            port=ready["port"],
            server_key=ready["server_key"],
            pairs=pairs,
            umpire=umpire,
            web_port=ready["web_port"],
            chain=str(held.chain),
            tokens=seat_tokens(Tickets(folder / "keep"), ready["server_key"], pairs),
        )
        stack.callback(crowd.close)
        yield {"name": "web at rest", "walled": walled, **_at_rest(crowd, process, empty, load.seconds)}
        visits = {
            "port": ready["web_port"],
            "code": ready["display_code"],
            "chain": str(held.chain),
            "address": VISITOR,
        }
        for number in (0, pests, 0) if pests else (0,):
            with ExitStack() as inner:
                if number:
                    those = inner.enter_context(ServerProcess("tests.bench.pests", _pests(visits, number)))
                visitor = inner.enter_context(ServerProcess("tests.bench.visitors", visits))
                before, begun = _cpu(process), time.perf_counter()
                figures = Play(crowd, server, load).run()
                spent = (_cpu(process) - before) / (time.perf_counter() - begun)
                joins = visitor.last_words()
                cut = those.last_words() if number else {}
            yield {
                "name": "web",
                "walled": walled,
                "pests": 6 * number,
                **({"cut": cut} if number else {}),
                **figures,
                "joins": len(joins["took"]),
                "join_p50_s": joins["took"][len(joins["took"]) // 2] if joins["took"] else None,
                "join_max_s": joins["took"][-1] if joins["took"] else None,
                "joins_refused": joins["refused"],
                "gateway_cpu_pct": round(spent * 100),
                "gateway_rss_mb": round(process.memory_info().rss / 2**20, 1),
            }


def seat_tokens(tickets: Tickets, server_key: str, pairs: list[Pair]) -> list[str]:
    """Store the encrypted keys of the seats as if each had joined, and return the tokens."""
    return [
        tickets.keep(
            WebTicket(
                plate=plate(number),
                kind=Kind.SEAT,
                exercise="benchmark",
                server_key=server_key,
                public=public.decode(),
                secret=secret.decode(),
            )
        )
        for number, (public, secret) in enumerate(pairs)
    ]


def _pests(visits: dict[str, object], number: int) -> dict[str, object]:
    return {
        "port": visits["port"],
        "of_each": number,
        "addresses": [f"127.0.0.{2 + n}" for n in range(PESTS_FROM)],
    }


def _at_rest(crowd: WebCrowd, process: psutil.Process, empty: int, seconds: float) -> dict[str, object]:
    """Send beats of all seats for this time, and nothing else."""
    seats, begun, before, sent = crowd.tables * SEATS, time.perf_counter(), _cpu(process), 0
    while (passed := time.perf_counter() - begun) < seconds:
        while sent < passed / BEAT_SECONDS * seats:
            crowd.pass_over(sent % seats)
            crowd.beat(sent % seats)
            sent += 1
        time.sleep(0.001)
    rss = process.memory_info().rss
    return {
        "seats": seats,
        "beats_per_s": round(sent / passed),
        "gateway_cpu_ms_per_beat": round((_cpu(process) - before) / sent * 1000, 4),
        "gateway_cpu_pct": round((_cpu(process) - before) / passed * 100),
        "gateway_rss_mb": round(rss / 2**20, 1),
        "gateway_kb_per_seat": round((rss - empty) / seats / 1024, 1),
    }


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
