"""The sockets under attack. Each stranger, forger and sender of noise is refused, counted and harmless."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar
from unittest.mock import Mock
from uuid import uuid4

import pytest
import zmq
import zmq.asyncio
from warcouncil.arbiter.core.words.stimuli import STIMULUS, Received
from warcouncil.arbiter.shell.network import sockets
from warcouncil.arbiter.shell.service.inbox import REFUSALS_AT_ONCE, REFUSALS_PER_SECOND
from warcouncil.clients.link.connect.link import Unsealer
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.protocol.acts.acts import EndNow
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Wall
from warcouncil.protocol.wire.replies import (
    Alive,
    Done,
    Fenced,
    Receipt,
    Refusal,
    RefusalCode,
    Reply,
    Team,
    ToClient,
    Welcome,
)
from warcouncil.protocol.wire.requests import Beat, Declare, Hello, Rule
from warcouncil.protocol.wire.wire import (
    FRAME_BYTES_MAX,
    REPLY_BYTES,
    REQUEST_BYTES,
    decode_reply,
    encode_request,
)
from warcouncil.protocol.words import GateNo, TableId

from tests.arbiter.shell.running import (
    BLACK_ARMY,
    RED_ARMY,
    RED_ONE,
    Running,
    arbiter,
    suggested,
    until,
    until_shut,
)
from tests.waiting import until_true

T = TypeVar("T", bound=Reply)


class Raw:
    """A hostile client: any frames, any routing id."""

    def __init__(self, socket: zmq.asyncio.Socket, ticket: Ticket) -> None:
        self._socket = socket
        self.ticket = ticket
        self._unsealer = Unsealer(server_key=ticket.server_key, secret=ticket.secret)
        self.sealed: list[bytes] = []
        self.session = ""
        self.view: View

    async def send(self, *frames: bytes) -> None:
        """Send frames as one message."""
        await self._socket.send_multipart(frames)

    async def receive(self) -> ToClient | None:
        """Wait for a frame and decrypt it. Return None if it cannot be decrypted."""
        async with asyncio.timeout(60):
            frame = await self._socket.recv()
        self.sealed.append(frame)
        plain = self._unsealer.open(frame)
        return decode_reply(plain) if plain is not None else None

    async def hello(self) -> None:
        """Open a session and read the first view."""
        await self.send(encode_request(Hello()))
        self.session = (await self.reply(Welcome)).session
        self.view = await self.reply(View)
        await self.reply(Team)

    async def refused(self) -> RefusalCode:
        """Return the code of the next refusal."""
        return (await self.reply(Refusal)).code

    async def reply(self, kind: type[T]) -> T:
        """Return the next reply of a kind."""
        while True:
            reply = await self.receive()
            if reply and isinstance(reply.body, kind):
                return reply.body

    async def quiet(self, seconds: float = 0.3) -> bool:
        """Return whether nothing comes for this time."""
        return not await self._socket.poll(int(seconds * 1000))


@asynccontextmanager
async def raw(ticket: Ticket, *, routing_id: bytes = b"", curve: bool = True) -> AsyncIterator[Raw]:
    """Connect a hostile client."""
    context = zmq.asyncio.Context()
    socket = context.socket(zmq.DEALER)
    if curve:
        socket.curve_serverkey = ticket.server_key.encode()
        socket.curve_publickey = ticket.public.encode()
        socket.curve_secretkey = ticket.secret.encode()
    if routing_id:
        socket.setsockopt(zmq.ROUTING_ID, routing_id)
    socket.setsockopt(zmq.LINGER, 0)
    socket.connect(f"tcp://{ticket.host}:{ticket.port}")
    try:
        yield Raw(socket, ticket)
    finally:
        socket.close(linger=0)
        context.term()


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    """Run an arbiter with one table."""
    async with arbiter(tmp_path / "exercise.warcouncil") as up:
        yield up


def declares(running: Running) -> list[str]:
    """Return the ids of the declarations in the journal."""
    rows = [STIMULUS.validate_json(row.body) for row in running.rows() if row.kind == "received"]
    return [row.body.id for row in rows if isinstance(row, Received) and isinstance(row.body, Declare)]


async def counted(running: Running, name: str, least: int = 1) -> int:
    """Wait until a counter has reached a number, and return it."""
    await until_true(lambda: running.service.counts()[name] >= least)
    return running.service.counts()[name]


def route_of(running: Running, ticket: Ticket) -> bytes:
    """Return the routing id of a key's session."""
    session = running.opened.exercise.sessions.get(ticket.public)
    assert session
    return session.route


async def test_a_client_without_encryption_is_not_heard(running: Running) -> None:
    """A client without CURVE sends a byte to the arbiter, or receives one."""
    async with raw(running.ticket(), curve=False) as client:
        await client.send(encode_request(Hello()))
        await counted(running, "strangers")
        assert await client.quiet()
    assert running.service.counts()["received"] == 0


