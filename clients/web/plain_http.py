"""Answers a plain HTTP request at the port for HTTPS with a redirect to the same address by HTTPS.

OpenSSL recognises a plain request when the handshake fails. Without this, asyncio would then close the connection
without a message.
"""

from __future__ import annotations

import re
import ssl
from asyncio import sslproto
from typing import Any

PLAIN = "HTTP_REQUEST"
"""OpenSSL's reason for a plain request."""
HEAD_BYTES = 2048
_REQUEST = re.compile(rb"(?:GET|HEAD|POST|PUT) (/[!-~]{0,400}) HTTP/1\.[01]\r\n")
_HOST = re.compile(rb"\r\n[Hh][Oo][Ss][Tt]:[ \t]*([A-Za-z0-9.:\[\]-]{1,255})[ \t]*\r\n")


def redirect(request: bytes) -> bytes:
    """Return the answer to the beginning of a plain HTTP request."""
    asked, host = _REQUEST.match(request), _HOST.search(request)
    where = b"https://" + host[1] + (asked[1] if asked else b"/") if host else b""
    body = b"This address needs https:// before it. " + where + b"\n"
    status = b"307 Temporary Redirect" if where else b"400 Bad Request"
    lines = [
        b"HTTP/1.1 " + status,
        *([b"Location: " + where] if where else []),
        b"Content-Type: text/plain; charset=utf-8",
        b"Content-Length: " + str(len(body)).encode(),
        b"Cache-Control: no-store",
        b"Connection: close",
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def answer_plain_requests() -> None:
    """Answer plain HTTP requests on every TLS server of this process, from now on."""
    protocol: Any = sslproto.SSLProtocol  # Its methods have no public names
    before = getattr(protocol, "_fatal_error", None)
    if before is None or getattr(before, "answers_plain", False):
        return  # Another event loop or a later Python: the connection is closed without a message, as by default

    def fatal(self: Any, error: BaseException, message: str = "Fatal error on transport") -> None:
        asked = getattr(self, "_ssl_buffer", None)
        if (
            isinstance(error, ssl.SSLError)
            and error.reason == PLAIN
            and asked
            and self._transport is not None
        ):
            self._transport.write(redirect(bytes(asked[:HEAD_BYTES])))
            self._transport.close()
            return
        before(self, error, message)

    marked: Any = fatal
    marked.answers_plain = True  # It is done only once
    protocol._fatal_error = marked
