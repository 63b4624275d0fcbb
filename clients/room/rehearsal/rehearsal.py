"""`warcouncil rehearse --plan`: bots play the whole room in the arbiter's own core, in virtual time.

It assumes that each person needs some seconds for a question, and that each named person comes. A seat
without a person or a bot stays silent. The verdict lists what would have gone wrong. The same seed gives the
same rehearsal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from pathlib import Path
from uuid import UUID

from warcouncil.arbiter.core.checks.invariants import check
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.table.states import Happening
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Outcome, Refused, RulesFault, StandIn, attempt
from warcouncil.arbiter.core.words.stimuli import (
    Admitted,
    Due,
    Faulted,
    Grant,
    Greeted,
    Received,
    Started,
    Stimulus,
)
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.clients.plan.reading.layout import RoomPlan
from warcouncil.clients.room.rehearsal.plan_to_began import began_of, drawn_by
from warcouncil.clients.room.rehearsal.rehearsal_bots import BOT_MS, RehearsalBots
from warcouncil.clients.room.rehearsal.room_file import RoomFile
from warcouncil.clients.room.rehearsal.verdict import PhaseClocks, Place, RoomNotes, Verdict, clock_words
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import Declare, SayReady
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

GATES_MAX = 3000
"""A table that has asked this many questions counts as endless."""


def rehearse_room(
    room: RoomPlan,
    *,
    seed: str = "0",
    pace_seconds: float = 12.0,
    hours: float = 8.0,
    told: Callable[[int], None] = lambda _: None,
    file: Path | Location | None = None,
) -> Verdict:
    """Play a room to the end.

    `told` is called with the number of tables that are over. The plan must have been checked.

    `file`: store the exercise there, as its arbiter would do. Raises a JournalError if that cannot be
    written.
    """
    room = drawn_by(room, seed)
    began = began_of(room, seed)
    kept = RoomFile(file, began) if file else None
    exercise = kept.exercise if kept else Exercise(lambda _: "00")
    if not kept:
        exercise.handle(began)
    pace_ms, end_ms = round(pace_seconds * 1000), round(hours * 3_600_000)
    rehearsal = _Rehearsal(room, exercise, seed, pace_ms=pace_ms, end_ms=end_ms, kept=kept)
    try:
        rehearsal.play(told)
    finally:
        if kept:
            kept.close()
    return rehearsal.notes.verdict()


class _Rehearsal:
    """One run. `at` is the virtual time in milliseconds."""

    def __init__(
        self,
        room: RoomPlan,
        exercise: Exercise,
        seed: str,
        *,
        pace_ms: int,
        end_ms: int,
        kept: RoomFile | None = None,
    ) -> None:
        self.room = room
        self.at = 0
        self.exercise = exercise
        self.kept = kept
        self.notes = RoomNotes(room, self.exercise, absent=_expected_by_nobody(room))
        self._bots = RehearsalBots(seed, pace_ms)
        self._end_ms = end_ms
        self._keys: dict[Place, str] = {}
        self._answers: list[tuple[int, TableId, SeatId, GateNo]] = []
        self._asked: dict[TableId, GateNo] = {}
        self._noted: dict[TableId, GateNo] = {}
        self._requests = 0
        self._fill()

    def _fill(self) -> None:
        """Link every seat whose player comes, and seat the bots."""
        for table in self.exercise.tables.values():
            for seat in table.seats:
                place = table.number, seat
                if seat in table.bots:
                    self._admit(place, Role.STAND_IN)
                elif place not in self.notes.absent:
                    key = self._admit(place, Role.SEAT)
                    self._handle(Greeted(at=0, key=key, route=b"", token=key))
                    self._handle(Received(at=0, key=key, body=SayReady(), session=key))

    def _admit(self, place: Place, role: Role) -> str:
        table, seat = place
        key = self._keys[place] = f"{table}/{seat}/{role.value}"
        self._handle(Admitted(at=self.at, key=key, holder=Grant(role=role, table=table, seat=seat)))
        return key

    # --- the course -----------------------------------------------------------------------------------------------

    def play(self, told: Callable[[int], None]) -> None:
        """Advance time until every table is over, or nothing can happen."""
        self._settle()
        self._begin()
        while self.at <= self._end_ms:
            self._settle()
            self._look()
            told(len(self.notes.ended))
            if len(self.notes.ended) == len(self.exercise.tables):
                return
            then = self._next()
            if then is not None:
                self.at = then
                self._answer()
            elif not self._call_umpire():
                return
        self.notes.note_endless(self._end_ms)

    def _begin(self) -> None:
        """Begin the tables that do not begin by themselves."""
        for number, table in self.exercise.tables.items():
            if table.begun:
                continue
            if self.room.start in ("linked", "ready"):
                empty = self.notes.titles(
                    table, [seat for seat in table.seats if (number, seat) in self.notes.absent]
                )
                self.notes.wrong.append(
                    f"{self.notes.title(number)} does not begin by itself: no player is named for"
                    f' {empty}. Name people, write empty = "bots", or let an umpire begin it'
                )
            self._handle(Started(at=self.at, table=number))

    def _settle(self) -> None:
        """Handle everything that is due now."""
        while pending := self.exercise.pending(self.at):
            for stimulus in pending:
                if isinstance(stimulus, Due):
                    self._note(self.exercise.tables[stimulus.table])
                self._handle(stimulus)

    def _handle(self, stimulus: Stimulus) -> None:
        number = self.exercise.table_of(stimulus)
        outcome = attempt(partial(self.exercise.handle, stimulus))
        if isinstance(outcome, RulesFault):
            if not number:
                raise outcome.error
            self.notes.wrong.append(
                f"{self.notes.title(number)} is held: its rules failed"
                f" ({type(outcome.error).__name__}). This is an error of the program"
            )
            self.notes.ended.setdefault(number, -1)
            self.exercise.handle(Faulted(at=self.at, table=number, alarm="rehearsal"))
            return
        check(self.exercise)
        if self.kept and outcome.durable:
            self.kept.keep(stimulus, outcome, number)
        for effect in outcome.effects:
            if isinstance(effect, StandIn) and effect.bot:
                place = effect.table, effect.seat
                self.notes.absent.discard(place)
                self._admit(place, Role.STAND_IN)
                gate = self.exercise.tables[effect.table].gate
                heappush(self._answers, (self.at + BOT_MS, *place, gate))

    def _note(self, table: Table) -> None:
        """Record the result of a question's clock: whether it ran out although its players are present.

        A clock that is started again is not counted twice.
        """
        assert isinstance(table.phase, Phase)
        if self._noted.get(table.number) == table.gate:
            return
        self._noted[table.number] = table.gate
        watched = self.notes.clocks.setdefault((table.cover.title, table.phase.name), PhaseClocks())
        watched.opened += 1
        if table.clock:
            watched.seconds = table.clock.total_ms / 1000
        present = [seat for seat in table.now.silent if (table.number, seat) not in self.notes.absent]
        watched.late += bool(present) and not table.now.complete

    def _look(self) -> None:
        """Schedule the answers of the asked seats, and record which tables are over."""
        for number, table in self.exercise.tables.items():
            if number in self.notes.ended:
                continue
            if not isinstance(table.phase, Phase):
                self.notes.ended[number] = self.at
            elif table.gate > GATES_MAX:
                self.notes.wrong.append(
                    f"{self.notes.title(number)} has not ended after {GATES_MAX} questions"
                )
                self.notes.ended[number] = -1
                table.now.happen(Happening.FAIL, self.at, "the rehearsal has lasted long enough")
                self.exercise.timing.timetable.mark(table.number)
            elif self._asked.get(number) != table.gate:
                self._asked[number] = table.gate
                for seat in table.phase.asked:
                    if (number, seat) not in self.notes.absent:
                        heappush(
                            self._answers,
                            (self.at + self._bots.thinks_ms(table, seat), number, seat, table.gate),
                        )

    def _next(self) -> int | None:
        """Return the time of the next event. Return None if there is none."""
        playing = [table for number, table in self.exercise.tables.items() if number not in self.notes.ended]
        grace = self.exercise.plan.grace_ms
        times = [deadline for table in playing if (deadline := table.now.deadline(grace)) is not None]
        times += [moment for table in playing if (moment := table.next_inject(self.at)) is not None]
        times += [self._answers[0][0]] if self._answers else []
        return min((time for time in times if time > self.at), default=None)

    # --- answers --------------------------------------------------------------------------------------------------

    def _answer(self) -> None:
        """Send the answers that are due."""
        while self._answers and self._answers[0][0] <= self.at:
            _, number, seat, gate = heappop(self._answers)
            table = self.exercise.tables[number]
            if gate == table.gate and number not in self.notes.ended:
                self._declare(table, seat)

    def _declare(self, table: Table, seat: SeatId) -> None:
        for answer in self._bots.answers(table, seat):
            self._requests += 1
            declare = Declare(id=UUID(int=self._requests).hex, gate=table.gate, answer=answer)
            key = self._keys[table.number, seat]
            try:
                _, effects = self.exercise.perform(self.at, key, declare)
            except Refused as refused:
                if refused.code is RefusalCode.ILLEGAL:
                    continue
                return
            if self.kept:
                received = Received(at=self.at, key=key, body=declare)
                self.kept.keep(received, Outcome(True, tuple(effects)), table.number)
            return

    # --- when nothing moves ---------------------------------------------------------------------------------------

    def _call_umpire(self) -> bool:
        """End the questions that wait for the umpire. Return False if there are none, so that nothing can happen."""
        grace = self.exercise.plan.grace_ms
        waiting = [
            table for table in self.exercise.tables.values() if table.now.waits_for_umpire(self.at, grace)
        ]
        for table in waiting:
            assert isinstance(table.phase, Phase)
            self.notes.waited[table.number, table.phase.name] += 1
            self._note(table)
            self._handle(Due(at=self.at, table=table.number))
        if waiting:
            return True
        stuck = [number for number in self.exercise.tables if number not in self.notes.ended]
        phases = Counter(str(getattr(self.exercise.tables[number].phase, "name", "")) for number in stuck)
        where = ", ".join(f"{phase!r} ({plural(count, 'table')})" for phase, count in phases.items())
        self.notes.wrong.append(
            f"all tables wait for each other in lock-step after {clock_words(self.at // 1000)}, at {where}"
        )
        return False


def _expected_by_nobody(room: RoomPlan) -> set[Place]:
    """Return the seats for which the plan names no person.

    If the plan names no person at all, people come without a name. The set is then empty.
    """
    if not any(table.people for table in room.tables):
        return set()
    return {(TableId(table.number), seat.id) for table in room.tables for seat in table.open}
