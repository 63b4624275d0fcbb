"""The exercise: every table, every key, one pure machine. `handle(stimulus) -> outcome`.

Laws: the stimuli that were accepted are the whole truth, replaying them gives the same exercise; who speaks is the key
that the link proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import assert_never

from warcouncil.arbiter.core import concern, hints, lost, mail
from warcouncil.arbiter.core.assembly import Assembly
from warcouncil.arbiter.core.course import Pending
from warcouncil.arbiter.core.fence import RulesFault, attempt
from warcouncil.arbiter.core.outcome import Effect, Outcome, Refused, Send, StandIn
from warcouncil.arbiter.core.permits import check
from warcouncil.arbiter.core.sessions import Session
from warcouncil.arbiter.core.stimuli import (
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
    Greeted,
    Guessed,
    Handed,
    Holder,
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
from warcouncil.arbiter.core.table import Table
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol import wire
from warcouncil.protocol.consoles import WebAddress
from warcouncil.protocol.doors import Turned
from warcouncil.protocol.requests import (
    AskHint,
    Beat,
    Declare,
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
    def keys(self) -> Mapping[str, Holder]:
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
        return self.course.deadline()

    def pending(self, at: int) -> tuple[Pending, ...]:
        """Give what is to be handled now though nobody sent it."""
        return self.course.pending(at)

    def stand_ins(self) -> tuple[StandIn, ...]:
        """Give the bots that play seats, to be started after a resume."""
        return tuple(
            StandIn(number, seat, bot)
            for number, table in self.tables.items()
            for seat, bot in table.bots.items()
        )

    def table_of(self, stimulus: Stimulus) -> TableId:
        """Give the table that a stimulus concerns; 0: the exercise, and what must never be skipped in a resume."""
        return concern.table_of(stimulus, self.keys, self.seconds)

    def suspect(self, stimulus: Stimulus) -> TableId:
        """Give the table whose rules failed at this stimulus; 0: none is known."""
        seated = self.keys.get(getattr(stimulus, "key", ""))
        return (
            concern.ruled(stimulus, self.seconds)
            or self.table_of(stimulus)
            or self.consoles.drawing
            or self.course.looking
            or (seated.table if seated else TableId(0))
        )

    # --- the machine ----------------------------------------------------------------------------------------------

    def handle(self, stimulus: Stimulus) -> Outcome:  # noqa: C901, PLR0912, PLR0915  # one branch a stimulus
        """Take in what happened and give what follows. Never raises but for a fault in a table's rules."""
        if type(stimulus) not in _UNMARKED:
            self.course.timetable.mark(getattr(stimulus, "table", TableId(0)))
        match stimulus:
            case Received():
                return self._received(stimulus)
            case Due():
                effects = self.course.due(self.tables[stimulus.table], stimulus.at)
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
                effects = self.course.started(self.tables[stimulus.table], stimulus.at)
            case Pledged():
                effects = self.course.pledged(self.tables[stimulus.table], stimulus.at)
            case Bound():
                effects = self.course.bound(self.tables[stimulus.table], stimulus)
            case Injected():
                effects = self.course.injected(stimulus)
            case Faulted():
                effects = self.course.faulted(stimulus)
            case Missed():
                effects = self.arrivals.missed(stimulus)
            case Doubted():
                effects = self.course.doubted(stimulus)
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
                self.course.doubt(plan.table, began.at, UNSET)
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
        self.course.resumed(resumed.at)
        self.lead.resumed(resumed)
        for table in self.tables.values():
            if table.draw is not None:
                table.draw.wait_anew(resumed.at)
        if resumed.accepted:
            self.consoles.loss_accepted()
        for table in self.tables.values() if resumed.accepted else ():
            table.note(resumed.at, lost.told(table, resumed))
            self.consoles.touch(table.number)
        return []

    def _ticked(self, at: int, passed: int) -> Outcome:
        effects = self.arrivals.silent(passed)
        timetable = self.course.timetable
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
                mail.aside(session, refused.code, refused.text, request=request, rule=refused.rule)
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
            self.course.timetable.mark(holder.table)
        match body:
            case Declare():  # looked at first: each other kind that it is not costs as much as the look
                return self._petitions.perform(at, key, holder, body)
            case Beat():
                return False, [mail.alive(session, self.tables.get(holder.table), at)] if session else []
            case Resync():
                return False, list(self.arrivals.whole(session, at)) if session else []
            case Leave():
                return False, self.arrivals.left(session) if session else []
            case ReadRules():
                return False, [self._lectern.rules(session, body.id)] if session else []
            case AskHint():
                return False, [self._hint(session, body)] if session else []
            case SayReady():
                return False, [*self._people.ready(session)] if session else []
            case Rule() | Watch() | Look():
                return self._steering.perform(at, key, holder, body)
            case Hello():
                raise AssertionError("Hello opens a session")
            case _:
                return self._petitions.perform(at, key, holder, body)

    def _hint(self, session: Session, request: AskHint) -> Send:
        table = self.tables[session.holder.table]
        seat = table.seats[session.holder.seat]
        found = hints.hint(table, seat, request, session.token, allowed=self.plan.hints)
        return session.mail(wire.dump(found))
