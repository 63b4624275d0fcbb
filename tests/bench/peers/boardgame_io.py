"""A seat of boardgame.io: socket.io's messages as text, in a match of the lobby.

The state goes to all ten after each move, so nine of ten messages bring a seat the view that it has. Those
are read and ignored.
"""

from __future__ import annotations

import json
import re
from contextlib import closing
from http.client import HTTPConnection

from tests.bench.load import SEATS
from tests.bench.peers.crowd import CHOICE, ID, View, ask
from tests.bench.peers.websocket import HOST, WAIT_SECONDS, WebSocket

_VIEW = re.compile(rb'"view":\{"round":(\d+),"seat":(\d)')
_LOOK_BYTES = 200
"""The longest distance of a view from the beginning of a message."""
_MOVE = (
    b'42/secret,["update",{"type":"MAKE_MOVE","payload":{"type":"declare","playerID":"%d","credentials":"%b",'
    b'"args":["%b %b %d"]}},0,"%b","%d"]'
)
_ASKED, _ALIVE = b"2", b"3"


class BoardgameIoChair:
    """One player of a match, identified by their credentials."""

    def __init__(self, line: WebSocket, match: str, seat: int, credentials: str) -> None:
        self.line = line
        self._match, self._credentials = match.encode(), credentials.encode()
        self._seat = seat
        self._seen: View | None = None

    def declare(self, number: int) -> None:
        """Send the declaration of a round."""
        seat, match = self._seat, self._match
        self.line.send(_MOVE % (seat, self._credentials, CHOICE, ID, number, match, seat))

    def hear(self, frame: bytes) -> View | None:
        """Return the view in a message if it differs from the last."""
        if frame == _ASKED:
            self.line.send(_ALIVE)
        match = _VIEW.search(frame, 0, _LOOK_BYTES)
        if match is None:
            return None
        before, self._seen = self._seen, (int(match[1]), int(match[2]))
        return self._seen if self._seen != before else None


def sit_down(port: int, tables: int) -> list[BoardgameIoChair]:
    """Open this number of matches, and take every seat."""
    with closing(HTTPConnection(HOST, port, timeout=WAIT_SECONDS)) as door:
        return [chair for _ in range(tables) for chair in _match(door, port)]


def _match(door: HTTPConnection, port: int) -> list[BoardgameIoChair]:
    match = ask(door, "/games/secret/create", {"numPlayers": SEATS})["matchID"]
    chairs = []
    for seat in range(SEATS):
        player = {"playerID": str(seat), "playerName": f"player {seat}"}
        credentials = ask(door, f"/games/secret/{match}/join", player)["playerCredentials"]
        line = WebSocket(port, "/socket.io/?EIO=4&transport=websocket")
        line.wait_for(b'0{"sid"')
        line.send(b"40/secret,")
        line.wait_for(b"40/secret,")
        line.send(f"42/secret,{json.dumps(['sync', match, str(seat), credentials, SEATS])}".encode())
        line.wait_for(
            b'["matchData"'
        )  # all ten are told who is there, and from then on this one receives each move
        chairs.append(BoardgameIoChair(line, match, seat, credentials))
    return chairs
