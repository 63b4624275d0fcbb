"""The whole room in virtual time: forty tables, four hundred seats, two consoles and a projector, without a
socket. Measured for an hour of it at human pace: the cost of the arbiter's rules, the bytes for a console,
and the growth of memory.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import process_time

import psutil  # type: ignore[import-untyped]  # it ships no types
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Closed, Send
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, Grant, Greeted, Received, Stimulus, Ticked
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.wire.requests import Beat, Declare, Request, Say, Watch
from warcouncil.protocol.words import ChannelId, Role, SeatId, TableId

OPTIONS = {"max_turns": 10_000}
"""No battle ends while it is measured."""
TICK_MS = 250
BEAT_TICKS = 12
SAYS_PER_MINUTE = 2
SECONDS_TO_DECIDE = 20
"""The longest time of a seat for a decision."""
REPORT_MINUTES = 15
CONSOLES = ("console 1", "console 2")


@dataclass
class Figures:
    """The counts since the last report."""

    cpu: float = 0.0
    gate_cpu: float = 0.0
    tick_cpu: float = 0.0
    gates: int = 0
    ticks: int = 0
    console_bytes: int = 0
    console_bytes_max: int = 0
    display_bytes: int = 0
    seat_bytes: int = 0
    journal_bytes: int = 0


@dataclass
class Room:
    """An exercise and its people. `due` is when each seat answers what it is asked."""

    tables: int
    at: int = 0
    ids: int = 0
    figures: Figures = field(default_factory=Figures)
    due: dict[tuple[TableId, SeatId], tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        plans = tuple(
            TablePlan(table=TableId(number), game="kartenspiel", options=OPTIONS, seed=f"{number:064x}")
            for number in range(1, self.tables + 1)
        )
        self.dice = Dice(b"an hour of a day", self.tables)
        self.exercise = Exercise(lambda _data: "0" * 128)
        self.do(Began(exercise="benchmark", tables=plans, codes=()))
        for table in self.exercise.tables.values():
            for seat in table.seats:
                self.enter(f"{table.number}:{seat}", Grant(role=Role.SEAT, table=table.number, seat=seat))
        for number, console in enumerate(CONSOLES, 1):
            self.enter(console, Grant(role=Role.UMPIRE))
            self.ask(console, Watch(table=TableId(number)))
        self.enter("display", Grant(role=Role.DISPLAY))
        self.ask("display", Watch(table=TableId(1)))

    def do(self, stimulus: Stimulus) -> None:
        """Handle a stimulus in the arbiter; count its cost and its messages."""
        table = self.exercise.table_of(stimulus)
        begun = process_time()
        outcome = self.exercise.handle(stimulus)
        spent = process_time() - begun
        figures = self.figures
        figures.cpu += spent
        console = 0
        for effect in outcome.effects:
            match effect:
                case Closed():
                    figures.gates += 1
                    figures.gate_cpu += spent
                case Send(key=key, frame=frame):
                    console += self._count(key, len(frame))
                case _:
                    pass
        figures.console_bytes += console
        if isinstance(stimulus, Ticked):
            figures.ticks += 1
            figures.tick_cpu += spent
            figures.console_bytes_max = max(figures.console_bytes_max, console)
        if outcome.durable:
            figures.journal_bytes += sum(len(entry.body) for entry in written(stimulus, outcome, table))

    def _count(self, key: str, length: int) -> int:
        """Count a frame, and give how much of it went to the first console."""
        if key == "display":
            self.figures.display_bytes += length
        elif key not in CONSOLES:
            self.figures.seat_bytes += length
        return length if key == CONSOLES[0] else 0

    def enter(self, key: str, holder: Grant) -> None:
        """Admit a client."""
        self.do(Admitted(at=self.at, key=key, holder=holder))
        self.do(Greeted(at=self.at, key=key, route=b"", token=key.encode().hex()))

    def ask(self, key: str, body: Request) -> None:
        """Send a request of a client."""
        self.do(Received(at=self.at, key=key, body=body, session=key.encode().hex()))

    def fresh(self) -> str:
        """Return the next id."""
        self.ids += 1
        return f"{self.ids:032x}"

    # --- an hour --------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Advance the time by a quarter of a second."""
        self.at += TICK_MS
        self.do(Ticked(at=self.at))
        turn = self.at // TICK_MS
        for place, table in enumerate(self.exercise.tables.values()):
            for number, seat in enumerate(table.seats):
                key = f"{table.number}:{seat}"
                if (turn + place + number) % BEAT_TICKS == 0:
                    self.ask(key, Beat())
                if self.dice.below(240) < SAYS_PER_MINUTE:
                    self._say(table, seat, key)
                self._answer(table, seat, key)
        while pending := self.exercise.pending(self.at):
            for stimulus in pending:
                self.do(stimulus)

    def _say(self, table: Table, seat: SeatId, key: str) -> None:
        phase = table.phase
        channels = phase.channels if isinstance(phase, Phase) else ()
        own = [channel.id for channel in channels if seat in channel.members]
        if own:
            self.ask(
                key, Say(id=self.fresh(), channel=ChannelId(own[0]), text="Hold the ridge until nightfall.")
            )

    def _answer(self, table: Table, seat: SeatId, key: str) -> None:
        """Seal what is suggested when the seat has thought about it."""
        phase = table.phase
        if not isinstance(phase, Phase) or seat not in phase.asked or seat in table.sealed:
            return
        gate, due = self.due.get((table.number, seat), (0, 0))
        if gate != table.gate:
            due = self.at + 1000 * self.dice.between(2, SECONDS_TO_DECIDE)
            self.due[table.number, seat] = table.gate, due
        if self.at >= due:
            form = table.game.form(table.state, seat)
            assert form.suggested is not None
            self.ask(key, Declare(id=self.fresh(), gate=table.gate, answer=form.suggested))


