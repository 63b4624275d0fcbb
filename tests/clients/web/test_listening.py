"""A sniffer of a room's network learns that seats are linked, but not their actions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import count
from uuid import uuid4

from warcouncil.arbiter.core.words.permits import ALLOWED
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Alive, Reply, Welcome
from warcouncil.protocol.wire.requests import (
    AskHint,
    Beat,
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    Leave,
    OpenLot,
    Pledge,
    Propose,
    ReadRules,
    Request,
    Respond,
    Resync,
    Say,
    SayReady,
    Write,
)
from warcouncil.protocol.wire.wire import REPLY_BYTES, REQUEST_BYTES
from warcouncil.protocol.words import ChannelId, Role, SeatId
from websockets.asyncio.client import ClientConnection

from tests.arbiter.shell.running import BLACK_ARMY, RED_ARMY
from tests.clients.web.browsing import HELLO, Browser, Stream, frame, read
from tests.clients.web.conftest import WebRoom
from tests.clients.web.listening import Listener, listening

AGAIN_SECONDS = 2.0
"""After how many seconds an unanswered request is sent again, because requests that come too fast are
dropped.
"""
RECORD_BYTES_MAX = 16 * 1024
TAG_BYTES = 17
"""How many bytes TLS 1.3 adds to each record: the content type and the tag."""


def parts(frame_bytes: int, around: int) -> set[int]:
    """Return the lengths of the records that carry a frame."""
    whole, rest = divmod(frame_bytes + around, RECORD_BYTES_MAX)
    return {*([RECORD_BYTES_MAX + TAG_BYTES] if whole else []), rest + TAG_BYTES}


def deeds(view: View) -> list[Request]:
    """Return every request of a seat, some with short and long texts. Refused ones are sent too."""
    assert view.form is not None
    assert view.form.suggested is not None
    names = (uuid4().hex for _ in range(20))
    gate, answer, long = view.gate, view.form.suggested, "word " * 50
    made: list[Request] = [
        Beat(seen=2),
        ReadRules(id=next(names)),
        AskHint(id=next(names), gate=gate),
        Draft(gate=gate, answer=answer),
        Declare(id=next(names), gate=gate, answer=answer),
        Say(id=next(names), channel=ChannelId("red"), text="x", gate=gate),
        Say(id=next(names), channel=ChannelId("red"), text=long, gate=gate),
        Propose(id=next(names), to=SeatId(BLACK_ARMY), text=long, gate=gate),
        Respond(id=next(names), deal=1, accept=True),
        Call(id=next(names), text="x"),
        Call(id=next(names), text=long),
        Write(id=next(names), notice=1, text=long),
        Pledge(id=next(names), pledge="0" * 64),
        OpenLot(id=next(names), lot="0" * 64),
        SayReady(),
        Resync(),
        HandOver(id=next(names)),
        Claim(id=next(names)),
        Beat(),
    ]
    assert {Leave, *map(type, made)} == ALLOWED[Role.SEAT]
    return made


def answers(request: Request, reply: Reply) -> bool:
    """Return whether a reply answers a request."""
    match request:
        case Beat():
            return isinstance(reply, Alive)
        case Resync():
            return isinstance(reply, View)
        case _:
            return getattr(request, "id", "") == getattr(reply, "id", None)


async def do(
    request: Request, send: Callable[[], Awaitable[object]], hear: Callable[[], Awaitable[bytes]]
) -> int:
    """Send a request until it is answered, as seats do, and return how often.

    Drafts and ready marks have no answer.
    """
    for times in count(1):
        await send()
        if isinstance(request, Draft | SayReady):
            return times
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN_SECONDS):
                while not answers(request, read(await hear())[1]):
                    pass
                return times
    raise AssertionError


async def seated(room: WebRoom, listener: Listener) -> tuple[Browser, str]:
    """Join a seat through the splice."""
    browser = Browser(listener.port)
    code = room.running.code(RED_ARMY)
    await browser.join(code)
    listener.forget()
    return browser, f"/seat/{code.plate}"


async def _received(socket: ClientConnection) -> bytes:
    data = await socket.recv()
    assert isinstance(data, bytes)
    return data


def of_a_socket(reply: int) -> int:
    """Return how many bytes a socket adds to a frame: its head."""
    return 4 if reply < 65536 else 10


def of_a_stream(reply: int) -> int:
    """Return how many bytes a stream adds to a frame: its line end, its length before it, and their line
    ends.
    """
    return len(f"{reply + 1:x}\r\n\n\r\n")


def sized(around: Callable[[int], int]) -> set[int]:
    """Return every possible length of replies."""
    return {size for reply in REPLY_BYTES for size in parts(reply, around(reply))}


async def test_a_socket_shows_a_listener_nothing_of_what_is_done(web_room: WebRoom) -> None:
    """A person in the same Wi-Fi sees which seat has sealed, and how long its messages are."""
    async with listening(web_room.up.port) as listener:
        browser, place = await seated(web_room, listener)
        async with await browser.socket(f"{place}/socket") as socket:
            await socket.send(HELLO)
            session, welcome = read(await socket.recv())
            assert isinstance(welcome, Welcome)
            _, view = read(await socket.recv())
            assert isinstance(view, View)
            listener.forget()
            for each in deeds(view):
                await do(each, partial(socket.send, frame(each, session)), partial(_received, socket))
            up, down = listener.sizes()
    assert up == {REQUEST_BYTES + 8 + TAG_BYTES}
    assert down <= sized(of_a_socket)
    assert REPLY_BYTES[0] + 4 + TAG_BYTES in down


async def test_a_stream_shows_a_listener_nothing_either(web_room: WebRoom) -> None:
    """A phone that may open no socket can be observed."""
    async with listening(web_room.up.port) as listener:
        browser, place = await seated(web_room, listener)
        stream = await Stream(browser, place).open()
        await stream.post(HELLO)
        session, _ = read(await stream.line())
        _, view = read(await stream.line())
        assert isinstance(view, View)
        listener.forget()
        posts = 0
        for each in deeds(view):
            posts += await do(each, partial(stream.post, frame(each, session)), stream.line)
        streamed, *posted = [one for one in listener.heard if one.up or one.down]
        stream.close()
    assert len(posted) == posts
    assert len({(*one.up, *one.down[-2:]) for one in posted}) == 1, (
        "each has a handshake, a request and its answer"
    )
    assert {*streamed.down} <= sized(of_a_stream)
    assert streamed.up == []
