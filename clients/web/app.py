"""WebApp: the web application of the gateway. It has the addresses, the checks of every request, and the
reports of browsers.

A request for a host name that is not in the certificate gets no answer. A request with an effect must come
from our own page. The Origin header shows where it comes from. It is checked before a WebSocket is accepted.

Only a cookie opens a seat. No cookie is sent and no key is stored before a page has confirmed that it trusts
its arbiter.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog import BoundLogger
from warcouncil.clients.web.doorway import Doorway, Knocking, Peer, ProofGiven, SittingDown, TurnedBack
from warcouncil.clients.web.limits import NO_STORE, REVALIDATE, Header, Hosts, common, given, token_in
from warcouncil.clients.web.page_lines import PageLine, PageLines, Parting, by_socket, by_stream, say_parting
from warcouncil.clients.web.pages import PageFile, Pages
from warcouncil.clients.web.request_reading import answer, answer_json, body_of, header, read
from warcouncil.clients.web.revoked_keys import RevokedKeys
from warcouncil.clients.web.tickets import Tickets, WebTicket, holder_of, locker_key
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.wire.wire import REQUEST_BYTES
from warcouncil.protocol.words import clean

KINDS_MAX = 50
KINDS_OF_ONE_MAX = 5
CHARS_MAX = 120


class _Violation(BaseModel):
    model_config = ConfigDict(extra="ignore")
    directive: str = Field(default="", alias="effective-directive")
    violated: str = Field(default="", alias="violated-directive")
    blocked: str = Field(default="", alias="blocked-uri")


class _Report(BaseModel):
    model_config = ConfigDict(extra="ignore")
    violation: _Violation = Field(alias="csp-report")


class Reports:
    """Counts the violations that browsers reported, by what was blocked.

    Any machine of the network can send a report. So one address can fill only a part of the memory for
    reports.
    """

    def __init__(self, log: BoundLogger) -> None:
        self._log = log
        self._of: Counter[str] = Counter()
        """How many kinds of violations came first from each address."""
        self.seen: Counter[str] = Counter()

    def take(self, body: bytes, address: str) -> bool:
        """Count a report of a browser at an address. Return False if it is not a report."""
        try:
            said = _Report.model_validate_json(body).violation
        except ValidationError:
            return False
        blocked = said.blocked.partition("?")[0].partition("#")[0]
        kind = clean(f"{said.directive or said.violated} {blocked}", CHARS_MAX)
        if kind not in self.seen and (len(self.seen) >= KINDS_MAX or self._of[address] >= KINDS_OF_ONE_MAX):
            kind = "others"
        if kind not in self.seen:
            self._of[address] += 1
            self._log.warning("a browser refused what the page's policy forbids", kind=kind)
        self.seen[kind] += 1
        return True


DOOR_BODY_BYTES, REPORT_BODY_BYTES = 1024, 8192
PLACES = {"seat": Kind.SEAT, "display": Kind.PROJECTOR}
"""The first word of an address, and the kind of card that it needs."""
_PLATE = re.compile(r"[0-9A-Za-z]{1,8}")
"""The public part of a code (its plate), which is in an address."""
_GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))", re.IGNORECASE)
"""Matches the header of a browser that accepts gzip. It names gzip, and the weight is not zero."""
Handler = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A browser at its seat: its connection (`PageLine`), and the token and ticket that opened it."""

    line: PageLine
    token: str
    ticket: WebTicket


