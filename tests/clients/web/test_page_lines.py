"""Page lines: a page's frames go to its own wire, no faster than the arbiter accepts them, and a page that
does not read is disconnected.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Iterator

import pytest
import zmq
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.web import page_lines as module
from warcouncil.clients.web.page_lines import (
    FRAMES_AT_ONCE,
    LINES_OF_ONE_MAX,
    SILENT_SECONDS,
    WAITING_BYTES_MAX,
    PageLine,
    PageLines,
    Parting,
)
from warcouncil.protocol.wire.wire import REPLY_BYTES, REQUEST_BYTES

from tests.clients.link.conftest import virtual_time
from tests.clients.web.far_end import ARBITER, NotedWire, Plain, opened, ticket

__all__ = ["virtual_time"]
FRAME = b"x" * REQUEST_BYTES


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, virtual_time: None) -> Iterator[PageLines]:
    """Yield connections whose wires end in the test."""
    NotedWire.made = []
    monkeypatch.setattr(module, "Wire", NotedWire)
    monkeypatch.setattr(module, "Unsealer", Plain)
    made = PageLines(ARBITER)
    yield made
    made.end_all()
    assert len(made) == 0


async def came(line: PageLine) -> list[bytes]:
    """Return all frames of a connection until it ends."""
    return [frame async for frame in line.frames()]


async def test_each_line_has_its_own_wire(lines: PageLines) -> None:
    """One seat acts for another, or reads its cards."""
    one, other = opened(lines, "one"), opened(lines, "other")
    one.send(FRAME)
    NotedWire.made[1].on_frame(b"for the other")
    assert [wire.sent for wire in NotedWire.made] == [[FRAME], []]
    assert [wire.address["public"] for wire in NotedWire.made] != []
    one.end(Parting.CLOSED)
    other.end(Parting.CLOSED)
    assert (await came(one), await came(other)) == ([], [b"for the other"])


@pytest.mark.parametrize("parting", Parting)
async def test_the_last_message_of_a_page_still_arrives(lines: PageLines, parting: Parting) -> None:
    """The good-bye of a page that is closed is lost on its way, or a page that was cut off still sends one."""
    line = opened(lines, "one")
    line.send(FRAME)
    line.end(parting)
    assert NotedWire.made[0].parting is (parting is Parting.CLOSED)


async def test_a_system_that_gives_no_more_connections_has_no_room(
    lines: PageLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a flood a page reads of a fault in the gateway, and each try leaves an unused timer."""

    def none_left(**_parts: object) -> NotedWire:
        raise zmq.ZMQError(errno.EMFILE)

    monkeypatch.setattr(module, "Wire", none_left)
    failed: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failed.append(context))
    assert lines.open(ticket(), "one") is None
    await asyncio.sleep(2 * SILENT_SECONDS)
    assert (failed, len(lines)) == ([], 0)
    monkeypatch.setattr(module, "Wire", NotedWire)
    assert opened(lines, "one").parting is None


async def test_only_its_holder_finds_a_line(lines: PageLines) -> None:
    """A person who has seen a line's name, for example in a proxy's log, speaks on it."""
    line = opened(lines, "one")
    assert lines.find(line.name, "one") is line
    assert lines.find(line.name, "other") is None
    assert lines.find(line.name, "") is None
    line.end(Parting.CLOSED)
    assert lines.find(line.name, "one") is None


async def test_a_frame_that_the_arbiter_drops_is_dropped_before(lines: PageLines) -> None:
    """A modified page keeps the arbiter busy for all, through a gateway whose address has no limit there."""
    line = opened(lines, "one")
    for _ in range(100):
        line.send(FRAME)
    assert len(NotedWire.made[0].sent) == FRAMES_AT_ONCE
    await asyncio.sleep(10)
    for _ in range(100):
        line.send(FRAME)
    assert len(NotedWire.made[0].sent) == 2 * FRAMES_AT_ONCE
    assert line.parting is None


