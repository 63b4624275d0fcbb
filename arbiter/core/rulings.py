"""Rulings: what each act of an umpire does, at one table, to people or to the room.

Laws: an act is checked whole before anything is kept; every act is on the record, with its reason, before anyone hears
of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.outcome import Effect, Refused
from warcouncil.arbiter.core.people import People
from warcouncil.arbiter.core.room import StepKeeper, numbered
from warcouncil.arbiter.core.table import Table
from warcouncil.arbiter.core.table_acts import RulingInHand, TableActs
from warcouncil.protocol.acts import (
    Approve,
    Lockstep,
    PutAway,
    Reissue,
    Remove,
    Renew,
    Reseat,
    Results,
    Withdraw,
)
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Rule
from warcouncil.protocol.words import TableId, clean

PeopleAct = Reissue | Remove | Reseat


@dataclass(frozen=True, kw_only=True, slots=True)
class Rulings:
    """The acts, and what each leads to."""

    tables: Mapping[TableId, Table]
    consoles: Consoles
    people: People
    lockstep: StepKeeper
    at_table: TableActs

    def carry_out(self, at: int, key: str, body: Rule) -> list[Effect]:
        """Carry out the act that an umpire asked for. Raises Refused."""
        if isinstance(body.act, Lockstep):
            return self._keep_step(at, body.act, clean(body.reason))
        if isinstance(body.act, Renew):
            return self._renew(at, key, body.act, clean(body.reason))
        if isinstance(body.act, Results | PutAway):
            return self._on_the_room(at, body.act, clean(body.reason))
        ruling = RulingInHand(at, self.current(body), clean(body.reason), body.id)
        match body.act:
            case Reissue() | Remove() | Reseat():
                return self._on_people(ruling, key, body.act)
            case Approve() | Withdraw():
                raise AssertionError("an act on another ruling changes nothing by itself")
            case _:
                return self.at_table.carry_out(ruling, body.act)

    def current(self, body: Rule) -> Table:
        """Give the table of a ruling. Raises Refused when it has moved on from what the ruling was meant for."""
        table = numbered(self.tables, body.table)
        if body.gate and body.gate != table.gate and not table.asleep:
            raise Refused(RefusalCode.STALE, "The table has moved on since; look again.")
        return table

    # --- the room and its people ----------------------------------------------------------------------------------

    def _keep_step(self, at: int, act: Lockstep, reason: str) -> list[Effect]:
        self.lockstep.keep_at(act.phases)
        names = ", ".join(act.phases)
        words = f"put all tables in step at {names}" if names else "let every table go its own way"
        self._note_everywhere(at, f"{words} ({reason})")
        return []

    def _renew(self, at: int, key: str, act: Renew, reason: str) -> list[Effect]:
        title, effects = self.people.renew(act, key)
        stays = "stays" if act.keep else "was let go"
        self._note_everywhere(
            at, f"gave the {title} a new code; who came with the old one {stays} ({reason})"
        )
        return effects

    def _on_the_room(self, at: int, act: Results | PutAway, reason: str) -> list[Effect]:
        if isinstance(act, PutAway):
            effects: list[Effect] = [*self.consoles.put_away(act.alarm)]
            self._note_everywhere(at, f"put away an alarm of the room ({reason})")
            return effects
        self.consoles.show_results(shown=act.shown)
        shown = "showed the results of the room" if act.shown else "showed the results of the room no longer"
        self._note_everywhere(at, f"{shown} ({reason})")
        return []

    def _note_everywhere(self, at: int, words: str) -> None:
        for table in self.tables.values():
            table.note(at, words)
            self.consoles.touch(table.number)

    def _on_people(self, ruling: RulingInHand, key: str, act: PeopleAct) -> list[Effect]:
        table = ruling.table
        seat = table.seat(act.seat)
        match act:
            case Reseat():
                other = numbered(self.tables, act.to_table)
                goal = other.seat(act.to_seat)
                effects = self.people.reseat(table, seat, other, goal, ruling.at)
                ruling.note(f"moved the holder of {seat.title} to {goal.title} at table {other.number}")
            case Reissue():
                effects = self.people.vacate(table, seat, key, "The umpire gave this seat a new code.")
                ruling.note(f"gave {seat.title} a new code")
            case Remove():
                effects = self.people.vacate(table, seat, key, "The umpire took you from this seat.")
                if not act.keep:
                    table.now.withdraw(seat.id)
                what = "what was sealed stands" if act.keep else "what was sealed is struck out"
                ruling.note(f"took {seat.title} from its holder; {what}")
            case _ as never:
                assert_never(never)
        return effects
