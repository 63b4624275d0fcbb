"""A sample exercise to practise a debrief on: forty tables of Kartenspiel that bots play, and two that follow a script.

`make sample` writes it to docs/sample, with an analysis and the report of one of the two tables. It is the same each time.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from pathlib import Path

from rich.progress import track
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import Findings
from warcouncil.arbiter.record.judging.judging import judge, questions
from warcouncil.arbiter.shell.base.entries import Papers
from warcouncil.clients.debrief.building.reporting import ReportOrder
from warcouncil.clients.debrief.draw.page import rendered
from warcouncil.clients.debrief.draw.writing import write
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.registry import bot_for
from warcouncil.protocol.acts.acts import Note, Pause, Resume, Tell
from warcouncil.protocol.wire.requests import Call
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import keep
from tests.clients.debrief.written import reported

FOLDER = Path(__file__).parent.parent / "docs" / "sample"
FILE = "sample.exercise"
BOTS, SCRIPTED = 40, (41, 42)
PAPERS = Papers("Sample exercise", "public", "secret", b"\7" * 32, "2026-10-14T09:00:00+00:00")
MINUTES_MAX = 180
STEP_MS = 500
PLAYOUTS, SEED = 100, "1"


@dataclass(frozen=True, slots=True)
class Cue:
    """The words or the answer of a player, in seconds after the start of the n-th council of a table, or of
    the n-th declaration.
    """

    table: int
    phase: str
    occasion: int
    after: int
    seat: str
    says: str = ""
    does: str = "say"


COUNCIL, ORDERS = "Redeployment", "Attack declaration"
CUES = (
    Cue(
        41,
        COUNCIL,
        1,
        4,
        "red.army",
        "We hold at I, III and IV and strike at II. Two turns, then we look again.",
    ),
    Cue(41, COUNCIL, 1, 9, "red.corps.2", "Give me cavalry and I open it."),
    Cue(41, COUNCIL, 1, 12, "red.corps.1", "Do not leave me with three. They will see it."),
    Cue(41, COUNCIL, 1, 5, "black.army", "We strike at I. Everybody else defends until they have bled."),
    Cue(41, COUNCIL, 1, 11, "black.corps.2", "Agreed. I defend, whatever stands there."),
    Cue(41, ORDERS, 1, 5, "red.corps.1", does="change"),
    Cue(41, ORDERS, 2, 3, "red.corps.4", does="silent"),
    Cue(41, COUNCIL, 2, 6, "red.army", "I, what did you see?"),
    Cue(41, COUNCIL, 2, 11, "red.corps.1", "Infantry and a lot of cavalry. They will come again."),
    Cue(41, COUNCIL, 2, 15, "red.corps.4", "I was still counting. It will not happen again."),
    Cue(41, COUNCIL, 2, 8, "umpire", "red four lost its order to the clock: ask how they counted", "note"),
    Cue(
        41,
        COUNCIL,
        3,
        5,
        "black.corps.3",
        "I cannot hold another one.",
    ),
    Cue(41, COUNCIL, 3, 9, "black.army", "Then you get all I have left."),
    Cue(41, ORDERS, 3, 6, "black.corps.3", does="call", says="May we see the losses again?"),
    Cue(41, ORDERS, 3, 9, "umpire", does="pause"),
    Cue(42, COUNCIL, 1, 3, "red.army", "Attack everywhere. Numbers are even, so speed decides."),
    Cue(42, COUNCIL, 1, 8, "red.corps.2", "Everywhere is nowhere."),
    Cue(42, COUNCIL, 1, 14, "red.army", "It is an order."),
    Cue(42, COUNCIL, 1, 6, "black.army", "One strong corps, three thin ones. Thin ones defend."),
    Cue(42, ORDERS, 1, 4, "red.corps.2", does="change"),
    Cue(42, ORDERS, 2, 2, "red.corps.2", does="silent"),
    Cue(42, COUNCIL, 2, 10, "red.army", "Corps II, where was your order?"),
    Cue(42, COUNCIL, 2, 16, "red.corps.2", "I waited for yours to change."),
    Cue(42, COUNCIL, 3, 5, "umpire", "the dispute between army and II: intent against judgement", "note"),
    Cue(42, COUNCIL, 3, 8, "umpire", "Ten minutes to the end of the morning.", "tell"),
)


class Sample:
    """The exercise while it is played."""

    def __init__(self) -> None:
        tables = BOTS + len(SCRIPTED)
        self.room = Room("kartenspiel", {"max_turns": 12}, tables=tables, seed=11)
        self.umpire = self.room.umpire()
        self._bots: dict[tuple[int, str], Bot] = {}
        self._due: list[tuple[int, int, str, int]] = []
        self._cues: list[tuple[int, int, Cue]] = []
        self._asked: dict[int, int] = {}
        self._met: dict[tuple[int, str], int] = {}
        self._dice = Dice(b"a sample morning")
        for number in range(1, tables + 1):
            for seat, one in self.room.exercise.tables[TableId(number)].seats.items():
                self.room.sit(seat, table=number)
                dice = self._dice.stream("bot", number, seat)
                self._bots[number, seat] = bot_for("kartenspiel")(seat, one.team, dice)

    def play(self) -> Room:
        """Play until every table is over."""
        while self.room.at < MINUTES_MAX * 60_000:
            open_ = [t for t in self.room.exercise.tables.values() if isinstance(t.phase, Phase)]
            if not open_:
                break
            for table in open_:
                if self._asked.get(table.number) != table.gate:
                    self._asked[table.number] = table.gate
                    self._plan(table.number)
            self._now()
            self.room.wait(STEP_MS, step_ms=STEP_MS)
        return self.room

    def _plan(self, number: int) -> None:
        """Plan the answers and the words of the players, with their times."""
        table = self.room.exercise.tables[TableId(number)]
        phase = table.phase
        assert isinstance(phase, Phase)
        occasion = self._met[number, phase.name] = self._met.get((number, phase.name), 0) + 1
        cues = [cue for cue in CUES if (cue.table, cue.phase, cue.occasion) == (number, phase.name, occasion)]
        for place, cue in enumerate(cues):
            heappush(self._cues, (self.room.at + cue.after * 1000, number * 100 + place, cue))
        silent = {cue.seat for cue in cues if cue.does == "silent"}
        longest = max((cue.after for cue in cues if cue.does != "silent"), default=0)
        for seat in phase.asked:
            if seat not in silent:
                dice = self._dice.stream("pace", number, seat, table.gate)
                needs = 1000 * max(longest + 1, 3) + dice.between(500, 16_000)
                heappush(self._due, (self.room.at + needs, number, seat, table.gate))

    def _now(self) -> None:
        while self._cues and self._cues[0][0] <= self.room.at:
            self._cue(heappop(self._cues)[2])
        while self._due and self._due[0][0] <= self.room.at:
            _, number, seat, gate = heappop(self._due)
            if self.room.exercise.tables[TableId(number)].gate == gate:
                self._declare(number, seat)

    def _declare(self, number: int, seat: str, *, other: bool = False) -> None:
        table = self.room.exercise.tables[TableId(number)]
        form = table.game.form(table.state, SeatId(seat))
        answer = self._bots[number, seat].play(table.game.sheet(table.state, SeatId(seat)), form)
        if other:
            answer = fill(form, self._dice.stream("other", number, table.gate))
        self.room.declare(self.room.people[f"{number}:{seat}:seat"], answer)

    def _cue(self, cue: Cue) -> None:
        room, rule = self.room, partial(self.room.rule, self.umpire, table=cue.table)
        person = room.people.get(f"{cue.table}:{cue.seat}:seat")
        match cue.does:
            case "say":
                assert person is not None
                room.say(person, cue.seat.split(".")[0], cue.says)
            case "change":
                self._declare(cue.table, cue.seat, other=True)
            case "call":
                assert person is not None
                room.ask(person, Call(id=room.fresh(), text=cue.says))
            case "note":
                rule(Note(text=cue.says), reason="for the debrief")
            case "tell":
                rule(Tell(text=cue.says), reason="the schedule")
            case "pause":
                rule(Pause(), reason="a question about the losses")
                room.wait(20_000, step_ms=STEP_MS)
                rule(Resume(), reason="answered")
            case _:
                pass


def _analyse(file: Path, table: TableId) -> None:
    """Compute where a table was decided, and store the result beside the exercise."""
    with open_record(file) as record:
        (account,) = gather(record, (table,)).values()
    basis = analysis.basis_of(PAPERS.exercise, (account,), seed=SEED, playouts=PLAYOUTS)
    findings = Findings(analysis.beside(file), basis)
    asked = list(questions(account, seed=SEED, playouts=PLAYOUTS))
    with ProcessPoolExecutor() as hands:
        for judged in track(hands.map(judge, asked), description="playing on", total=len(asked)):
            findings.keep(judged)


def main() -> None:
    """Write the exercise, and the report of its last table but one."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / FILE
    for old in FOLDER.glob(f"{FILE}*"):
        old.unlink()
    keep(file, Sample().play().journal, papers=PAPERS)
    _analyse(file, TableId(SCRIPTED[0]))
    named = reported(file, ReportOrder(tables=(TableId(SCRIPTED[0]),)))["debrief"]
    write(FOLDER / "debrief.html", named.report.mark, rendered(named.report))
    sys.stdout.write(f"{file}\n{FOLDER / 'debrief.html'}\n")


if __name__ == "__main__":
    main()
