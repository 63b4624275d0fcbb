"""The verdict of a rehearsal: the notes taken during it, and the faults of the plan that follow from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.plan import Inject
from warcouncil.clients.plan.reading.layout import RoomPlan, TableRoom
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.words import SeatId, TableId

LATE_SHARE = 0.1
"""A clock is too short if it runs out before everyone has answered at more than this share of its questions.
"""

Place = tuple[TableId, SeatId]


@dataclass(slots=True)
class PhaseClocks:
    """The counts for the clocks of one phase of one game, by its title."""

    opened: int = 0
    late: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Verdict:
    """The result of a rehearsal. `wrong` has one line for each thing that would have gone wrong."""

    wrong: list[str] = field(default_factory=list)
    questions: int = 0
    lasted: dict[int, int] = field(default_factory=dict)
    """How long each table played, in seconds."""

    def line(self) -> str:
        """Return a line that says how long the rehearsal was."""
        if not self.lasted:
            return "No table reached its end."
        shortest, longest = min(self.lasted.values()), max(self.lasted.values())
        return (
            f"{plural(len(self.lasted), 'table')} played to the end in {clock_words(shortest)} to"
            f" {clock_words(longest)} ({plural(self.questions, 'question')} in all)."
        )


@dataclass(slots=True)
class RoomNotes:
    """The notes of a rehearsal."""

    room: RoomPlan
    exercise: Exercise
    wrong: list[str] = field(default_factory=list)
    absent: set[Place] = field(default_factory=set)
    """The seats to which no person comes."""
    ended: dict[TableId, int] = field(default_factory=dict)
    """The time when each table ended. It is -1 if the table never ended."""
    clocks: dict[tuple[str, str], PhaseClocks] = field(default_factory=dict)
    waited: Counter[tuple[TableId, str]] = field(default_factory=Counter)
    """How often a table waited for the umpire, by phase."""

    def verdict(self) -> Verdict:
        """Return the verdict: what would have gone wrong."""
        wrong = [*self.wrong, *self._silent(), *self._short_clocks(), *self._waits()]
        wrong += [
            line
            for place, inject in enumerate(self.exercise.plan.injects)
            if (line := self._unfired(place, inject))
        ]
        return Verdict(
            wrong=wrong,
            questions=sum(table.gate - 1 for table in self.exercise.tables.values()),
            lasted={number: at // 1000 for number, at in self.ended.items() if at >= 0},
        )

    def note_endless(self, end_ms: int) -> None:
        """Record the tables that are not over when the time ends."""
        self.wrong += [
            f"{self.title(number)} has not ended after {clock_words(end_ms // 1000)}"
            f" (question {table.gate}, {getattr(table.phase, 'name', '')})"
            for number, table in self.exercise.tables.items()
            if number not in self.ended
        ]

    def _silent(self) -> list[str]:
        lines: list[str] = []
        for number, table in self.exercise.tables.items():
            empty = [seat for seat in table.seats if (number, seat) in self.absent]
            if empty:
                lines.append(
                    f"{self.title(number)}: no player answers for {self.titles(table, empty)}. Name"
                    ' people, or write empty = "bots"'
                )
        return lines

    def _short_clocks(self) -> list[str]:
        return [
            (
                f"{phase} ({game}): the clock of {watched.seconds:g} s ran out before all had"
                f" answered at {watched.late} of {plural(watched.opened, 'question')}. Give it more"
                " under clocks"
            )
            for (game, phase), watched in self.clocks.items()
            if watched.late > watched.opened * LATE_SHARE
        ]

    def _waits(self) -> list[str]:
        return [
            (
                f"{self.title(number)} waited for the umpire at {phase} {plural(count, 'time')}: a"
                " seat gave no answer, and its silence is wait"
            )
            for (number, phase), count in self.waited.items()
        ]

    def _unfired(self, place: int, inject: Inject) -> str:
        wanted = [table for table in self.room.tables if not inject.tables or table.number in inject.tables]
        missed = [
            table
            for table in wanted
            if place not in self.exercise.tables[TableId(table.number)].counters.injects.came
        ]
        text = inject.text if len(inject.text) <= 40 else f"{inject.text[:39]}…"
        if place < len(self.room.injects):
            said = f"the inject of line {self.room.injects[place].line} ({text})"
        else:
            said = f"the message of {wanted[0].cover.title} ({text})"
        if nowhere := [table for table in wanted if not _reaches(inject, table)]:
            return f"{said} reaches no seat at {_named(nowhere)}: there is no such seat or team"
        if not missed or self._by_hand(inject):
            return ""
        if len(missed) == len(wanted):
            return f"{said} never came: the games ended before"
        return f"{said} did not come at {_named(missed)}: the game ended before"

    def _by_hand(self, inject: Inject) -> bool:
        """Return whether an inject waits for an umpire, either itself or through an inject that it follows."""
        while not inject.at_hand and inject.after is not None:
            inject = self.exercise.plan.injects[inject.after]
        return inject.at_hand

    def title(self, number: TableId) -> str:
        """Return the title of a table."""
        return self.room.tables[number - 1].title

    def titles(self, table: Table, seats: list[SeatId]) -> str:
        """Return the titles of seats of a table."""
        if len(seats) == len(table.seats):
            return "any seat"
        return ", ".join(table.seats[seat].title for seat in seats)


def _reaches(inject: Inject, table: TableRoom) -> bool:
    return any(
        (not inject.seat or seat.id == inject.seat) and (not inject.team or seat.team == inject.team)
        for seat in table.seats
    )


def _named(tables: list[TableRoom]) -> str:
    shown = ", ".join(table.title for table in tables[:3])
    return f"{shown} and {len(tables) - 3} more" if len(tables) > 3 else shown


def clock_words(seconds: int) -> str:
    """Return how long something takes, as text."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours} h {rest // 60:02d} min" if hours else f"{rest // 60} min {rest % 60:02d} s"
