"""Reader: a queue of news that is not read yet.

Its length is limited. For a slow reader it keeps only what a whole view would not repeat.
"""

from __future__ import annotations

import asyncio

from warcouncil.clients.link.base.line import LinkAlarm, LinkChange, News
from warcouncil.protocol.table.views import Company
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Done, Hint, Receipt, Refusal, TableRules

WAITING_MAX = 5000
LASTING = (Receipt, Done, Refusal, Seen, TableRules, Hint, Company, LinkChange, LinkAlarm)
"""News that a whole view would not repeat."""


class Reader:
    """The queue of news for the code that reads a connection (`Line`)."""

    def __init__(self, waiting_max: int = WAITING_MAX) -> None:
        self._came: asyncio.Queue[News] = asyncio.Queue(waiting_max)

    async def next(self) -> News:
        """Wait for the next news item and return it."""
        return await self._came.get()

    @property
    def empty(self) -> bool:
        """Whether everything has been read."""
        return self._came.empty()

    def put(self, item: News) -> bool:
        """Add a news item. Return False if the reader has fallen behind and needs a whole view."""
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
