"""A seat of Colyseus: its messages are a byte for the kind, a name and words as MessagePack, in a room found
at its door.
"""

from __future__ import annotations

import re
from contextlib import closing
from http.client import HTTPConnection

from tests.bench.load import SEATS
from tests.bench.peers.crowd import CHOICE, ID, View, ask
from tests.bench.peers.websocket import BINARY, HOST, WAIT_SECONDS, WebSocket

_JOINED, _SAID = b"\x0a", b"\x0d"
_NUMBER = rb"([\x00-\x7f]|\xcc.|\xcd..|\xce....)"
_VIEW = re.compile(
    rb"\x0d\xa4view[\x80-\x8f\xde\xdf][^\xa5]{0,4}\xa5round" + _NUMBER + rb"\xa4seat(.)", re.DOTALL
)


def packed(value: bytes | int) -> bytes:
    """Return a short text or a number that is not negative, as MessagePack."""
    if isinstance(value, int):
        return bytes((value,)) if value < 128 else b"\xce" + value.to_bytes(4, "big")
    return (bytes((0xA0 | len(value),)) if len(value) < 32 else bytes((0xD9, len(value)))) + value


def unpacked(number: bytes) -> int:
    """Read such a number."""
    return number[0] if len(number) == 1 else int.from_bytes(number[1:], "big")


class ColyseusChair:
    """One client of a room."""

    def __init__(self, line: WebSocket, seat: int) -> None:
        self.line = line
        words: tuple[bytes | int, ...] = (
            b"type",
            b"declare",
            b"seat",
            seat,
            b"choice",
            CHOICE,
            b"id",
            ID,
            b"round",
        )
        self._before = _SAID + packed(b"declare") + bytes((0x80 | 5,)) + b"".join(map(packed, words))

    def declare(self, number: int) -> None:
        """Send the declaration of a round."""
        self.line.send(self._before + packed(number), BINARY)

    def hear(self, frame: bytes) -> View | None:
        """Return the view in a message."""
        match = _VIEW.match(frame)
        return None if match is None else (unpacked(match[1]), unpacked(match[2]))


def sit_down(port: int, tables: int) -> list[ColyseusChair]:
    """Open this number of rooms, and take every seat."""
    with closing(HTTPConnection(HOST, port, timeout=WAIT_SECONDS)) as door:
        return [chair for _ in range(tables) for chair in _room(door, port)]


def _room(door: HTTPConnection, port: int) -> list[ColyseusChair]:
    chairs: list[ColyseusChair] = []
    path = "/matchmake/create/secret"
    for seat in range(SEATS):
        place = ask(door, path, {})
        path = f"/matchmake/joinById/{place['roomId']}"
        line = WebSocket(port, f"/{place['processId']}/{place['roomId']}?sessionId={place['sessionId']}")
        line.wait_for(_JOINED)
        line.send(_JOINED, BINARY)
        chairs.append(ColyseusChair(line, seat))
    return chairs
