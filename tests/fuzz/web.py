"""Targets: everything that browsers send to the gateway: requests, bodies, frames of a WebSocket, reports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import structlog
from structlog import BoundLogger
from warcouncil.clients.web.app import CHARS_MAX, KINDS_MAX, Reports, WebApp
from warcouncil.clients.web.doorway import Doorway, Knocking, ProofGiven, SittingDown, TurnedBack, TurnedWhy
from warcouncil.clients.web.limits import Hosts
from warcouncil.clients.web.page_lines import PageLine, PageLines, Parting, by_socket
from warcouncil.clients.web.pages import Pages
from warcouncil.clients.web.revoked_keys import RevokedKeys
from warcouncil.clients.web.tickets import Tickets, WebTicket
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.wire.wire import REQUEST_BYTES

from tests.fuzz.files import TICKET, folder
from tests.fuzz.target import Target

HOST = "10.0.0.1:8443"
SILENT: BoundLogger = structlog.wrap_logger(
    structlog.ReturnLogger(), processors=[], wrapper_class=BoundLogger
)
STATUSES = {200, 204, 304, 400, 401, 403, 404, 405, 410, 503}


class _Door:
    """A door without an arbiter behind it that reads like the real one."""

    async def knock(self, asked: Knocking, peer: object) -> TurnedBack:
        return _nobody()

    async def prove(self, asked: ProofGiven) -> TurnedBack:
        return _nobody()

    def sit(self, asked: SittingDown) -> TurnedBack:
        return _nobody()


def _nobody() -> TurnedBack:
    return TurnedBack(turned=TurnedWhy(why="gone", text="Nobody is there."))


class _Lines:
    """Lines to no arbiter."""

    def open(self, ticket: WebTicket, holder: str) -> None:
        return None

    def find(self, name: str, holder: str) -> None:
        return None

    def end_all(self, holder: str) -> None:
        """End no connection, because there is none."""


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


@cache
def _tickets() -> tuple[Tickets, str]:
    """Return the tickets of a gateway with one taken seat, and its token."""
    tickets = Tickets(folder() / "held", now=lambda: 1_000_000.0)
    ticket = WebTicket(
        plate="7K3",
        kind=Kind.SEAT,
        exercise="Jena",
        server_key=TICKET.server_key,
        public=TICKET.public,
        secret=TICKET.secret,
    )
    return tickets, tickets.keep(ticket)


@cache
def _app() -> WebApp:
    return WebApp(
        hosts=Hosts(["10.0.0.1"]),
        pages=Pages(),
        words=b"{}",
        doorway=cast(Doorway, _Door()),
        tickets=_tickets()[0],
        lines=cast(PageLines, _Lines()),
        struck=cast(RevokedKeys, SimpleNamespace()),
        log=SILENT,
    )


def _asked(data: bytes) -> list[int]:
    """Send a request from its text: the first line, headers, an empty line, and a body, as in HTTP."""
    head, _, body = data.replace(b"TOKEN", _tickets()[1].encode()).partition(b"\n\n")
    first, *rest = head.split(b"\n")
    method, _, path = first.decode("latin-1").partition(" ")
    headers = [
        (name.strip().lower(), value.strip()) for name, _, value in (line.partition(b":") for line in rest)
    ]
    kind = "websocket" if method == "WS" else "http"
    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "headers": headers,
        "query_string": b"",
        "root_path": "",
    }
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body} if kind == "http" else {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        said.append(message)

    _loop().run_until_complete(_app()(scope, receive, send))
    statuses = [
        message.get("status", 0)
        for message in said
        if message["type"].endswith((".start", ".accept", ".close"))
    ]
    assert statuses
    assert kind == "websocket" or (len(statuses) == 1 and statuses[0] in STATUSES)
    return statuses


class _Line:
    """A page's connection as `by_socket` knows it, which records the sent frames."""

    def __init__(self) -> None:
        self.parting: Parting | None = None
        self.sent = 0
        self._ended = asyncio.Event()

    def send(self, frame: bytes) -> None:
        if len(frame) != REQUEST_BYTES:
            self.end(Parting.MALFORMED)
        else:
            self.sent += 1

    def end(self, parting: Parting) -> None:
        self.parting = self.parting or parting
        self._ended.set()

    async def frames(self) -> AsyncIterator[bytes]:
        while self.parting is None:
            await self._ended.wait()
        return
        yield b""


def _socket(data: bytes) -> Any:
    """Send messages on a WebSocket: a line each, as text or as bytes, of the length that it names."""
    messages: list[Any] = []
    for line in data.split(b"\n")[:50]:
        kind, _, rest = line.partition(b" ")
        text = (rest * REQUEST_BYTES)[:REQUEST_BYTES] if kind == b"whole" else rest
        name = "text" if kind == b"text" else "bytes"
        messages.append(
            {"type": "websocket.receive", name: text.decode("latin-1") if name == "text" else text}
        )
    messages.append({"type": "websocket.disconnect"})
    closed: list[Any] = []

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        closed.append(message)

    async def serve() -> tuple[int, Parting | None]:
        line = _Line()
        await by_socket(cast(PageLine, line), receive, send)
        return line.sent, line.parting

    found = _loop().run_until_complete(serve())
    assert len(closed) == 1
    return found


def _report(data: bytes) -> Any:
    reports = Reports(SILENT)
    reports.take(data, "127.0.0.1")
    assert all(kind.isprintable() and len(kind) <= CHARS_MAX + 1 for kind in reports.seen)
    assert len(reports.seen) <= KINDS_MAX
    return reports.seen


def _posted(path: str, body: str) -> bytes:
    return (
        f"POST {path}\nhost: {HOST}\norigin: https://{HOST}\ncookie: __Host-seat-7K3=TOKEN\n\n{body}".encode()
    )


ASKED = (
    _posted("/knock", '{"plate":"7K3","kind":"seat","element":"41aa"}'),
    _posted("/proof", '{"visit":"ab12","proof":"ab12"}'),
    _posted("/sit", '{"visit":"ab12"}'),
    _posted("/report", '{"csp-report":{"effective-directive":"img-src","blocked-uri":"https://x/?a"}}'),
    _posted("/seat/7K3/locker", ""),
    _posted("/seat/7K3/frame", "x"),
    f"GET /seat/7K3/stream\nhost: {HOST}\nsec-fetch-site: same-origin\n".encode(),
    f"GET /page/main.js\nhost: {HOST}\nif-none-match: x\n".encode(),
    f"GET /\nhost: {HOST}\n".encode(),
    f"WS /seat/7K3/socket\nhost: {HOST}\norigin: https://{HOST}\ncookie: a=b; __Host-seat-7K3=TOKEN\n".encode(),
)
REPORT = b'{"csp-report":{"effective-directive":"img-src","violated-directive":"x","blocked-uri":"https://x/?a#b"}}'

TARGETS = (
    Target("browser", _asked, kind="lines", seeds=lambda: iter(ASKED), steps=(20_000, 100)),
    Target(
        "websocket",
        _socket,
        kind="lines",
        seeds=lambda: iter([b"whole x\nwhole y", b"bytes x", b"text hello"]),
    ),
    Target("report", _report, seeds=lambda: iter([REPORT])),
)
