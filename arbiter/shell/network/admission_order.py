"""AdmissionOrder: how many new browser connections a second are let in, and in which order.

Each costs the gateway a handshake. A wave, or somebody who comes again as soon as he is cut, would take that time from whoever
sits already, and from a guest who has just come.
"""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from math import exp, inf, log

from warcouncil.arbiter.shell.base.rate_limit import Bucket
from warcouncil.arbiter.shell.network.flood_limits import ADDRESSES_MAX

PER_SECOND = 200.0
AT_ONCE = 400.0
"""A page of a guest opens six or seven connections: some thirty pages in a second, and sixty in one moment."""
LATELY_SECONDS = 10.0


class AdmissionOrder:
    """Those who wait to be let in. It belongs to one loop."""

    def __init__(self, per_second: float = PER_SECOND, at_once: float = AT_ONCE) -> None:
        self._pause = 1 / per_second
        self._bucket = Bucket(per_second, at_once)
        self._waiting: dict[str, dict[asyncio.Future[None], None]] = {}
        """Those of each address, in their order."""
        self._order: list[tuple[float, str]] = []
        """A heap: every address of `_waiting`, by how much it brought of late."""
        self._lately: dict[str, float] = {}
        """How much an address brought: n connections, each counting less by a factor e in `LATELY_SECONDS`, as log n + now /
        LATELY_SECONDS, so that what was noted at different times can be compared at any."""

    async def turn(self, address: str) -> None:
        """Wait until one more connection of an address may come in."""
        loop = asyncio.get_running_loop()
        if not self._waiting and self._bucket.take(loop.time()):
            self._note(address, loop.time())
            return
        if not self._waiting:
            loop.call_later(self._pause, self._let_in)
        if address not in self._waiting:
            self._waiting[address] = {}
            heappush(self._order, (self._lately.get(address, -inf), address))
        mine: asyncio.Future[None] = loop.create_future()
        line = self._waiting[address]
        line[mine] = None
        try:
            await mine
        finally:
            line.pop(mine, None)  # unless it was let in: it did not wait for that

    def _let_in(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._order:
            _, address = self._order[0]
            line = self._waiting[address]
            first = next((each for each in line if not each.cancelled()), None)
            if first is not None:
                if not self._bucket.take(now):
                    loop.call_later(self._pause, self._let_in)
                    return
                del line[first]
                first.set_result(None)
                self._note(address, now)
            heappop(self._order)
            if first is not None and line:
                heappush(self._order, (self._lately.get(address, -inf), address))
            else:
                del self._waiting[address]

    def _note(self, address: str, now: float) -> None:
        if address not in self._lately and len(self._lately) >= ADDRESSES_MAX:
            del self._lately[next(iter(self._lately))]
        since = now / LATELY_SECONDS
        self._lately[address] = since + log(exp(self._lately.get(address, -inf) - since) + 1)
