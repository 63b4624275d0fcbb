"""Steering: what consoles ask for, and how a ruling comes to happen. Every act is on the record with its reason."""

from __future__ import annotations

from typing import assert_never

from warcouncil.arbiter.core import projector
from warcouncil.arbiter.core.course import Course
from warcouncil.arbiter.core.effects import Effect
from warcouncil.arbiter.core.hall import Hall
from warcouncil.arbiter.core.refused import Refused
from warcouncil.arbiter.core.repeats import Repeats, done
from warcouncil.arbiter.core.rulings import Ruled, rule
from warcouncil.arbiter.core.seating import Seating
from warcouncil.arbiter.core.sessions import Session
from warcouncil.arbiter.core.stimuli import Holder
from warcouncil.arbiter.core.table import Table
from warcouncil.protocol import wire
from warcouncil.protocol.acts import (
    Approve,
    EndGame,
    Fiat,
    GoBack,
    Lockstep,
    Note,
    Reissue,
    Remove,
    Reseat,
    Withdraw,
)
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Look, Rule, Watch
from warcouncil.protocol.words import Role, TableId, clean

TECHNICAL_ACTS = (Reissue, Note)
"""What the technical role may rule: nothing that touches a game."""
GRAVE_ACTS = (GoBack, EndGame, Fiat, Reseat)
"""What waits for a second umpire where the exercise wants two."""


class Steering:
    """The umpires of an exercise."""

    def __init__(self, hall: Hall, seating: Seating, course: Course, repeats: Repeats) -> None:
        self._hall = hall
        self._seating = seating
        self._course = course
        self._repeats = repeats

    def perform(self, at: int, key: str, body: Rule | Watch | Look) -> tuple[bool, list[Effect]]:
        session = self._hall.sessions.get(key)
        holder = self._hall.roster.keys[key]
        _check_scope(holder, body)
        match body:
            case Watch():
                table = self._hall.table(body.table) if body.table else None
                if session is None:
                    return True, []
                session.watching = body.table or None
                return True, list(self._hall.consoles.watch(session, table, at)) if table else []
            case Look():
                return True, self._look(at, session, body)
            case Rule():
                if self._repeats.known(body.id):
                    return False, done(session, body.id)
                effects = self._ruled(at, key, body)
                self._repeats.remember(body.id)
                return True, [*done(session, body.id), *effects, *self._hall.consoles.flush(at)]
            case _ as never:
                assert_never(never)

    def _look(self, at: int, session: Session | None, body: Look) -> list[Effect]:
        table = self._hall.table(body.table)
        seat = table.seat(body.seat)
        if session is None:
            return []
        return [projector.seen(table, seat, session, at, self._hall.sessions, request=body.id)]

    def _ruled(self, at: int, key: str, body: Rule) -> list[Effect]:
        """Let a ruling happen, or wait for a second umpire."""
        role = self._hall.roster.keys[key].role
        if role is Role.TECHNICAL and not isinstance(body.act, TECHNICAL_ACTS):
            raise Refused(RefusalCode.NOT_ALLOWED, "That is for an umpire to decide.")
        if not clean(body.reason):
            raise Refused(RefusalCode.MALFORMED, "Say why: a ruling stands on the record with its reason.")
        if isinstance(body.act, GRAVE_ACTS) and self._hall.consoles.second_umpire:
            table = self._current(body)
            number = self._hall.consoles.ask_second(key, body)
            self._hall.note(table, at, f"asked for a second umpire, number {number}: {body.act.act}")
            return []
        return self._carry_out(at, key, body)

    def _carry_out(self, at: int, key: str, body: Rule) -> list[Effect]:
        match body.act:
            case Lockstep():
                if self._hall.roster.keys[key].tables:
                    raise Refused(
                        RefusalCode.NOT_ALLOWED, "Lock-step is for a director of all tables to decide."
                    )
                phases = self._hall.consoles.lockstep = body.act.phases
                words = (
                    f"put all tables in step at {', '.join(phases)}"
                    if phases
                    else "let every table go its own way"
                )
                for table in self._hall.tables.values():
                    table.steps = 0
                    self._hall.note(table, at, f"{words} ({clean(body.reason)})")
                return []
            case Approve() | Withdraw():
                return self._second(at, key, body, body.act)
            case Reissue() | Remove() | Reseat():
                self._current(body)
                return self._seating.on_people(at, key, body, body.act)
            case _:
                table = self._current(body)
                if table.asleep:
                    return []
                self._hall.consoles.blind.discard(table.number)
                known = len(table.story)
                with table.whole():
                    ruled = rule(table, at, body.act, clean(body.reason), body.id)
                    self._hall.note(table, at, f"{ruled.words} ({clean(body.reason)})")
                    return self._follow(table, at, ruled, since=known)

    def _current(self, body: Rule) -> Table:
        """Give the table of a ruling. Raises Refused when it has moved on from what the ruling was meant for."""
        table = self._hall.table(body.table)
        if body.gate and body.gate != table.gate and not table.asleep:
            raise Refused(RefusalCode.STALE, "The table has moved on since; look again.")
        return table

    def _follow(self, table: Table, at: int, ruled: Ruled, *, since: int) -> list[Effect]:
        """Carry out what a ruling calls for."""
        effects: list[Effect] = []
        if ruled.clock:
            effects += projector.clock_changed(table, at, self._hall.sessions)
        if ruled.notice:
            seats, notice = ruled.notice
            effects += projector.to_table(table, self._hall.sessions, wire.dump(notice), seats)
        if ruled.stand_in:
            effects += self._seating.driver_changed(table, ruled.stand_in)
        if ruled.close:
            effects += self._course.close(table, at)
        elif ruled.turn:
            effects += self._course.closed(table, at, ruled.turn(), since=since)
        elif ruled.views:
            effects += projector.broadcast(table, at, self._hall.sessions, since=since)
        elif ruled.view:
            effects += projector.new_view(table, ruled.view, at, self._hall.sessions, since=since)
        return effects

    def _second(self, at: int, key: str, seconds: Rule, act: Approve | Withdraw) -> list[Effect]:
        asked = self._hall.consoles.waiting.get(act.number)
        if asked is None:
            raise Refused(RefusalCode.NO_SUCH, "No such ruling waits for a second umpire.")
        first, body = asked
        _check_scope(self._hall.roster.keys[key], body)
        if isinstance(act, Approve) and first == key:
            raise Refused(RefusalCode.NOT_ALLOWED, "Another umpire must second your ruling.")
        table = self._hall.table(body.table)
        did = "seconded" if isinstance(act, Approve) else "took back"
        with table.whole():
            self._hall.note(table, at, f"{did} ruling number {act.number} ({clean(seconds.reason)})")
            effects = self._carry_out(at, key, body) if isinstance(act, Approve) else []
        del self._hall.consoles.waiting[act.number]
        self._hall.consoles.touch(body.table)
        return effects


def _check_scope(holder: Holder, body: Rule | Watch | Look) -> None:
    """Check that every table which a request names is the asker's. Raises Refused."""
    named = {body.table}
    if isinstance(body, Rule) and isinstance(body.act, Reseat):
        named.add(body.act.to_table)
    if holder.tables and not named <= {TableId(0), *holder.tables}:
        raise Refused(RefusalCode.NOT_ALLOWED, "That table is not yours.")
