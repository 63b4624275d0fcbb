"""What has come and was not yet read. It is bounded: a reader that is far behind keeps only what nothing would tell it anew."""

from __future__ import annotations

import asyncio

from warcouncil.clients.link.base.line import LinkAlarm, LinkChange, News
from warcouncil.protocol.table.views import Company
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Done, Hint, Receipt, Refusal, TableRules

WAITING_MAX = 5000
LASTING = (Receipt, Done, Refusal, Seen, TableRules, Hint, Company, LinkChange, LinkAlarm)
"""What a whole view would not tell anew."""


class Reader:
    """The news on its way to whoever reads the line."""

    def __init__(self, waiting_max: int = WAITING_MAX) -> None:
        self._came: asyncio.Queue[News] = asyncio.Queue(waiting_max)

    async def next(self) -> News:
        """Wait for what comes next."""
        return await self._came.get()

    @property
    def empty(self) -> bool:
        """Whether all has been read."""
        return self._came.empty()

    def put(self, item: News) -> bool:
        """Hand over; False: the reader is so far behind that a whole view must tell it everything anew."""
        kept = True
        if self._came.full():
            kept = False
            behind = [self._came.get_nowait() for _ in range(self._came.qsize())]
            for each in [one for one in behind if isinstance(one, LASTING)][-self._came.maxsize // 2 :]:
                self._came.put_nowait(each)
            if not isinstance(item, LASTING):
                return False
        self._came.put_nowait(item)
        return kept
