"""One run: arbiters, clients, the network and the disks between them, and all that goes wrong, from one number."""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from warcouncil.arbiter.core import projector
from warcouncil.arbiter.core.plan import TablePlan
from warcouncil.arbiter.core.stimuli import Began, Holder
from warcouncil.clients.link.keyring import Ticket
from warcouncil.clients.link.receipts import Receipts
from warcouncil.games import registry
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.words import Role, TableId

from tests.simulation import faults as wrong
from tests.simulation.arbiter import Arbiter, Fuse
from tests.simulation.chance import Chance, pair
from tests.simulation.disk import Disk
from tests.simulation.faults import ARBITER, EVERYBODY, Fault
from tests.simulation.loop import Process, Time
from tests.simulation.network import Network, Weather
from tests.simulation.promises import Broken, Promises
from tests.simulation.seams import replaced
from tests.simulation.seat import Seat

HOST = "arbiter"
CALM_SECONDS = 12.0
"""So long after the last fault everybody must be back."""
START_SECONDS = 2.0
AGAIN = " again"
CLOCKS = (2, 4, 8, 15)
"""How long a question may take, in seconds."""
FUSE_SECONDS = 1.5
"""If an arbiter does not come to the point of a power cut for so long, the power goes anyhow."""
GAMES = (
    "sealed_bid",
    "nim",
    "standoff",
    "sealed_bid",
    "nim",
    "kashmir_crisis",
    "kartenspiel",
    "escalate",
    "hard_war",
)


@dataclass(frozen=True)
class Wish:
    """What a run is to be: all of it follows from the seed, but for what is said here."""

    seed: int
    seconds: float = 60.0
    game: str = ""
    tables: int = 0
    only: tuple[int, ...] | None = None
    """Which of the faults that are drawn strike; None: all."""


@dataclass
class Told:
    """What came of a run."""

    wish: Wish
    faults: dict[int, Fault]
    """What went wrong, by its number among all that was drawn."""
    broken: Broken | None = None
    seconds: float = 0.0
    steps: int = 0
    stimuli: int = 0
    struck: Counter[str] = field(default_factory=Counter)
    states: set[int] = field(default_factory=set)
    receipts: int = 0
    finished: int = 0
    trace: int = 0
    """A number that any other course of things would have changed."""


