"""The course of the games: what is due, when a gate closes, and what everyone is told then."""

from __future__ import annotations

from warcouncil.arbiter.core import projector
from warcouncil.arbiter.core.effects import Closed, Effect, StandIn
from warcouncil.arbiter.core.hall import Hall
from warcouncil.arbiter.core.injects import Injects
from warcouncil.arbiter.core.rulings import notify
from warcouncil.arbiter.core.seating import Seating
from warcouncil.arbiter.core.stimuli import Due, Faulted, Handed, Injected, Shown, Silence, Started
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Phase
from warcouncil.protocol import wire
from warcouncil.protocol.words import clean

Pending = Due | Started | Injected | Handed | Shown


class Course:
    """Time at the tables."""

    def __init__(self, hall: Hall, seating: Seating, injects: Injects) -> None:
        self._hall = hall
        self._seating = seating
        self._injects = injects

    def pending(self, at: int) -> tuple[Pending, ...]:
        """Give what is to be handled now though nobody sent it."""
        due = [
            Due(at=at, table=number) for number, table in self._hall.tables.items() if self._due(table, at)
        ]
        started = [
            Started(at=at, table=number)
            for number, table in self._hall.tables.items()
            if not table.begun and self._hall.plan.start == "linked" and self._all_linked(table)
        ]
        injected = [
            Injected(at=at, table=number, inject=inject)
            for number, table in (self._hall.tables.items() if self._injects else ())
            for inject in self._injects.due(table, at)
        ]
        shown = [Shown(at=at, table=number) for number in self._hall.consoles.undrawn]
        return (*due, *started, *injected, *self._seating.handing(at), *shown)

    def _due(self, table: Table, at: int) -> bool:
        """Tell whether a table's gate closes now, or its clock runs on for the silent."""
        out = table.due(at, self._hall.plan.grace_ms)
        return (out and table.prolongs) or ((out or table.complete) and self._in_step(table, at))

    def _all_linked(self, table: Table) -> bool:
        return all(
            seat in table.bots or self._hall.sessions.linked(table.number, seat) for seat in table.seats
        )

    def _in_step(self, table: Table, at: int) -> bool:
        """Tell whether lock-step lets a table pass its gate: every other has come as far, and has sealed or has had its
        time."""
        phases = self._hall.consoles.lockstep
        if not phases or not self._at_barrier(table):
            return True
        return all(
            other.steps > table.steps
            or (other.steps == table.steps and self._at_barrier(other) and self._ready(other, at))
            for other in self._hall.tables.values()
            if other is not table
            and isinstance(other.phase, Phase)
            and not other.held
            and other.knows(phases)
        )

    def _ready(self, table: Table, at: int) -> bool:
        return not table.silent or (table.due(at, self._hall.plan.grace_ms) and not table.prolongs)

    def _at_barrier(self, table: Table) -> bool:
        return isinstance(table.phase, Phase) and table.phase.name in self._hall.consoles.lockstep

    def deadline(self) -> int | None:
        """Give when the next clock runs out; a time gone by when something is due now."""
        earliest: int | None = None
        grace = self._hall.plan.grace_ms
        for table in self._hall.tables.values():
            time = 0 if table.complete else table.deadline(grace)
            # The cheap question comes first: this is asked of every table after every batch.
            if (
                time is not None
                and (earliest is None or time < earliest)
                and self._closes_itself(table, time)
            ):
                earliest = time
        return earliest

    def _closes_itself(self, table: Table, at: int) -> bool:
        waits = table.silence.policy is Silence.WAIT and not table.complete
        return not waits and (table.prolongs or self._in_step(table, at))

    def started(self, table: Table, at: int) -> list[Effect]:
        table.start(at)
        self._hall.consoles.touch(table.number)
        return list(projector.broadcast(table, at, self._hall.sessions, since=len(table.story)))

    def due(self, table: Table, at: int) -> list[Effect]:
        """Close a table's gate, or let its clock run on for silent seats where the exercise says so."""
        if table.complete or not table.prolong(at):
            return self.close(table, at)
        self._hall.consoles.touch(table.number)
        effects: list[Effect] = list(projector.clock_changed(table, at, self._hall.sessions))
        if table.silence.policy is Silence.BOT:
            for seat in table.silent:
                if seat not in table.bots:
                    table.bots[seat] = "sensible"
                    table.lent.add(seat)
                    effects += self._seating.driver_changed(table, StandIn(table.number, seat, "sensible"))
        return effects

    def close(self, table: Table, at: int) -> list[Effect]:
        """Close a table's gate and send every seat its view."""
        known = len(table.story)
        with table.whole():
            table.steps += self._at_barrier(table)
            return self.closed(table, at, table.close(at), since=known)

    def closed(self, table: Table, at: int, closed: Closed, *, since: int) -> list[Effect]:
        self._hall.consoles.touch(table.number)
        effects: list[Effect] = [closed, *projector.broadcast(table, at, self._hall.sessions, since=since)]
        table.forget()
        return effects

    def injected(self, injected: Injected) -> list[Effect]:
        table = self._hall.tables[injected.table]
        inject = self._injects[injected.inject]
        table.fired.add(injected.inject)
        to, whom = self._injects.addressed(table, inject)
        if not to:
            return []
        _, notice = notify(table, to, clean(inject.text), whom, reply=inject.reply)
        self._hall.note(table, injected.at, f"inject: {notice.text}")
        return list(projector.to_table(table, self._hall.sessions, wire.dump(notice), to))

    def faulted(self, fault: Faulted) -> list[Effect]:
        table = self._hall.tables[fault.table]
        table.hold(fault.at, f"held after a fault, number {fault.alarm}")
        self._hall.consoles.failed(table.number)
        self._hall.consoles.touch(table.number)
        sends = projector.broadcast(table, fault.at, self._hall.sessions, since=len(table.story))
        return [*sends, *self._hall.consoles.flush(fault.at, only=table.number)]
