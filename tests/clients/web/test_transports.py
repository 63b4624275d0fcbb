"""A page's connection, by socket and by stream: the same frames in the same order, for its own seat alone."""

from __future__ import annotations

import asyncio
import errno
import gzip
import json
from pathlib import Path
from uuid import uuid4

import pytest
from warcouncil.clients.web import page_lines, revoked_keys
from warcouncil.clients.web.limits import given
from warcouncil.clients.web.page_lines import PageLine, Parting
from warcouncil.clients.web.tickets import Tickets
from warcouncil.protocol.acts.room_acts import Reissue
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Wall
from warcouncil.protocol.wire.replies import Alive, Fenced, Refusal, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import Beat, Call, Rule
from warcouncil.protocol.wire.wire import REPLY_BYTES, REQUEST_BYTES
from warcouncil.protocol.words import GateNo, SeatId, TableId
from websockets.asyncio.client import ClientConnection

from tests.arbiter.shell.running import BLACK_ARMY, RED_ARMY, until
from tests.clients.web.browsing import HELLO, Browser, Stream, frame, gateway, read, reply
from tests.clients.web.conftest import WebRoom
from tests.clients.web.far_end import ARBITER, NotedWire, Plain, ticket
from tests.waiting import until_true


async def seated(room: WebRoom, seat: str = RED_ARMY) -> tuple[Browser, str]:
    """Join a seat with a browser. Return the browser and the path of its connection."""
    browser = Browser(room.up.port)
    code = room.running.code(seat)
    await browser.join(code)
    return browser, f"/seat/{code.plate}"


async def closed(socket: ClientConnection) -> tuple[int | None, str | None]:
    """Wait until a socket is closed, and return its close code."""
    async with asyncio.timeout(60):
        await socket.wait_closed()
    return socket.close_code, socket.close_reason


async def test_a_stream_carries_what_a_socket_does(web_room: WebRoom) -> None:
    """A player whose phone may open no socket sees another game, or sees it later, or the line looks
    different on the network.
    """
    browser, place = await seated(web_room)
    stream = await Stream(browser, place).open()
    assert await stream.post(HELLO) == 204
    by_stream = [await stream.line(), await stream.line()]
    session, welcome = read(by_stream[0])
    assert await stream.post(frame(Beat(seen=2), session)) == 204
    while not isinstance(body := read(await stream.line())[1], Alive):
        assert body
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(HELLO)
        by_socket = [await socket.recv(), await socket.recv()]
    assert isinstance(welcome, Welcome)
    assert [type(read(data)[1]) for data in by_socket] == [type(read(data)[1]) for data in by_stream]
    assert isinstance(read(by_stream[1])[1], View)
    assert [len(data) for data in by_socket] == [len(data) for data in by_stream]
    assert {len(data) for data in by_socket} <= {*REPLY_BYTES}
    stream.close()


async def test_the_newest_window_of_a_seat_counts(web_room: WebRoom) -> None:
    """Two windows both believe that they have the seat."""
    browser, place = await seated(web_room)
    stream = await Stream(browser, place).open()
    await stream.post(HELLO)
    session, _ = read(await stream.line())
    await stream.line()
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(HELLO)
        assert isinstance((await reply(socket))[1], Welcome)
        assert await stream.post(frame(Beat(seen=2), session)) == 204
        while not isinstance(refusal := read(await stream.line())[1], Refusal):
            assert not isinstance(refusal, Alive)
        assert refusal.code is RefusalCode.FENCED
    stream.close()


async def test_a_post_reaches_its_own_line_and_no_other(web_room: WebRoom) -> None:
    """A person who knows a line's name seals in another's place."""
    red, red_place = await seated(web_room)
    black, black_place = await seated(web_room, BLACK_ARMY)
    stream = await Stream(red, red_place).open()
    await stream.post(HELLO)
    session, _ = read(await stream.line())
    foreign = Stream(black, black_place)
    foreign.name = stream.name
    records = web_room.running.records
    assert await foreign.post(frame(Call(id=uuid4().hex, text="it was me"), session)) == 410
    assert await stream.post(HELLO, cookie=black.cookie) == 410
    assert await stream.post(HELLO, **{"x-line": "0" * 32}) == 410
    assert await stream.post(HELLO, cookie="") == 410
    assert await stream.post(HELLO, origin="https://elsewhere.example") == 403
    assert web_room.running.records == records
    stream.close()