class World:
    """A run under way."""

    def __init__(self, wish: Wish, folder: Path, time: Time, chance: Chance, network: Network) -> None:
        self.wish = wish
        self.time, self.chance, self.network = time, chance, network
        self.promises = Promises(self.time)
        self.disk = Disk(folder, self.chance.of("the disk"))
        self.arbiter: Arbiter | None = None
        self.seats: dict[str, Seat] = {}
        self.calm = False
        self.trace = 0
        self._runs = 0
        self._down_seconds = 0.5
        draw = self.chance.of("the plan")
        self.game = wish.game or draw.choice(GAMES)
        self.tables = wish.tables or draw.choice((1, 1, 2))
        self._places = self._seats()
        drawn = wrong.drawn(self.chance.of("what goes wrong"), wish.seconds, list(self._places))
        self.faults = dict(enumerate(drawn)) if wish.only is None else {n: drawn[n] for n in wish.only}
        self.struck: Counter[str] = Counter()

    def _seats(self) -> dict[str, Holder]:
        game = registry.load(self.game)
        options = game.options_type()
        return {
            f"{number}:{seat.id}": Holder(role=Role.SEAT, table=TableId(number), seat=seat.id)
            for number in range(1, self.tables + 1)
            for seat in game.seats(options)
        }

    # --- the course of things ---------------------------------------------------------------------------------------

    def run(self) -> None:
        """Let it all happen. Raises Broken."""
        self.network.heard = self._heard
        self.time.at(0.0, self._begin)
        for fault in self.faults.values():
            self.time.at(START_SECONDS + fault.at, self._strike, fault)
        self.time.run(START_SECONDS + self.wish.seconds)
        self._calm_down()
        self.time.run(self.time.now + CALM_SECONDS)
        arbiter = self.arbiter
        if arbiter is None or arbiter.dead:
            self.promises.broken("back", "no arbiter is there at the end")
        else:
            self.time.turn(arbiter, self._see_that_all_are_back, arbiter)

    def _heard(self, connection: object, frame: bytes) -> None:
        self.trace = hash((self.trace, self.time.now, len(frame)))

    def _begin(self) -> None:
        draw = self.chance.of("the plan")
        game = registry.load(self.game)
        names = game.phase_names(game.options_type())
        options = {} if names else {"clock_seconds": draw.choice(CLOCKS)}
        plans = tuple(
            TablePlan(
                table=TableId(n),
                game=self.game,
                options=options,
                seed=f"{self.wish.seed * 1000 + n:064x}",
                clocks={name: draw.choice(CLOCKS) for name in names},
            )
            for n in range(1, self.tables + 1)
        )
        chance = draw.choice(("host", "host", "all"))
        start = "linked" if chance == "all" else draw.choice(("now", "linked", "ready"))
        began = Began.model_validate(
            {
                "exercise": "Jena",
                "tables": [plan.model_dump() for plan in plans],
                "codes": (),
                "chance": chance,
                "start": start,
                "grace_ms": draw.choice((0, 1000)),
            }
        )
        holders = {pair(name)[0].decode(): holder for name, holder in self._places.items()}
        arbiter = self._power_on()
        self.time.turn(arbiter, arbiter.begin, began, holders)
        for name in self._places:
            self._sit_down(name, Receipts())

    def _process(self, name: str) -> dict[str, float]:
        draw = self.chance.of(f"clocks of {name}")
        return {"origin": draw.uniform(10, 1e6), "rate": draw.uniform(0.9995, 1.0005)}

    def _power_on(self) -> Arbiter:
        self._runs += 1
        name = f"{HOST} {self._runs}"
        arbiter = Arbiter(
            self.time, self.network, self.disk, self.promises, host=HOST, name=name, **self._process(HOST)
        )
        arbiter.on_gone = self._gone
        self.arbiter = arbiter
        return arbiter

    def _gone(self) -> None:
        self.time.after(self._down_seconds, self._restart)

    def _restart(self) -> None:
        arbiter = self._power_on()
        self.time.turn(arbiter, arbiter.take_up)

    def _sit_down(self, name: str, receipts: Receipts, *, again: bool = False) -> Seat:
        public, secret = (key.decode() for key in pair(name))
        assert self.arbiter is not None
        assert self.arbiter.opened is not None
        papers = self.arbiter.opened.journal.papers
        ticket = Ticket(
            exercise="Jena", host=HOST, port=1, server_key=papers.curve_public, public=public, secret=secret
        )
        mind = self.chance.of(f"mind of {name}")
        called = name + AGAIN if again else name
        seat = Seat(
            self.time, called, ticket, receipts, promises=self.promises, mind=mind, **self._process(name)
        )
        self.seats[called] = seat
        self.time.turn(seat, seat.sit_down)
        return seat

    # --- what goes wrong --------------------------------------------------------------------------------------------

    def _strike(self, fault: Fault) -> None:
        self.struck[fault.kind] += 1
        getattr(self, f"_{fault.kind}")(fault)

    def _rough(self, fault: Fault) -> None:
        lost, twice, late, astray = fault.how
        weather = Weather(lost=lost, twice=twice, late=late, astray=astray)
        for name in self._named(fault.who):
            self.network.weather[name] = weather
            self.time.after(fault.seconds, self._clear, name, weather)

    def _clear(self, name: str, weather: Weather) -> None:
        if self.network.weather.get(name) is weather:
            del self.network.weather[name]

    def _cut(self, fault: Fault) -> None:
        for name in self._named(fault.who):
            self.network.cut.add((name, HOST))
            self.time.after(fault.seconds, self.network.cut.discard, (name, HOST))

    def _reset(self, fault: Fault) -> None:
        for connection in self.network.of(fault.who):
            self.network.drop(connection, told=True)

    def _crash(self, fault: Fault) -> None:
        arbiter = self.arbiter
        if arbiter is None or arbiter.dead:
            return
        self._down_seconds = fault.seconds
        arbiter.fuse = Fuse(fault.point, fault.tail, told=bool(fault.how[0]))
        self.time.after(FUSE_SECONDS, self._cut_power, arbiter)

    def _cut_power(self, arbiter: Arbiter) -> None:
        if not arbiter.dead:
            arbiter.fuse = Fuse("", "kept", told=arbiter.fuse is None or arbiter.fuse.told)
            arbiter.die()

    def _stop(self, fault: Fault) -> None:
        process = self._called(fault.who)
        if process is not None:
            process.stop_until(self.time.now + fault.seconds)

    def _slow(self, fault: Fault) -> None:
        self.disk.slow = (fault.how[0] / 2000, fault.how[0] / 1000)
        self.disk.slow_until = self.time.now + fault.seconds

    def _full(self, fault: Fault) -> None:
        self._down_seconds = fault.seconds
        self.disk.full = True
        self.time.after(fault.seconds / 2, self._make_room)

    def _make_room(self) -> None:
        self.disk.full = False

    def _wall(self, fault: Fault) -> None:
        process = self._called(fault.who)
        if process is not None:
            process.wall_off_ms += fault.how[0]

    def _kill(self, fault: Fault) -> None:
        seat = self.seats[fault.who]
        if not seat.dead:
            seat.die()
            self.time.after(fault.seconds, self._sit_down_again, fault.who)

    def _sit_down_again(self, name: str) -> None:
        self._sit_down(name, self.seats[name].receipts)

    def _second(self, fault: Fault) -> None:
        """Open a second window with the same key; the first is fenced, and when the second is shut the first is opened anew."""
        first = self.seats[fault.who]
        again = self._sit_down(fault.who, first.receipts, again=True)
        self.time.after(fault.seconds, self._first_again, fault.who, again)

    def _first_again(self, name: str, again: Seat) -> None:
        if again.dead:
            return
        again.die()
        if not self.seats[name].dead:
            self.seats[name].die()
        self._sit_down_again(name)

    def _named(self, who: str) -> list[str]:
        return list(self._places) if who == EVERYBODY else [who]

    def _called(self, who: str) -> Process | None:
        return self.arbiter if who == ARBITER else self.seats.get(who)

    # --- the end ----------------------------------------------------------------------------------------------------

    def _calm_down(self) -> None:
        self.network.weather.clear()
        self.network.cut.clear()
        self.disk.full = False
        self.disk.slow_until = 0.0
        for name in self._places:
            self.seats[name].quiet = True
        for name in [one for one in self.seats if one not in self._places]:
            if not self.seats[name].dead:
                self._first_again(name.removesuffix(AGAIN), self.seats[name])

    def _see_that_all_are_back(self, arbiter: Arbiter) -> None:
        """See that everybody has the newest view, and nothing on its way."""
        assert arbiter.opened is not None
        exercise = arbiter.opened.exercise
        for name, holder in self._places.items():
            seat, table = self.seats[name], exercise.tables[holder.table]
            if seat.dead or table.undealt or self.time.now - self.promises.opened_at.get(holder.table, 0) < 2:
                continue
            at = arbiter.opened.clock.now()
            truth = projector.view(
                table, table.seats[holder.seat], at, exercise.sessions, role=Role.SEAT, since=None
            )
            view = seat.desk.view
            if view is None or (view.gate, view.sheet, view.ended) != (truth.gate, truth.sheet, truth.ended):
                shown = (view.gate, view.ended) if view else None
                self.promises.broken(
                    "back", f"{name} does not see how things stand: {shown}, {truth.gate, truth.ended}"
                )
            if [line.text for line in seat.desk.story] != [line.text for line in truth.story]:
                self.promises.broken("back", f"{name} was not told all that happened")
            if seat.desk.sending is not None:
                self.promises.broken("back", f"{name} still waits for an answer")

    def end(self) -> None:
        """Let everything go."""
        for process in (self.arbiter, *self.seats.values()):
            if process is not None:
                process.on_gone = _nothing
                process.die()

    def told(self, broken: Broken | None) -> Told:
        """Tell what came of it."""
        opened = self.arbiter.opened if self.arbiter else None
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
            finished=sum(isinstance(table.phase, Finish) for table in tables),
            trace=self.trace,
        )


def _nothing() -> None:
    """Do nothing."""


def run(wish: Wish) -> Told:
    """Let a run happen, and tell what came of it."""
    time, chance = Time(), Chance(wish.seed)
    network = Network(time, chance)
    with tempfile.TemporaryDirectory(dir=_in_memory()) as folder, replaced(time, chance, network):
        world = World(wish, Path(folder), time, chance, network)
        broken: Broken | None = None
        try:
            world.run()
        except Broken as found:
            broken = found
        finally:
            world.end()
        return world.told(broken)


def _in_memory() -> str | None:
    """Give a folder that is no disk, where a system has one."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() else None
