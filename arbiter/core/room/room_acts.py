"""Acts on the room and its people: the effects of an umpire's act on all tables and on the holders of seats.

An act is checked completely before anything is stored. Every act is on the record, with its reason, before any client
is sent anything about it.
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
from warcouncil.protocol.sentences.sentence import say

RoomAct = Lockstep | Renew | Results | Debrief | PutAway | HandOverLead
PeopleAct = Reissue | Remove | Reseat


@dataclass(frozen=True, slots=True)
class RoomActs:
    """The acts on the room and its people, and their effects."""

    room: Room
    people: People
    lead: Leader

    def on_room(self, at: int, key: str, act: RoomAct, reason: str) -> list[Effect]:
        """Carry out an act on the whole room, requested by `key`. Raises Refused."""
        effects: list[Effect] = []
        match act:
            case Lockstep():
                self.room.lockstep.keep_at(act.phases)
                names = ", ".join(act.phases)
                words = f"put all tables in step at {names}" if names else "let every table go its own way"
            case Renew():
                title, effects = self.people.renew(act, key)
                stays = "stays" if act.keep else "was let go"
                words = f"gave the {title} a new code; who came with the old one {stays}"
            case PutAway():
                self.room.consoles.put_away(act.alarm)
                words = "put away an alarm of the room"
            case Results():
                self.room.consoles.show_results(shown=act.shown)
                words = "showed the results of the room" + ("" if act.shown else " no longer")
            case Debrief():
                self.room.consoles.check_not_writing()
                words, effects = "had the debrief written", [WriteUp()]
            case HandOverLead():
                words, effects = "handed the exercise over to a standby", [*self.lead.hand_on()]
            case _ as never:
                assert_never(never)
        for table in self.room.tables.values():
            table.note(at, f"{words} ({reason})")
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
                ruling.note(f"moved the holder of {seat.title} to {goal.title} at table {other.number}")
            case Reissue():
                effects = self.people.vacate(table, seat, key, say("told.seat_new_code"))
                ruling.note(f"gave {seat.title} a new code")
            case Remove():
                effects = self.people.vacate(table, seat, key, say("told.removed"))
                if not act.keep:
                    table.now.withdraw(seat.id)
                what = "what was sealed stands" if act.keep else "what was sealed is struck out"
                ruling.note(f"took {seat.title} from its holder; {what}")
            case _ as never:
                assert_never(never)
        return effects
