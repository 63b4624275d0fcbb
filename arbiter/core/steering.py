"""Steering: what consoles ask for, and whether a ruling happens now or waits for a second umpire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core import mail
from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.outcome import Effect, Refused
from warcouncil.arbiter.core.permits import check_ruling, check_scope
from warcouncil.arbiter.core.room import Seconds, numbered
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.rulings import Rulings
from warcouncil.arbiter.core.sessions import Repeats, Sessions
from warcouncil.arbiter.core.stimuli import Holder
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.acts import Approve, Lockstep, PutAway, Renew, Results, Withdraw
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Look, Rule, Watch
from warcouncil.protocol.words import Role, TableId, clean


@dataclass(frozen=True, kw_only=True, slots=True)
class Steering:
    """The umpires of an exercise."""

    tables: Mapping[TableId, Table]
    sessions: Sessions
    roster: Roster
    consoles: Consoles
    seconds: Seconds
    rulings: Rulings
    repeats: Repeats

    def perform(self, at: int, key: str, body: Rule | Watch | Look) -> tuple[bool, list[Effect]]:
        """Carry out a console's request: whether it is to be journalled, and what follows. Raises Refused."""
        holder = self.roster.keys[key]
        check_scope(holder, body)
        match body:
            case Watch():
                return True, self._watch(at, key, body)
            case Look():
                return True, self._look(at, key, body)
            case Rule():
                session = self.sessions.get(key)
                if self.repeats.known(key, body.id):
                    return False, [*mail.done(session, body.id)]
                effects = self._rule(at, key, holder, body)
                self.repeats.remember(key, body.id)
                return True, [*mail.done(session, body.id), *effects, *self.consoles.flush(at)]
            case _ as never:
                assert_never(never)

    def _watch(self, at: int, key: str, body: Watch) -> list[Effect]:
        table = numbered(self.tables, body.table) if body.table else None
        session = self.sessions.get(key)
        if session is None:
            return []
        session.watching = body.table or None
        return list(self.consoles.watch(session, table, at)) if table else []

    def _look(self, at: int, key: str, body: Look) -> list[Effect]:
        table = numbered(self.tables, body.table)
        seat = table.seat(body.seat) if body.seat else PUBLIC
        session = self.sessions.get(key)
        return [mail.seen(table, seat, session, at, self.sessions, request=body.id)] if session else []

    def _rule(self, at: int, key: str, holder: Holder, body: Rule) -> list[Effect]:
        """Let a ruling happen, or wait for a second umpire."""
        check_ruling(holder, body)
        match body.act:
            case Approve() | Withdraw():
                return self._second(at, key, holder, body, body.act)
            case Lockstep() if holder.tables:
                raise Refused(RefusalCode.NOT_ALLOWED, "Lock-step is for a director of all tables to decide.")
            case Results() | PutAway() if holder.tables:
                raise Refused(RefusalCode.NOT_ALLOWED, "That is for a director of all tables to decide.")
            case Renew() as act:
                self._check_renewal(key, holder, act)
                return self.rulings.carry_out(at, key, body)
            case act if self.seconds.wanted and act.grave:
                table = self.rulings.current(body)
                number = self.seconds.ask(key, body)
                self._note(table, at, f"asked for a second umpire, number {number}: {act.act}")
                return []
            case _:
                return self.rulings.carry_out(at, key, body)

    def _check_renewal(self, key: str, holder: Holder, act: Renew) -> None:
        """Check that a new code shows its asker nothing that he may not see, nor makes him two umpires. Raises Refused."""
        card = self.roster.code(act.plate)
        if card is None:
            return  # it is refused where it is carried out
        if holder.tables and not (card.holder.tables and {*card.holder.tables} <= {*holder.tables}):
            raise Refused(RefusalCode.NOT_ALLOWED, "That card is for more tables than yours.")
        others = card.holder.role is Role.UMPIRE and act.plate != self.roster.came_with(key)
        if self.seconds.wanted and others:
            text = (
                "Where two umpires are needed none is given another's code; the host renews it from the file."
            )
            raise Refused(RefusalCode.NOT_ALLOWED, text)

    def _second(self, at: int, key: str, holder: Holder, body: Rule, act: Approve | Withdraw) -> list[Effect]:
        """Let a ruling happen that waited, or take it back."""
        asked = self.seconds.asked(key, act, self.roster)
        check_scope(holder, asked.body)
        table = numbered(self.tables, asked.body.table)
        did = "seconded" if isinstance(act, Approve) else "took back"
        with table.whole():
            self._note(table, at, f"{did} ruling number {act.number} ({clean(body.reason)})")
            effects = self.rulings.carry_out(at, key, asked.body) if isinstance(act, Approve) else []
        self.seconds.settle(act.number)
        return effects

    def _note(self, table: Table, at: int, words: str) -> None:
        table.note(at, words)
        self.consoles.touch(table.number)
