"""The network: connections between clients and arbiters, and the effect of the weather on each frame.

A connection is like one of ZeroMQ: fresh, with a route of its own, in order, silent without a peer. The
weather may also lose, repeat, delay and reorder single frames, which is worse than TCP ever is.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import zmq
from warcouncil.arbiter.shell.network.sockets import Incoming, Sockets
from warcouncil.clients.link.base.wire import HANDSHAKE_MS, PARTING_MS, End

from tests.simulation.chance import Chance
from tests.simulation.loop import Process, Time

if TYPE_CHECKING:
    from tests.simulation.arbiter import Arbiter

QUICK = (0.001, 0.012)
"""How long a frame takes in calm weather, in seconds."""
LATE = (0.05, 1.5)
"""How long it takes when it is late."""
QUEUE_MAX = 500
SEATS_PORT = 5000
"""The port of every arbiter. Its door is one above."""
SEAL_BYTES = 40
"""The number of bytes that a seal adds to a frame."""


@dataclass
class Weather:
    """How bad a link is now: of a hundred frames, how many are lost, come twice, come late, overtake others."""

    lost: int = 0
    twice: int = 0
    late: int = 0
    astray: int = 0

    @property
    def calm(self) -> bool:
        """Whether nothing happens to any frame."""
        return not (self.lost or self.twice or self.late or self.astray)


@dataclass(eq=False)
class Connection:
    """One connection of a client: its key, its route, and what chance does to it."""

    wire: SimWire
    arbiter: Arbiter
    key: str
    route: bytes
    chance: Random
    address: str
    met: bool = False
    hello: float = -1.0
    """The time when its first frame left.

    That frame never comes twice: the encryption allows no repetition along one connection. It is the only
    frame without a number or an id by which a repetition is known.
    """
    broken: bool = False
    heard_at: dict[bool, float] = field(default_factory=lambda: {True: 0.0, False: 0.0})
    """When the last frame arrives that keeps its place, upwards (True) and downwards."""
    lost: bytes = b""
    """The last frame to its client that was lost in bad weather."""


class Network:
    """Everything between clients and arbiters."""

    def __init__(self, time: Time, chance: Chance) -> None:
        self.time, self.chance = time, chance
        self.weather: dict[str, Weather] = {}
        """By the name of the client."""
        self.in_order: set[str] = set()
        """To and from whom no frame is lost, by a cut neither, and none overtakes another, as on any real connection."""
        self.cut: set[tuple[str, str]] = set()
        """Which client cannot reach which host, nor the host it."""
        self.listening: dict[str, Arbiter] = {}
        """By host."""
        self.faults: Counter[str] = Counter()
        self.heard: Callable[[Connection, bytes], None] = lambda _connection, _frame: None
        """Is told of every frame that reaches a client."""
        self.heard_after: Callable[[Connection, bytes], None] = lambda _connection, _lost: None
        """Is told, after a client took in a frame, which frame before it on this connection was lost."""
        self.spoken: Callable[[Arbiter], None] = lambda _arbiter: None
        """Is told whenever an arbiter sends anything."""
        self._connections: dict[bytes, Connection] = {}
        self._newest: dict[Process, Connection] = {}
        self._count = 0

    # --- connections ------------------------------------------------------------------------------------------------

    def connect(self, wire: SimWire, host: str, key: str) -> None:
        """Connect a client to the arbiter that listens at a host, if there is one."""
        client = wire.process
        chance = self.chance.of(f"link of {client.name}")
        wait = chance.uniform(*QUICK)
        arbiter = self.listening.get(host)
        if (client.name, host) in self.cut:
            self.time.after(HANDSHAKE_MS / 1000, wire.ended, End.GONE, process=client)
        elif arbiter is None or arbiter.dead:
            self.time.after(wait, wire.ended, End.GONE, process=client)
        elif not wire.knocks and not arbiter.admits(key):
            self.time.after(3 * wait, wire.ended, End.DENIED, process=client)
        else:
            self._count += 1
            route = b"\0%04d" % self._count
            wire.connection = Connection(wire, arbiter, key, route, chance, f"10.0.0.{self._count % 250}")
            self._connections[route] = self._newest[client] = wire.connection
            self.time.after(3 * wait, self._meet, wire.connection, process=arbiter)

    def _meet(self, connection: Connection) -> None:
        """Introduce both to each other: the arbiter must be awake, and the client must not have given up."""
        if connection.broken:
            return
        if not connection.arbiter.sockets.speaks():
            self.drop(connection, True)  # as ZAP's answer for later does
            return
        connection.met = True
        self.time.after(0, connection.wire.meet, process=connection.wire.process)
        waiting, connection.wire.queue = connection.wire.queue, []
        for frame in waiting:
            self.up(connection, frame)

    def drop(self, connection: Connection, told: bool = False) -> None:  # called by time
        """Break a connection; `told`: the client's system notices."""
        if not connection.broken:
            connection.broken = True
            self._connections.pop(connection.route, None)
            if told:
                wait = connection.chance.uniform(*QUICK)
                wire = connection.wire
                self.time.after(wait, wire.ended, End.GONE, process=wire.process)

    def of(self, client: str) -> list[Connection]:
        """Return the connections of a client."""
        return [one for one in self._connections.values() if one.wire.process.name == client]

    def leave(self, arbiter: Arbiter, *, told: bool) -> None:
        """Break all connections of an arbiter that is gone."""
        for connection in [one for one in self._connections.values() if one.arbiter is arbiter]:
            self.drop(connection, told=told and not self._is_cut(connection))

    # --- frames -----------------------------------------------------------------------------------------------------

    def up(self, connection: Connection, frame: bytes) -> None:
        """Carry a frame to the arbiter.

        A frame of a stopped client leaves when it continues, and never if it dies meanwhile.
        """
        if connection.wire.process.stopped_until > self.time.now:
            self.time.after(0, self.up, connection, frame, process=connection.wire.process)
            return
        for at in self._arrivals(connection, up=True):
            self.time.at(at, self._arrive_up, connection, frame)

    def down(self, route: bytes, frame: bytes) -> bool:
        """Carry a frame to a client; False without a client."""
        connection = self._connections.get(route)
        if connection is None or connection.broken:
            return False
        lost, arrivals = connection.lost, self._arrivals(connection, up=False)
        for at in arrivals:
            self.time.at(at, self._arrive_down, connection, frame, lost)
        if not arrivals:
            connection.lost = frame
        return True

    def _arrivals(self, connection: Connection, *, up: bool) -> list[float]:
        """Return the arrivals of a frame that leaves now: never, once, or twice."""
        chance, weather = connection.chance, self.weather.get(connection.wire.process.name)
        sender = connection.wire.process if up else connection.arbiter
        leaves = max(self.time.now, sender.stopped_until)
        if up and connection.hello < 0:
            connection.hello = leaves
        at = max(leaves + chance.uniform(*QUICK), connection.heard_at[up])
        if weather is None or weather.calm:
            connection.heard_at[up] = at
            return [at]
        draw = chance.random
        lost, twice, late, astray = (100 * draw() for _ in range(4))
        extra = [chance.uniform(*LATE) for _ in range(2)]
        if connection.wire.process.name in self.in_order:
            lost = astray = 100.0
        if lost < weather.lost:
            self.faults["frame lost"] += 1
            return []
        if late < weather.late:
            self.faults["frame late"] += 1
            at += extra[0]
        if astray < weather.astray:
            self.faults["frame out of order"] += 1
            at += extra[0]
        else:
            connection.heard_at[up] = at
        if twice < weather.twice and not (up and connection.hello == leaves):
            self.faults["frame twice"] += 1
            return [at, at + extra[1]]
        return [at]

    def _is_cut(self, connection: Connection) -> bool:
        name = connection.wire.process.name
        return (name, connection.arbiter.host) in self.cut and name not in self.in_order

    def _is_overtaken(self, connection: Connection) -> bool:
        """Return whether its client uses a newer connection, which took three trips and closed this one."""
        newest = self._newest.get(connection.wire.process)
        return newest is not None and newest is not connection and newest.met

    def _arrive_up(self, connection: Connection, frame: bytes) -> None:
        if self._is_cut(connection) or self._is_overtaken(connection):
            self.faults["frame into the void"] += 1
        elif not connection.arbiter.dead:
            several = frame.startswith(b"\0several")
            incoming = Incoming(
                connection.route, connection.key, None if several else frame, connection.address
            )
            arbiter = connection.arbiter
            socket = arbiter.sockets.gate if connection.wire.knocks else arbiter.sockets.socket
            self.time.at(self.time.now, socket.arrive, incoming, process=arbiter)

    def _arrive_down(self, connection: Connection, frame: bytes, lost: bytes) -> None:
        if self._is_cut(connection):
            self.faults["frame into the void"] += 1
            return
        if not connection.broken:
            wire = connection.wire
            self.time.at(self.time.now, self._hand_over, connection, frame, lost, process=wire.process)

    def _hand_over(self, connection: Connection, frame: bytes, lost: bytes) -> None:
        if connection.wire.open:
            self.heard(connection, frame)
            connection.wire.process.hears = connection.arbiter.epoch
            connection.wire.on_frame(frame)
            if lost:
                self.heard_after(connection, lost)


