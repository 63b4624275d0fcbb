"""One run: arbiters, clients, the network and the disks between them, and all faults, from one number."""

from __future__ import annotations

import tempfile
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from warcouncil.arbiter.core.views import seat_view
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import Role

from tests.simulation import faults as wrong
from tests.simulation import setting
from tests.simulation.arbiter import Arbiter
from tests.simulation.chance import Chance, pair
from tests.simulation.disk import Disk
from tests.simulation.faults import Fault
from tests.simulation.guest import Guest
from tests.simulation.hostile import NAME as HOSTILE
from tests.simulation.hostile import Hostile
from tests.simulation.loop import Process, Time
from tests.simulation.network import SEATS_PORT, Connection, Network
from tests.simulation.promises import Broken, Promises
from tests.simulation.seams import replaced
from tests.simulation.seat import Seat
from tests.simulation.server import Server
from tests.simulation.setting import EXERCISE, UMPIRE, Wish
from tests.simulation.strikes import AGAIN, Strikes
from tests.simulation.umpire import Umpire

HOSTS = ("10.0.0.1", "10.0.0.2", "10.0.0.3")
"""The machines on which an arbiter may run. A file is at home on the first alone."""
START_SECONDS = 2.0
CALM_SECONDS = 15.0
"""All clients must be back within this time after the last fault."""
LEADS_SECONDS = 8.0
"""How long after the last fault the lead may still pass on."""
LOOK_SECONDS = 1.0
"""The time between two checks of a closed window: a frame may come late, long after the weather."""
SETTLED_SECONDS = 2.3
"""A client that was asked within this time may not know it yet.

It is no multiple of any clock of a question: otherwise the next one closes in the moment of the comparison.
"""
WRITTEN_SECONDS, WRITTEN_LOOKS = 0.05, 100
"""So often, and for so long, a record is waited for that is being written at the end."""
PAST = 30
"""How many of a user's newest requests may be asked again."""
LOOKS = 3
"""The number of waits for news on its way."""
R = TypeVar("R")


@dataclass
class Told:
    """The result of a run."""

    wish: Wish
    faults: dict[int, Fault]
    """The faults, by their numbers in the whole list."""
    broken: Broken | None = None
    seconds: float = 0.0
    steps: int = 0
    stimuli: int = 0
    struck: Counter[str] = field(default_factory=Counter)
    states: set[int] = field(default_factory=set)
    receipts: int = 0
    epochs: int = 0
    """How often the lead was taken."""
    finished: int = 0
    retold: int = 0
    """How often the journal was done again and compared."""
    refusals: Counter[RefusalCode] = field(default_factory=Counter)
    """The refusals of the windows that are open at the end, by the reason."""
    trace: int = 0
    """A number that any other course of things would have changed."""


