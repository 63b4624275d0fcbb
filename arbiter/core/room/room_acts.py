"""Acts on the whole exercise and its people: their effects on all tables and on the holders of seats.

An act is checked completely before anything is stored. Every act is recorded with its reason before any client
receives a message about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core.room.arrivals import Leader
from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.table.table import numbered
from warcouncil.arbiter.core.table.touched import RulingInHand
from warcouncil.arbiter.core.words.outcome import Effect, WriteUp
from warcouncil.protocol.acts.room_acts import (
    Debrief,
    HandOverLead,
    Lockstep,
    PutAway,
    Reissue,
    Remove,
    Renew,
    Reseat,
    Results,
)
from warcouncil.protocol.sentences.sentence import say, sentence

RoomAct = Lockstep | Renew | Results | Debrief | PutAway | HandOverLead
PeopleAct = Reissue | Remove | Reseat


@dataclass(frozen=True, slots=True)
class RoomActs:
    """The acts that concern the whole exercise or its people, and their effects."""

    room: Room
    people: People
    lead: Leader

    def on_room(self, at: int, key: str, act: RoomAct, reason: str) -> list[Effect]:
        """Carry out an act on the whole exercise, requested by `key`. Raises Refused."""
        effects: list[Effect] = []
        match act:
            case Lockstep():
                self.room.lockstep.keep_at(act.phases)
                names = ", ".join(act.phases)
                did = sentence("record.in_step", phases=names) if names else sentence("record.out_of_step")
            case Renew():
                title, effects = self.people.renew(act, key)
                did = sentence(
                    "record.code_renewed" if act.keep else "record.code_renewed_alone", title=title
                )
            case PutAway():
                self.room.consoles.put_away(act.alarm)
                did = sentence("record.alarm_closed")
            case Results():
                self.room.consoles.show_results(shown=act.shown)
                did = sentence("record.results_shown" if act.shown else "record.results_hidden")
            case Debrief():
                self.room.consoles.check_not_writing()
                did, effects = sentence("record.debriefed"), [WriteUp()]
            case HandOverLead():
                did, effects = sentence("record.handed_over"), [*self.lead.hand_on()]
            case _ as never:
                assert_never(never)
        for table in self.room.tables.values():
            table.note(at, did, reason)
            self.room.consoles.touch(table.number)
        return effects

    def on_people(self, ruling: RulingInHand, key: str, act: PeopleAct) -> list[Effect]:
        """Carry out an act on the holder of a seat, requested by `key`. Raises Refused."""
        table = ruling.table
        seat = table.seat(act.seat)
        match act:
            case Reseat():
                other = numbered(self.room.tables, act.to_table)
                goal = other.seat(act.to_seat)
                effects = self.people.reseat(table, seat, other, goal, ruling.at)
                if act.from_bots:
                    for there, place in ((other, goal), (table, seat)):
                        effects += self.people.take_from_bot(there, ruling.at, place, ruling.reason)
                ruling.note(sentence("record.moved", seat=seat.title, goal=goal.title, table=other.number))
            case Reissue():
                effects = self.people.vacate(table, seat, key, say("told.seat_new_code"))
                ruling.note(sentence("record.new_code", seat=seat.title))
            case Remove():
                effects = self.people.vacate(table, seat, key, say("told.removed"))
                if not act.keep:
                    table.now.withdraw(seat.id)
                key = "record.removed_answer_kept" if act.keep else "record.removed_answer_struck"
                ruling.note(sentence(key, seat=seat.title))
            case _ as never:
                assert_never(never)
        return effects
