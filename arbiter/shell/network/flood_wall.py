"""The flood wall: a small splice of TCP in front of the arbiter's ports, which lets in no flood. It sees only ciphertext.

It bounds, for each address, how many connections there are and how fast new ones come; for each connection, the time to
its first byte (until then the arbiter does not hear of it), its bytes a second, and its bytes in all, after which it
must connect anew: so an unfinished message cannot grow for ever. At the door, where strangers speak, it bounds the
bytes a second of an address too, and connects on from an alias of the address. Browsers' connections it lets in by turns.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from warcouncil.arbiter.shell.base.rate_limit import Bucket
from warcouncil.arbiter.shell.network.admission_order import AdmissionOrder
from warcouncil.arbiter.shell.network.flood_limits import Addresses, PeerAddress, PeerCount

LOOPBACK = "127.0.0.1"
BACKLOG = 4096
ACCEPTED_AT_ONCE = 4
"""So many connections are taken in before whoever is in is served again: asyncio would take in a whole wave of them at once."""
STALLED_SECONDS = 20.0
"""A client that reads nothing for so long, though something waits for it, is let go."""
PARTING_SECONDS = 5.0
"""So long it may take to read what was still on its way when the arbiter let it go."""
READ_BYTES_MAX, DOOR_READ_BYTES_MAX = 64 * 1024, 2 * 1024
"""So much is read from a connection at once; at the door, and of a browser that waits, little: connections of one address share its rate."""

EARLY_BYTES = 4 * 1024


@dataclass(slots=True)
class FloodWall:
    """One wall for all the ports of an arbiter; `turned_away` counts what it did not let in, or let in no longer."""

    addresses: Addresses = field(default_factory=Addresses)
    turned_away: int = 0
    admission: AdmissionOrder = field(default_factory=AdmissionOrder)
    buffer: memoryview = field(default_factory=lambda: memoryview(bytearray(READ_BYTES_MAX)))

    async def listen(
        self, host: str, port: int, inner_port: int, *, outer: type[Outer] | None = None
    ) -> asyncio.Server:
        """Listen for an inner port on loopback; `outer`: what is done with each connection there. Raises OSError."""
        loop = asyncio.get_running_loop()
        outside = outer or Outer
        server = await loop.create_server(
            lambda: outside(self, inner_port), host, port, backlog=ACCEPTED_AT_ONCE, start_serving=False
        )
        try:
            _let_wait(server)
            await server.start_serving()
            _let_wait(server)
        except OSError:
            server.close()
            raise
        return server


def _let_wait(server: asyncio.Server) -> None:
    """Let many wait to be taken in, few at a time as they are: asyncio has one number for both. Windows keeps the first that a socket
    was told, other systems the last. Raises OSError."""
    for listening in server.sockets:
        with listening.dup() as twin:
            twin.listen(BACKLOG)


class Half(asyncio.BufferedProtocol):
    """One side of a connection. It reads into the one buffer of its wall and copies what came at once: asyncio would
    make a buffer of 256 KB for each read, which takes seven times as long as all the rest of it."""

    def __init__(self, wall: FloodWall) -> None:
        self._wall = wall

    def get_buffer(self, sizehint: int) -> memoryview:
        """Lend the wall's buffer, until the call that follows."""
        return self._wall.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take what was read out of the buffer before anybody else reads into it."""
        self.take(bytes(self._wall.buffer[:nbytes]))

    def take(self, data: bytes) -> None:
        """Do what is to be done with bytes that came."""
        raise NotImplementedError


class Outer(Half):
    """A connection's side towards the client: the limited one. `early_bytes`: after so many it is read no more until it is let in."""

    early_bytes = 0

    def __init__(self, wall: FloodWall, inner_port: int) -> None:
        super().__init__(wall)
        self._inner_port = inner_port
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._address = ""
        self._known: PeerAddress | None = None
        self._total = 0
        self._early: list[bytes] = []
        self._inner: asyncio.Transport | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._held: set[str] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the connection in, or cut it at once."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        known = self._wall.addresses.known(address) if address else None
        if known is None or not self.count_of(known).enter(self._loop.time()):
            self._turn_away()
            return
        self._known, self._address = known, address
        self._limits = self._wall.addresses.limits(address)
        self._bucket = Bucket(self._limits.bytes_per_second, self._limits.bytes_at_once)
        self._timer = self._loop.call_later(self._limits.first_byte_seconds, self._turn_away)

    def take(self, data: bytes) -> None:
        """Pass bytes on, as fast as they may come."""
        if self._known is None:
            return
        self._total += len(data)
        if self.spent(self._total):
            self._turn_away()
            return
        if self._inner is not None:
            self._inner.write(data)
        else:
            self._early.append(data)
            if self._total >= self.early_bytes:
                self.hold("inner")
            if self._connecting is None:
                self._cancel_timer()
                self._connecting = self._loop.create_task(self._connect())
        debt = self.owe(self._known, self._loop.time(), len(data))
        if debt:
            self.hold("rate")
            self._timer = self._loop.call_later(debt, self.release, "rate")

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the inner side go too."""
        self._cancel_timer()
        self._forgive()
        if self._connecting is not None:
            self._connecting.cancel()
        if self._known is not None:
            self.count_of(self._known).now -= 1
            self._known = None
        if self._inner is not None:
            self._inner.close()

    def owe(self, known: PeerAddress, now: float, amount: int) -> float:
        """Count bytes; give how long to read no more."""
        return self._bucket.owe(now, amount)

    def count_of(self, known: PeerAddress) -> PeerCount:
        """Give among what a connection counts."""
        return known.clients

    def spent(self, total: int) -> bool:
        """Tell whether so many bytes are all that a connection may bring."""
        return total > self._limits.bytes_in_all

    def local(self, known: PeerAddress) -> tuple[str, int] | None:
        """Give from where to connect to the arbiter; None: from wherever."""
        return None

    async def turn(self) -> None:
        """Wait until it may be let in."""

    def from_alias(self, known: PeerAddress) -> tuple[str, int] | None:
        """Give the alias of the address to connect from; None where there are none."""
        alias = self._wall.addresses.alias(self._address, known)
        return (alias, 0) if alias else None

    def pause_writing(self) -> None:
        """The client reads too slowly: do not read on from the arbiter, and let the client go if that lasts. While nothing is
        read from the arbiter, nobody learns that it has let him go."""
        self._stalled = self._loop.call_later(STALLED_SECONDS, self._turn_away)
        if self._inner is not None:
            self._inner.pause_reading()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._forgive()
        if self._inner is not None:
            self._inner.resume_reading()

    def hold(self, why: str) -> None:
        """Read no more from the client until every such reason is released."""
        if not self._held and self._transport is not None:
            self._transport.pause_reading()
        self._held.add(why)

    def release(self, why: str) -> None:
        """Read on, when this was the last reason not to."""
        self._held.discard(why)
        if not self._held and self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    async def _connect(self) -> None:
        assert self._transport is not None
        assert self._known is not None
        inner = Inner(self._wall, self, self._transport)
        local = self.local(self._known)
        await self.turn()
        try:
            transport, _ = await self._loop.create_connection(
                lambda: inner, LOOPBACK, self._inner_port, local_addr=local
            )
        except OSError:
            self._transport.abort()
            return
        self._inner = transport
        transport.write(b"".join(self._early))
        self._early.clear()
        self.release("inner")

    def _turn_away(self) -> None:
        self._wall.turned_away += 1
        assert self._transport is not None
        self._transport.abort()

    def _forgive(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class OuterAtDoor(Outer):
    """The same at the door: all connections of an address share its rate, and the arbiter is told them apart."""

    def get_buffer(self, sizehint: int) -> memoryview:
        """Lend a little of the wall's buffer."""
        return self._wall.buffer[:DOOR_READ_BYTES_MAX]

    def owe(self, known: PeerAddress, now: float, amount: int) -> float:
        """Count bytes for the connection and for its address; give how long to read no more."""
        return max(super().owe(known, now, amount), known.door.owe(now, amount))

    def local(self, known: PeerAddress) -> tuple[str, int] | None:
        """Connect from the alias of the address."""
        return self.from_alias(known)