class _Handled:
    """A route whose handler gets the request unchanged."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._handler(scope, receive, send)


class WebApp:
    """Answers every request of browsers. `words` is the body of /words.json."""

    def __init__(
        self,
        *,
        hosts: Hosts,
        pages: Pages,
        words: bytes,
        doorway: Doorway,
        tickets: Tickets,
        lines: PageLines,
        struck: RevokedKeys,
        log: BoundLogger,
    ) -> None:
        self._hosts = hosts
        self._pages = pages
        self._words = PageFile.of(words, ".json")
        self._doorway = doorway
        self._tickets = tickets
        self._lines = lines
        self._struck = struck
        self._log = log
        self.reports = Reports(log)
        self.refused = 0
        """How many requests came for a foreign host name, or from a foreign page."""
        self._router: ASGIApp = Router(
            self._routes(), redirect_slashes=False, default=_Handled(self._elsewhere)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        host = header(scope, b"host")
        socket = scope["type"] == "websocket"
        if not self._hosts.has(host) or not _from_here(scope, host):
            self.refused += 1
            if socket:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            elif _is_visit(scope) and not self._hosts.has(host) and (ours := self._hosts.leads_from(host)):
                await _lead(send, f"https://{ours}{scope['path']}")
            else:
                await answer(send, 403, b"This page is not the one that may ask for that.\n")
            return
        await self._router(scope, receive, send if socket else _with(common(host), send))

    def _routes(self) -> list[Route | WebSocketRoute]:
        return [
            *_shells(partial(self._shell, "door.html"), "/", "/display"),
            *_shells(partial(self._shell, "seat.html"), "/seat/{plate}"),
            *_shells(partial(self._shell, "display.html"), "/display/{plate}"),
            Route("/page/{path:path}", _Handled(self._static), methods=["GET"]),
            Route("/words.json", _Handled(self._say_words), methods=["GET"]),
            Route("/knock", _Handled(self._knock), methods=["POST"]),
            Route("/proof", _Handled(self._prove), methods=["POST"]),
            Route("/sit", _Handled(self._sit), methods=["POST"]),
            Route("/report", _Handled(self._report), methods=["POST"]),
            Route("/{place}/{plate}/locker", _Handled(self._locker), methods=["POST"]),
            Route("/{place}/{plate}/stream", _Handled(self._stream), methods=["GET"]),
            Route("/{place}/{plate}/frame", _Handled(self._frame), methods=["POST"]),
            WebSocketRoute("/{place}/{plate}/socket", _Handled(self._socket)),
        ]

    # --- the page -------------------------------------------------------------------------------------------------

    async def _elsewhere(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Redirect a person who typed an address almost right. They get the page that they meant, or the page
        to join.
        """
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        typed_place, _, typed_plate = scope["path"].strip("/").partition("/")
        place, plate = typed_place.lower(), typed_plate.upper()
        if not _is_visit(scope) or place in ("page", "words.json"):
            await answer(send, 404, b"There is no such page here.\n")
        elif place in PLACES and _PLATE.fullmatch(plate):
            await _lead(send, f"/{place}/{plate}")
        else:
            await _lead(send, "/display" if place == "display" else "/")

    async def _shell(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        await _file(scope, send, self._pages.find(name), kept=NO_STORE)

    async def _static(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _file(scope, send, self._pages.find(scope["path_params"]["path"]))

    async def _say_words(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _file(scope, send, self._words)

    async def _report(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await body_of(receive, REPORT_BODY_BYTES)
        await answer(send, 204 if body is not None and self.reports.take(body, _peer(scope)[0]) else 400)

    # --- the door -------------------------------------------------------------------------------------------------

    async def _knock(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = await read(Knocking, receive, DOOR_BODY_BYTES)
        if asked is None:
            await answer(send, 400)
            return
        await answer_json(send, await self._doorway.knock(asked, _peer(scope)))

    async def _prove(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = await read(ProofGiven, receive, DOOR_BODY_BYTES)
        if asked is None:
            await answer(send, 400)
            return
        await answer_json(send, await self._doorway.prove(asked))

    async def _sit(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = await read(SittingDown, receive, DOOR_BODY_BYTES)
        if asked is None:
            await answer(send, 400)
            return
        ticket = self._doorway.sit(asked)
        if isinstance(ticket, TurnedBack):
            await answer_json(send, ticket)
            return
        self._let_go(token_in(scope["headers"], ticket.plate), ticket.plate)
        try:
            token = self._tickets.keep(ticket)
        except OSError as error:
            self._log.error("a browser's seat cannot be kept", error=type(error).__name__)
            await answer(send, 500)
            return
        await answer(send, 200, b"{}", given(ticket.plate, token), kind=b"application/json")

    def _let_go(self, token: str, plate: str) -> None:
        """Make a token invalid."""
        self._tickets.drop(token, plate)
        self._lines.end_all(holder_of(token))

    # --- connections of pages -------------------------------------------------------------------------------------

    def _open(self, scope: Scope) -> Sitting | Parting:
        """Open a connection (`PageLine`) for a browser at the place that it asks for."""
        held = self._held(scope)
        if isinstance(held, Parting):
            return held
        token, ticket = held
        line = self._lines.open(ticket, holder_of(token))
        return Parting.GONE if line is None else Sitting(line, token, ticket)

    def _held(self, scope: Scope) -> tuple[str, WebTicket] | Parting:
        """Return the token that a browser sends for the requested place, and the ticket of that token."""
        place, plate = scope["path_params"]["place"], scope["path_params"]["plate"]
        token = token_in(scope["headers"], plate)
        try:
            ticket = self._tickets.find(token, plate)
        except (
            OSError
        ) as error:  # An example is too many open files. Such a temporary error must not cost the seat
            self._log.error("a browser's seat cannot be read", error=type(error).__name__)
            return Parting.GONE
        if ticket is None or (ticket.plate, ticket.kind) != (plate, PLACES.get(place)):
            return Parting.DENIED
        return token, ticket

    async def _locker(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the key for the data that a device stores, if its browser has a seat at this gateway."""
        held = self._held(scope)
        if isinstance(held, Parting):
            await answer(send, 401 if held is Parting.DENIED else 503, held.word.encode())
            return
        told = json.dumps({"key": locker_key(held[0])}).encode()
        await answer(send, 200, told, kind=b"application/json")

    def _renewed(self, sitting: Sitting) -> Header:
        """Return the header that extends a browser's cookie. It is sent because the browser has just opened
        its seat.
        """
        ticket = sitting.ticket
        return given(ticket.plate, sitting.token, self._tickets.lasts_seconds(ticket))

    def _left(self, sitting: Sitting) -> None:
        """Handle the end of a page's connection.

        A key that the arbiter refuses is dropped, and the player must join again.
        """
        if sitting.line.parting is Parting.DENIED:
            self._tickets.drop(sitting.token, sitting.ticket.plate)
        elif sitting.line.parting is not Parting.GONE:
            self._struck.left(sitting.token, sitting.ticket)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        opened = self._open(scope)
        if isinstance(opened, Parting):
            await send({"type": "websocket.accept", "headers": []})
            await say_parting(send, opened)
            return
        await send({"type": "websocket.accept", "headers": [self._renewed(opened)]})
        await by_socket(opened.line, receive, send)
        self._left(opened)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        opened = self._open(scope)
        if isinstance(opened, Parting):
            await answer(send, 401 if opened is Parting.DENIED else 503, opened.word.encode())
            return
        await by_stream(opened.line, receive, send, self._renewed(opened))
        self._left(opened)

    async def _frame(self, scope: Scope, receive: Receive, send: Send) -> None:
        plate = scope["path_params"]["plate"]
        holder = holder_of(token_in(scope["headers"], plate))
        line = self._lines.find(header(scope, b"x-line"), holder)
        if line is None:
            await answer(send, 410)
            return
        line.send(await body_of(receive, REQUEST_BYTES) or b"")
        # A connection that ended while the frame came in counts as gone
        await answer(send, {None: 204, Parting.MALFORMED: 400}.get(line.parting, 410))


def _shells(shell: Handler, *paths: str) -> list[Route]:
    return [Route(path, _Handled(shell), methods=["GET"]) for path in paths]


def _is_visit(scope: Scope) -> bool:
    """Return whether a request is a visit to a page. A visit is shown in the address bar and changes nothing."""
    return scope["type"] == "http" and scope["method"] == "GET" and "text/html" in header(scope, b"accept")


async def _lead(send: Send, where: str) -> None:
    """Redirect a visit to another address."""
    place = quote(where, safe="/:[]")
    await answer(send, 307, b"The page is at another address.\n", (b"location", place.encode("ascii")))


def _from_here(scope: Scope, host: str) -> bool:
    """Return whether a request comes from our own page.

    A request without effect and without a cookie may also come from a foreign page.
    """
    origin = header(scope, b"origin")
    if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
        return origin == f"https://{host}"
    if not scope["path"].endswith("/stream"):
        return True
    return origin in ("", f"https://{host}") and header(scope, b"sec-fetch-site") in ("", "same-origin")


def _peer(scope: Scope) -> Peer:
    host, port = scope.get("client") or ("", 0)
    return host, port


def _with(headers: list[tuple[bytes, bytes]], send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *headers]
        await send(message)

    return sending


async def _file(
    scope: Scope, send: Send, file: PageFile | None, kept: tuple[bytes, bytes] = REVALIDATE
) -> None:
    """Send a file of the page, compressed if the browser accepts that. Nothing else is ever compressed."""
    if file is None:
        await answer(send, 404, b"There is no such page here.\n")
        return
    packs = _GZIP.search(header(scope, b"accept-encoding")) is not None
    etag = b'"%b%b"' % (file.etag, b"-gzip" if packs else b"")
    headers = [(b"etag", etag), (b"vary", b"accept-encoding")]
    if header(scope, b"if-none-match").encode("latin-1") == etag:
        await answer(send, 304, b"", *headers, kept=kept)
        return
    if packs:
        headers.append((b"content-encoding", b"gzip"))
    await answer(send, 200, file.packed if packs else file.data, *headers, kind=file.kind, kept=kept)
