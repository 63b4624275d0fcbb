"""Exercise: every table and every key, as one pure machine. `handle(stimulus) -> outcome`.

The accepted stimuli define the exercise. A replay of them gives the same exercise. The sender of a request is the key
that the link proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import assert_never

from warcouncil.arbiter.core.people.receipts import Sign
from warcouncil.arbiter.core.people.roster import Roster
from warcouncil.arbiter.core.people.second_umpire import Seconds
from warcouncil.arbiter.core.people.sessions import Session, Sessions
from warcouncil.arbiter.core.room.arrivals import Arrivals, Leader
from warcouncil.arbiter.core.room.people_acts import People
from warcouncil.arbiter.core.room.room import Room
from warcouncil.arbiter.core.room.room_acts import RoomActs
from warcouncil.arbiter.core.room.rulings import Rulings
from warcouncil.arbiter.core.room.seat_requests import SeatRequests
from warcouncil.arbiter.core.room.table_acts import TableActs
from warcouncil.arbiter.core.room.timing import GateTiming, Pending
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import alarms, hints, messages
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
    FileRead,
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
from warcouncil.protocol.sentences.sentence import say
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
    """Return the table that a stimulus concerns. Return 0 for the whole exercise. A resume never skips a stimulus
    with 0.
    """
    match stimulus:
        case Received(body=Declare()):  # This is the most frequent case, so it comes first.
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
            | FileRead()
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
    """Return the table that a grave ruling would change, even if the request only approves the ruling. 0 means no
    table.
    """
    match stimulus:
        case Received(body=Rule(act=Approve() as act)) if act.number in seconds.waiting:
            return seconds.waiting[act.number].body.table
        case Received(body=Rule(act=act, table=table)) if act.grave and not act.of_people:
            return table
        case _:
            return TableId(0)


TICK_RECORD_MS = 1000
_UNMARKED = frozenset({Received, Greeted, Ticked, Debriefed, Backed, Placed, Followed})
"""Stimuli for which `handle` marks no table. Their handlers mark the table, or change no table."""


class Exercise:
    """All tables of an exercise. The first stimulus must be Began.

    `sign` takes bytes and returns a signature in hexadecimal. `verify_key` is sent to the seats. `load` finds games
    by name.
    """

    def __init__(
        self,
        sign: Sign,
        verify_key: str = "",
        load: Callable[[str], AnyGame] = registry.load,
    ) -> None:
        self._sign = sign
        self._verify_key = verify_key
        self._load = load
        self._ticked_at = -TICK_RECORD_MS
        self._build(Began(exercise="", tables=(), codes=()))

    def _build(self, plan: Began) -> None:
        """Build the room of a plan without its tables, and the parts that use the room."""
        self.room = room = Room(plan, self._sign, self._verify_key)
        self._people = people = People(room)
        self.lead = Leader(room)
        self.timing = GateTiming(room, people)
        self._arrivals = Arrivals(room, people, self.lead)
        self._rulings = Rulings(room, people, TableActs(room), RoomActs(room, people, self.lead))
        self._seat_requests = SeatRequests(room, people)

    # --- queries of the shell -------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The exercise's name."""
        return self.room.plan.exercise

    @property
    def plan(self) -> Began:
        """The plan with which the exercise began."""
        return self.room.plan

    @property
    def tables(self) -> Mapping[TableId, Table]:
        """The tables by their numbers."""
        return self.room.tables

    @property
    def sessions(self) -> Sessions:
        """The open sessions of people and bots, linked or not."""
        return self.room.sessions

    @property
    def roster(self) -> Roster:
        """The holders of keys and codes."""
        return self.room.roster

    @property
    def keys(self) -> Mapping[str, Grant]:
        """The admitted keys, and the place of each."""
        return self.room.roster.keys

    @property
    def codes(self) -> tuple[CodeCard, ...]:
        """Every code and its place, in table order."""
        return self.room.roster.codes

    def code(self, plate: str) -> CodeCard | None:
        """Return the code with a plate, and its place. Return None if there is none."""
        return self.room.roster.code(plate)

    def card(self, plate: str) -> CodeCard | Turned:
        """Return the code with this plate and the place that it opens now, or the reason why it opens no place."""
        return self.room.roster.card(plate)

    def lets_browsers_in(self, web: WebAddress) -> None:
        """Record the address for browsers. Consoles show it."""
        self.room.consoles.web = web

    def deadline(self) -> int | None:
        """Return when the next clock runs out. The result is in the past if something is due now."""
        return self.timing.deadline()

    def pending(self, at: int) -> tuple[Pending, ...]:
        """Return the stimuli that are due now without any request."""
        return self.timing.pending(at)

    def stand_ins(self) -> tuple[StandIn, ...]:
        """Return the bots that play seats, so that they can be started after a resume."""
        return tuple(
            StandIn(number, seat, bot)
            for number, table in self.room.tables.items()
            for seat, bot in table.bots.items()
        )

    def table_of(self, stimulus: Stimulus) -> TableId:
        """Return the table that a stimulus concerns. Return 0 for the whole exercise. A resume never skips a stimulus
        with 0.
        """
        return table_of(stimulus, self.keys, self.room.seconds)

    def suspect(self, stimulus: Stimulus) -> TableId:
        """Return the table whose rules failed at this stimulus. 0 means that it is unknown."""
        seated = self.keys.get(getattr(stimulus, "key", ""))
        return (
            ruled(stimulus, self.room.seconds)
            or self.table_of(stimulus)
            or self.room.consoles.drawing
            or self.timing.looking
            or (seated.table if seated else TableId(0))
        )

    # --- stimuli --------------------------------------------------------------------------------------------------

    def handle(self, stimulus: Stimulus) -> Outcome:  # noqa: C901, PLR0912, PLR0915  # one branch a stimulus
        """Handle a stimulus, and return its effects. Raises only errors of a table's rules."""
        if type(stimulus) not in _UNMARKED:
            self.timing.timetable.mark(getattr(stimulus, "table", TableId(0)))
        match stimulus:
            case Received():
                return self._received(stimulus)
            case Due():
                effects = self.timing.due(self.room.tables[stimulus.table], stimulus.at)
            case Ticked():
                return self._ticked(stimulus.at, stimulus.at if stimulus.passed < 0 else stimulus.passed)
            case Greeted():
                return Outcome(effects=tuple(self._arrivals.greeted(stimulus)))
            case Shown():
                sends = self.room.consoles.redraw(self.room.tables[stimulus.table], stimulus.at)
                return Outcome(effects=tuple(sends))
            case Debriefed():
                return Outcome(effects=tuple(self.room.consoles.debriefed(stimulus.news)))
            case Backed():
                return Outcome(effects=tuple(self.room.consoles.backed(stimulus.fault, stimulus.about)))
            case Followed():
                return Outcome(effects=tuple(self.lead.followed(stimulus)))
            case Started():
                effects = self.timing.started(self.room.tables[stimulus.table], stimulus.at)
            case Pledged():
                effects = self.timing.pledged(self.room.tables[stimulus.table], stimulus.at)
            case Bound():
                effects = self.timing.bound(self.room.tables[stimulus.table], stimulus)
            case Injected():
                effects = self.timing.injected(stimulus)
            case Faulted():
                effects = self.timing.faulted(stimulus)
            case Missed():
                effects = self._arrivals.missed(stimulus)
            case Doubted():
                effects = self.timing.doubted(stimulus)
            case Handed():
                effects = self._people.handed(stimulus)
            case Admitted():
                effects = self._people.admitted(stimulus)
            case Guessed():
                effects = list(self.room.consoles.guessed(stimulus))
            case FileRead():
                effects = list(self.room.consoles.file_read(stimulus))
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
        self._build(began)
        closings: list[Effect] = []
        for plan in began.tables:
            game = self._load(plan.game)
            table = Table(plan, game, began.injects)
            self.room.tables[plan.table] = table
            begun = attempt(partial(self._begin, table, began))
            if isinstance(begun, RulesFault):
                self.timing.doubt(plan.table, began.at, say("stored.unset"))
            else:
                closings += begun
        return closings

    def _begin(self, table: Table, began: Began) -> list[Effect]:
        """Set up a table. If all parties make its seed, only check that this is possible and keep no result."""
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
        for table in self.room.tables.values():
            if table.draw is not None:
                table.draw.wait_anew(resumed.at)
        if resumed.accepted:
            self.room.consoles.loss_accepted()
        for table in self.room.tables.values() if resumed.accepted else ():
            table.note(resumed.at, alarms.told(table, resumed))
            self.room.consoles.touch(table.number)
        return []

    def _ticked(self, at: int, passed: int) -> Outcome:
        effects = self._arrivals.silent(passed)
        timetable = self.timing.timetable
        out = (self.room.tables[number] for number in timetable.out(passed))
        self.room.consoles.stalled(
            [t.number for t in out if t.now.waits_for_umpire(passed, self.room.plan.grace_ms)]
        )
        effects += self.room.consoles.tick(at)
        durable = timetable.runs and at - self._ticked_at >= TICK_RECORD_MS
        if durable:
            self._ticked_at = at
        return Outcome(durable, tuple(effects))

    # --- requests -------------------------------------------------------------------------------------------------

    def _received(self, received: Received) -> Outcome:
        session = self._arrivals.session(received)
        if isinstance(session, Send):
            return Outcome(effects=(session,))
        effects = self._arrivals.heard(session, received)
        request = id_of(received.body)
        try:
            if request:
                self.room.repeats.check(session.token, request)
            looks = isinstance(received.body, Watch | Look)  # These only read a clock and change nothing.
            at = max(received.at, received.shown) if looks else received.at
            durable, more = self.perform(at, received.key, received.body)
            effects += more
        except Refused as refused:
            durable = False
            if request:
                self.room.repeats.refuse(session.token, request, refused)
            answer = messages.refusal(refused.code, refused.said, request=request, rule=refused.rule)
            effects.append(session.mail(wire.dump(answer)))
        return Outcome(durable, tuple(effects))

    def perform(self, at: int, key: str, body: Request) -> tuple[bool, list[Effect]]:
        """Carry out a request of an admitted key. Return whether it must be journalled, and its effects. Raises
        Refused.

        A resume calls it for every request in the journal.
        """
        holder = self.keys[key]
        check(holder, body)
        session = self.room.sessions.get(key)
        if not isinstance(body, Beat):
            self.timing.timetable.mark(holder.table)
        match body:
            case Declare():  # The most frequent case comes first, because each case costs time.
                return self._seat_requests.perform(at, key, holder, body)
            case Beat():
                return False, [
                    messages.alive(session, self.room.tables.get(holder.table), at)
                ] if session else []
            case Resync():
                return False, list(self._arrivals.whole(session, at)) if session else []
            case Leave():
                return False, self._arrivals.left(session) if session else []
            case ReadRules():
                return False, [self.room.briefings.rules(session, body.id)] if session else []
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
        table = self.room.tables[session.holder.table]
        seat = table.seats[session.holder.seat]
        found = hints.hint(table, seat, request, session.token, allowed=self.room.plan.hints)
        return session.mail(wire.dump(found))
