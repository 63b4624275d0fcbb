"""Room holds the shared objects of an exercise: its tables, its people, and their state. It decides nothing."""

from __future__ import annotations

from warcouncil.arbiter.core.people.receipts import ReceiptBook, Sign
from warcouncil.arbiter.core.people.roster import Roster
from warcouncil.arbiter.core.people.second_umpire import Seconds
from warcouncil.arbiter.core.people.sessions import SeenRequests, Sessions
from warcouncil.arbiter.core.people.speech_limit import SpeechLimit
from warcouncil.arbiter.core.room.briefings import Briefings
from warcouncil.arbiter.core.room.chance import Draws
from warcouncil.arbiter.core.table.lockstep import StepKeeper
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views.consoles import Consoles
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.protocol.words import TableId


class Room:
    """The objects that all parts of an exercise share. Each part receives the whole room, so a new object needs one
    line here."""

    def __init__(self, plan: Began, sign: Sign, verify_key: str) -> None:
        self.plan = plan
        self.verify_key = verify_key
        """The key that checks the arbiter's signatures. Seats receive it."""
        self.tables: dict[TableId, Table] = {}
        self.sessions = Sessions()
        self.roster = Roster(plan, self.sessions)
        self.repeats = SeenRequests(self.roster.keys)
        self.speech_limit = SpeechLimit()
        self.receipts = ReceiptBook(plan.exercise, sign)
        self.seconds = Seconds(wanted=plan.second_umpire)
        self.lockstep = StepKeeper(self.tables, plan.lockstep, plan.grace_ms)
        self.draws = Draws(plan.exercise, self.sessions, sign)
        self.briefings = Briefings(plan, self.tables, self.sessions, self.roster)
        self.consoles = Consoles(self.tables, self.sessions, self.roster, self.lockstep, self.seconds)
