"""Several links as one. Each message names its arbiter, and each request goes to its own."""

from __future__ import annotations

import asyncio

from warcouncil.clients.link.base.line import Line, News
from warcouncil.clients.link.base.links import ONE, Links, links_of
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.wire.requests import Request, Watch
from warcouncil.protocol.words import MessageId, TableId


class Still(Line):
    """A link that records requests, and returns the messages that the test sets."""

    def __init__(self) -> None:
        self.sent: list[Request] = []
        self.news: asyncio.Queue[News] = asyncio.Queue()
        self.sought = 0

    def send(self, body: Request) -> None:
        """Record the request."""
        self.sent.append(body)

    def again(self) -> None:
        """Count the request."""
        self.sought += 1

    async def receive(self) -> News:
        """Return the next message."""
        return await self.news.get()


def done(number: int) -> Done:
    """Make news that differs from other news."""
    return Done(id=MessageId(f"{number:032x}"))


async def test_a_busy_line_does_not_delay_a_quiet_one() -> None:
    """The wall of a quiet wing is not updated while another plays as fast as it can."""
    loud, quiet = Still(), Still()
    lines = Links({"loud": loud, "quiet": quiet})
    for number in range(100):
        loud.news.put_nowait(done(number))
    quiet.news.put_nowait(done(1000))
    heard = [await lines.receive() for _ in range(101)]
    assert ("quiet", done(1000)) in heard[:4]
    assert [news for wing, news in heard if wing == "loud"] == [done(number) for number in range(100)]


async def test_no_message_is_lost_between_two_reads() -> None:
    """A message of an arbiter between two reads is missing on the wall."""
    one, two = Still(), Still()
    lines = Links({"one": one, "two": two})
    waits = asyncio.ensure_future(lines.receive())
    await asyncio.sleep(0)
    two.news.put_nowait(done(1))
    assert await waits == ("two", done(1))
    one.news.put_nowait(done(2))
    one.news.put_nowait(done(3))
    assert [await lines.receive() for _ in range(2)] == [("one", done(2)), ("one", done(3))]


def test_one_table_is_followed_at_a_time_wherever_it_is() -> None:
    """A wing goes on sending everything about a table that the console no longer watches."""
    one, two = Still(), Still()
    lines = Links({"one": one, "two": two})
    lines.send("one", Watch(table=TableId(3)))
    lines.send("two", Watch(table=TableId(7)))
    assert one.sent == [Watch(table=TableId(3)), Watch(table=TableId(0))]
    assert two.sent == [Watch(table=TableId(7))]
    lines.send("one", Watch(table=TableId(0)))
    assert two.sent[1:] == [Watch(table=TableId(0))]
    assert len(one.sent) == 2


async def test_one_line_alone_is_as_it_was() -> None:
    """A console with one arbiter behaves otherwise because others have several."""
    line = Still()
    lines = links_of(line)
    line.news.put_nowait(done(1))
    assert await lines.receive() == (ONE, done(1))
    lines.send(ONE, Watch(table=TableId(2)))
    lines.again()
    assert (line.sent, line.sought, lines.names) == ([Watch(table=TableId(2))], 1, (ONE,))
    assert links_of(lines) is lines
