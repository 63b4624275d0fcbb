"""LateLine: a connection (`Line`) to an arbiter that did not answer at first.

It tries again and again. After a success it works like a link, and sends the earlier requests in order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from warcouncil.clients.link.base.line import Line, LinkChange, LinkState, News
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import DoorError
from warcouncil.clients.link.identity.keyring import KeyringError, Ticket
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.wire.requests import Request

KNOCK_SECONDS = 2.0

ComeIn = Callable[[], Awaitable[Ticket]]
"""Goes through the door and stores the keys. Raises DoorError, or KeyringError if they cannot be stored."""


class LateLine(Line):
    """A connection to an arbiter that will answer later.

    `why` is the message that explains why it did not answer. `open_link` makes and starts a link from a
    ticket.
    """

    def __init__(
        self,
        why: str,
        come_in: ComeIn,
        open_link: Callable[[Ticket], Link],
        knock_seconds: float = KNOCK_SECONDS,
    ) -> None:
        self._come_in, self._open_link, self._knock_seconds = come_in, open_link, knock_seconds
        self._news: list[News] = [LinkChange(LinkState.DOWN, why)]
        self._before: list[Request] = []
        self._link: Link | None = None
        self._shut = False

    def send(self, body: Request) -> None:
        """Send a request as soon as the arbiter answers."""
        if self._link is None:
            self._before.append(body)
        else:
            self._link.send(body)

    def again(self) -> None:
        """Look for the arbiter again after the exercise was ended."""
        if self._link is not None:
            self._link.again()

    async def receive(self) -> News:
        """Wait for the next news item and return it. Meanwhile, try the door until the arbiter answers."""
        if self._news:
            return self._news.pop()
        while self._link is None:
            await asyncio.sleep(self._knock_seconds)
            if self._shut:
                continue
            try:
                self._link = self._open_link(await self._come_in())
            except (DoorError, KeyringError) as fault:
                if isinstance(fault, DoorError) and fault.why in (None, Turned.BUSY):
                    continue
                self._shut = True  # If a key cannot be stored, each attempt would use the card again
                return LinkChange(LinkState.SHUT, str(fault))
            for body in self._before:
                self._link.send(body)
        return await self._link.receive()

    def leave(self) -> None:
        """Leave the arbiter, if the link exists."""
        if self._link is not None:
            self._link.leave()
