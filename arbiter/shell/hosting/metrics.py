"""The metrics page: a loopback address where Prometheus reads the state of the arbiter.

- It answers only on loopback, and only requests that name loopback. It limits their size, number and time.
- It has its own thread. The arbiter never waits for it, and no failure of the page ends the arbiter.
- It reads the arbiter at most once in STEP_SECONDS, so frequent requests do not reveal when something happened.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from threading import Thread
from typing import Any

from structlog import BoundLogger
from warcouncil.arbiter.shell.base.listening import AddressTaken, listening
from warcouncil.arbiter.shell.hosting.prometheus_text import CONTENT_TYPE
from warcouncil.arbiter.shell.network.flood_wall import LOOPBACK

STEP_SECONDS = 5.0
"""How long one reading is served. If each second had a new reading, a reader could see in which second a seat sealed."""
HEAD_BYTES_MAX = 4096
VISIT_SECONDS = 5.0
"""How long a visit may take, from the first byte to the last. If the arbiter is stuck for longer, the visit gets no
answer."""
VISITS_MAX = 8
"""How many visits are served at the same time. Further visitors are disconnected at once."""
PATH = "/metrics"
_END = b"\r\n\r\n"
_REQUEST = re.compile(r"([A-Z]+) (\S+) HTTP/1\.[01]")
_LOOPBACK = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The host names that a request may use. A foreign web page whose own name leads here sends that name and is refused.

The port may differ, because a tunnel may lead here.
"""
_SAID = {
    HTTPStatus.BAD_REQUEST: "This request is not understood.",
    HTTPStatus.FORBIDDEN: "Only requests for 127.0.0.1, localhost or [::1] are answered.",
    HTTPStatus.NOT_FOUND: f"Only {PATH} is here.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Only GET is allowed here.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "The metrics could not be made. The log of the host says why.",
}


class MetricsTaken(AddressTaken):
    """The port for metrics is not available. No seat uses that port."""


class MetricsPage:
    """Listens from its construction, and answers from `begin` until `close`. Port 0 means any free port. Raises
    MetricsTaken.
    """

    def __init__(self, port: int) -> None:
        try:
            self._listening = listening(LOOPBACK, port, option="--metrics")
        except AddressTaken as fault:
            raise MetricsTaken(str(fault)) from None
        self.port = int(self._listening.getsockname()[1])
        self._loop = asyncio.SelectorEventLoop()
        self._over = asyncio.Event()
        self._thread = Thread(target=self._run, name="metrics", daemon=True)

    def begin(self, read: Callable[[], bytes], log: BoundLogger) -> None:
        """Start to answer with the result of `read`, which runs in the caller's event loop."""
        self._visits = Visits(read, asyncio.get_running_loop(), log)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, and disconnect all visitors."""
        if self._thread.ident is None:
            self._loop.close()
        else:
            with suppress(RuntimeError):  # It has ended by itself.
                self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join()
        self._listening.close()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._loop.set_exception_handler(self._visits.failed)
        take = self._visits.take
        server = await asyncio.start_server(
            take, sock=self._listening, limit=HEAD_BYTES_MAX, backlog=VISITS_MAX
        )
        await self._over.wait()
        server.close()


class Visits:
    """Reads requests in the page's own loop, and answers them with the result of `read` in the arbiter's loop."""

    def __init__(
        self, read: Callable[[], bytes], arbiters: asyncio.AbstractEventLoop, log: BoundLogger
    ) -> None:
        self._read = read
        self._arbiters = arbiters
        self._log = log
        self._now = 0
        """How many visits there are now."""
        self._reading = asyncio.Lock()
        self._text = b""
        self._read_at: float | None = None

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one visit. A visitor is disconnected without an answer if the request is too long or too slow, or if
        there are too many visits.
        """
        self._now += 1
        try:
            with suppress(asyncio.CancelledError):  # The page ends.
                if self._now <= VISITS_MAX:
                    await self._answer(reader, writer)
        finally:
            self._now -= 1
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.LimitOverrunError, asyncio.IncompleteReadError, OSError):
            async with asyncio.timeout(VISIT_SECONDS):
                status = refusal(await reader.readuntil(_END))
                text = await self._fresh() if status is None else None
                if text is not None:
                    writer.write(_reply(HTTPStatus.OK, text))
                else:
                    status = status or HTTPStatus.INTERNAL_SERVER_ERROR
                    writer.write(_reply(status, f"{_SAID[status]}\n".encode()))
                writer.close()
                await writer.wait_closed()

    async def _fresh(self) -> bytes | None:
        """Return the text: the last one if it is fresh, or a new one from the arbiter's loop. Return None if that
        failed.
        """
        async with self._reading:
            now = asyncio.get_running_loop().time()
            if self._read_at is None or now - self._read_at >= STEP_SECONDS:
                asked = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._told(), self._arbiters))
                try:
                    await asyncio.wait([asked])
                finally:
                    asked.cancel()  # If it is late, its result is not needed.
                if error := asked.exception():
                    self._log_fault(error)
                    return None
                self._text, self._read_at = asked.result(), now
            return self._text

    async def _told(self) -> bytes:
        return self._read()

    def failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an unexpected error. Only that answer is lost."""
        self._log_fault(context.get("exception"))

    def _log_fault(self, error: BaseException | None) -> None:
        self._log.error("the metrics could not be made", error=type(error).__name__)


def refusal(head: bytes) -> HTTPStatus | None:
    """Return why a request is refused. Return None if it is answered."""
    first, *lines = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    request = _REQUEST.fullmatch(first)
    if request is None:
        return HTTPStatus.BAD_REQUEST
    hosts = [
        value.strip(" \t")
        for name, _, value in (line.partition(":") for line in lines)
        if name.lower() == "host"
    ]
    if len(hosts) != 1 or not _LOOPBACK.fullmatch(hosts[0]):
        return HTTPStatus.FORBIDDEN
    if request[2] != PATH:
        return HTTPStatus.NOT_FOUND
    return None if request[1] == "GET" else HTTPStatus.METHOD_NOT_ALLOWED


def _reply(status: HTTPStatus, body: bytes) -> bytes:
    kind = CONTENT_TYPE if status is HTTPStatus.OK else "text/plain; charset=utf-8"
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
        *(["Allow: GET"] if status is HTTPStatus.METHOD_NOT_ALLOWED else []),
    ]
    return "\r\n".join(lines).encode() + _END + body
