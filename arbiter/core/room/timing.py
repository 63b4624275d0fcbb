"""Timing: which gates are due, when a gate closes, and what is sent then.

Every change of a table marks it. Only the times of marked tables are computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush

from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.room.seat_requests import HELD_UP_MS_MAX
from warcouncil.arbiter.core.table.chance import DrawStage
from warcouncil.arbiter.core.table.injects import in_short, text_of
from warcouncil.arbiter.core.table.states import Happening
from warcouncil.arbiter.core.table.table import Table, addressed
from warcouncil.arbiter.core.views import messages
from warcouncil.arbiter.core.words.outcome import Effect, Refused, Send, StandIn
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.arbiter.core.words.stimuli import (
    Bound,
    Doubted,
    Due,
    Faulted,
    Handed,
    Injected,
    Pledged,
    Shown,
    Started,
)
from warcouncil.protocol.sentences.sentence import say, sentence
from warcouncil.protocol.words import TableId

STALE_MAX = 100
"""How many outdated times may be in the queue, besides one for each table, before it is rebuilt."""


class Timetable:
    """The known times of all tables. At first, all tables are marked."""

    def __init__(self, tables: Mapping[TableId, Table], grace_ms: int) -> None:
        self._tables = tables
        self._grace_ms = grace_ms
        self._all_marked = True
        self._marked: dict[TableId, None] = {}
        self._times: dict[TableId, int | None] = {}
        self._running = 0
        """How many of those times are not None."""
        self._queue: list[tuple[int, TableId]] = []
        """A heap of the times. It also contains some outdated times."""
        self._unbegun: dict[TableId, None] = {}
        self.asking = TableId(0)
        """The table whose time is being computed. If its rules fail, this identifies the table."""

    def mark(self, number: TableId) -> None:
        """Record that a table may have changed. 0 means all tables."""
        if number:
            self._marked[number] = None
        else:
            self._all_marked = True

    @property
    def runs(self) -> bool:
        """Whether any gate may close by itself. See `time_of`."""
        self._ask()
        return self._running > 0

    def out(self, at: int) -> list[TableId]:
        """Return the tables whose time has run out, in table order."""
        found: list[TableId] = []

        def is_later(number: TableId, time: int) -> bool:
            if time <= at:
                found.append(number)
            return time > at

        self.soonest(is_later)
        return sorted(found)

    def soonest(self, wanted: Callable[[TableId, int], bool]) -> int | None:
        """Return the first `wanted` time at which a table's gate may close by itself. Return None if there is none.

        Later times are not examined.
        """
        self._ask()
        seen: list[tuple[int, TableId]] = []
        found: int | None = None
        try:
            while self._queue and found is None:
                time, number = entry = heappop(self._queue)
                # Otherwise the entry is outdated or a duplicate.
                if self._times[number] == time and entry not in seen[-1:]:
                    seen.append(entry)
                    found = time if wanted(number, time) else None
        finally:
            for entry in seen:
                heappush(self._queue, entry)
        return found

    def unbegun(self) -> list[TableId]:
        """Return the tables that have not begun, in table order."""
        self._ask()
        return sorted(self._unbegun)

    def time_of(self, number: TableId) -> int | None:
        """Return when a table's gate may close by itself, grace included. Return 0 if all have answered. Return None
        if its clock is stopped.
        """
        gate = self._tables[number].now
        return 0 if gate.complete else gate.deadline(self._grace_ms)

    def wrong(self) -> Iterator[TableId]:
        """Yield the unmarked tables whose time has changed since it was last computed."""
        for number, table in self._tables.items():
            known = self._times.get(number), number not in self._unbegun
            marked = self._all_marked or number in self._marked
            if not marked and known != (self.time_of(number), table.begun):
                yield number

    def _ask(self) -> None:
        """Compute the times of the marked tables again."""
        for number in self._tables if self._all_marked else self._marked:
            self.asking = number
            before, time = self._times.get(number), self.time_of(number)
            if time != before:
                self._times[number] = time
                self._running += (time is not None) - (before is not None)
                if time is not None:
                    heappush(self._queue, (time, number))
            if self._tables[number].begun:
                self._unbegun.pop(number, None)
            else:
                self._unbegun[number] = None
        self._all_marked, self.asking = False, TableId(0)
        self._marked.clear()
        if len(self._queue) > STALE_MAX + 2 * len(self._tables):
            self._queue = [(time, number) for number, time in self._times.items() if time is not None]
            heapify(self._queue)


Pending = Due | Started | Pledged | Bound | Injected | Handed | Shown | Doubted


class GateTiming:
    """The timing of the tables."""

    def __init__(self, room: Room, people: People) -> None:
        plan = room.plan
        self._room = room
        self._people = people
        self._grace_ms = plan.grace_ms
        self._starts_itself = plan.start in ("linked", "ready")
        self._all_draw = plan.chance == "all"
        self._has_injects = bool(plan.injects)
        self.timetable = Timetable(room.tables, plan.grace_ms)
        self._looking = TableId(0)
        self._doubts: dict[TableId, str] = {}
        """Tables that a resume could not restore to their state in the journal, with the reasons. They are not journalled yet."""

    @property
    def looking(self) -> TableId:
        """The table whose rules are called outside any stimulus. 0 means no table."""
        return self._looking or self.timetable.asking

    # --- due stimuli ----------------------------------------------------------------------------------------------

    def pending(self, at: int) -> tuple[Pending, ...]:
        """Return the stimuli that are due now without any request. A held table has none."""
        out = self._playing(self.timetable.out(at))
        due = [Due(at=at, table=number) for number, table in out if self._due(table, at)]
        unbegun = self.timetable.unbegun() if self._starts_itself or self._all_draw else ()
        started = [
            Started(at=at, table=number)
            for number, table in self._playing(unbegun if self._starts_itself else ())
            if not (table.draw and table.draw.stage is not DrawStage.GATHERING)
            and not any(self._room.briefings.awaits(table, seat) for seat in table.seats)
        ]
        drawn = [
            step
            for _, table in self._playing(unbegun if self._all_draw else ())
            if (step := self._room.draws.pending(table, at))
        ]
        injected = [
            Injected(at=at, table=number, inject=inject)
            for number, table in self._playing(self._room.tables if self._has_injects else ())
            for inject in table.due_injects(at)
        ]
        shown = [Shown(at=at, table=number) for number in self._room.consoles.undrawn]
        doubted = [Doubted(at=at, table=number, why=why) for number, why in self._doubts.items()]
        return (*doubted, *due, *started, *drawn, *injected, *self._people.handing(at), *shown)

    def _playing(self, numbers: Iterable[TableId]) -> Iterator[tuple[TableId, Table]]:
        """Yield the tables that are not held. If the rules of a table fail meanwhile, `looking` identifies the table."""
        for number in numbers:
            table = self._room.tables[number]
            if not table.held:
                self._looking = number
                yield number, table
        self._looking = TableId(0)

    def _due(self, table: Table, at: int) -> bool:
        """Return whether a table's gate closes now, or its clock is started again for silent seats."""
        gate = table.now
        out = gate.due(at, self._grace_ms)
        return (out and gate.prolongs) or (
            (out or gate.complete) and self._room.lockstep.lets_pass(table, at)
        )

    def deadline(self) -> int | None:
        """Return when the next clock runs out. The result is in the past if something is due now."""
        return self.timetable.soonest(self._closes_itself)

    def _closes_itself(self, number: TableId, at: int) -> bool:
        table = self._room.tables[number]
        gate = table.now
        waits = gate.silence.policy is Silence.WAIT and not gate.complete
        return not waits and (gate.prolongs or self._room.lockstep.lets_pass(table, at))

    def resumed(self, at: int) -> None:
        """Extend clocks so that none runs out before clients can reconnect. Their last requests may be lost with the
        old arbiter."""
        for table in self._room.tables.values():
            table.now.wait_anew(at, self._grace_ms + HELD_UP_MS_MAX, step=self._room.lockstep.holds_at(table))

    # --- effects --------------------------------------------------------------------------------------------------

    def started(self, table: Table, at: int) -> list[Effect]:
        """Start a table's first clock, or ask for its draw. No client receives anything about a draw yet."""
        with table.whole():
            table.start(at)
            self._room.consoles.touch(table.number)
            if table.is_undealt:
                return []
            return list(messages.broadcast(table, at, self._room.sessions, since=len(table.story)))

    def pledged(self, table: Table, at: int) -> list[Effect]:
        """Fix the pledges of a table's seats, and show them to all."""
        assert table.draw
        with table.whole():
            table.draw.show(at)
            return [*self._draw_shown(table)]

    def bound(self, table: Table, bound: Bound) -> list[Effect]:
        """Deal a table with the seed that all parties made, and begin its game."""
        known = len(table.story)
        with table.whole():
            closed = self._room.draws.made(table, bound)
            self._room.consoles.touch(table.number)
            shown = self._draw_shown(table)
            return [closed, *shown, *messages.broadcast(table, bound.at, self._room.sessions, since=known)]

    def _draw_shown(self, table: Table) -> list[Send]:
        """Return the state of a table's draw for all its seats."""
        body = self._room.draws.message(table)
        assert body is not None
        return messages.to_table(table, self._room.sessions, body, table.seats)

    def know_chance(self, bound: Bound) -> None:
        """Record the seed of a table that is restored from a later closing. Before this, the table has no position."""
        table = self._room.tables[bound.table]
        self._room.draws.know(table, bound)

    def due(self, table: Table, at: int) -> list[Effect]:
        """Close a table's gate, or start its clock again for silent seats if their policy says so."""
        if table.now.complete or not table.now.prolong(at):
            return self._close(table, at)
        self._room.consoles.touch(table.number)
        effects: list[Effect] = list(messages.clock_changed(table, at, self._room.sessions))
        if table.now.silence.policy is Silence.BOT:
            for seat in table.now.silent:
                if seat not in table.bots:
                    table.hand_to_bot(seat, "sensible", lent=True)
                    effects += self._people.driver_changed(table, StandIn(table.number, seat, "sensible"))
        return effects

    def _close(self, table: Table, at: int) -> list[Effect]:
        """Close a table's gate and send every seat its view. Raises Refused."""
        known = len(table.story)
        with table.whole():
            self._room.lockstep.passes(table)
            closed = table.close(at)
            self._room.consoles.touch(table.number)
            effects: list[Effect] = [closed, *messages.broadcast(table, at, self._room.sessions, since=known)]
            table.story.forget()
        return effects

    def injected(self, injected: Injected) -> list[Effect]:
        """Send a prepared message to its seats at a table."""
        table = self._room.tables[injected.table]
        inject = table.inject_comes(injected.at, injected.inject)
        try:
            to, whom = addressed(table, inject.seat, inject.team)
        except Refused:
            return []  # This table has no such seat or team.
        word = table.talk.notify(
            to,
            text_of(inject),
            whom,
            gate=table.gate,
            reply=inject.reply,
            sender=inject.sender,
            kind=inject.kind,
        )
        table.note(injected.at, sentence("record.inject_came", text=in_short(inject)))
        self._room.consoles.touch(table.number)
        return list(messages.notice(table, self._room.sessions, word, to))

    @property
    def in_doubt(self) -> Mapping[TableId, str]:
        """The tables with a wrong state and the reasons, until the journal has a record of it."""
        return self._doubts

    def doubt(self, number: TableId, at: int, why: str) -> None:
        """Hold a table that could not be set up, or that a resume could not restore to its state in the journal."""
        self._doubts.setdefault(number, why)
        self._room.tables[number].now.happen(Happening.FAIL, at, why)
        self.timetable.mark(number)

    def settled(self, number: TableId) -> None:
        """Record that such a table is held for this reason, and that the journal has it."""
        self._doubts.pop(number, None)

    def doubted(self, doubted: Doubted) -> list[Effect]:
        """Hold such a table. The journal has this already."""
        self.settled(doubted.table)
        self._room.tables[doubted.table].now.happen(Happening.FAIL, doubted.at, doubted.why)
        self._room.consoles.touch(doubted.table)
        return []

    def faulted(self, fault: Faulted) -> list[Effect]:
        """Hold a table whose rules failed."""
        table = self._room.tables[fault.table]
        table.now.happen(Happening.FAIL, fault.at, say("stored.fault", alarm=fault.alarm))
        self._room.consoles.failed(table.number)
        self._room.consoles.touch(table.number)
        sends = messages.broadcast(table, fault.at, self._room.sessions, since=len(table.story))
        return [*sends, *self._room.consoles.flush(fault.at, only=table.number)]