class SimWire:
    """A client's end of a connection: `clients/link/base/wire.py` without a socket."""

    def __init__(
        self,
        network: Network,
        process: Process,
        *,
        host: str,
        public: str,
        on_frame: Callable[[bytes], None],
        on_end: Callable[[End], None],
        on_met: Callable[[], object] = bool,
        port: int = SEATS_PORT,
        **others: object,
    ) -> None:
        self.knocks = port != SEATS_PORT
        """Whether it leads to the door, one port above."""
        self.network, self.process = network, process
        self.on_frame, self._on_end, self._on_met = on_frame, on_end, on_met
        self.open = True
        self.queue: list[bytes] = []
        self.connection: Connection | None = None
        network.connect(self, host, public)

    def send(self, frame: bytes) -> bool:
        """Send a frame."""
        if not self.open:
            return False
        if self.connection is None or not self.connection.met:
            self.queue.append(frame)
        else:
            self.network.up(self.connection, frame)
        return True

    def meet(self) -> None:
        """Learn that a peer with the right key has connected."""
        if self.open:
            self._on_met()

    def close(self, *, parting: bool = False) -> None:
        """Close the connection."""
        self.open = False
        if self.connection is not None:
            wait = PARTING_MS / 1000 if parting else 0.0
            self.network.time.after(wait, self.network.drop, self.connection)

    def ended(self, end: End) -> None:
        """Hear that it has ended."""
        if self.open:
            self.close()
            self._on_end(end)