def run(minutes: int = 60, tables: int = 40) -> Iterator[dict[str, object]]:
    """Run the room for so long, and report every quarter of an hour."""
    room = Room(tables)
    process = psutil.Process()
    for minute in range(1, minutes + 1):
        for _ in range(60_000 // TICK_MS):
            room.step()
        if minute % REPORT_MINUTES == 0 or minute == minutes:
            yield _line(room, minute, process.memory_info().rss)
            room.figures = Figures()


def _line(room: Room, minute: int, rss: int) -> dict[str, object]:
    figures = room.figures
    tables = list(room.exercise.tables.values())
    return {
        "name": "room in virtual time",
        "tables": len(tables),
        "minute": minute,
        "gates": figures.gates,
        "server_cpu_ms_per_gate": round(1000 * figures.gate_cpu / max(1, figures.gates), 3),
        "server_cpu_ms_per_tick": round(1000 * figures.tick_cpu / max(1, figures.ticks), 3),
        "server_cpu_s": round(figures.cpu, 2),
        "console_bytes_per_tick": figures.console_bytes // max(1, figures.ticks),
        "console_bytes_per_tick_max": figures.console_bytes_max,
        "display_bytes_per_tick": figures.display_bytes // max(1, figures.ticks),
        "seat_bytes_per_gate": figures.seat_bytes // max(1, figures.gates),
        "journal_bytes_per_gate": figures.journal_bytes // max(1, figures.gates),
        "chapters": sum(len(table.story) for table in tables),
        "lines": sum(len(table.talk.lines) for table in tables),
        "rulings": sum(len(table.story.record) for table in tables),
        "receipts_max": max(len(table.now.receipts) + len(table.now.former) for table in tables),
        "past_max": max(len(table.past) for table in tables),
        "past_bytes": sum(len(state) for table in tables for state, _ in table.past.values()),
        "rss_mb": round(rss / 2**20, 1),
    }


if __name__ == "__main__":
    for line in run(*map(int, sys.argv[1:])):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
