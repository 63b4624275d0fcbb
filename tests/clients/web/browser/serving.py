"""The page's own files over TLS, at an address of the test alone. One server for all browser tests, so that
unchanging files can be cached. It sends the gateway's headers too, with the policy that forbids foreign scripts.
"""

from __future__ import annotations

import ssl
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate
from warcouncil.clients.web.certificate import kept

HOST = "seat.test"
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        f" connect-src 'self' wss://{HOST}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; report-uri /report"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".ttf": "font/ttf",
}


@dataclass(frozen=True, slots=True)
class Given:
    """An answer. `lasts`: it is the same for every test."""

    body: bytes
    suffix: str
    lasts: bool = False


class Giver(Protocol):
    """A source of the answers to a browser."""

    def answer(self, method: str, path: str) -> Given | None:
        """Return the answer to a request, or None."""


class Server(ThreadingHTTPServer):
    """Answers for the running test. Its browser is started with `flags`, and connects by the name HOST."""

    daemon_threads = False
    request_queue_size = 64

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        certificate = kept(folder, "tests", [HOST], datetime.now(UTC))
        law = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        law.load_cert_chain(certificate.chain, certificate.key)
        self.socket = law.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.current: Giver | None = None
        known = load_pem_x509_certificate(certificate.chain.read_bytes()).public_key()
        print_of = sha256(known.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
        self.flags = (
            f"--host-resolver-rules=MAP {HOST}:443 127.0.0.1:{self.server_address[1]}",
            f"--ignore-certificate-errors-spki-list={b64encode(print_of).decode()}",
        )

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that disconnects in the middle of an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        giver = self.server.current
        given = giver.answer(self.command, self.path) if giver else None
        lines = [
            f"HTTP/1.1 {'200 OK' if given else '404 Not Found'}",
            *(f"{name}: {value}" for name, value in HEADERS.items()),
            f"content-type: {KINDS.get(given.suffix, 'text/plain') if given else 'text/plain'}",
            f"content-length: {len(given.body) if given else 0}",
            f"cache-control: {'max-age=86400, immutable' if given and given.lasts else 'no-store'}",
        ]
        self.wfile.write("\r\n".join([*lines, "\r\n"]).encode("ascii") + (given.body if given else b""))

    do_POST = do_GET  # noqa: N815 (so the library calls it)

    def log_message(self, *_said: Any) -> None:
        """Log nothing, because a test reports what it needs."""


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """Serve until all tests are done. Every browser must have disconnected by then."""
    server = Server(folder)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
