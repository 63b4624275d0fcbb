"""The parts of an exercise, put together: each is given what it needs of the plan and of the others."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.arbiter.core.arrivals import Arrivals
from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.course import Course
from warcouncil.arbiter.core.draws import Draws
from warcouncil.arbiter.core.lead import Lead
from warcouncil.arbiter.core.lectern import Lectern
from warcouncil.arbiter.core.pace import Pace
from warcouncil.arbiter.core.people import People
from warcouncil.arbiter.core.petitions import Petitions
from warcouncil.arbiter.core.receipts import ReceiptBook
from warcouncil.arbiter.core.room import Seconds, StepKeeper
from warcouncil.arbiter.core.room_acts import RoomActs
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.sessions import Repeats, Sessions
from warcouncil.arbiter.core.steering import Steering
from warcouncil.arbiter.core.stimuli import Began
from warcouncil.arbiter.core.table import Table
from warcouncil.arbiter.core.table_acts import TableActs
from warcouncil.protocol.words import TableId


class Assembly:
    """An exercise at rest.

    `sign` signs receipts (bytes in, hexadecimal out); `verify_key` is told to the seats.
    """

    def __init__(self, sign: Callable[[bytes], str], verify_key: str) -> None:
        self._sign = sign
        self._verify_key = verify_key
        self._furnish(Began(exercise="", tables=(), codes=()))

    def _furnish(self, plan: Began) -> None:
        """Give every part what it needs of the plan and of the others."""
        self.plan = plan
        self.tables: dict[TableId, Table] = {}
        self.sessions = Sessions()
        self.receipts = ReceiptBook(plan.exercise, self._sign)
        self.roster = Roster(plan, self.sessions)
        self.repeats = Repeats(self.roster.keys)
        self.pace = Pace()
        self.lockstep = StepKeeper(self.tables, plan.lockstep, plan.grace_ms)
        self.seconds = Seconds(wanted=plan.second_umpire)
        self.consoles = Consoles(self.tables, self.sessions, self.roster, self.lockstep, self.seconds)
        self.lead = Lead(self.sessions, self.consoles)
        self._lectern = Lectern(plan, self.tables, self.sessions, self.roster)
        self._people = People(
            tables=self.tables,
            sessions=self.sessions,
            roster=self.roster,
            consoles=self.consoles,
            lectern=self._lectern,
            claim_ms=plan.claim_seconds * 1000,
        )
        self.draws = Draws(plan.exercise, self.sessions, self._sign)
        self.course = Course(
            plan=plan,
            tables=self.tables,
            sessions=self.sessions,
            consoles=self.consoles,
            people=self._people,
            lectern=self._lectern,
            lockstep=self.lockstep,
            draws=self.draws,
        )
        room_acts = RoomActs(
            tables=self.tables,
            consoles=self.consoles,
            people=self._people,
            lockstep=self.lockstep,
            lead=self.lead,
        )
        self._steering = Steering(
            tables=self.tables,
            sessions=self.sessions,
            roster=self.roster,
            consoles=self.consoles,
            seconds=self.seconds,
            people=self._people,
            table_acts=TableActs(self.lockstep),
            room_acts=room_acts,
            repeats=self.repeats,
        )
        self.arrivals = Arrivals(
            plan=plan,
            lectern=self._lectern,
            verify_key=self._verify_key,
            tables=self.tables,
            sessions=self.sessions,
            roster=self.roster,
            consoles=self.consoles,
            people=self._people,
            receipts=self.receipts,
            draws=self.draws,
            lead=self.lead,
        )
        self._petitions = Petitions(
            tables=self.tables,
            sessions=self.sessions,
            consoles=self.consoles,
            people=self._people,
            repeats=self.repeats,
            pace=self.pace,
            receipts=self.receipts,
            draws=self.draws,
            grace_ms=plan.grace_ms,
            lockstep=self.lockstep,
        )
