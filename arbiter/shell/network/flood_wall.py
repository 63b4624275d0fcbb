"""The flood wall: a small TCP proxy in front of the arbiter's ports, which keeps floods out. It sees only ciphertext.

- For each address it limits the number of connections and the rate of new ones.
- For each connection it limits the time to its first byte. Before that byte it does not connect to the arbiter.
- For each connection it limits the bytes a second and the total bytes. At the limit, the client must reconnect. So an
  unfinished message cannot grow for ever.
- At the door, where strangers connect, it also limits the bytes a second of an address, and connects from an alias.
- It admits browser connections in turn.
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
"""How many connections are accepted before the open ones are served again. asyncio would accept a whole wave at once."""
STALLED_SECONDS = 20.0
"""How long a client may read nothing while data waits for it. Then it is disconnected."""
PARTING_SECONDS = 5.0
"""How long a client may take to read the remaining data after the arbiter has closed its connection."""
READ_BYTES_MAX, DOOR_READ_BYTES_MAX = 64 * 1024, 2 * 1024
"""How many bytes are read from a connection at once. The number is small at the door and for a waiting browser,
because the connections of one address share its rate."""

EARLY_BYTES = 4 * 1024


@dataclass(slots=True)
class FloodWall:
    """One wall for all ports of an arbiter. `turned_away` counts the connections that it refused or cut off."""

    addresses: Addresses = field(default_factory=Addresses)
    turned_away: int = 0
    admission: AdmissionOrder = field(default_factory=AdmissionOrder)
    buffer: memoryview = field(default_factory=lambda: memoryview(bytearray(READ_BYTES_MAX)))

    async def listen(
        self, host: str, port: int, inner_port: int, *, outer: type[Outer] | None = None
    ) -> asyncio.Server:
        """Listen for an inner port on loopback. `outer` is the class that handles each connection. Raises OSError."""
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
    """Set a long queue for connections that wait to be accepted, although few are accepted at once. Raises OSError.

    asyncio uses one number for both. Windows keeps the first number that a socket received, and other systems keep
    the last.
    """
    for listening in server.sockets:
        with listening.dup() as twin:
            twin.listen(BACKLOG)


class Half(asyncio.BufferedProtocol):
    """One side of a connection. It reads into the one buffer of its wall and copies the data at once.

    asyncio would allocate a buffer of 256 KB for each read, which takes seven times as long as all other work.
    """

    def __init__(self, wall: FloodWall) -> None:
        self._wall = wall

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return the wall's buffer. It is valid until `buffer_updated`."""
        return self._wall.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Copy the data out of the buffer before another connection reads into it."""
        self.take(bytes(self._wall.buffer[:nbytes]))

    def take(self, data: bytes) -> None:
        """Handle received bytes."""
        raise NotImplementedError


class Outer(Half):
    """The side of a connection towards the client, which is limited.

    After `early_bytes` bytes, reading stops until the connection is admitted.
    """

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
        """Accept the connection, or cut it off at once."""
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
        """Forward bytes as fast as the limits allow."""
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
        """Close the inner side too."""
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
        """Count bytes. Return for how many seconds to read no more."""
        return self._bucket.owe(now, amount)

    def count_of(self, known: PeerAddress) -> PeerCount:
        """Return the count to which a connection belongs."""
        return known.clients

    def spent(self, total: int) -> bool:
        """Return whether a connection has sent all the bytes that it may."""
        return total > self._limits.bytes_in_all

    def local(self, known: PeerAddress) -> tuple[str, int] | None:
        """Return the local address for connecting to the arbiter. None means any address."""
        return None

    async def turn(self) -> None:
        """Wait until the connection may be admitted."""

    def from_alias(self, known: PeerAddress) -> tuple[str, int] | None:
        """Return the alias of the address to connect from. Return None if there are no aliases."""
        alias = self._wall.addresses.alias(self._address, known)
        return (alias, 0) if alias else None

    def pause_writing(self) -> None:
        """Stop reading from the arbiter because the client reads too slowly. Disconnect the client if it does not
        catch up.

        While the wall reads nothing from the arbiter, it cannot notice that the arbiter has closed the connection.
        """
        self._stalled = self._loop.call_later(STALLED_SECONDS, self._turn_away)
        if self._inner is not None:
            self._inner.pause_reading()

    def resume_writing(self) -> None:
        """Start to read from the arbiter again, because the client has caught up."""
        self._forgive()
        if self._inner is not None:
            self._inner.resume_reading()

    def hold(self, why: str) -> None:
        """Stop reading from the client until every reason is released."""
        if not self._held and self._transport is not None:
            self._transport.pause_reading()
        self._held.add(why)

    def release(self, why: str) -> None:
        """Remove a reason not to read. If it was the last one, read again."""
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
    """The client side at the door. All connections of an address share its rate, and the arbiter sees its alias."""

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return a small part of the wall's buffer."""
        return self._wall.buffer[:DOOR_READ_BYTES_MAX]

    def owe(self, known: PeerAddress, now: float, amount: int) -> float:
        """Count bytes for the connection and its address. Return for how many seconds to read no more."""
        return max(super().owe(known, now, amount), known.door.owe(now, amount))

    def local(self, known: PeerAddress) -> tuple[str, int] | None:
        """Return the alias of the address."""
        return self.from_alias(known)


class OuterAtWeb(Outer):
    """The client side for browsers. The gateway sees the alias, because it knocks at the door for each address.

    The gateway limits every request itself, so a connection may last as long as its game. Each connection waits to be
    admitted. A browser that leaves meanwhile is noticed, because a browser sends only its first request before an
    answer.
    """

    early_bytes = EARLY_BYTES

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return a small part of the wall's buffer to a waiting connection. There may be thousands of them."""
        return self._wall.buffer[: READ_BYTES_MAX if self._inner else DOOR_READ_BYTES_MAX]

    def count_of(self, known: PeerAddress) -> PeerCount:
        """Return the count of browsers."""
        return known.browsers

    def spent(self, total: int) -> bool:
        """Return False: the sum of bytes is not limited."""
        return False

    def local(self, known: PeerAddress) -> tuple[str, int] | None:
        """Return the alias of the address."""
        return self.from_alias(known)

    async def turn(self) -> None:
        """Wait until it is the turn of this address. Addresses that opened fewer connections recently come first."""
        if self._limits.in_turn:
            await self._wall.admission.turn(self._address)


class Inner(Half):
    """The side of a connection towards the arbiter."""

    def __init__(self, wall: FloodWall, outer: Outer, client: asyncio.Transport) -> None:
        super().__init__(wall)
        self._outer = outer
        self._client = client

    def take(self, data: bytes) -> None:
        """Forward bytes to the client."""
        self._client.write(data)

    def pause_writing(self) -> None:
        """Stop reading from the client because the arbiter reads too slowly."""
        self._outer.hold("arbiter")

    def resume_writing(self) -> None:
        """Start to read from the client again, because the arbiter has caught up."""
        self._outer.release("arbiter")

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the client's side after it has read the remaining data, or after PARTING_SECONDS."""
        self._client.close()
        asyncio.get_running_loop().call_later(PARTING_SECONDS, self._client.abort)
