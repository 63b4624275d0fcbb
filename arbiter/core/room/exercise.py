"""Exercise: every table, every key, one pure machine. `handle(stimulus) -> outcome`.

Laws: the stimuli that were accepted are the whole truth, replaying them gives the same exercise; who speaks is the key
that the link proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import assert_never

from warcouncil.arbiter.core.people.receipts import ReceiptBook
from warcouncil.arbiter.core.people.roster import Roster
from warcouncil.arbiter.core.people.second_umpire import Seconds
from warcouncil.arbiter.core.people.sessions import SeenRequests, Session, Sessions
from warcouncil.arbiter.core.people.speech_limit import SpeechLimit
from warcouncil.arbiter.core.room.arrivals import Arrivals, Leader
from warcouncil.arbiter.core.room.briefings import Briefings
from warcouncil.arbiter.core.room.chance import Draws
from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.room.room_acts import RoomActs
from warcouncil.arbiter.core.room.rulings import Rulings
from warcouncil.arbiter.core.room.seat_requests import SeatRequests
from warcouncil.arbiter.core.room.table_acts import TableActs
from warcouncil.arbiter.core.room.timing import GateTiming, PendingRequests
from warcouncil.arbiter.core.table.lockstep import StepKeeper
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import alarms, hints, messages
from warcouncil.arbiter.core.views.consoles import Consoles
from warcouncil.arbiter.core.words.outcome import Effect, Outcome, Refused, RulesFault, Send, StandIn, attempt
from warcouncil.arbiter.core.words.permits import check
from warcouncil.arbiter.core.words.stimuli import (
    Admitted,
    Backed,
    Began,
    Bound,
    CodeCard,
    Coded,
    Debriefed,
    Doubted,
    Due,
    Faulted,
    Followed,
    Grant,
    Greeted,
    Guessed,
    Handed,
    Injected,
    Missed,
    Placed,
    Pledged,
    Received,
    Resumed,
    Shown,
    Started,
    Stimulus,
    Ticked,
)
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.acts.room_acts import Approve
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import WebAddress
from warcouncil.protocol.wire.requests import (
    AskHint,
    Beat,
    Claim,
    Declare,
    HandOver,
    Hello,
    Leave,
    Look,
    ReadRules,
    Request,
    Resync,
    Rule,
    SayReady,
    Watch,
    id_of,
)
from warcouncil.protocol.words import TableId


def table_of(stimulus: Stimulus, keys: Mapping[str, Grant], seconds: Seconds) -> TableId:
    """Give the table that a stimulus concerns; 0: the exercise, and what must never be skipped in a resume."""
    match stimulus:
        case Received(body=Declare()):  # most of all there is: what else it is not is not asked
            return _seated(stimulus, keys)
        case (
            Due() | Faulted() | Doubted() | Started() | Pledged() | Bound() | Injected() | Shown() | Missed()
        ):
            return stimulus.table
        case Received(body=Rule(act=act)) if act.room_wide or act.of_people or (act.grave and seconds.wanted):
            return TableId(0)
        case Received(body=Rule() | Look() as body):
            return body.table
        case Received(body=Watch() | HandOver() | Claim()):
            return TableId(0)
        case Received():
            return _seated(stimulus, keys)
        case (
            Began()
            | Admitted()
            | Guessed()
            | Greeted()
            | Debriefed()
            | Backed()
            | Handed()
            | Coded()
            | Ticked()
            | Resumed()
            | Placed()
            | Followed()
        ):
            return TableId(0)
        case _ as never:
            assert_never(never)


def _seated(received: Received, keys: Mapping[str, Grant]) -> TableId:
    holder = keys.get(received.key)
    return holder.table if holder else TableId(0)


def ruled(stimulus: Stimulus, seconds: Seconds) -> TableId:
    """Give the table that a grave ruling would change, also one that a second umpire lets happen; 0: none does."""
    match stimulus:
        case Received(body=Rule(act=Approve() as act)) if act.number in seconds.waiting:
            return seconds.waiting[act.number].body.table
        case Received(body=Rule(act=act, table=table)) if act.grave and not act.of_people:
            return table
        case _:
            return TableId(0)


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
        self.repeats = SeenRequests(self.roster.keys)
        self.speech_limit = SpeechLimit()
        self.lockstep = StepKeeper(self.tables, plan.lockstep, plan.grace_ms)
        self.seconds = Seconds(wanted=plan.second_umpire)
        self.consoles = Consoles(self.tables, self.sessions, self.roster, self.lockstep, self.seconds)
        self.lead = Leader(self.sessions, self.consoles)
        self._briefings = Briefings(plan, self.tables, self.sessions, self.roster)
        self._people = People(
            tables=self.tables,
            sessions=self.sessions,
            roster=self.roster,
            consoles=self.consoles,
            briefings=self._briefings,
            claim_ms=plan.claim_seconds * 1000,
        )
        self.draws = Draws(plan.exercise, self.sessions, self._sign)
        self.timing = GateTiming(
            plan=plan,
            tables=self.tables,
            sessions=self.sessions,
            consoles=self.consoles,
            people=self._people,
            briefings=self._briefings,
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
        self._rulings = Rulings(
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
            briefings=self._briefings,
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
        self._seat_requests = SeatRequests(
            tables=self.tables,
            sessions=self.sessions,
            consoles=self.consoles,
            people=self._people,
            repeats=self.repeats,
            speech_limit=self.speech_limit,
            receipts=self.receipts,
            draws=self.draws,
            grace_ms=plan.grace_ms,
            lockstep=self.lockstep,
        )


TICK_RECORD_MS = 1000
UNSET = "held: this program cannot set its game up"
_UNMARKED = frozenset({Received, Greeted, Ticked, Debriefed, Backed, Placed, Followed})
"""To whom these happen is seen to elsewhere, or is nobody."""


class Exercise(Assembly):
    """All tables of an exercise. The first stimulus must be Began. `load` finds games by name."""

    def __init__(
        self,
        sign: Callable[[bytes], str],
        verify_key: str = "",
        load: Callable[[str], AnyGame] = registry.load,
    ) -> None:
        super().__init__(sign, verify_key)
        self._load = load
        self._ticked_at = -TICK_RECORD_MS

    # --- what the shell asks --------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The exercise's name."""
        return self.plan.exercise

    @property
    def keys(self) -> Mapping[str, Grant]:
        """The keys that may come in, and what each is for."""
        return self.roster.keys

    @property
    def codes(self) -> tuple[CodeCard, ...]:
        """Every code and what it admits to, in the order of the tables."""
        return self.roster.codes

    def code(self, plate: str) -> CodeCard | None:
        """Give the code that a plate names and what it is for."""
        return self.roster.code(plate)

    def card(self, plate: str) -> CodeCard | Turned:
        """Give the code that a plate names and what it admits to now, or why the door stays shut."""
        return self.roster.card(plate)

    def lets_browsers_in(self, web: WebAddress) -> None:
        """Take note where browsers come in: consoles are told."""
        self.consoles.web = web

    def deadline(self) -> int | None:
        """Give when the next clock runs out; a time gone by when something is due now."""
        return self.timing.deadline()

    def pending(self, at: int) -> tuple[PendingRequests, ...]:
        """Give what is to be handled now though nobody sent it."""
        return self.timing.pending(at)

    def stand_ins(self) -> tuple[StandIn, ...]:
        """Give the bots that play seats, to be started after a resume."""
        return tuple(
            StandIn(number, seat, bot)
            for number, table in self.tables.items()
            for seat, bot in table.bots.items()
        )

    def table_of(self, stimulus: Stimulus) -> TableId:
        """Give the table that a stimulus concerns; 0: the exercise, and what must never be skipped in a resume."""
        return table_of(stimulus, self.keys, self.seconds)

    def suspect(self, stimulus: Stimulus) -> TableId:
        """Give the table whose rules failed at this stimulus; 0: none is known."""
        seated = self.keys.get(getattr(stimulus, "key", ""))
        return (
            ruled(stimulus, self.seconds)
            or self.table_of(stimulus)
            or self.consoles.drawing
            or self.timing.looking
            or (seated.table if seated else TableId(0))
        )

    # --- the machine ----------------------------------------------------------------------------------------------

    def handle(self, stimulus: Stimulus) -> Outcome:  # noqa: C901, PLR0912, PLR0915  # one branch a stimulus
        """Take in what happened and give what follows. Never raises but for a fault in a table's rules."""
        if type(stimulus) not in _UNMARKED:
            self.timing.timetable.mark(getattr(stimulus, "table", TableId(0)))
        match stimulus:
            case Received():
                return self._received(stimulus)
            case Due():
                effects = self.timing.due(self.tables[stimulus.table], stimulus.at)
            case Ticked():
                return self._ticked(stimulus.at, stimulus.at if stimulus.passed < 0 else stimulus.passed)
            case Greeted():
                return Outcome(effects=tuple(self.arrivals.greeted(stimulus)))
            case Shown():
                sends = self.consoles.redraw(self.tables[stimulus.table], stimulus.at)
                return Outcome(effects=tuple(sends))
            case Debriefed():
                return Outcome(effects=tuple(self.consoles.debriefed(stimulus.news)))
            case Backed():
                return Outcome(effects=tuple(self.consoles.backed(stimulus.fault)))
            case Followed():
                return Outcome(effects=tuple(self.lead.followed(stimulus)))
            case Started():
                effects = self.timing.started(self.tables[stimulus.table], stimulus.at)
            case Pledged():
                effects = self.timing.pledged(self.tables[stimulus.table], stimulus.at)
            case Bound():
                effects = self.timing.bound(self.tables[stimulus.table], stimulus)
            case Injected():
                effects = self.timing.injected(stimulus)
            case Faulted():
                effects = self.timing.faulted(stimulus)
            case Missed():
                effects = self.arrivals.missed(stimulus)
            case Doubted():
                effects = self.timing.doubted(stimulus)
            case Handed():
                effects = self._people.handed(stimulus)
            case Admitted():
                effects = self._people.admitted(stimulus)
            case Guessed():
                effects = list(self.consoles.guessed(stimulus))
            case Coded():
                effects = self._people.coded(stimulus)
            case Began():
                effects = self._began(stimulus)
            case Resumed():
                effects = self._resumed(stimulus)
            case Placed():
                effects = [*self.lead.placed(stimulus)]
            case _ as never:
                assert_never(never)
        return Outcome(True, tuple(effects))

    def _began(self, began: Began) -> list[Effect]:
        self._furnish(began)
        closings: list[Effect] = []
        for plan in began.tables:
            game = self._load(plan.game)
            table = Table(plan, game, began.injects)
            self.tables[plan.table] = table
            begun = attempt(partial(self._begin, table, began))
            if isinstance(begun, RulesFault):
                self.timing.doubt(plan.table, began.at, UNSET)
            else:
                closings += begun
        return closings

    def _begin(self, table: Table, began: Began) -> list[Effect]:
        """Set a table up; where all make its chance, only see that this can be done, and keep nothing of it."""
        if began.chance == "host":
            return [table.begin(began.at, waits=began.start != "now")]
        table.await_draw()
        table.rules.setup(table.chance)
        return []

    def _resumed(self, resumed: Resumed) -> list[Effect]:
        self._ticked_at = resumed.at
        self._people.resumed(resumed.at)
        self.timing.resumed(resumed.at)
        self.lead.resumed(resumed)
        for table in self.tables.values():
            if table.draw is not None:
                table.draw.wait_anew(resumed.at)
        if resumed.accepted:
            self.consoles.loss_accepted()
        for table in self.tables.values() if resumed.accepted else ():
            table.note(resumed.at, alarms.told(table, resumed))
            self.consoles.touch(table.number)
        return []

    def _ticked(self, at: int, passed: int) -> Outcome:
        effects = self.arrivals.silent(passed)
        timetable = self.timing.timetable
        out = (self.tables[number] for number in timetable.out(passed))
        self.consoles.stalled([t.number for t in out if t.now.waits_for_umpire(passed, self.plan.grace_ms)])
        effects += self.consoles.tick(at)
        durable = timetable.runs and at - self._ticked_at >= TICK_RECORD_MS
        if durable:
            self._ticked_at = at
        return Outcome(durable, tuple(effects))

    # --- requests -------------------------------------------------------------------------------------------------

    def _received(self, received: Received) -> Outcome:
        session = self.arrivals.session(received)
        if isinstance(session, Send):
            return Outcome(effects=(session,))
        effects = self.arrivals.heard(session, received)
        request = id_of(received.body)
        try:
            if request:
                self.repeats.check(session.token, request)
            looks = isinstance(received.body, Watch | Look)  # at a clock, and changes nothing
            at = max(received.at, received.shown) if looks else received.at
            durable, more = self.perform(at, received.key, received.body)
            effects += more
        except Refused as refused:
            durable = False
            if request:
                self.repeats.refuse(session.token, request, refused)
            effects.append(
                messages.aside(session, refused.code, refused.text, request=request, rule=refused.rule)
            )
        return Outcome(durable, tuple(effects))

    def perform(self, at: int, key: str, body: Request) -> tuple[bool, list[Effect]]:
        """Carry out a request of an admitted key: whether it is to be journalled, and what follows. Raises Refused.

        A resume calls it for every request in the journal.
        """
        holder = self.keys[key]
        check(holder, body)
        session = self.sessions.get(key)
        if not isinstance(body, Beat):
            self.timing.timetable.mark(holder.table)
        match body:
            case Declare():  # looked at first: each other kind that it is not costs as much as the look
                return self._seat_requests.perform(at, key, holder, body)
            case Beat():
                return False, [messages.alive(session, self.tables.get(holder.table), at)] if session else []
            case Resync():
                return False, list(self.arrivals.whole(session, at)) if session else []
            case Leave():
                return False, self.arrivals.left(session) if session else []
            case ReadRules():
                return False, [self._briefings.rules(session, body.id)] if session else []
            case AskHint():
                return False, [self._hint(session, body)] if session else []
            case SayReady():
                return False, [*self._people.ready(session)] if session else []
            case Rule() | Watch() | Look():
                return self._rulings.perform(at, key, holder, body)
            case Hello():
                raise AssertionError("Hello opens a session")
            case _:
                return self._seat_requests.perform(at, key, holder, body)

    def _hint(self, session: Session, request: AskHint) -> Send:
        table = self.tables[session.holder.table]
        seat = table.seats[session.holder.seat]
        found = hints.hint(table, seat, request, session.token, allowed=self.plan.hints)
        return session.mail(wire.dump(found))
