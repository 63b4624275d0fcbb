"""A link to an arbiter that was absent when its console started.

It connects by itself, and no request is lost.
"""

from __future__ import annotations

import asyncio
from typing import cast

from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.link.connect.late_link import LateLine
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import ArbiterAbsent, DoorError
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.wire.requests import Request, Watch
from warcouncil.protocol.words import TableId

from tests.clients.link.far_end import TICKET

UP = LinkChange(LinkState.UP)


class Opened:
    """A replacement for a network link: it records its requests."""

    def __init__(self) -> None:
        self.sent: list[Request] = []
        self.left = False

    def send(self, body: Request) -> None:
        """Record a sent request."""
        self.sent.append(body)

    def leave(self) -> None:
        """Record that the client left."""
        self.left = True

    async def receive(self) -> News:
        """Report that the link is up."""
        return UP


def late(*answers: Exception | None) -> tuple[LateLine, Opened, list[Exception | None]]:
    """Make a link whose door answers with these results in turn. None: the door admits the client."""
    left, opened = [*answers], Opened()

    async def come_in() -> Ticket:
        if fault := left.pop(0):
            raise fault
        return TICKET

    return LateLine("nobody is there", come_in, lambda _: cast("Link", opened), 0), opened, left


async def test_a_late_arbiter_is_knocked_at_until_it_is_there_and_hears_what_was_sent_meanwhile() -> None:
    """A wing that was started after the console stays away until a user restarts the console."""
    absent = ArbiterAbsent("nobody is there", is_silent=False)
    line, opened, left = late(absent, DoorError("it is full", Turned.BUSY), DoorError("it fell silent"), None)
    assert await line.receive() == LinkChange(LinkState.DOWN, "nobody is there")
    asked = [Watch(table=TableId(number)) for number in (3, 4)]
    line.send(asked[0])
    assert await line.receive() == UP
    line.send(asked[1])
    line.leave()
    assert (left, opened.sent, opened.left) == ([], asked, True)


async def test_a_door_that_refuses_the_code_is_knocked_at_no_more() -> None:
    """A card that was renewed meanwhile is tried every two seconds, and every console shows the alarm of a stranger each time."""
    line, opened, left = late(DoorError("no card", Turned.WRONG_CODE), None)
    await line.receive()
    assert await line.receive() == LinkChange(LinkState.SHUT, "no card")
    more = asyncio.ensure_future(line.receive())
    for _ in range(5):
        await asyncio.sleep(0)
    more.cancel()
    line.leave()
    assert (left, opened.left) == ([None], False)
