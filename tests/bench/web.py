"""Seats in browsers: what each costs the gateway, how soon it holds its view, and what pests change in that.

The gateway is a process of its own beside the arbiter, as `host --web` starts it. A sample is the time from the last
declaration of a gate to one page holding its view of the next, as for seats with clients of their own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil  # type: ignore[import-untyped]  # it comes without types
import zmq
from warcouncil.arbiter.shell.wires import raise_file_limit
from warcouncil.clients.web.certificate import kept
from warcouncil.clients.web.tickets import Tickets, WebTicket
from warcouncil.protocol.doors import Kind

from tests.bench.browsers import HOST, WebCrowd, plate
from tests.bench.crowd import BEAT_SECONDS
from tests.bench.load import SEATS, Load, Play
from tests.bench.processes import ServerProcess


def run(tables: int, seconds: float, pace_seconds: float, pests: int) -> Iterator[dict[str, object]]:
    """Measure so many tables of ten in browsers, left alone and with so many pests of each kind."""
    raise_file_limit()
    umpire, *pairs = [zmq.curve_keypair() for _ in range(1 + tables * SEATS)]
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        order = {
            "file": str(folder / "benchmark.warcouncil"),
            "tables": tables,
            "walled": False,
            "keys": [public.decode() for public, _ in pairs],
            "umpires": [umpire[0].decode()],
        }
        server = stack.enter_context(ServerProcess("tests.bench.hosted", order))
        server_key, port = server.ready["server_key"], server.ready["port"]
        tickets = Tickets(folder / "keep")
        tokens = [
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
        held = kept(folder / "tls", "benchmark", [HOST], datetime.now(UTC))
        web_port, process = stack.enter_context(_gateway(folder, port, str(held.chain), str(held.key)))
        empty = process.memory_info().rss
        crowd = WebCrowd(
            port=port,
            server_key=server_key,
            pairs=pairs,
            umpire=umpire,
            web_port=web_port,
            chain=str(held.chain),
            tokens=tokens,
        )
        stack.callback(crowd.close)
        yield {"name": "web at rest", **_at_rest(crowd, process, empty, seconds)}
        for number in (0, pests, 0) if pests else (0,):
            with ExitStack() as inner:
                if number:
                    those = inner.enter_context(
                        ServerProcess(
                            "tests.bench.pests",
                            {
                                "port": web_port,
                                "of_each": number,
                                "addresses": [f"127.0.0.{2 + n}" for n in range(20)],
                            },
                        )
                    )
                before, begun = _cpu(process), time.perf_counter()
                figures = Play(crowd, server, Load(seconds, 2.0, pace_seconds)).run()
                spent = (_cpu(process) - before) / (time.perf_counter() - begun)
                cut = those.last_words() if number else {}
            yield {
                "name": "web",
                "pests": 6 * number,
                **({"cut": cut} if number else {}),
                **figures,
                "gateway_cpu_pct": round(spent * 100),
                "gateway_rss_mb": round(process.memory_info().rss / 2**20, 1),
            }


def _at_rest(crowd: WebCrowd, process: psutil.Process, empty: int, seconds: float) -> dict[str, object]:
    """Let all seats beat for so long, and nothing else happen."""
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


@contextmanager
def _gateway(folder: Path, port: int, chain: str, key: str) -> Iterator[tuple[int, psutil.Process]]:
    command = [sys.executable, "-P", "-m", "warcouncil", "gateway", "--child", "--arbiter", f"{HOST}:{port}"]
    command += ["--bind", HOST, "--port", "0", "--cert", chain, "--key", key, "--keep", str(folder / "keep")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            yield json.loads(child.stdout.readline())["port"], psutil.Process(child.pid)
        finally:
            child.stdin.close()
            child.wait(30)
