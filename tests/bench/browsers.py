"""The seats of Kartenspiel in browsers, under load: a WebSocket over TLS for each, spoken as cheaply as it can be."""

from __future__ import annotations

import base64
import os
import select
import socket
import ssl
import struct
from collections.abc import Sequence

import zmq
from warcouncil.protocol.proofs.doors import CODE_ALPHABET
from warcouncil.protocol.wire.wire import REQUEST_BYTES

from tests.bench.crowd import KartenspielCrowd, Pair, SeatLink

HOST = "127.0.0.1"
_READ_BYTES = 64 * 1024
_FRAME = struct.Struct("!BBHI")
_HEAD = _FRAME.pack(0x82, 0x80 | 126, REQUEST_BYTES, 0)
"""The header of each sent frame: binary, whole, of this length, and masked with zeros, which change nothing.
"""


def plate(number: int) -> str:
    """Return the plate of a seat's card, by the number of its key."""
    return f"7{CODE_ALPHABET[number // 32]}{CODE_ALPHABET[number % 32]}"


def address(number: int) -> str:
    """Return the address of a seat's page: each device in a room has its own."""
    return f"127.200.{number // 250}.{number % 250 + 1}"


class PageSocket:
    """A page's WebSocket, with the face of a socket of ZeroMQ."""

    def __init__(self, port: int, trust: ssl.SSLContext, token: str, seat: str, address: str = HOST) -> None:
        plain = socket.create_connection((HOST, port), source_address=(address, 0))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = trust.wrap_socket(plain, server_hostname=HOST)
        self._data = bytearray()
        self._socket.sendall(
            f"GET /seat/{seat}/socket HTTP/1.1\r\nHost: {HOST}:{port}\r\nOrigin: https://{HOST}:{port}\r\n"
            f"Cookie: __Host-seat-{seat}={token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._data:
            self._data += self._socket.recv(_READ_BYTES)
        head, _, rest = bytes(self._data).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101 "):
            raise RuntimeError("the gateway did not let a page in")
        self._data = bytearray(rest)
        self._socket.setblocking(False)

    def send(self, data: bytes, flags: int = 0) -> None:
        """Send a frame."""
        self._socket.send(_HEAD + data)

    def recv(self, flags: int = 0) -> bytes:
        """Return the next received frame. Raises zmq.Again without one."""
        while (frame := self._next()) is None:
            try:
                data = self._socket.recv(_READ_BYTES)
            except ssl.SSLWantReadError:
                raise zmq.Again from None
            if not data:
                raise RuntimeError("the gateway let a page go")
            self._data += data
        return frame

    def poll(self, timeout: int) -> int:
        """Wait this number of milliseconds for a frame; 0: none came."""
        if self._socket.pending() or len(self._data) > 2:
            return 1
        return len(select.select([self._socket], [], [], timeout / 1000)[0])

    def get(self, option: int) -> int:
        """Return the descriptor that reports received data."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _next(self) -> bytes | None:
        data = self._data
        if len(data) < 4:
            return None
        length, begin = (data[1], 2) if data[1] < 126 else (int.from_bytes(data[2:4], "big"), 4)
        if data[1] == 127:
            length, begin = int.from_bytes(data[2:10], "big"), 10
        if len(data) < begin + length:
            return None
        if data[0] != 0x82:
            raise RuntimeError(f"the gateway ended a line: {bytes(data[:100])!r}")
        frame = bytes(data[begin : begin + length])
        del data[: begin + length]
        return frame


class WebCrowd(KartenspielCrowd):
    """The same seats in browsers; the umpire keeps the console."""

    def __init__(
        self,
        *,
        port: int,
        server_key: str,
        pairs: list[Pair],
        umpire: Pair,
        web_port: int,
        chain: str,
        tokens: Sequence[str],
    ) -> None:
        """`tokens`: those of the seats. Each page comes from an address of its own."""
        self._web_port = web_port
        self._tokens = tokens
        self._trust = ssl.create_default_context(cafile=chain)
        self._pages: list[PageSocket] = []
        super().__init__(port=port, server_key=server_key, pairs=pairs, umpire=umpire)

    def _link(self, port: int, server_key: str, pair: Pair, number: int) -> SeatLink:
        page = PageSocket(self._web_port, self._trust, self._tokens[number], plate(number), address(number))
        self._pages.append(page)
        return SeatLink(page, number, lambda frame: frame)

    def close(self) -> None:
        """Close every connection."""
        for page in self._pages:
            page.close()
        super().close()
