"""The exercise: every table, every key, one pure machine. `handle(stimulus) -> outcome`.

Laws: the stimuli that were accepted are the whole truth, replaying them gives the same exercise; who speaks is the key
that the link proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, assert_never

from warcouncil.arbiter.core import lost, mail, welcome
from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.course import Course, Pending
from warcouncil.arbiter.core.outcome import Effect, Missing, Outcome, Refused, Send, StandIn
from warcouncil.arbiter.core.people import People
from warcouncil.arbiter.core.permits import check_role
from warcouncil.arbiter.core.petitions import Petitions
from warcouncil.arbiter.core.receipts import ReceiptBook
from warcouncil.arbiter.core.room import Seconds, StepKeeper
from warcouncil.arbiter.core.roster import Roster
from warcouncil.arbiter.core.rulings import Rulings
from warcouncil.arbiter.core.sessions import SILENCE_MS_MAX, Repeats, Session, Sessions
from warcouncil.arbiter.core.steering import Steering
from warcouncil.arbiter.core.stimuli import (
    Admitted,
    Began,
    CodeCard,
    Coded,
    Doubted,
    Due,
    Faulted,
    Greeted,
    Guessed,
    Handed,
    Holder,
    Injected,
    Missed,
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
from warcouncil.protocol.acts import Approve
from warcouncil.protocol.doors import Turned
from warcouncil.protocol.replies import RefusalCode
from warcouncil.protocol.requests import Beat, Claim, HandOver, Hello, Look, Request, Resync, Rule, Watch
from warcouncil.protocol.words import Role, TableId

TICK_RECORD_MS = 1000
Found = Literal["none", "known", "missing"]

UNKNOWN = "This arbiter does not know you; join with your code."


class Exercise:
    """All tables of an exercise. The first stimulus must be Began.

    `sign` signs receipts (bytes in, hexadecimal out); `verify_key` is told to the seats; `load` finds games by name.
    """

    def __init__(
        self,
        sign: Callable[[bytes], str],
        verify_key: str = "",
        load: Callable[[str], AnyGame] = registry.load,
    ) -> None:
        self._sign = sign
        self._verify_key = verify_key
        self._load = load
        self._ticked_at = -TICK_RECORD_MS
        self._furnish(Began(exercise="", tables=(), codes=()))

    def _furnish(self, plan: Began) -> None:
        """Give every part what it needs of the plan and of the others."""
        self.plan = plan
        self.tables: dict[TableId, Table] = {}
        self.sessions = Sessions()
        self.repeats = Repeats()
        self.receipts = ReceiptBook(plan.exercise, self._sign)
        self.roster = Roster(plan, self.sessions)
        self.lockstep = StepKeeper(self.tables, plan.lockstep, plan.grace_ms)
        self.seconds = Seconds(wanted=plan.second_umpire)
        self.consoles = Consoles(self.tables, self.sessions, self.roster, self.lockstep, self.seconds)
        self._people = People(
            self.tables, self.sessions, self.roster, self.consoles, plan.claim_seconds * 1000
        )
        self.course = Course(
            plan=plan,
            tables=self.tables,
            sessions=self.sessions,
            consoles=self.consoles,
            people=self._people,
            lockstep=self.lockstep,
        )
        rulings = Rulings(
            tables=self.tables,
            sessions=self.sessions,
            consoles=self.consoles,
            people=self._people,
            course=self.course,
            lockstep=self.lockstep,
        )
        self._steering = Steering(
            tables=self.tables,
            sessions=self.sessions,
            roster=self.roster,
            consoles=self.consoles,
            seconds=self.seconds,
            rulings=rulings,
            repeats=self.repeats,
        )
        self._petitions = Petitions(
            tables=self.tables,
            sessions=self.sessions,
            consoles=self.consoles,
            people=self._people,
            repeats=self.repeats,
            receipts=self.receipts,
        )

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
        match stimulus:
            case Due() | Faulted() | Doubted() | Started() | Injected() | Shown() | Missed():
                return stimulus.table
            case Received(body=Rule(act=act)) if (
                act.room_wide or act.of_people or (act.grave and self.seconds.wanted)
            ):
                return TableId(0)
            case Received(body=Rule() | Look() as body):
                return body.table
            case Received(body=Watch() | HandOver() | Claim()):
                return TableId(0)
            case Received():
                holder = self.keys.get(stimulus.key)
                return holder.table if holder else TableId(0)
            case _:
                return TableId(0)

    def suspect(self, stimulus: Stimulus) -> TableId:
        """Give the table whose rules failed at this stimulus; 0: none is known."""
        match stimulus:
            case Received(body=Rule(act=Approve() as act)) if act.number in self.seconds.waiting:
                return self.seconds.waiting[act.number].body.table
        holder = self.keys.get(getattr(stimulus, "key", ""))
        seated = holder.table if holder else TableId(0)
        return self.table_of(stimulus) or self.consoles.drawing or self.course.looking or seated

    # --- the machine ----------------------------------------------------------------------------------------------

    def handle(self, stimulus: Stimulus) -> Outcome:  # noqa: C901, PLR0912  # one branch a stimulus
        """Take in what happened and give what follows. Never raises but for a fault in a table's rules."""
        match stimulus:
            case Received():
                return self._received(stimulus)
            case Ticked():
                return self._ticked(stimulus.at)
            case Greeted():
                return self._greeted(stimulus)
            case Shown():
                sends = self.consoles.redraw(self.tables[stimulus.table], stimulus.at)
                return Outcome(effects=tuple(sends))
            case Due():
                effects = self.course.due(self.tables[stimulus.table], stimulus.at)
            case Started():
                effects = self.course.started(self.tables[stimulus.table], stimulus.at)
            case Injected():
                effects = self.course.injected(stimulus)
            case Faulted():
                effects = self.course.faulted(stimulus)
            case Missed():
                effects = self._missed(stimulus)
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
            case _ as never:
                assert_never(never)
        return Outcome(True, tuple(effects))

    def _began(self, began: Began) -> list[Effect]:
        self._furnish(began)
        closings: list[Effect] = []
        watched = any(inject.when for inject in began.injects)
        for plan in began.tables:
            game = self._load(plan.game)
            table = Table(plan, game, counts_phases=bool(began.injects), watched=watched)
            self.tables[plan.table] = table
            closings.append(table.begin(began.at, waits=began.start != "now"))
        return closings

    def _resumed(self, resumed: Resumed) -> list[Effect]:
        self._ticked_at = resumed.at
        self._people.resumed(resumed.at)
        for table in self.tables.values() if resumed.accepted else ():
            table.note(resumed.at, lost.told(table, resumed))
            self.consoles.touch(table.number)
        return []

    def _ticked(self, at: int) -> Outcome:
        effects: list[Effect] = []
        for session in tuple(self.sessions):
            if session.linked and at - session.heard_at > SILENCE_MS_MAX:
                session.linked = False
                if session.holder.role is Role.SEAT:
                    effects += self._people.presence(session.holder.table, session.holder.seat)
        for table in self.tables.values():
            self.consoles.stalled(table, now=table.now.waits_for_umpire(at, self.plan.grace_ms))
        effects += self.consoles.tick(at)
        running = any(table.now.deadline(0) is not None for table in self.tables.values())
        durable = running and at - self._ticked_at >= TICK_RECORD_MS
        if durable:
            self._ticked_at = at
        return Outcome(durable, tuple(effects))

    # --- who comes ------------------------------------------------------------------------------------------------

    def _greeted(self, greeted: Greeted) -> Outcome:
        holder = self.keys.get(greeted.key)
        if holder is None:
            frame = mail.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN)
            return Outcome(effects=(Send(greeted.key, greeted.route, frame),))
        session = Session(greeted.key, greeted.route, greeted.token, holder, greeted.at)
        was_linked = holder.role is Role.SEAT and self.sessions.linked(holder.table, holder.seat)
        self.sessions.open(session)
        held = greeted.held if greeted.held and self.receipts.ours(greeted.held) else None
        missing = held is not None and self.receipts.missing(held)
        found: Found = "none" if held is None else "missing" if missing else "known"
        effects: list[Effect] = [self._welcome(session, found), *self._whole(session, greeted.at)]
        effects += self._people.unread(session)
        if held is not None and missing:
            effects.append(Missing(held.table, held.seat, held.gate))
        if holder.role is Role.SEAT and not was_linked:
            effects += self._people.presence(holder.table, holder.seat)
        return Outcome(effects=tuple(effects))

    def _welcome(self, session: Session, found: Found) -> Send:
        table = self.tables.get(session.holder.table)
        if table is None:
            body = welcome.to_console(self.name, self._verify_key, session)
        else:
            body = welcome.to_seat(self.name, self._verify_key, session, table)
        return session.mail(wire.dump(body.model_copy(update={"receipt": found})))

    def _missed(self, missed: Missed) -> list[Effect]:
        """Let the umpires know that the exercise's file has lost a declaration: a call that they answer, and a note."""
        table = self.tables.get(missed.table)
        if table is None or missed.seat not in table.seats:
            return []
        text = f"LOST: this seat holds a receipt for an answer to question {missed.gate} that the exercise's file lacks."
        if text not in [call.text for call in table.talk.calls if call.seat == missed.seat]:
            table.talk.call(missed.seat, text)
            table.note(missed.at, f"{table.seats[missed.seat].title}: {text}")
            self.consoles.touch(table.number)
        return []

    def _whole(self, session: Session, at: int) -> list[Send]:
        """Give a session everything from the beginning."""
        holder = session.holder
        if holder.seat:
            return [mail.whole_view(self.tables[holder.table], session, at, self.sessions)]
        return self.consoles.whole(session, self.name, at)

    # --- requests -------------------------------------------------------------------------------------------------

    def _received(self, received: Received) -> Outcome:
        session = self.sessions.get(received.key)
        holder = self.keys.get(received.key)
        if session is None or holder is None or session.token != received.session:
            return Outcome(effects=(self._no_session(received),))
        session.heard_at, session.route = received.at, received.route
        effects: list[Effect] = []
        if not session.linked:
            session.linked = True
            if holder.role is Role.SEAT:
                effects += self._people.presence(holder.table, holder.seat)
        try:
            durable, more = self.perform(received.at, received.key, received.body)
            effects += more
        except Refused as refused:
            durable = False
            request = getattr(received.body, "id", "")
            effects.append(
                mail.aside(session, refused.code, refused.text, request=request, rule=refused.rule)
            )
        return Outcome(durable, tuple(effects))

    def _no_session(self, received: Received) -> Send:
        """Answer someone who is in no session of his: unknown, fenced by a newer window, or still to say hello."""
        if received.key not in self.keys:
            frame = mail.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN)
        elif self.sessions.get(received.key) is not None:
            frame = mail.refusal_frame(RefusalCode.FENCED, "Your seat was opened in another window.")
        else:
            frame = mail.refusal_frame(RefusalCode.STALE, "Say hello first.")
        return Send(received.key, received.route, frame)

    def perform(self, at: int, key: str, body: Request) -> tuple[bool, list[Effect]]:
        """Carry out a request of an admitted key: whether it is to be journalled, and what follows. Raises Refused.

        A resume calls it for every request in the journal.
        """
        holder = self.keys[key]
        check_role(holder, body)
        session = self.sessions.get(key)
        match body:
            case Beat():
                return False, [mail.alive(session, self.tables.get(holder.table), at)] if session else []
            case Resync():
                return False, list(self._whole(session, at)) if session else []
            case Rule() | Watch() | Look():
                return self._steering.perform(at, key, body)
            case Hello():
                raise AssertionError("Hello opens a session")
            case _:
                return self._petitions.perform(at, key, holder, body)
