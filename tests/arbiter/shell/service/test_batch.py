"""A table whose rules fail is held, wherever they fail.

The frames of the other tables are the same, byte for byte.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, fields, replace
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.plan import Inject, TablePlan
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, Grant, Greeted, Received, Stimulus, Ticked
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.network.outbox import Outbox
from warcouncil.arbiter.shell.network.sockets import Sockets
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.arbiter.shell.service.stand_ins import NoStandIns
from warcouncil.games.kit.game import AnyGame, Phase
from warcouncil.protocol.acts.acts import Release
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.requests import Declare, Request, Rule, Watch
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import load, sign
from tests.profile import BY_NIGHT
from tests.toys.sealed_bid import GAME, SealedBid

TABLES, BROKEN = (40 if BY_NIGHT else 10), TableId(7)
SECRET = "the ace is up the sleeve"
PUBLIC, CURVE_SECRET = "4GdEAt!VXwWL)#}hP-PUS<zjZJvx5nsS=a^KaGh}", "rB8tfM#X?dXjWd5Dg!cmIP@4?YDVkY]l8x2P4#-r"
SEATS = tuple(seat.id for seat in GAME.seats(GAME.options_type()))
STEP_MS = 250


def token_of(key: str) -> str:
    """Return the name of a key's session."""
    return sign(key.encode())[:32]


@dataclass
class Fault:
    """The place where the rules of one table fail, and when."""

    method: str
    public: bool = False
    on: bool = False

    def strike(self, method: str, *, public: bool = False) -> None:
        """Raise an exception if this is the time and the place. Its message contains a secret."""
        if self.on and method == self.method and public is self.public:
            raise ValueError(SECRET)


def broken(fault: Fault) -> AnyGame:
    """Return sealed bids whose rules fail at the place of the fault."""

    class Sly(Phase):
        """A question that fails when it is asked whether it may close early."""

        __slots__ = ()

        def _early(self) -> bool:
            fault.strike("closes_early")
            return True

        closes_early = property(_early, lambda _self, _value: None)

    class Broken(SealedBid):
        def phase(self, state: Any) -> Any:
            fault.strike("phase")
            phase = super().phase(state)
            if fault.method not in ("closes_early", "no such seat") or not isinstance(phase, Phase):
                return phase
            if fault.method == "no such seat":
                return replace(phase, asked=(SeatId("nobody"),)) if fault.on else phase
            return Sly(**{name.name: getattr(phase, name.name) for name in fields(phase)})

        def form(self, state: Any, seat: SeatId) -> Any:
            fault.strike("form")
            return super().form(state, seat)

        def read(self, state: Any, seat: SeatId, answer: Any) -> Any:
            fault.strike("read")
            return super().read(state, seat, answer)

        def default(self, state: Any, seat: SeatId) -> Any:
            fault.strike("default")
            return super().default(state, seat)

        def resolve(self, state: Any, declarations: Any, dice: Any) -> Any:
            fault.strike("resolve")
            return super().resolve(state, declarations, dice)

        def sheet(self, state: Any, seat: SeatId | None) -> Any:
            fault.strike("sheet", public=seat is None)
            return super().sheet(state, seat)

    return Broken()


class Silent:
    """Sockets to which no client has connected."""

    def again(self) -> None:
        """Check whether any frame has come."""


class Heard(Outbox):
    """An outbox that records frames before encryption, with the time at which they left."""

    def __init__(self, clock: ExerciseClock) -> None:
        super().__init__(cast(Sockets, Silent()), CURVE_SECRET, {})
        self.mail: dict[str, list[tuple[int, bytes]]] = {}
        self._clock = clock

    def _post(self, send: Send) -> None:
        self.mail.setdefault(send.key, []).append((self._clock.now(), send.frame))


