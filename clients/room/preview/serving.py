"""PreviewServer: shows a studio (the preview of one file) to the browser of this machine.

It listens on the loopback address only. Every address has a random token. A request with another host name,
or from another page, gets no answer.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.clients.room.preview.page import Sight, script, style
from warcouncil.clients.room.preview.studio import Studio

LOOPBACK = "127.0.0.1"
TOKEN_BYTES = 16
BODY_BYTES_MAX = 256 * 1024
FIELDS_MAX = 4000
"""How many controls a page may send."""
WAIT_SECONDS = 5.0
"""How long a browser waits before the server repeats which version is the newest."""
READ_SECONDS = 30.0
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
WHOLE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
)


class PreviewServer:
    """Serves a studio in its own threads, from `start` to `stop`."""

    def __init__(self, studio: Studio, port: int = 0) -> None:
        """Open the port. 0 means any free port. Raises OSError."""
        self.studio = studio
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self._server = _Server(self, port)
        self._thread = Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)

    @property
    def host(self) -> str:
        """The host and the port."""
        return f"{LOOPBACK}:{self._server.server_address[1]}"

    @property
    def base(self) -> str:
        """The path before every page."""
        return f"/{self.token}/"

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{self.host}{self.base}"

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering, and close the port."""
        self.studio.stop()
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, preview: PreviewServer, port: int) -> None:
        self.preview = preview
        super().__init__((LOOPBACK, port), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Print nothing, because a browser that closes a connection is not an error."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "warcouncil"
    sys_version = ""
    timeout = READ_SECONDS

    def do_GET(self) -> None:
        """Answer with a page."""
        preview, place = self.server.preview, self._place()
        match place:
            case None:
                self._send(HTTPStatus.NOT_FOUND, "text/plain", "There is no such page.\n")
            case "":
                query = parse_qs(urlsplit(self.path).query, max_num_fields=10)
                step = query.get("step", [""])[0]
                sight = (
                    Sight(int(step), query.get("as", [""])[0])
                    if step.isascii() and step.isdigit() and len(step) <= 4
                    else None
                )
                self._page(preview.studio.page(preview.base, sight))
            case "preview.css":
                self._send(HTTPStatus.OK, "text/css", style())
            case "preview.js":
                self._send(HTTPStatus.OK, "text/javascript", script())
            case "whole":
                self._send(HTTPStatus.OK, "text/html", preview.studio.whole(), policy=WHOLE_POLICY)
            case "events":
                self._events(preview.studio)
            case _:
                self._send(HTTPStatus.NOT_FOUND, "text/plain", "There is no such page.\n")

    def do_POST(self) -> None:
        """Carry out the request of a form on the page."""
        preview = self.server.preview
        length = self.headers.get("Content-Length", "")
        origin = self.headers.get("Origin", "")
        if self._place() != "act" or origin not in ("", f"http://{preview.host}"):
            self._send(HTTPStatus.FORBIDDEN, "text/plain", "This page may not ask for that.\n")
        elif not (length.isascii() and length.isdigit()) or int(length) > BODY_BYTES_MAX:
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "text/plain", "This is too long.\n")
        else:
            body = self.rfile.read(int(length)).decode("utf-8", "replace")
            read = attempt(lambda: parse_qs(body, keep_blank_values=True, max_num_fields=FIELDS_MAX))
            done = (
                read
                if isinstance(read, RulesFault)
                else attempt(lambda: preview.studio.act(preview.base, read))
            )
            if isinstance(done, RulesFault):
                self._send(
                    HTTPStatus.BAD_REQUEST,
                    "text/plain",
                    "This form cannot be read. Go back, and load the page again.\n",
                )
            elif isinstance(done, Sight):
                self.send_response(HTTPStatus.SEE_OTHER)
                self.send_header(
                    "Location", f"{preview.base}?{urlencode({'step': done.step, 'as': done.reader})}"
                )
                self.send_header("Content-Length", "0")
                self.end_headers()
            else:
                self._page(done, HTTPStatus.UNPROCESSABLE_ENTITY)

    def _place(self) -> str | None:
        """Return the part of the address after the token. Return None if the host or the token is not ours."""
        preview = self.server.preview
        _, token, *rest = f"{urlsplit(self.path).path}/".split("/")
        if self.headers.get("Host", "") != preview.host or len(rest) < 1:
            return None
        if not compare_digest(token.encode(), preview.token.encode()):
            return None
        return "/".join(rest).rstrip("/")

    def _page(self, text: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self._send(status, "text/html", text)

    def _send(self, status: HTTPStatus, kind: str, text: str, policy: str = POLICY) -> None:
        data = text.encode()
        self.send_response(status)
        self._headers(kind, policy)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _headers(self, kind: str, policy: str = POLICY) -> None:
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", policy)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "same-origin")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")

    def _events(self, studio: Studio) -> None:
        """Send the number of each new version, until the browser leaves or the preview ends."""
        self.send_response(HTTPStatus.OK)
        self._headers("text/event-stream")
        self.end_headers()
        seen = studio.version
        while seen:
            self.wfile.write(f"data: {seen}\n\n".encode())
            self.wfile.flush()
            seen = studio.wait(seen, WAIT_SECONDS)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's own name
        """Print nothing. The terminal shows the versions of the file."""