async def test_an_unknown_key_is_not_let_in(running: Running) -> None:
    """A key for which no code was proved sends a request, or is not told that it is denied."""
    public, secret = zmq.curve_keypair()
    link = running.link(running.key_ticket(public.decode(), secret.decode()))
    assert "Join again with the code" in await until_shut(link)
    assert await counted(running, "denied") == 1
    assert running.service.counts()["received"] == 0


async def test_a_wrong_server_key_gets_nowhere(running: Running) -> None:
    """A client that connects to the wrong arbiter can talk to it."""
    public, _ = zmq.curve_keypair()
    ticket = running.ticket().model_copy(update={"server_key": public.decode()})
    async with raw(ticket) as client:
        await client.send(encode_request(Hello()))
        await counted(running, "strangers")
        assert await client.quiet()
    assert running.service.counts()["received"] == 0


async def test_a_live_route_is_not_handed_over(running: Running) -> None:
    """E1, T4: a client that claims the routing id of a linked seat gets some of its frames, or the seat
    misses some.
    """
    victim = running.ticket(BLACK_ARMY)
    async with raw(victim) as seat:
        await seat.hello()
        async with raw(running.ticket(RED_ONE), routing_id=route_of(running, victim)) as thief:
            await thief.send(encode_request(Hello()))
            assert await thief.quiet()
            await end_gate(running)
            await seat.reply(View)
            assert await thief.quiet()


async def test_a_dropped_route_shows_nothing(running: Running) -> None:
    """E1, E2, T4: a client that takes over the routing id of a seat that dropped can read its frames."""
    victim, robber = running.ticket(BLACK_ARMY), running.ticket(RED_ONE)
    async with raw(victim) as seat:
        await seat.hello()
    async with raw(robber, routing_id=route_of(running, victim)) as thief:
        await thief.send(b"to be known under this routing id")
        assert await thief.refused() is RefusalCode.MALFORMED
        await end_gate(running)
        assert await thief.receive() is None
    meant = Unsealer(server_key=victim.server_key, secret=victim.secret).open(thief.sealed[-1])
    assert meant is not None
    assert isinstance(decode_reply(meant).body, View)


async def end_gate(running: Running) -> None:
    """Close the open gate by an umpire, so that every seat is sent its view."""
    link = running.link(running.ticket(""))
    await until(link, Wall)
    link.send(Rule(id=uuid4().hex, table=TableId(1), act=EndNow(), reason="the test goes on"))
    await until(link, Done)


async def test_a_session_is_worth_nothing_to_another_key(running: Running) -> None:
    """T2, T5, T22: a stolen session name lets another key speak for the seat."""
    victim, thief = running.ticket(BLACK_ARMY), running.ticket(RED_ARMY)
    async with raw(victim) as seat, raw(thief) as other:
        await seat.hello()
        await other.hello()
        before = running.records
        declare = encode_request(Declare(id=uuid4().hex, gate=GateNo(1), answer={}), seat.session)
        await other.send(declare)
        assert await other.refused() is RefusalCode.FENCED
        assert running.records == before


async def test_a_client_cannot_name_the_seat_that_it_speaks_for(running: Running) -> None:
    """T2: a request that claims a seat is accepted."""
    async with raw(running.ticket(RED_ARMY)) as client:
        await client.hello()
        text = f'{{"v":4,"session":"{client.session}","body":{{"type":"beat","seen":0,"seat":"black.army"}}}}'
        await client.send(text.encode().ljust(REQUEST_BYTES))
        assert await client.refused() is RefusalCode.MALFORMED


async def test_a_repeated_frame_has_one_effect(running: Running) -> None:
    """T1, F17: a declaration that is sent again, bit for bit, gets another receipt or counts twice."""
    async with raw(running.ticket(RED_ARMY)) as client:
        await client.hello()
        declare = suggested(client.view)
        receipts = []
        for _ in range(3):
            await client.send(encode_request(declare, client.session))
            receipts.append(await client.reply(Receipt))
        assert receipts[0] == receipts[1] == receipts[2]
        assert declares(running) == [declare.id]


async def test_an_old_frame_has_no_effect_later(running: Running) -> None:
    """T1, T3: a recorded declaration for a gate that has closed changes something."""
    red, red_view = await running.seated(RED_ARMY)
    black, black_view = await running.seated(BLACK_ARMY)
    for link, view in ((red, red_view), (black, black_view)):
        link.send(suggested(view))
    await until(red, View, gate=2)
    before = declares(running)
    red.send(suggested(red_view))
    assert (await until(red, Refusal)).code is RefusalCode.STALE
    assert declares(running) == before