@dataclass
class Hall:
    """The tables, their people, two consoles and a projector, through the real service and a real journal."""

    where: Path
    fault: Fault
    passed: int = 0
    log: StringIO = field(default_factory=StringIO)
    number: int = 0

    def open(self) -> Service:
        """Begin the exercise and admit all people."""
        plans = tuple(
            TablePlan(
                table=TableId(n),
                game="broken" if n == BROKEN else "sealed_bid",
                options={"clock_seconds": 5},
                seed=f"{n:064x}",
            )
            for n in range(1, TABLES + 1)
        )
        never = Inject.model_validate({"text": "x", "when": {"label": "Red 1", "over": 99}})
        began = Began(exercise="Jena", tables=plans, codes=(), grace_ms=0, injects=(never,))
        self.exercise = Exercise(sign, load=self.load)
        opened = journal.create(self.where, Papers("Jena", PUBLIC, CURVE_SECRET, b"5" * 32))
        opened.append(written(began, self.exercise.handle(began), TableId(0)))
        clock = ExerciseClock(0, lambda: self.passed)
        clock.start()
        self.service = Service(
            exercise=self.exercise,
            journal=opened,
            sockets=cast(Sockets, Silent()),  # no frame comes from outside in this test
            clock=clock,
            stand_ins=NoStandIns(),
            log=open_log(self.log),
        )
        self.heard = Heard(clock)
        self.service.effect_runner.outbox = self.heard
        self.journal = opened
        return self.service

    def load(self, name: str) -> AnyGame:
        """Return the rules of a table."""
        return broken(self.fault) if name == "broken" else load(name)

    def enter(self) -> None:
        """Seat all people."""
        for table in range(1, TABLES + 1):
            for seat in SEATS:
                self.greet(f"{table}:{seat}", Grant(role=Role.SEAT, table=TableId(table), seat=seat))
        self.greet("umpire", Grant(role=Role.UMPIRE))
        self.greet("other", Grant(role=Role.UMPIRE))
        self.greet("wall", Grant(role=Role.DISPLAY, tables=(TableId(9),)))
        self.ask("umpire", Watch(table=BROKEN))
        self.ask("other", Watch(table=TableId(8)))
        self.ask("wall", Watch(table=TableId(9)))

    def greet(self, key: str, holder: Grant) -> None:
        """Admit a person, and send their hello."""
        at = self.service.clock.now()
        token = token_of(key)
        both: list[Stimulus] = [
            Admitted(at=at, key=key, holder=holder),
            Greeted(at=at, key=key, route=b"", token=token),
        ]
        self.service.settle(both)

    def ask(self, key: str, body: Request) -> None:
        """Send a request of a person."""
        at = self.service.clock.now()
        self.service.settle([Received(at=at, key=key, body=body, session=token_of(key))])

    def tick(self, count: int = 1) -> None:
        """Advance the time by ticks."""
        for _ in range(count):
            self.passed += STEP_MS
            self.service._inbox.tick()
            self.service.settle([Ticked(at=self.service.clock.now())])
            self.service.settle(())

    def declare(self, table: int) -> None:
        """Declare for every asked seat of a table."""
        playing = self.exercise.tables[TableId(table)]
        asked = playing.phase.asked if isinstance(playing.phase, Phase) else ()
        for seat in asked:
            self.number += 1
            suggested = GAME.form(playing.state, seat).suggested or {}
            ident = f"{table:016x}{playing.gate:08x}{SEATS.index(seat):08x}"
            self.ask(f"{table}:{seat}", Declare(id=ident, gate=GateNo(playing.gate), answer=suggested))

    def play(self) -> None:
        """Play four rounds. At a third of the tables, the clock closes each round. The fault occurs in the second
        round.
        """
        for step in range(4):
            self.fault.on = self.fault.on or (step == 1 and self.fault.method != "nothing")
            for table in range(1, TABLES + 1):
                if (table + step) % 3:
                    self.declare(table)
                if table % 10 == 0:
                    self.tick()
            self.tick(24)

    def of_others(self) -> dict[str, list[tuple[int, bytes]]]:
        """Return the frames of all seats at a table without a fault, and of the projector."""
        own = (f"{BROKEN}:", "umpire", "other")
        return {key: mail for key, mail in self.heard.mail.items() if not key.startswith(own)}

    def close(self) -> None:
        """End this arbiter."""
        self.service.stop()
        self.journal.close()

    def statuses(self, key: str) -> list[TableStatus]:
        """Return the table statuses that a console received."""
        bodies = [wire.decode_reply(frame).body for _, frame in self.heard.mail[key]]
        return [body for body in bodies if isinstance(body, TableStatus)]


def lived(where: Path, fault: Fault) -> Hall:
    """Play the whole course."""
    hall = Hall(where, fault)
    hall.open()
    hall.enter()
    hall.play()
    return hall


