"""The far end of a page's connection, played by the test: a wire that records its frames, and sends the test's
replies.
"""

from __future__ import annotations

from collections.abc import Callable

import zmq
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.web.page_lines import PageLine, PageLines
from warcouncil.clients.web.tickets import WebTicket
from warcouncil.protocol.proofs.doors import Kind

ARBITER = Address("127.0.0.1", 1)


class NotedWire:
    """A connection to the arbiter whose other end is the test."""

    made: list[NotedWire]

    def __init__(
        self,
        *,
        on_frame: Callable[[bytes], None],
        on_end: Callable[[End], None],
        on_met: Callable[[], None] = lambda: None,
        **address: object,
    ) -> None:
        self.on_frame = on_frame
        self.on_end = on_end
        self.on_met = on_met
        self.address = address
        self.sent: list[bytes] = []
        self.open = self.takes = True
        self.parting = False
        NotedWire.made.append(self)

    def send(self, frame: bytes) -> bool:
        """Record a frame."""
        self.sent.append(frame)
        return self.takes

    def close(self, *, parting: bool = False) -> None:
        """Record the end, and whether the last frame is to arrive."""
        self.open = False
        self.parting |= parting


class Plain:
    """An unsealer of frames that were never sealed."""

    def __init__(self, **keys: object) -> None:
        pass

    def open(self, sealed: bytes) -> bytes | None:
        """Return a frame unchanged. A frame that begins with ? cannot be opened."""
        return None if sealed.startswith(b"?") else sealed


def ticket(plate: str = "7K3") -> WebTicket:
    """Return a ticket with fresh keys."""
    public, secret = zmq.curve_keypair()
    return WebTicket(
        plate=plate,
        kind=Kind.SEAT,
        exercise="Exercise",
        server_key=zmq.curve_keypair()[0].decode(),
        public=public.decode(),
        secret=secret.decode(),
    )


def opened(lines: PageLines, holder: str) -> PageLine:
    """Open a connection for which there is capacity."""
    line = lines.open(ticket(), holder)
    assert line is not None
    return line