@pytest.mark.parametrize(
    ("frames", "counter", "code"),
    [
        ((b"not json at all".ljust(REQUEST_BYTES),), "malformed", RefusalCode.MALFORMED),
        ((b"[" * REQUEST_BYTES,), "malformed", RefusalCode.MALFORMED),
        ((b'{"v":4,"body":{"type":"nothing"}}'.ljust(REQUEST_BYTES),), "malformed", RefusalCode.MALFORMED),
        ((b"\xff\x00" * (REQUEST_BYTES // 2),), "malformed", RefusalCode.MALFORMED),
        ((b"",), "malformed", RefusalCode.MALFORMED),
        ((encode_request(Beat()).strip(),), "malformed", RefusalCode.MALFORMED),
        ((encode_request(Beat()) + b" ",), "too_large", RefusalCode.MALFORMED),
        ((b" " * 100_000,), "too_large", RefusalCode.MALFORMED),
        (
            (b'{"v":1,"body":{"type":"beat"}}'.ljust(REQUEST_BYTES),),
            "wrong_version",
            RefusalCode.WRONG_VERSION,
        ),
        ((encode_request(Beat()), b"more"), "multipart", RefusalCode.MALFORMED),
    ],
)
async def test_babble_is_counted_and_refused(
    running: Running, frames: tuple[bytes, ...], counter: str, code: RefusalCode
) -> None:
    """Malformed, oversized or foreign frames get no refusal or change something, or the seat cannot play on."""
    async with raw(running.ticket()) as client:
        await client.hello()
        before = running.records
        await client.send(*frames)
        assert await client.refused() is code
        assert running.service.counts()[counter] == 1
        await client.send(encode_request(Beat(), client.session))
        await client.reply(Alive)
        assert running.records == before
        assert {len(frame) - 40 for frame in client.sealed} <= set(REPLY_BYTES)


async def test_a_huge_frame_ends_the_connection(running: Running) -> None:
    """A frame larger than any message is received, and its sender keeps the connection."""
    async with raw(running.ticket()) as client:
        await client.hello()
        before = route_of(running, client.ticket)
        await client.send(b"x" * (FRAME_BYTES_MAX + 1))
        while await client.quiet():
            await client.send(encode_request(Hello()))  # frames in transit when the connection ended are lost
        await client.reply(View)
        assert route_of(running, client.ticket) != before
    assert running.service.counts()["too_large"] == 0


async def test_a_babbler_gets_few_answers(running: Running) -> None:
    """A sender of noise uses refusals to keep the arbiter busy, or to flood others."""
    async with raw(running.ticket()) as client:
        await client.hello()
        began = asyncio.get_running_loop().time()
        for _ in range(100):
            await client.send(b"x")
        await counted(running, "malformed", 100)
        took = asyncio.get_running_loop().time() - began
        await client.receive()
        answers = 1
        while not await client.quiet():
            await client.receive()
            answers += 1
    assert answers <= REFUSALS_AT_ONCE + REFUSALS_PER_SECOND * took + 1


async def test_whole_views_are_not_had_without_end(running: Running) -> None:
    """One client keeps the arbiter busy by asking for the whole view repeatedly."""
    async with raw(running.ticket()) as client:
        async with asyncio.timeout(60):
            while running.service.counts()["too_fast"] < 25:
                await client.send(encode_request(Hello()))
                await asyncio.sleep(0)


async def test_the_newest_window_speaks(running: Running) -> None:
    """T6: of two clients with the key of one seat the older one acts, or is not told that it is closed."""
    ticket = running.ticket(RED_ARMY)
    first = running.link(ticket)
    view = await until(first, View)
    second = running.link(ticket)
    await until(second, View)
    first.send(suggested(view))
    assert "opened elsewhere" in await until_shut(first)
    assert declares(running) == []
    second.send(suggested(view))
    await until(second, Receipt)


async def test_a_former_holder_has_no_say(running: Running) -> None:
    """T7: when a seat is given to another key, the former one still acts or reads."""
    async with raw(running.ticket(RED_ARMY)) as former:
        await former.hello()
        link, view = await running.seated(RED_ARMY)
        await former.reply(Fenced)
        await former.send(encode_request(suggested(view), former.session))
        assert await former.refused() is RefusalCode.UNKNOWN_KEY
        link.send(suggested(view))
        await until(link, Receipt)
        assert await former.quiet()
        assert len(declares(running)) == 1


def test_an_old_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A libzmq with known faults is not refused in one line before anything is opened."""
    monkeypatch.setattr(zmq, "zmq_version_info", lambda: (4, 3, 4))
    with pytest.raises(sockets.TooOld, match=r"libzmq 4\.3\.5 or newer with CURVE is needed"):
        sockets.check_library()


def test_after_sending_the_socket_is_looked_at_and_no_other() -> None:
    """Frames that were read during a send wait until another frame comes, or each reply polls all sockets in vain."""
    both = object.__new__(sockets.Sockets)
    seats, door = Mock(), Mock()
    drained = [Mock(socket=seats), Mock(socket=door)]
    both._drained, both._sent_on = list[sockets.Drained](drained), set()
    both.speaks = lambda: True
    both.send(seats, b"route", b"frame")

    both.again()
    both.again()

    assert [each.again.call_count for each in drained] == [1, 0]
