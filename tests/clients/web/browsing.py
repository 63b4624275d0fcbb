"""A browser as the gateway meets it: TLS, requests, cookies, sockets and streams on loopback, and a page's
steps at the door.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import h11
from spake2 import SPAKE2_A
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.web.certificate import Certificate, kept
from warcouncil.clients.web.gateway import Gateway, GatewayOrder
from warcouncil.clients.web.pages import Pages
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import CodeText, Kind
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Hello, Request
from warcouncil.protocol.wire.wire import decode_reply, encode_request
from websockets.asyncio.client import ClientConnection, connect

HOST = "127.0.0.1"
PATIENCE_SECONDS = 60.0


@cache
def certificate() -> Certificate:
    """Return the certificate of the gateways of these tests, in its own folder."""
    return kept(Path(tempfile.mkdtemp()), "Exercise", [HOST], datetime.now(UTC))


def trusting(chain: Path | None = None) -> ssl.SSLContext:
    """Return the TLS context of a browser that trusts a certificate, as after its warning.

    Without one it trusts these tests' own.
    """
    return ssl.create_default_context(cafile=str(chain or certificate().chain))


@dataclass
class Up:
    """A gateway that is ready."""

    gateway: Gateway
    port: int
    log: StringIO
    keep: Path


@asynccontextmanager
async def gateway(
    arbiter: Address,
    folder: Path,
    *,
    door_port: int = 0,
    port: int = 0,
    pages: Pages | None = None,
    keep: Path | None = None,
) -> AsyncIterator[Up]:
    """Run a gateway beside an arbiter. Visitors from a loopback address speak to the door from that one."""
    held = certificate()
    keep = keep or folder / "browsers"
    order = GatewayOrder(arbiter, door_port or arbiter.port + 1, HOST, port, held.chain, held.key, keep)
    log = StringIO()
    made = Gateway(order, log=open_log(log), source_of=str, pages=pages, words=b'{"language":"en"}')
    up = Up(made, await made.start(), log, keep)
    try:
        yield up
    finally:
        await made.stop()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        """The content of the body."""
        return json.loads(self.body)


@dataclass
class Browser:
    """One browser: its address, its gateway, its cookies, and the certificate that it trusts (None: these tests'
    own).
    """

    port: int
    address: str = HOST
    cookies: dict[str, str] = field(default_factory=dict)
    chain: Path | None = None

    @property
    def host(self) -> str:
        """The host and port of its requests."""
        return f"{HOST}:{self.port}"

    @property
    def origin(self) -> str:
        """The origin of its page."""
        return f"https://{self.host}"

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request on its own connection.

        A header given here replaces the browser's, and "" removes it.
        """
        reader, writer = await self.open()
        try:
            return await exchange(reader, writer, self.request(method, path, headers, len(body)), body, self)
        finally:
            writer.close()

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        return await asyncio.open_connection(
            HOST, self.port, ssl=trusting(self.chain), local_addr=(self.address, 0)
        )

    def request(
        self, method: str, path: str, headers: dict[str, str] | None = None, length: int = 0
    ) -> h11.Request:
        """Make a request as a browser does."""
        usual = {"host": self.host, "cookie": self.cookie}
        if method == "POST":
            usual |= {"origin": self.origin, "content-length": str(length)}
        given = {name: value for name, value in (usual | (headers or {})).items() if value}
        return h11.Request(method=method, target=path, headers=[*given.items()])

    @property
    def cookie(self) -> str:
        """The cookies, as they are sent."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def post(self, path: str, **said: str) -> Answer:
        """Post JSON."""
        return await self.ask("POST", path, json.dumps(said).encode())

    async def join(self, code: CodeText, kind: Kind = Kind.SEAT) -> Any:
        """Join at the door as a page does. Check the proof of the gateway, and return its answer."""
        last, visit = await self.let_in(code, kind)
        if "admit" in last:
            assert (await self.post("/sit", visit=visit)).said == {}
        return last

    async def let_in(self, code: CodeText, kind: Kind = Kind.SEAT) -> tuple[Any, str]:
        """Go through the door, and stay there. Return the answer to the proof, and the visit."""
        side = SPAKE2_A(proofs.password(code), idA=proofs.seat_id(code.plate), idB=proofs.ARBITER_ID)
        element = (await asyncio.to_thread(side.start)).hex()
        came = (await self.post("/knock", plate=code.plate, kind=kind.value, element=element)).said
        if "turned" in came:
            return came, ""
        reveal = came["reveal"]
        shared = await asyncio.to_thread(side.finish, bytes.fromhex(reveal["element"]))
        bound = {"plate": code.plate, "key": came["key"], "server_key": reveal["server_key"]}
        proof = proofs.client_proof(shared, kind=kind, **bound)
        last = (await self.post("/proof", visit=came["visit"], proof=proof)).said
        if "admit" in last:
            admit = last["admit"]
            assert admit["proof"] == proofs.arbiter_proof(shared, exercise=admit["exercise"], **bound)
        return last, came["visit"]

    async def socket(self, path: str, **headers: str) -> ClientConnection:
        """Open a WebSocket. Headers as for `ask`."""
        origin = headers.pop("origin", self.origin)
        sent = {"cookie": self.cookie} | headers
        return await connect(
            f"wss://{self.host}{path}",
            ssl=trusting(self.chain),
            origin=origin or None,  # type: ignore[arg-type]  # its Origin is a str
            additional_headers={name: value for name, value in sent.items() if value},
            user_agent_header=None,
            local_addr=(self.address, 0),
            ping_interval=None,
            max_size=None,
        )


class Stream:
    """The connection of a page that may open no socket: one endless answer, and posts on another connection."""

    def __init__(self, browser: Browser, path: str) -> None:
        self._browser, self._path = browser, path
        self._us = h11.Connection(h11.CLIENT, 1 << 20)
        self._data = b""
        self.status = 0
        self.headers: dict[str, str] = {}
        self.name = ""
        self.ended = False

    async def open(self) -> Stream:
        """Ask for the stream, and read its name if there is one."""
        self._reader, self._writer = await self._browser.open()
        self._writer.write(self._us.send(self._browser.request("GET", f"{self._path}/stream")) or b"")
        self._writer.write(self._us.send(h11.EndOfMessage()) or b"")
        first = await self.line()
        if self.status == 200:
            self.name = json.loads(first)["line"]
        return self

    async def line(self) -> bytes:
        """Read the next line without its end, or the rest when the stream ends."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while b"\n" not in self._data and not self.ended:
                event = self._us.next_event()
                if event is h11.NEED_DATA:
                    self._us.receive_data(await self._reader.read(65536))
                elif isinstance(event, h11.Response):
                    self.status = event.status_code
                    self.headers = {name.decode(): value.decode() for name, value in event.headers}
                elif isinstance(event, h11.Data):
                    self._data += event.data
                elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
                    self.ended = True
        line, _, self._data = self._data.partition(b"\n")
        return line

    async def post(self, data: bytes, **headers: str) -> int:
        """Post a frame, and return the status. Headers as for `ask`."""
        answer = await self._browser.ask("POST", f"{self._path}/frame", data, {"x-line": self.name} | headers)
        return answer.status

    def close(self) -> None:
        """Disconnect, as a phone does."""
        self._writer.transport.abort()


