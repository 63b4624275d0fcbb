"""The gateway. It serves HTTPS to browsers, and has one ordinary connection to the arbiter for each open page."""

from __future__ import annotations

import asyncio
import logging
import ssl
from asyncio import sslproto
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from structlog import BoundLogger
from uvicorn import Config
from uvicorn.server import ServerState
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.web.app import WebApp
from warcouncil.clients.web.certificate import BadCertificate, Certificate, own
from warcouncil.clients.web.doorway import Doorway
from warcouncil.clients.web.limits import Hosts, is_address
from warcouncil.clients.web.page_lines import PageLines
from warcouncil.clients.web.pages import Pages
from warcouncil.clients.web.plain_http import answer_plain_requests
from warcouncil.clients.web.revoked_keys import RevokedKeys
from warcouncil.clients.web.slow_clients import SlowClientProtocol, SlowClientSocket
from warcouncil.clients.web.tickets import Tickets
from warcouncil.protocol.wire.wire import REQUEST_BYTES

TLS_SECONDS = 5.0
"""How long a TLS handshake may take before it is cut. The default of asyncio is a minute."""
PARTING_SECONDS = 2.0
IDLE_SECONDS = 20
"""How long a connection may wait for its next request. A page that posts does so twice a second."""
HEAD_BYTES_MAX = 8192
CONNECTIONS_MAX = 8000
BACKLOG = 4096
ACCEPTED_AT_ONCE = 4
"""How many connections are accepted before the open ones are served again.

Each new connection costs a handshake.
"""
TLS_BUFFER_BYTES = 16 * 1024
"""The read buffer of a TLS connection. The default of asyncio is 256 KiB for each connection, during its whole life."""


class GatewayFault(Exception):
    """The gateway cannot start. The text is one line."""


@dataclass(frozen=True, slots=True)
class GatewayOrder:
    """The configuration of a gateway: its arbiter, where it listens, and where its keys are. Port 0 means any
    free port.

    `hosts` are host names besides those of the certificate.
    """

    arbiter: Address
    door_port: int
    bind: str
    port: int
    cert: Path
    key: Path
    keep: Path
    hosts: tuple[str, ...] = ()


class Gateway:
    """One gateway.

    `source_of` returns the local address from which a visitor's messages are sent to the door. Raises
    GatewayFault.
    """

    def __init__(
        self,
        order: GatewayOrder,
        *,
        log: BoundLogger,
        source_of: Callable[[str], str],
        pages: Pages | None = None,
        words: bytes = b"{}",
    ) -> None:
        self._order = order
        certificate = _certificate(order)
        self._tls = _tls(certificate)
        self.hosts = (*certificate.names, *order.hosts)
        tickets = _tickets(order.keep)
        self.lines = PageLines(order.arbiter)
        self._struck = RevokedKeys(order.arbiter, tickets, self.lines.has)
        self._doorway = Doorway(order.arbiter, order.door_port, source_of)
        self.app = WebApp(
            hosts=Hosts(self.hosts, _known(certificate, order.hosts)),
            pages=pages or Pages(),
            words=words,
            doorway=self._doorway,
            tickets=tickets,
            lines=self.lines,
            struck=self._struck,
            log=log,
        )
        self._state = ServerState()
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Listen and return the port. Raises OSError."""
        config = Config(
            self.app,
            http="h11",
            ws=SlowClientSocket,
            ws_max_size=REQUEST_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            timeout_keep_alive=IDLE_SECONDS,
            h11_max_incomplete_event_size=HEAD_BYTES_MAX,
            limit_concurrency=CONNECTIONS_MAX,
        )
        config.load()
        _be_quiet()
        sslproto.SSLProtocol.max_size = TLS_BUFFER_BYTES
        answer_plain_requests()
        try:
            self._server = await asyncio.get_running_loop().create_server(
                lambda: SlowClientProtocol(
                    disconnected=self._doorway.disconnected,
                    config=config,
                    server_state=self._state,
                    app_state={},
                ),
                self._order.bind,
                self._order.port,
                ssl=self._tls,
                ssl_handshake_timeout=TLS_SECONDS,
                ssl_shutdown_timeout=PARTING_SECONDS,
                backlog=ACCEPTED_AT_ONCE,
                start_serving=False,
            )
            _let_wait(self._server)
            await self._server.start_serving()
            _let_wait(self._server)
        except OSError:
            if self._server is not None:
                self._server.close()
            raise
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """End the connection of every page, and send the reason if that is still possible."""
        assert self._server is not None
        self._server.close()
        self.lines.end_all()
        self._doorway.close()
        self._struck.close()
        for connection in [*self._state.connections]:
            connection.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTING_SECONDS):
                while self._state.connections or self._state.tasks:
                    await asyncio.sleep(0.01)
        for connection in [*self._state.connections]:
            connection.transport.abort()


def _let_wait(server: asyncio.Server) -> None:
    """Set a long queue of waiting connections, although few are accepted at a time. asyncio has only one
    number for the queue and for the connections that it accepts at a time.

    Windows keeps the first number that a socket received, and other systems keep the last. Raises OSError.
    """
    for listening in server.sockets:
        with listening.dup() as twin:
            twin.listen(BACKLOG)


def _certificate(order: GatewayOrder) -> Certificate:
    """Return the certificate. Raises GatewayFault."""
    try:
        certificate = own(order.cert, order.key, datetime.now(UTC))
    except BadCertificate as fault:
        raise GatewayFault(str(fault)) from None
    if not (certificate.names or order.hosts):
        raise GatewayFault(f"{order.cert}: it names no host (subjectAltName), so no browser would believe it")
    return certificate


def _known(certificate: Certificate, hosts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the host names to which people are redirected. These are the names of the certificate. Names
    that people received come first.
    """
    first = [host for host in hosts if host in certificate.names]
    others = [name for name in certificate.names if not name.startswith("*.") and name != "localhost"]
    others.sort(key=lambda name: not is_address(name))  # Phones often cannot resolve the name of a laptop
    return tuple(dict.fromkeys((*first, *others)))


def _tls(certificate: Certificate) -> ssl.SSLContext:
    """Return the TLS context."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(certificate.chain, certificate.key)
    return context


def _tickets(folder: Path) -> Tickets:
    try:
        tickets = Tickets(folder)
        tickets.tidy()
    except OSError as error:
        raise GatewayFault(f"--keep {folder}: {why(error)}") from None
    return tickets


def _be_quiet() -> None:
    """Silence the server's own log. It quotes requested addresses, so strangers could fill it."""
    for name in ("uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logging.NullHandler()], False
        logger.setLevel(logging.CRITICAL)
