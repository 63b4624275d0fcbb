"""Rulings: the requests of consoles. A ruling takes effect now or waits for a second umpire.

A ruling is checked first. Its act changes the table and marks the readers who are concerned. Then the views of all of
them are drawn here.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core.people.second_umpire import asked_for
from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.room.room_acts import PeopleAct, RoomAct, RoomActs
from warcouncil.arbiter.core.room.table_acts import TableAct, TableActs, check_waits
from warcouncil.arbiter.core.table.table import numbered
from warcouncil.arbiter.core.table.touched import RulingInHand
from warcouncil.arbiter.core.views import messages
from warcouncil.arbiter.core.words.outcome import Effect, Refused
from warcouncil.arbiter.core.words.permits import check_scope
from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.acts.acts import Answered
from warcouncil.protocol.acts.room_acts import (
    Approve,
    Lockstep,
    PutAway,
    Reissue,
    Remove,
    Renew,
    Reseat,
    Withdraw,
)
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import Look, Rule, Watch
from warcouncil.protocol.words import Role, clean


class _Possible(Exception):
    """Raised at the end of a trial ruling that succeeded. The trial is then rolled back."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The requests of an exercise's consoles."""

    room: Room
    people: People
    table_acts: TableActs
    room_acts: RoomActs

    def perform(
        self, at: int, key: str, holder: Grant, body: Rule | Watch | Look
    ) -> tuple[bool, list[Effect]]:
        """Carry out a console's request. Return whether it must be journalled, and its effects. Raises Refused."""
        match body:
            case Watch():
                return True, self._watch(at, key, body)
            case Look():
                return True, self._look(at, key, body)
            case Rule():
                session = self.room.sessions.get(key)
                if self.room.repeats.known(key, body.id):
                    told = messages.done(session, body.id)
                    if isinstance(body.act, Reissue | Remove):
                        return False, [*told, *self.people.code_again(body.table, body.act.seat, key)]
                    return False, [*told]
                if session is not None:  # A replayed request is not checked, because it was accepted.
                    self._check_possible(at, body)
                effects = self._rule(at, key, holder, body)
                self.room.repeats.remember(key, body.id)
                return True, [*effects, *messages.done(session, body.id), *self.room.consoles.flush(at)]
            case _ as never:
                assert_never(never)

    def _watch(self, at: int, key: str, body: Watch) -> list[Effect]:
        table = numbered(self.room.tables, body.table) if body.table else None
        session = self.room.sessions.get(key)
        if session is None:
            return []
        session.watching = body.table or None
        return list(self.room.consoles.watch(session, table, at)) if table else []

    def _look(self, at: int, key: str, body: Look) -> list[Effect]:
        table = numbered(self.room.tables, body.table)
        seat = table.seat(body.seat) if body.seat else PUBLIC
        session = self.room.sessions.get(key)
        return (
            [messages.seen(table, seat, session, at, self.room.sessions, request=body.id)] if session else []
        )

    # --- a ruling -------------------------------------------------------------------------------------------------

    def _rule(self, at: int, key: str, holder: Grant, body: Rule) -> list[Effect]:
        """Carry out a ruling, or store it for a second umpire. Raises Refused."""
        match body.act:
            case Approve() | Withdraw() as act:
                return self._second(at, key, holder, body, act)
            case act if self.room.seconds.wanted and act.grave:
                ruling = self._in_hand(at, body)
                number = self.room.seconds.ask(key, body)
                ruling.table.note(at, sentence("record.second_asked", number=number, what=asked_for(act)))
                self.room.consoles.touch(ruling.table.number)
                return []
            case Renew() as act:
                self._check_renewal(key, holder, act)
                return self.room_acts.on_room(at, key, act, clean(body.reason))
            case act if isinstance(act, RoomAct):
                return self.room_acts.on_room(at, key, act, clean(body.reason))
            case act:
                ruling = self._in_hand(at, body)
                with ruling.table.whole():
                    return self._happen(ruling, key, act)

    def _check_possible(self, at: int, body: Rule) -> None:
        """Check for new requests only. Skipped in replay. Raises Refused.

        It refuses an act that names an unknown phase or an alarm that does not exist, and a second answer. An
        impossible ruling is refused too, so that no second umpire is asked to approve it.
        """
        match body.act:
            case Lockstep() as act:
                self.room.lockstep.check(act.phases)
            case Answered() as act:
                check_waits(self._in_hand(at, body).table, act.call)
            case PutAway() as act:
                self.room.consoles.check_alarm(act.alarm)
            case Reseat() as act if self.room.seconds.wanted:
                table, other = self._in_hand(at, body).table, numbered(self.room.tables, act.to_table)
                self.people.check_reseat(table, table.seat(act.seat), other, other.seat(act.to_seat))
            case act if isinstance(act, TableAct) and self.room.seconds.wanted and act.grave:
                ruling = self._in_hand(at, body)
                with suppress(_Possible), ruling.table.whole():
                    self.table_acts.carry_out(ruling, act)
                    raise _Possible
            case _:
                pass

    def _in_hand(self, at: int, body: Rule) -> RulingInHand:
        """Return a ruling for a table, ready to be carried out. Raises Refused if the table has left the gate for
        which the ruling was meant."""
        table = numbered(self.room.tables, body.table)
        if body.gate and body.gate != table.gate and not table.asleep:
            raise Refused(
                RefusalCode.STALE,
                sentence("rulings.another_question"),
            )
        return RulingInHand(at, table, clean(body.reason), body.id, known=len(table.story.chapters))

    def _happen(self, ruling: RulingInHand, key: str, act: TableAct | PeopleAct) -> list[Effect]:
        """Carry out a ruling, then return all effects that it marked. Raises Refused."""
        table = ruling.table
        effects: list[Effect] = []
        if isinstance(act, PeopleAct):
            effects += self.room_acts.on_people(ruling, key, act)
        elif not table.asleep:
            self.table_acts.carry_out(ruling, act)
            if ruling.stand_in:
                effects += self.people.driver_changed(table, ruling.stand_in)
            effects += messages.following(ruling, self.room.sessions)
            if ruling.views:
                table.story.forget()
        self.room.consoles.ruled(table.number)
        return effects

    # --- two umpires ----------------------------------------------------------------------------------------------

    def _check_renewal(self, key: str, holder: Grant, act: Renew) -> None:
        """Check that the requester of a new code may see every table of that code, and does not become a second
        umpire by it.

        Raises Refused.
        """
        card = self.room.roster.code(act.plate)
        if card is None:
            return  # It is refused when it is carried out.
        if holder.tables and not (card.holder.tables and {*card.holder.tables} <= {*holder.tables}):
            raise Refused(RefusalCode.NOT_ALLOWED, sentence("rulings.card_of_more_tables"))
        others = card.holder.role is Role.UMPIRE and act.plate != self.room.roster.came_with(key)
        if self.room.seconds.wanted and others:
            raise Refused(RefusalCode.NOT_ALLOWED, sentence("rulings.code_of_other_umpire"))

    def _second(self, at: int, key: str, holder: Grant, body: Rule, act: Approve | Withdraw) -> list[Effect]:
        """Carry out a ruling that waited, or take it back. Raises Refused."""
        asked = self.room.seconds.asked(key, act, self.room.roster)
        check_scope(holder, asked.body)
        seconds = isinstance(act, Approve)
        table = numbered(self.room.tables, asked.body.table)
        effects: list[Effect] = []
        with table.whole():
            key = "record.second_gave" if seconds else "record.second_withdrawn"
            table.note(at, sentence(key, number=act.number), clean(body.reason))
            if seconds:
                grave = asked.body.act
                assert not isinstance(grave, RoomAct | Approve | Withdraw)
                effects = self._happen(self._in_hand(at, asked.body), key, grave)
        self.room.consoles.touch(table.number)
        self.room.seconds.settle(act.number)
        return effects
