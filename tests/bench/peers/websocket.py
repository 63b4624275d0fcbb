"""A WebSocket of a peer's seat: without TLS, and as cheap as possible.

Frames are masked with zeros, which change nothing. A server that breaks a message into several frames is not
understood.
"""

from __future__ import annotations

import base64
import os
import socket

HOST = "127.0.0.1"
WAIT_SECONDS = 30.0
TEXT, BINARY = 0x81, 0x82
_PING, _PONG = 0x89, 0x8A
_READ_BYTES = 64 * 1024


class WebSocket:
    """One connection. It waits for what it is greeted with, and once it is settled it waits for nothing."""

    def __init__(self, port: int, path: str) -> None:
        self._data = bytearray()
        self._socket = socket.create_connection((HOST, port), timeout=WAIT_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.descriptor = self._socket.fileno()
        try:
            self._come_in(port, path)
        except BaseException:
            self.close()
            raise

    def send(self, data: bytes, kind: int = TEXT) -> None:
        """Send a message."""
        length = len(data)
        if length < 126:
            head = bytes((kind, 0x80 | length))
        else:
            head = bytes((kind, 0x80 | 126)) + length.to_bytes(2, "big")
        self._socket.sendall(head + bytes(4) + data)

    def wait_for(self, words: bytes) -> None:
        """Wait for a message that holds these words, and take it and all before it."""
        while True:
            while (frame := self._next()) is None:
                self._read()
            if words in frame:
                return

    def settle(self) -> None:
        """From now on wait for nothing."""
        self._socket.setblocking(False)

    def frames(self) -> list[bytes]:
        """Read all messages that have come. Raises RuntimeError when the server has disconnected."""
        try:
            while self._read() == _READ_BYTES:
                pass
        except BlockingIOError:
            pass
        found = []
        while (frame := self._next()) is not None:
            found.append(frame)
        return found

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _come_in(self, port: int, path: str) -> None:
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._data:
            self._read()
        head, _, self._data = self._data.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101 "):
            raise RuntimeError(f"a peer let no seat in: {bytes(head[:100])!r}")

    def _read(self) -> int:
        data = self._socket.recv(_READ_BYTES)
        if not data:
            raise RuntimeError("a peer let a seat go")
        self._data += data
        return len(data)

    def _next(self) -> bytes | None:
        """Return the next whole message; a ping is answered on the way."""
        while (frame := self._cut()) is not None:
            kind, data = frame
            if kind in (TEXT, BINARY):
                return data
            if kind == _PING:
                self.send(data, _PONG)
            else:
                raise RuntimeError(f"a peer ended a line: {kind:#x} {data[:100]!r}")
        return None

    def _cut(self) -> tuple[int, bytes] | None:
        data = self._data
        if len(data) < 2:
            return None
        length, begin = data[1], 2
        if length == 126:
            length, begin = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, begin = int.from_bytes(data[2:10], "big"), 10
        end = begin + length
        if len(data) < end:  # so it is too while the length itself has not come whole
            return None
        frame = data[0], bytes(data[begin:end])
        del data[:end]
        return frame