async def test_no_page_of_another_origin_opens_a_stream(web_room: WebRoom) -> None:
    """A page beside ours on the same machine takes the seat's windows away."""
    browser, place = await seated(web_room)
    for foreign in ({"sec-fetch-site": "same-site"}, {"origin": "https://127.0.0.1:1"}):
        assert (await browser.ask("GET", f"{place}/stream", headers=foreign)).status == 403
    assert len(web_room.up.gateway.lines) == 0


async def test_no_frame_or_answer_is_compressed(web_room: WebRoom) -> None:
    """The size of a compressed message reveals its content, although it is padded."""
    browser, place = await seated(web_room)
    async with await browser.socket(f"{place}/socket") as socket:
        assert "permessage-deflate" in (
            (socket.request and socket.request.headers["Sec-WebSocket-Extensions"]) or ""
        )
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers
    for asked in ("locker", "frame"):
        answer = await browser.ask("POST", f"{place}/{asked}", headers={"accept-encoding": "gzip, br"})
        assert "content-encoding" not in answer.headers


async def test_files_of_the_page_are_compressed_for_browsers_that_can_read_it(web_room: WebRoom) -> None:
    """A slow phone waits four times as long for its page, or a browser gets bytes that it cannot read."""
    for path in ("/page/main.js", "/words.json", "/seat/7K3"):
        plain = await web_room.browser.ask("GET", path)
        assert "content-encoding" not in plain.headers
        for accepted in ("gzip", "br, GZIP;q=0.5"):
            packed = await web_room.browser.ask("GET", path, headers={"accept-encoding": accepted})
            assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "accept-encoding")
            assert gzip.decompress(packed.body) == plain.body
        for refused in ("br", "gzip;q=0", "gzip; q=0.0, br", "x-gzip"):
            unpacked = await web_room.browser.ask("GET", path, headers={"accept-encoding": refused})
            assert (unpacked.headers.get("content-encoding"), unpacked.body) == (None, plain.body)
        assert packed.headers["etag"] != plain.headers["etag"]
        again = {"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
        assert (await web_room.browser.ask("GET", path, headers=again)).status == 304
        crossed = {"accept-encoding": "gzip", "if-none-match": plain.headers["etag"]}
        assert (await web_room.browser.ask("GET", path, headers=crossed)).status == 200


@pytest.mark.parametrize("wrong", [b"x" * (REQUEST_BYTES - 1), b"", "t" * REQUEST_BYTES])
async def test_a_socket_ends_at_what_is_no_frame(web_room: WebRoom, wrong: bytes | str) -> None:
    """A broken page stays unnoticed, or sizes differ on the network."""
    browser, place = await seated(web_room)
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(wrong)
        assert await closed(socket) == (4004, "malformed")


async def test_a_message_that_is_too_long_is_not_read(web_room: WebRoom) -> None:
    """One message fills the memory of the host, whole or in pieces."""
    browser, place = await seated(web_room)
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(b"x" * (REQUEST_BYTES + 1))
        assert (await closed(socket))[0] == 1009
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(b"" for _ in range(1000))
        assert (await closed(socket))[0] == 1006
    stream = await Stream(browser, place).open()
    assert await stream.post(b"x" * (REQUEST_BYTES + 1)) == 400
    assert json.loads(await stream.line()) == {"end": "malformed"}
    assert await stream.post(HELLO) == 410
    assert (await browser.ask("POST", "/knock", b"{" + b" " * 2000)).status == 400
    stream.close()
    assert len(web_room.up.gateway.lines) == 0


@pytest.mark.parametrize("parting", [Parting.DENIED, Parting.GONE])
async def test_a_frame_whose_line_ends_meanwhile_is_no_fault_of_the_page(
    web_room: WebRoom, monkeypatch: pytest.MonkeyPatch, parting: Parting
) -> None:
    """A browser whose key was revoked just then is told that its bytes are no frame."""
    browser, place = await seated(web_room)
    stream = await Stream(browser, place).open()
    monkeypatch.setattr(PageLine, "send", lambda line, _frame: line.end(parting))
    assert await stream.post(HELLO) == 410
    assert json.loads(await stream.line()) == {"end": parting.word}
    stream.close()


async def test_a_key_that_is_not_known_any_more_is_forgotten(web_room: WebRoom) -> None:
    """The page tries for ever, or the key is kept for ever."""
    tickets = Tickets(web_room.up.keep)
    papers = web_room.running.opened.journal.papers
    unknown = ticket().model_copy(update={"server_key": papers.curve_public})
    browser = web_room.browser
    browser.cookies["__Host-seat-7K3"] = tickets.keep(unknown)
    async with await browser.socket("/seat/7K3/socket") as socket:
        assert await closed(socket) == (4001, "denied")
    assert [*web_room.up.keep.iterdir()] == []
    stream = await Stream(browser, "/seat/7K3").open()
    assert stream.status == 401
    stream.close()


async def test_a_browser_holds_its_seat_for_longer_whenever_it_opens_it(web_room: WebRoom) -> None:
    """On the morning of the third day forty phones must join again, and their cards are at home."""
    browser, place = await seated(web_room)
    [(name, token)] = browser.cookies.items()
    async with await browser.socket(f"{place}/socket") as socket:
        assert socket.response is not None
        by_socket = socket.response.headers["Set-Cookie"]
    stream = await Stream(browser, place).open()
    by_stream = stream.headers["set-cookie"]
    stream.close()
    assert by_socket == by_stream == given(name.removeprefix("__Host-seat-"), token)[1].decode()
    stream = await Stream(Browser(web_room.up.port), place).open()
    assert (stream.status, stream.headers.get("set-cookie")) == (401, None)
    stream.close()


async def test_of_a_seat_that_was_taken_from_its_page_no_key_stays(
    web_room: WebRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys of all players who were moved, replaced or given a new card stay until the gateway restarts."""
    monkeypatch.setattr(revoked_keys, "BACK_SECONDS", 0.0)
    browser, place = await seated(web_room)
    umpire = web_room.running.link(web_room.running.ticket(""))
    await until(umpire, Wall)
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(HELLO)
        await reply(socket)
        new_code = Reissue(seat=SeatId(RED_ARMY))
        umpire.send(
            Rule(id=uuid4().hex, table=TableId(1), gate=GateNo(0), act=new_code, reason="a lost card")
        )
        while not isinstance((await reply(socket))[1], Fenced):
            """The guest is not told yet that the card is no longer valid."""
        assert len([*web_room.up.keep.iterdir()]) == 1
    await until_true(lambda: not [*web_room.up.keep.iterdir()])


async def test_no_address_takes_a_seat_from_its_browser(web_room: WebRoom) -> None:
    """A player who opens the projector's address with their own plate loses the seat."""
    browser = web_room.browser
    browser.cookies["__Host-seat-7K3"] = token = Tickets(web_room.up.keep).keep(ticket())
    for place in ("/display/7K3", "/elsewhere/7K3", "/seat/7k3"):
        assert (await browser.ask("GET", f"{place}/stream")).status == 401
    assert browser.cookies == {"__Host-seat-7K3": token}


@pytest.mark.parametrize("fault", [OSError(errno.EMFILE, "too many open files"), PermissionError()])
async def test_a_ticket_that_cannot_be_read_just_now_is_not_lost(
    web_room: WebRoom, monkeypatch: pytest.MonkeyPatch, fault: OSError
) -> None:
    """In a flood, or while another program reads the file, every page is sent to the door and needs its card."""
    browser = web_room.browser
    browser.cookies["__Host-seat-7K3"] = Tickets(web_room.up.keep).keep(ticket())

    def refused(*_: object) -> str:
        raise fault

    monkeypatch.setattr(Path, "read_text", refused)
    async with await browser.socket("/seat/7K3/socket") as socket:
        assert await closed(socket) == (4000, "gone")
    stream = await browser.ask("GET", "/seat/7K3/stream")
    assert (stream.status, stream.body) == (503, b"gone")
    assert len([*web_room.up.keep.iterdir()]) == 1


async def test_an_arbiter_that_stops_is_told_from_one_that_denies(web_room: WebRoom) -> None:
    """When the host restarts all players are sent to the door, and look for their cards."""
    browser, place = await seated(web_room)
    stream = await Stream(browser, place).open()
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(HELLO)
        await reply(socket)
        await web_room.running.stop()
        assert await closed(socket) == (4000, "gone")
    while b'"end"' not in (line := await stream.line()):
        assert line
    assert json.loads(line) == {"end": "gone"}
    assert len(line) == REQUEST_BYTES
    stream.close()
    assert len([*web_room.up.keep.iterdir()]) == 1


async def test_a_browser_comes_back_to_a_gateway_that_was_started_anew(
    web_room: WebRoom, tmp_path: Path
) -> None:
    """Forty people need their cards again."""
    browser, place = await seated(web_room)
    async with gateway(web_room.running.address, tmp_path, keep=web_room.up.keep) as again:
        browser.port = again.port
        async with await browser.socket(f"{place}/socket") as socket:
            await socket.send(HELLO)
            assert isinstance((await reply(socket))[1], Welcome)


async def test_joining_again_removes_the_old_seats_key_and_line(web_room: WebRoom) -> None:
    """The dead key stays in the folder, and its window waits on a dead line."""
    browser, place = await seated(web_room)
    async with await browser.socket(f"{place}/socket") as socket:
        await browser.join(web_room.running.code(RED_ARMY))
        assert await closed(socket) == (4007, "closed")
    assert len([*web_room.up.keep.iterdir()]) == 1


async def test_no_secret_reaches_the_log_of_the_gateway(web_room: WebRoom) -> None:
    """A log is copied into mails, and contains a seat's key."""
    browser, place = await seated(web_room)
    async with await browser.socket(f"{place}/socket") as socket:
        await socket.send(b"no frame")
        await closed(socket)
    report = {"csp-report": {"effective-directive": "img-src", "blocked-uri": f"https://x/?{browser.cookie}"}}
    assert (await browser.ask("POST", "/report", json.dumps(report).encode())).status == 204
    assert (await browser.ask("POST", "/report", b"{}")).status == 400
    log = web_room.up.log.getvalue()
    assert "img-src https://x/" in log
    [token] = browser.cookies.values()
    kept = Tickets(web_room.up.keep).find(token, place.rpartition("/")[2])
    assert kept is not None
    code = str(web_room.running.code(RED_ARMY))
    for secret in (token, kept.secret, kept.public, code, place.rpartition("/")[2]):
        assert secret not in log


FRAMES_MAX = 500
"""More of the largest frames than the kernel holds for a page that reads nothing."""


@pytest.mark.parametrize("by_socket", [True, False])
async def test_a_page_that_reads_nothing_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_socket: bool
) -> None:
    """A phone in a pocket fills the memory of the host with views."""
    NotedWire.made = []
    monkeypatch.setattr(page_lines, "Wire", NotedWire)
    monkeypatch.setattr(page_lines, "Unsealer", Plain)
    async with gateway(ARBITER, tmp_path) as up:
        browser = Browser(up.port)
        browser.cookies["__Host-seat-7K3"] = Tickets(up.keep).keep(ticket())
        if by_socket:
            socket = await browser.socket("/seat/7K3/socket")
            socket.transport.pause_reading()
        else:
            stream = await Stream(browser, "/seat/7K3").open()
        for _ in range(FRAMES_MAX):
            NotedWire.made[0].on_frame(b"v" * REPLY_BYTES[-1])
            await asyncio.sleep(0.001)
            if not NotedWire.made[0].open:
                break
        assert not NotedWire.made[0].open, "the gateway keeps views for a page that does not read"
        assert len(up.gateway.lines) == 0
        if by_socket:
            socket.transport.abort()
        else:
            stream.close()
