"""The order of replies: one number after the other; after a gap nothing, until a whole view tells everything anew."""

from __future__ import annotations

from warcouncil.protocol.consoles import Wall
from warcouncil.protocol.replies import ToClient
from warcouncil.protocol.views import View


class ReplyOrder:
    """What number was passed on last on this connection, and whether something was missed since."""

    def __init__(self) -> None:
        self.seen = 0
        self.gap = False
        self.seated = True
        """Whether a seat is welcomed here, whose whole view tells everything; else a wall does."""

    def restart(self) -> None:
        """Begin on a new connection."""
        self.seen, self.gap = 0, False

    def takes(self, message: ToClient) -> bool:
        """Take note of a numbered reply; whether it is the next, or tells everything."""
        body = message.body
        whole = isinstance(body, View) and body.whole if self.seated else isinstance(body, Wall)
        if message.n <= self.seen or not (whole or (message.n == self.seen + 1 and not self.gap)):
            return False
        self.seen, self.gap = message.n, False
        return True
