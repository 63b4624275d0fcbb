"""The course of the games: what is due, when a gate closes, and what everyone is told then."""

from __future__ import annotations

from collections.abc import Mapping

from warcouncil.arbiter.core import mail
from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.outcome import Closed, Effect, StandIn
from warcouncil.arbiter.core.people import People
from warcouncil.arbiter.core.room import Injects, Lockstep
from warcouncil.arbiter.core.sessions import Sessions
from warcouncil.arbiter.core.stimuli import Began, Due, Faulted, Handed, Injected, Shown, Silence, Started
from warcouncil.arbiter.core.table import Table
from warcouncil.protocol import wire
from warcouncil.protocol.words import TableId, clean

Pending = Due | Started | Injected | Handed | Shown


class Course:
    """Time at the tables."""

    def __init__(
        self,
        *,
        plan: Began,
        tables: Mapping[TableId, Table],
        sessions: Sessions,
        consoles: Consoles,
        people: People,
        lockstep: Lockstep,
    ) -> None:
        self._grace_ms = plan.grace_ms
        self._starts_linked = plan.start == "linked"
        self._injects = Injects(plan.injects)
        self._tables = tables
        self._sessions = sessions
        self._consoles = consoles
        self._people = people
        self._lockstep = lockstep

    # --- what is due ----------------------------------------------------------------------------------------------

    def pending(self, at: int) -> tuple[Pending, ...]:
        """Give what is to be handled now though nobody sent it."""
        due = [Due(at=at, table=number) for number, table in self._tables.items() if self._due(table, at)]
        started = [
            Started(at=at, table=number)
            for number, table in (self._tables.items() if self._starts_linked else ())
            if not table.begun and self._all_linked(table)
        ]
        injected = [
            Injected(at=at, table=number, inject=inject)
            for number, table in (self._tables.items() if self._injects else ())
            for inject in self._injects.due(table, at)
        ]
        shown = [Shown(at=at, table=number) for number in self._consoles.undrawn]
        return (*due, *started, *injected, *self._people.handing(at), *shown)

    def _due(self, table: Table, at: int) -> bool:
        """Tell whether a table's gate closes now, or its clock runs on for the silent."""
        out = table.due(at, self._grace_ms)
        return (out and table.prolongs) or ((out or table.complete) and self._lockstep.lets_pass(table, at))

    def _all_linked(self, table: Table) -> bool:
        return all(seat in table.bots or self._sessions.linked(table.number, seat) for seat in table.seats)

    def deadline(self) -> int | None:
        """Give when the next clock runs out; a time gone by when something is due now."""
        earliest: int | None = None
        for table in self._tables.values():
            time = 0 if table.complete else table.deadline(self._grace_ms)
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
        return not waits and (table.prolongs or self._lockstep.lets_pass(table, at))

    # --- what comes of it -----------------------------------------------------------------------------------------

    def started(self, table: Table, at: int) -> list[Effect]:
        """Let a table's first clock run."""
        table.start(at)
        self._consoles.touch(table.number)
        return list(mail.broadcast(table, at, self._sessions, since=len(table.story)))

    def due(self, table: Table, at: int) -> list[Effect]:
        """Close a table's gate, or let its clock run on for silent seats where the exercise says so."""
        if table.complete or not table.prolong(at):
            return self.close(table, at)
        self._consoles.touch(table.number)
        effects: list[Effect] = list(mail.clock_changed(table, at, self._sessions))
        if table.silence.policy is Silence.BOT:
            for seat in table.silent:
                if seat not in table.bots:
                    table.hand_to_bot(seat, "sensible", lent=True)
                    effects += self._people.driver_changed(table, StandIn(table.number, seat, "sensible"))
        return effects

    def close(self, table: Table, at: int) -> list[Effect]:
        """Close a table's gate and send every seat its view."""
        known = len(table.story)
        with table.whole():
            if self._lockstep.holds_at(table):
                table.count_step()
            return self.closed(table, at, table.close(at), since=known)

    def closed(self, table: Table, at: int, closed: Closed, *, since: int) -> list[Effect]:
        """Tell everyone that a gate has closed. `since`: the first chapter that is new to them."""
        self._consoles.touch(table.number)
        effects: list[Effect] = [closed, *mail.broadcast(table, at, self._sessions, since=since)]
        table.forget()
        return effects

    def injected(self, injected: Injected) -> list[Effect]:
        """Let a message written beforehand reach a table."""
        table = self._tables[injected.table]
        inject = self._injects[injected.inject]
        table.fire(injected.inject)
        to, whom = self._injects.addressed(table, inject)
        if not to:
            return []
        notice = table.talk.notify(to, clean(inject.text), whom, reply=inject.reply)
        table.note(injected.at, f"inject: {notice.text}")
        self._consoles.touch(table.number)
        return list(mail.to_table(table, self._sessions, wire.dump(notice), to))

    def faulted(self, fault: Faulted) -> list[Effect]:
        """Hold a table whose rules failed."""
        table = self._tables[fault.table]
        table.stop(fault.at, f"held after a fault, number {fault.alarm}")
        self._consoles.failed(table.number)
        self._consoles.touch(table.number)
        sends = mail.broadcast(table, fault.at, self._sessions, since=len(table.story))
        return [*sends, *self._consoles.flush(fault.at, only=table.number)]