class OuterAtWeb(Outer):
    """The same for browsers: the gateway is told addresses apart, as it knocks at the door for each. It bounds every request
    by itself, so a connection may last as long as its game. Each waits for its turn to be let in, and whoever
    goes away meanwhile is noticed: more than his greeting no browser says before he is answered."""

    early_bytes = EARLY_BYTES

    def get_buffer(self, sizehint: int) -> memoryview:
        """Lend a little of the wall's buffer to who waits: there may be thousands of them."""
        return self._wall.buffer[: READ_BYTES_MAX if self._inner else DOOR_READ_BYTES_MAX]

    def count_of(self, known: PeerAddress) -> PeerCount:
        """Count it among the browsers'."""
        return known.browsers

    def spent(self, total: int) -> bool:
        """Let any sum of bytes through."""
        return False

    def local(self, known: PeerAddress) -> tuple[str, int] | None:
        """Connect from the alias of the address."""
        return self.from_alias(known)

    async def turn(self) -> None:
        """Wait for those whose addresses brought fewer of late."""
        if self._limits.in_turn:
            await self._wall.admission.turn(self._address)


class Inner(Half):
    """A connection's side towards the arbiter."""

    def __init__(self, wall: FloodWall, outer: Outer, client: asyncio.Transport) -> None:
        super().__init__(wall)
        self._outer = outer
        self._client = client

    def take(self, data: bytes) -> None:
        """Pass bytes on to the client."""
        self._client.write(data)

    def pause_writing(self) -> None:
        """The arbiter reads too slowly: do not read on from the client."""
        self._outer.hold("arbiter")

    def resume_writing(self) -> None:
        """The arbiter has caught up."""
        self._outer.release("arbiter")

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the client go too, when it has read what came before, or after a while."""
        self._client.close()
        asyncio.get_running_loop().call_later(PARTING_SECONDS, self._client.abort)
