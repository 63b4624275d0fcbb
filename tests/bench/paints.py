"""The page of a seat on a phone: when it first shows words and its table on a slow network, and what it takes of
a core while its player thinks. A real gateway, a real browser, and the browser's own emulation of network and
processor.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import zmq
from warcouncil.clients.web.certificate import kept
from warcouncil.clients.web.tickets import Tickets

from tests.bench.browsers import HOST, plate
from tests.bench.load import SEATS
from tests.bench.processes import ServerProcess
from tests.bench.web import seat_tokens
from tests.clients.browsers import started

LATENCY_MS, BYTES_PER_SECOND = 300, 50_000
"""A network of 400 kbit/s."""
SLOWED = (1, 4)
"""How many times slower a processor is: this one, and that of a phone."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
SETTLES_MS = 5_000
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
NOW = "performance.now()"


def run(visits: int, seconds: float) -> Iterator[dict[str, object]]:
    """Measure this number of first visits, and an idle page for this time."""
    with _served() as (address, cookies), started() as browser:
        for number in range(visits):
            with _tab(browser, cookies[number % SEATS]) as (page, tools):
                tools.send("Network.enable")
                limits = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
                tools.send(
                    "Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **limits}
                )
                page.goto(f"{address}/seat/{plate(number % SEATS)}", wait_until="commit")
                page.wait_for_selector("header.head")
                yield {
                    "name": "paint",
                    "latency_ms": LATENCY_MS,
                    "bytes_per_s": BYTES_PER_SECOND,
                    "words_ms": round(page.evaluate(FIRST_PAINT)),
                    "table_ms": round(page.evaluate(NOW)),
                }
        for slowed in SLOWED:
            with _tab(browser, cookies[0]) as (page, tools):
                page.goto(f"{address}/seat/{plate(0)}")
                page.locator(".seat-briefing .button-first").click()
                page.wait_for_timeout(SETTLES_MS)
                tools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
                tools.send("Performance.enable", {"timeDomain": "threadTicks"})
                before, begun = _busy(tools), time.perf_counter()
                page.wait_for_timeout(seconds * 1000)
                share = (_busy(tools) - before) / (time.perf_counter() - begun)
                yield {"name": "idle page", "slowed": slowed, "core_pct": round(share * 100, 2)}


@contextmanager
def _served() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Run one table of Kartenspiel with a gateway. Give its address, and the cookie of each seat."""
    umpire, *pairs = [zmq.curve_keypair() for _ in range(1 + SEATS)]
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        held = kept(folder / "tls", "benchmark", [HOST], datetime.now(UTC))
        order = {
            "file": str(folder / "benchmark.warcouncil"),
            "tables": 1,
            "walled": False,
            "strict": True,
            "keys": [public.decode() for public, _ in pairs],
            "umpires": [umpire[0].decode()],
            "web": {"chain": str(held.chain), "key": str(held.key), "keep": str(folder / "keep")},
        }
        ready = stack.enter_context(ServerProcess("tests.bench.hosted", order)).ready
        address = f"https://{HOST}:{ready['web_port']}"
        tokens = seat_tokens(Tickets(folder / "keep"), ready["server_key"], pairs)
        how = {"url": address, "secure": True, "httpOnly": True, "sameSite": "Strict"}
        yield (
            address,
            [
                {"name": f"__Host-seat-{plate(number)}", "value": token, **how}
                for number, token in enumerate(tokens)
            ],
        )


@contextmanager
def _tab(browser: Any, cookie: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Open an unused browser's empty tab, with its developer's tools."""
    context = browser.new_context(ignore_https_errors=True, **PHONE)
    try:
        context.add_cookies([cookie])
        page = context.new_page()
        yield page, context.new_cdp_session(page)
    finally:
        context.close()


def _busy(tools: Any) -> float:
    """Return the seconds that the page's main thread has worked."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")