@dataclass
class Calm:
    """The course of an exercise without a fault."""

    others: dict[str, list[tuple[int, bytes]]]
    statuses: dict[str, list[TableStatus]]


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Calm:
    """Play an exercise without a fault."""

    async def live() -> Calm:
        hall = lived(tmp_path_factory.mktemp("calm") / "exercise", Fault("nothing"))
        hall.close()
        assert min(table.gate for table in hall.exercise.tables.values()) > 1 + 3, "no clock runs out"
        return Calm(hall.of_others(), {key: hall.statuses(key) for key in CONSOLES})

    return asyncio.run(live())


CONSOLES = ("umpire", "other")
PLACES = (
    *(Fault(method) for method in ("resolve", "phase", "form", "read", "default", "sheet")),
    Fault("sheet", public=True),
    Fault("no such seat"),
    Fault("closes_early"),
)


@pytest.mark.night(keep=5)
@pytest.mark.parametrize(
    "fault", PLACES, ids=lambda fault: fault.method + ("_of_all" if fault.public else "")
)
async def test_a_fault_at_one_table_is_held_there_and_the_others_do_not_notice(
    fault: Fault, calm: Calm, tmp_path: Path
) -> None:
    """F23: one broken rule stops the room, is visible in another table's frames, or writes a hand into the
    log.
    """
    hall = lived(tmp_path / "faulty", fault)
    assert hall.of_others() == calm.others
    table = hall.exercise.tables[BROKEN]
    assert "held after a fault, number " in table.held
    alarm = table.held.rpartition(" ")[2]
    assert alarm in hall.log.getvalue()
    assert SECRET not in hall.log.getvalue()
    everything = b"".join(frame for mail in hall.heard.mail.values() for _, frame in mail)
    assert SECRET.encode() not in everything
    for console in CONSOLES:
        last = [
            {s.table: s.gate for s in seen if s.table != BROKEN}
            for seen in (hall.statuses(console), calm.statuses[console])
        ]
        assert last[0] == last[1]
        assert any(status.held == table.held for status in hall.statuses(console))
    assert _resumed(hall) == {
        number: (t.gate, t.state, bool(t.held)) for number, t in hall.exercise.tables.items()
    }
    hall.close()


def _resumed(hall: Hall) -> dict[TableId, tuple[int, Any, bool]]:
    """Return the state of each table after a resume by a program with corrected rules."""
    hall.fault.on = False
    rows = list(hall.journal.rows())
    tables = restore(rows, sign, load=hall.load).tables
    return {number: (table.gate, table.state, bool(table.held)) for number, table in tables.items()}


async def test_a_fault_has_the_time_of_its_stimulus(tmp_path: Path) -> None:
    """Later stimuli of the same batch follow the fault in the journal but have an earlier time."""
    hall = Hall(tmp_path / "faulty", Fault("read"))
    hall.open()
    hall.enter()
    hall.fault.on = True
    at = hall.service.clock.now()
    hall.passed += 40
    came: list[Stimulus] = []
    for table, seat in ((BROKEN, SEATS[0]), (TableId(1), SEATS[0])):
        suggested = GAME.form(hall.exercise.tables[table].state, seat).suggested or {}
        body = Declare(id=f"{table:032x}", gate=GateNo(1), answer=suggested)
        key = f"{table}:{seat}"
        came.append(Received(at=at + len(came), key=key, body=body, session=token_of(key)))
    hall.service.settle(came)
    times = [(row.kind, row.at) for row in hall.journal.rows()]
    assert times[-2:] == [("faulted", at), ("received", at + 1)]
    hall.close()


async def test_a_table_goes_on_when_its_rules_are_sound_again(tmp_path: Path) -> None:
    """A fault that has ended costs the table its game."""
    hall = lived(tmp_path / "faulty", Fault("resolve"))
    gate = hall.exercise.tables[BROKEN].gate
    hall.fault.on = False
    hall.ask("umpire", Rule(id="0" * 32, table=BROKEN, act=Release(), reason="mended"))
    assert hall.exercise.tables[BROKEN].gate == gate + 1
    seen = [wire.decode_reply(frame).body for _, frame in hall.heard.mail[f"{BROKEN}:{SEATS[0]}"]]
    assert any(isinstance(body, View) and body.gate == gate + 1 and not body.held for body in seen)
    hall.close()