class World:
    """A run under way."""

    def __init__(self, wish: Wish, folder: Path, time: Time, chance: Chance, network: Network) -> None:
        self.wish = wish
        self.time, self.chance, self.network = time, chance, network
        self.setting = setting.drawn(wish, chance)
        self.promises = Promises(time)
        self.disk = Disk(folder, chance)
        self.server = Server() if self.setting.at_server else None
        self.arbiters: dict[str, Arbiter] = {}
        """The newest process on each machine."""
        self.seats: dict[str, Seat] = {}
        self.hostile: Hostile | None = None
        self.down_seconds = 0.5
        self.is_calm = False
        """Whether faults and requests have ended."""
        self.trace = 0
        self.struck: Counter[str] = Counter()
        drawn = wrong.drawn(
            chance.of("what goes wrong"),
            wish.seconds,
            [*self.setting.places],
            at_server=self.setting.at_server,
            of_links=wish.seats_alone,
        )
        self.faults = dict(enumerate(drawn)) if wish.only is None else {n: drawn[n] for n in wish.only}
        self.strikes = Strikes(self)
        self.outside: set[str] = set()
        """The guests whom no door has let in yet."""
        self._receipts: dict[str, Receipts] = {}
        self._past: dict[str, deque[Request]] = {}
        """The newest requests of each user, in all of their windows."""
        self._tickets: dict[str, Ticket] = {}
        """The tickets of guests who were let in."""
        self._windows: Counter[str] = Counter()
        """How many each client has opened."""
        self._papers = ""
        self._runs = 0
        self._sent: deque[bytes] = deque(maxlen=60)

    @property
    def clients(self) -> list[str]:
        """Return the names of all honest clients."""
        return [*self.setting.places, UMPIRE] if self.setting.ruled else [*self.setting.places]

    @property
    def leader(self) -> Arbiter | None:
        """Return the newest arbiter that serves."""
        serving = [one for one in self.arbiters.values() if not one.dead and one.service is not None]
        return max(serving, key=lambda one: one.epoch, default=None)

    @property
    def leads_at(self) -> str:
        """Return the machine that leads, or may."""
        leader = self.leader
        return leader.host if leader else HOSTS[0]

    # --- the course of things ---------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run the world to its end. Raises Broken."""
        self.network.heard = self._heard
        self.network.heard_after = self._see_that_the_gap_is_noticed
        self.network.spoken = self._spoken
        self.time.at(0.0, self.begin)
        for fault in self.faults.values():
            self.time.at(START_SECONDS + fault.at, self.strikes.strike, fault)
        self.time.run(START_SECONDS + self.wish.seconds)
        self._calm_down()
        calm, epoch = self.time.now, -1
        while self.time.now < calm + CALM_SECONDS:
            self._open_again()
            self.time.run(self.time.now + LOOK_SECONDS)
            if epoch < 0 and self.server is not None and self.time.now >= calm + LEADS_SECONDS:
                epoch = self.server.epoch
        if self.server is not None and self.server.epoch != epoch:
            self.promises.broken("leader", "the lead was taken from an arbiter to which nothing had happened")
        leader = self.leader
        if leader is None:
            self.promises.broken("back", "no host is there at the end")
        else:
            for _ in range(LOOKS):
                if self._is_news_under_way(leader):
                    self.time.run(self.time.now + SETTLED_SECONDS)
            self.time.turn(leader, self._see_that_all_are_back, leader)
            self._see_that_the_journal_tells_it(leader)

    def _heard(self, connection: object, frame: bytes) -> None:
        self.trace = hash((self.trace, self.time.now, len(frame)))

    def _see_that_the_gap_is_noticed(self, connection: Connection, lost: bytes) -> None:
        """Check that a client with a frame that was sent after a lost one knows that it has missed a reply."""
        seat = connection.wire.process
        if isinstance(seat, Seat) and not seat.is_shut and not seat.knows_of(lost):
            self.promises.broken("gap", f"{seat.name} received a frame after a lost one, and has not noticed")

    def _spoken(self, arbiter: Arbiter) -> None:
        if self.server is not None:
            self.promises.leads(arbiter.epoch, self.server.epoch)

    def begin(self) -> None:
        """Set the exercise up, and start all clients."""
        first = self._power_on(HOSTS[0])
        self.time.turn(first, first.begin, self.setting.began, self.setting.holders)
        assert first.opened is not None
        self._papers = first.opened.journal.papers.curve_public
        self.outside = {*self.setting.guests}
        for name in self.clients:
            self._receipts[name] = Receipts()
            self._past[name] = deque(maxlen=PAST)
            self.sit_down(name)
        if self.setting.hostile:
            self._let_in_hostile()
        for host in self.hosts[1:]:
            self._restart(host)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Return the machines of this run."""
        return HOSTS[: 1 + self.setting.standbys] if self.server is not None else HOSTS[:1]

    def _power_on(self, host: str) -> Arbiter:
        self._runs += 1
        arbiter = Arbiter(
            self.time,
            self.network,
            self.promises,
            disk=self.disk,
            server=self.server,
            chance=self.chance.of(f"machine {host}"),
            host=host,
            name=f"arbiter {self._runs}",
            **self._clock(host),
        )
        arbiter.on_gone = lambda: self.time.after(self.down_seconds, self._restart, host)
        self.arbiters[host] = arbiter
        return arbiter

    def _restart(self, host: str) -> None:
        arbiter = self._power_on(host)
        self.time.turn(arbiter, arbiter.stand_by if self.server is not None else arbiter.take_up)

    def sit_down(self, name: str, called: str = "") -> Seat:
        """Start a user's client, under another name if it is not their only one."""
        called = called or name
        self._windows[name] += 1
        kind = Umpire if name == UMPIRE else Guest if name in self.outside else Seat
        ticket = self._ticket(name)
        seat = kind(
            self.time,
            called,
            ticket,
            self._receipts[name],
            promises=self.promises,
            mind=self.chance.of(f"mind of {name}"),
            **self._clock(name),
        )
        seat.sent, seat.quiet = self._sent, self.is_calm
        self.promises.places[ticket.public] = name
        if self.setting.talkative and kind is not Umpire:
            seat.voice = self.chance.of(f"voice of {name}")
        seat.whims = self.chance.of(f"whims of {name}")
        if not self.wish.seats_alone:
            seat.doubts, seat.past = self.chance.of(f"doubts of {name}"), self._past[name]
        place = self.setting.places.get(name)
        if place is not None:
            seats = self.setting.places.values()
            seat.others = tuple(one.seat for one in seats if one.table == place.table and one != place)
        if isinstance(seat, Guest):
            seat.addresses = tuple(Address(host, SEATS_PORT) for host in self.hosts)
            seat.code, seat.keep = self.setting.guests[name].code, partial(self._keep, name)
        if isinstance(seat, Umpire):
            seat.tables = self.setting.tables
            seat.phases = tuple(self.setting.began.tables[0].clocks)
            seat.seats = tuple(holder.seat for holder in self.setting.places.values())
        self.seats[called] = seat
        self.time.turn(seat, seat.sit_down)
        return seat

    def _keep(self, name: str, ticket: Ticket) -> Ticket:
        """Keep the ticket of a guest who was let in."""
        self.outside.discard(name)
        self._tickets[name] = ticket
        self.promises.places[ticket.public] = name
        return self._ticket(name)

    def _let_in_hostile(self) -> None:
        mind = self.chance.of(HOSTILE)
        ticket = self._ticket(self.setting.hostile)
        self.hostile = Hostile(self.time, self.network, self.promises, mind, ticket=ticket, sent=self._sent)
        self.time.turn(self.hostile, self.hostile.begin)

    def _ticket(self, name: str) -> Ticket:
        """Return the ticket of a client. A guest without one gets a key that is never used."""
        public, secret = (key.decode() for key in pair(name))
        kept = self._tickets.get(name)
        return Ticket(
            exercise=EXERCISE,
            host=HOSTS[0],
            port=SEATS_PORT,
            server_key=kept.server_key if kept else self._papers,
            public=kept.public if kept else public,
            secret=kept.secret if kept else secret,
            elsewhere=tuple(f"{host}:{SEATS_PORT}" for host in self.hosts[1:]),
        )

    def _clock(self, name: str) -> dict[str, float]:
        draw = self.chance.of(f"clocks of {name}")
        return {"origin": draw.uniform(10, 1e6), "rate": draw.uniform(0.9995, 1.0005)}

    # --- the end ----------------------------------------------------------------------------------------------------

    def _calm_down(self) -> None:
        self.is_calm = True
        self.network.weather.clear()
        self.network.cut.clear()
        self.disk.full, self.disk.slow_until = False, 0.0
        if self.server is not None:
            self.server.cut.clear()
            self.server.is_calm = True
        for name in [one for one in self.seats if one.endswith(AGAIN)]:
            self.strikes.first_again(name.removesuffix(AGAIN), self.seats[name])
        for seat in self.seats.values():
            seat.quiet = True
            if isinstance(seat, Umpire) and not seat.dead:
                self.time.turn(seat, seat.calm)
        if self.hostile is not None:
            self.hostile.die()

    def _open_again(self) -> None:
        """Open each window again that was closed by a late hello of an older window of the same user."""
        for name in self.clients:
            if self.seats[name].opened_elsewhere and self._windows[name] > 1:
                self.seats[name].die()
                self.sit_down(name)

    def _is_news_under_way(self, arbiter: Arbiter) -> bool:
        """Return whether a question has closed and no client knows it, perhaps because it was just now."""
        assert arbiter.opened is not None
        tables = arbiter.opened.exercise.tables
        seen = {holder.table: self.seats[name].desk.view for name, holder in self.setting.places.items()}
        return any(view is not None and view.gate < tables[number].gate for number, view in seen.items())

    def _see_that_all_are_back(self, arbiter: Arbiter) -> None:
        """Check that all clients have the newest view, and nothing on its way, nor a line or an answer to a
        former question.
        """
        assert arbiter.opened is not None
        exercise, at = arbiter.opened.exercise, arbiter.opened.clock.now()
        for name in self.clients:
            link = self.seats[name].link
            if link is None and not self.seats[name].dead:
                self.promises.broken("back", f"{name} was not let in")
            if link is not None and link._asked._unanswered:
                self.promises.broken("back", f"{name} still waits for an answer")
        for name, holder in self.setting.places.items():
            seat, table = self.seats[name], exercise.tables[holder.table]
            lately = self.time.now - self.promises.opened_at.get(holder.table, 0.0) < SETTLED_SECONDS
            if seat.dead or table.is_undealt or lately:
                continue
            truth = seat_view.view(
                table, table.seats[holder.seat], at, exercise.sessions, role=Role.SEAT, since=None
            )
            view = seat.desk.view
            if view is None or (view.gate, view.sheet, view.ended) != (truth.gate, truth.sheet, truth.ended):
                self.promises.broken("back", f"{name} does not see how things stand")
            if [line.text for line in seat.desk.story] != [line.text for line in truth.story]:
                self.promises.broken("back", f"{name} was not told all that happened")
            if seat.desk.sending is not None:
                self.promises.broken("back", f"{name} still waits for an answer")

    def _see_that_the_journal_tells_it(self, leader: Arbiter) -> None:
        """See that the exercise is what its journal tells, when no record is being written."""
        for _ in range(WRITTEN_LOOKS):
            if self.promises.is_written or leader.dead:
                break
            self.time.run(self.time.now + WRITTEN_SECONDS)
        if leader.opened is not None and self.promises.is_written:
            self.promises.check_retold(leader.opened.exercise)

    def end(self) -> None:
        """End everything."""
        processes: list[Process | None] = [*self.arbiters.values(), *self.seats.values(), self.hostile]
        for process in processes:
            if process is not None and not process.dead:
                process.on_gone = bool
                process.die()
        if self.server is not None:
            self.server.connection.close()

    def told(self, broken: Broken | None) -> Told:
        """Return the result."""
        opened = next((one.opened for one in self.arbiters.values() if one.opened), None)
        tables = opened.exercise.tables.values() if opened else ()
        return Told(
            wish=self.wish,
            faults=self.faults,
            broken=broken,
            seconds=self.time.now,
            steps=self.time.steps,
            stimuli=self.promises.stimuli,
            struck=self.struck + self.network.faults,
            states=self.promises.states,
            receipts=len(self.promises.acked),
            epochs=self.server.epoch if self.server else 0,
            retold=self.promises.retold,
            refusals=sum((Counter(seat.refusals) for seat in self.seats.values()), Counter()),
            finished=sum(isinstance(table.phase, Finish) for table in tables),
            trace=self.trace,
        )


W = TypeVar("W", bound=World)


def lived(wish: Wish, kind: type[W], what: Callable[[W], R]) -> R:
    """Make a world, and run an action with it."""
    time, chance = Time(), Chance(wish.seed)
    network = Network(time, chance)
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder, replaced(time, chance, network):
        world = kind(wish, Path(folder), time, chance, network)
        try:
            return what(world)
        finally:
            world.end()


def run(wish: Wish) -> Told:
    """Make a run, and return its result."""
    return lived(wish, World, whole)


def whole(world: World) -> Told:
    """Run a world to its end, and return its result."""
    try:
        world.run()
    except Broken as broken:
        return world.told(broken)
    return world.told(world.promises.failure)


def in_memory() -> str | None:
    """Return a folder in memory, if the system has one."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() else None