async def exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    request: h11.Request,
    body: bytes,
    browser: Browser,
) -> Answer:
    """Send a request on a connection and read its complete answer. Store its cookies."""
    us = h11.Connection(h11.CLIENT)
    writer.write(us.send(request) or b"")
    writer.write((us.send(h11.Data(data=body)) or b"") + (us.send(h11.EndOfMessage()) or b""))
    status, headers, data = 0, {}, b""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not isinstance(event := us.next_event(), h11.EndOfMessage):
            if event is h11.NEED_DATA:
                us.receive_data(await reader.read(65536))
            elif isinstance(event, h11.Response):
                status = event.status_code
                for name, value in event.headers:
                    headers[name.decode()] = value.decode()
                    if name == b"set-cookie":
                        key, _, token = value.decode().partition(";")[0].partition("=")
                        browser.cookies[key] = token
            elif isinstance(event, h11.Data):
                data += event.data
    return Answer(status, headers, data)


def frame(body: Request, session: str = "") -> bytes:
    """Return a request as a page sends it."""
    return encode_request(body, session)


HELLO = frame(Hello(app="browser"))


def read(data: bytes | str) -> tuple[str, Reply]:
    """Read a frame. Return its session and its message."""
    assert isinstance(data, bytes)
    message = decode_reply(data)
    return message.session, message.body


async def reply(socket: ClientConnection) -> tuple[str, Reply]:
    """Read the next frame of a WebSocket. Return its session and its message."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        return read(await socket.recv())