@pytest.mark.parametrize("size", [0, 1, REQUEST_BYTES - 1, REQUEST_BYTES + 1, 1 << 20])
async def test_a_malformed_frame_ends_the_line(lines: PageLines, size: int) -> None:
    """The arbiter's network shows that this client is another, and what it sends."""
    line = opened(lines, "one")
    line.send(b"x" * size)
    assert line.parting is Parting.MALFORMED
    assert not NotedWire.made[0].open
    assert NotedWire.made[0].sent == []


@pytest.mark.parametrize(
    ("end", "parting"),
    [
        (End.GONE, Parting.GONE),
        (End.DENIED, Parting.DENIED),
        (End.STRANGE, Parting.STRANGE),
        (End.SLOW, Parting.GONE),
    ],
)
async def test_a_wire_that_ends_ends_its_line_and_says_why(
    lines: PageLines, end: End, parting: Parting
) -> None:
    """The page waits on a dead connection, or knocks at the door although it only needs to reconnect."""
    line = opened(lines, "one")
    NotedWire.made[0].on_frame(b"the last word")
    NotedWire.made[0].on_end(end)
    assert await came(line) == [b"the last word"]
    assert line.parting is parting


async def test_a_full_wire_ends_the_line(lines: PageLines) -> None:
    """A request is lost without a message, and the page believes that it was sent."""
    line = opened(lines, "one")
    NotedWire.made[0].takes = False
    line.send(FRAME)
    assert line.parting is Parting.GONE


async def test_a_page_that_does_not_read_is_cut_and_keeps_no_memory(lines: PageLines) -> None:
    """Locked phones fill the memory of the host with unread views."""
    line = opened(lines, "one")
    frames = 0
    while line.parting is None:
        NotedWire.made[0].on_frame(b"v" * REPLY_BYTES[-1])
        frames += 1
        assert frames * REPLY_BYTES[-1] <= WAITING_BYTES_MAX + REPLY_BYTES[-1]
    assert line.parting is Parting.SLOW
    assert await came(line) == []


async def test_a_page_that_falls_silent_is_let_go(lines: PageLines) -> None:
    """A phone that was carried away holds its place for hours, because its connection does not notice."""
    line, beating = opened(lines, "one"), opened(lines, "two")
    for _ in range(60):
        await asyncio.sleep(0.5)
        beating.send(FRAME)
    assert (line.parting, beating.parting) == (Parting.SILENT, None)
    await asyncio.sleep(SILENT_SECONDS - 1)
    assert beating.parting is None
    await asyncio.sleep(2)
    assert beating.parting is Parting.SILENT


async def test_a_seat_in_too_many_windows_loses_the_oldest(lines: PageLines) -> None:
    """A seat's dead windows keep a player out, or one cookie takes all lines."""
    first = opened(lines, "one")
    more = [opened(lines, "one") for _ in range(LINES_OF_ONE_MAX - 1)]
    other = opened(lines, "other")
    assert first.parting is None
    more.append(opened(lines, "one"))
    assert first.parting is Parting.MANY
    assert [line.parting for line in (*more, other)] == [None] * (LINES_OF_ONE_MAX + 1)
    lines.end_all("one")
    assert [line.parting for line in (*more, other)] == [Parting.CLOSED] * LINES_OF_ONE_MAX + [None]


async def test_the_number_of_lines_is_limited(lines: PageLines, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process runs out of descriptors, and all pages are disconnected."""
    monkeypatch.setattr(module, "LINES_MAX", 3)
    held = [opened(lines, str(number)) for number in range(3)]
    assert lines.open(ticket(), "3") is None
    assert len(NotedWire.made) == len(held)


async def test_a_frame_that_cannot_be_opened_is_not_passed_on(lines: PageLines) -> None:
    """Mail for another key reaches this page as random bytes."""
    line = opened(lines, "one")
    NotedWire.made[0].on_frame(b"?noise")
    NotedWire.made[0].on_frame(b"a reply")
    line.end(Parting.CLOSED)
    assert await came(line) == [b"a reply"]
