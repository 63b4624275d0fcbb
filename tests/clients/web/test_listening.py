"""What somebody learns who listens on the network of a room: that seats are linked, and nothing of what they do."""

from __future__ import annotations

from uuid import uuid4

from warcouncil.protocol.replies import Alive, Done, Receipt, Reply, Welcome
from warcouncil.protocol.requests import Beat, Call, Declare, Request
from warcouncil.protocol.views import View
from warcouncil.protocol.wire import REPLY_BYTES, REQUEST_BYTES

from tests.arbiter.shell.running import RED_ARMY
from tests.clients.web.browsing import HELLO, Browser, Stream, frame, read
from tests.clients.web.conftest import WebRoom
from tests.clients.web.listening import Listener, listening

RECORD_BYTES_MAX = 16 * 1024
TAG_BYTES = 17
"""What TLS 1.3 adds to each record: the kind of what is in it, and the tag."""


def parts(frame_bytes: int, around: int) -> set[int]:
    """Give the lengths of the records that a frame goes in."""
    whole, rest = divmod(frame_bytes + around, RECORD_BYTES_MAX)
    return {*([RECORD_BYTES_MAX + TAG_BYTES] if whole else []), rest + TAG_BYTES}


def deeds(view: View) -> list[tuple[Request, type[Reply]]]:
    """Give what a seat does, and what answers each."""
    assert view.form is not None
    assert view.form.suggested is not None
    declare = Declare(id=uuid4().hex, gate=view.gate, answer=view.form.suggested)
    call = Call(id=uuid4().hex, text="come, please")
    return [(Beat(seen=2), Alive), (declare, Receipt), (call, Done), (Beat(), Alive)]


async def seated(room: WebRoom, listener: Listener) -> tuple[Browser, str]:
    """Sit down through the splice."""
    browser = Browser(listener.port)
    code = room.running.code(RED_ARMY)
    await browser.join(code)
    listener.forget()
    return browser, f"/seat/{code.plate}"


def sized(around: int) -> set[int]:
    """Give every length in which replies may be seen."""
    return {size for reply in REPLY_BYTES for size in parts(reply, around + (6 if reply > 65535 else 0))}


async def test_a_socket_shows_a_listener_nothing_of_what_is_done(web_room: WebRoom) -> None:
    """Who sits in the same Wi-Fi would see who has sealed, and how long what is said is."""
    async with listening(web_room.up.port) as listener:
        browser, place = await seated(web_room, listener)
        async with await browser.socket(f"{place}/socket") as socket:
            await socket.send(HELLO)
            session, welcome = read(await socket.recv())
            assert isinstance(welcome, Welcome)
            _, view = read(await socket.recv())
            assert isinstance(view, View)
            listener.forget()
            for body, answer in deeds(view):
                await socket.send(frame(body, session))
                while not isinstance(read(await socket.recv())[1], answer):
                    pass
            up, down = listener.sizes()
    assert up == {REQUEST_BYTES + 8 + TAG_BYTES}
    assert down <= sized(4)
    assert REPLY_BYTES[0] + 4 + TAG_BYTES in down


async def test_a_stream_shows_a_listener_nothing_either(web_room: WebRoom) -> None:
    """A phone that may open no socket would be the one whose owner everybody reads."""
    async with listening(web_room.up.port) as listener:
        browser, place = await seated(web_room, listener)
        stream = await Stream(browser, place).open()
        await stream.post(HELLO)
        session, _ = read(await stream.line())
        _, view = read(await stream.line())
        assert isinstance(view, View)
        listener.forget()
        posts = 0
        for body, answer in deeds(view):
            assert await stream.post(frame(body, session)) == 204
            posts += 1
            while not isinstance(read(await stream.line())[1], answer):
                pass
        streamed, *posted = [one for one in listener.heard if one.up or one.down]
        stream.close()
    assert len(posted) == posts
    assert len({(*one.up, *one.down[-2:]) for one in posted}) == 1, (
        "each has a handshake, a request and its answer"
    )
    assert {*streamed.down} <= sized(len(b"800\r\n\n\r\n"))
    assert streamed.up == []
