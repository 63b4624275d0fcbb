"""RevokedKeys: asks the arbiter about the keys of pages that left, and forgets the keys that the arbiter
refuses.

The gateway decodes no frames. So only the arbiter's refusal shows it that a seat was taken from a page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from warcouncil.clients.link.base.wire import End, Wire
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.web.tickets import Tickets, WebTicket, holder_of
from zmq import ZMQError

BACK_SECONDS = 5.0
"""How long a page can be gone if it was only reloaded, or lost its network for a moment."""
ANSWER_SECONDS = 10.0


class RevokedKeys:
    """Checks the keys of pages that have gone, one at a time.

    `is_back` returns whether a holder has a connection again.
    """

    def __init__(self, arbiter: Address, tickets: Tickets, is_back: Callable[[str], bool]) -> None:
        self._arbiter = arbiter
        self._tickets = tickets
        self._is_back = is_back
        self._loop = asyncio.get_running_loop()
        self._gone: dict[str, tuple[float, str, WebTicket]] = {}
        """For each holder, the time when its key is checked, the soonest first."""
        self._asking: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def under_way(self) -> bool:
        """Whether some keys have not been checked yet."""
        return self._asking is not None and not self._asking.done()

    def left(self, token: str, ticket: WebTicket) -> None:
        """Record that the connection of a holder has ended."""
        if self._closed:
            return
        holder = holder_of(token)
        self._gone.pop(holder, None)
        self._gone[holder] = self._loop.time() + BACK_SECONDS, token, ticket
        if not self.under_way:
            self._asking = self._loop.create_task(self._ask())

    def close(self) -> None:
        """Stop checking."""
        self._closed = True
        if self._asking is not None:
            self._asking.cancel()

    async def _ask(self) -> None:
        while self._gone:
            holder = next(iter(self._gone))
            due, token, ticket = self._gone[holder]
            if due > self._loop.time():
                await asyncio.sleep(due - self._loop.time())
                continue
            del self._gone[holder]
            if not self._is_back(holder) and await self._denies(ticket):
                self._tickets.drop(token, ticket.plate)

    async def _denies(self, ticket: WebTicket) -> bool:
        """Return whether the arbiter answers and refuses a key."""
        ended: asyncio.Future[End | None] = self._loop.create_future()

        def hear(end: End | None) -> None:
            if not ended.done():
                ended.set_result(end)

        try:
            wire = Wire(
                host=self._arbiter.host,
                port=self._arbiter.port,
                server_key=ticket.server_key,
                public=ticket.public,
                secret=ticket.secret,
                on_frame=lambda _frame: None,
                on_met=lambda: hear(None),
                on_end=hear,
            )
        except ZMQError:
            return False
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    return await ended is End.DENIED
            return False
        finally:
            wire.close()
