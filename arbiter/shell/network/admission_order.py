"""AdmissionOrder: how many new browser connections a second are admitted, and in which order.

Each one costs the gateway a handshake. Without a limit, a wave of connections would take that time from the players
and from new clients. So would a client that reconnects whenever it is cut off.
"""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from math import exp, inf, log

from warcouncil.arbiter.shell.base.rate_limit import Bucket
from warcouncil.arbiter.shell.network.flood_limits import ADDRESSES_MAX

PER_SECOND = 200.0
AT_ONCE = 400.0
"""How many connections may be admitted at once. A page opens six or seven of them. So sixty pages are admitted at
once, and about thirty in each further second.
"""
LATELY_SECONDS = 10.0


class AdmissionOrder:
    """The connections that wait for admission. An instance belongs to one event loop."""

    def __init__(self, per_second: float = PER_SECOND, at_once: float = AT_ONCE) -> None:
        self._pause = 1 / per_second
        self._bucket = Bucket(per_second, at_once)
        self._waiting: dict[str, dict[asyncio.Future[None], None]] = {}
        """The waiting connections of each address, in order of arrival."""
        self._order: list[tuple[float, str]] = []
        """A heap of the addresses in `_waiting`, ordered by how many connections each has opened recently."""
        self._lately: dict[str, float] = {}
        """How many connections an address has opened recently.

        In `LATELY_SECONDS` the weight of a connection falls by a factor of e. For a sum n of weights, the stored
        value is log n + now / LATELY_SECONDS, so that values from different times can be compared.
        """

    async def turn(self, address: str) -> None:
        """Wait until one more connection of an address may be admitted."""
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
            line.pop(mine, None)  # An admitted connection is already removed.

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