class _Frame:
    """A frame as pyzmq gives it without copying."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self.more = incoming.data is None
        self.bytes = incoming.data or b""

    def get(self, name: str) -> str:
        """Return the metadata of this name."""
        return self._incoming.key if name == "User-Id" else self._incoming.address


class SimSocket:
    """A socket of an arbiter, which `wires.take` reads and `Wires.send` writes."""

    def __init__(self, carry: Callable[[bytes, bytes], bool]) -> None:
        self.turn: Callable[[], None] | None = None
        self._carry = carry
        self._came: deque[Incoming] = deque()
        self._half: Incoming | None = None
        self._route = b""

    def arrive(self, incoming: Incoming) -> None:
        """Take in a message, and have it read."""
        if len(self._came) < QUEUE_MAX:
            self._came.append(incoming)
        if self.turn is not None:
            self.turn()

    def recv(self, flags: int, *, copy: bool = True) -> bytes | _Frame:
        """Return the next frame: a route, then the frame from it."""
        if self._half is not None:
            half = self._half
            # Of several frames the last comes next.
            self._half = Incoming(half.route, half.key, b"", half.address) if half.data is None else None
            return _Frame(half)
        if not self._came:
            raise zmq.Again
        self._half = self._came.popleft()
        return self._half.route

    def send(self, data: bytes, flags: int) -> None:
        """Take a route, then what is to go along it."""
        if flags & zmq.SNDMORE:
            self._route = data
        elif not self._carry(self._route, data):
            raise zmq.ZMQError(zmq.EHOSTUNREACH)


class SimWires(Sockets):
    """An arbiter's sockets: all of `arbiter/shell/network/sockets.py` that is not ZeroMQ."""

    def __init__(self, network: Network, arbiter: Arbiter) -> None:
        self._network, self._arbiter = network, arbiter
        self.denied = self.strangers = self.undeliverable = self.unsaid = 0
        self.has_addresses = True
        self.real_address: Callable[[str], str] = str
        self.speaks: Callable[[], bool] = lambda: True
        self.seats, self.door = SimSocket(self._carry), SimSocket(self._carry)  # type: ignore[assignment]  # without ZeroMQ
        self._drained = []
        self._sent_on = set()

    def _carry(self, route: bytes, data: bytes) -> bool:
        self._network.spoken(self._arbiter)
        return self._network.down(route, data)

    def listen(self, on_seats: Callable[[], None], on_door: Callable[[], None]) -> None:
        """Begin to listen."""
        self.socket.turn, self.gate.turn = on_seats, on_door

    @property
    def socket(self) -> SimSocket:
        """The one for seats."""
        assert isinstance(self.seats, SimSocket)
        return self.seats

    @property
    def gate(self) -> SimSocket:
        """The one for the door."""
        assert isinstance(self.door, SimSocket)
        return self.door

    def close(self) -> None:
        """Nothing is left open."""
