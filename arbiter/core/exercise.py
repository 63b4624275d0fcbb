"""The exercise: every table, every key, one pure machine. `handle(stimulus) -> outcome`.

Laws: the stimuli that were accepted are the whole truth, replaying them gives the same exercise; who speaks is the key
that the link proved; what may be asked of the arbiter stands in one table, and what is not in it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from warcouncil.arbiter.core import projector
from warcouncil.arbiter.core.commitment import commitment
from warcouncil.arbiter.core.course import Course, Pending
from warcouncil.arbiter.core.effects import Effect, Outcome, Send, StandIn
from warcouncil.arbiter.core.hall import Hall
from warcouncil.arbiter.core.injects import Injects
from warcouncil.arbiter.core.refused import Refused
from warcouncil.arbiter.core.repeats import Repeats, done
from warcouncil.arbiter.core.requests import Desk
from warcouncil.arbiter.core.seating import Seating
from warcouncil.arbiter.core.sessions import SILENCE_MS_MAX, Session, Sessions
from warcouncil.arbiter.core.steering import GRAVE_ACTS, Steering
from warcouncil.arbiter.core.stimuli import (
    Admitted,
    Began,
    CodeCard,
    Coded,
    CodeFailed,
    Due,
    Faulted,
    Greeted,
    Handed,
    Holder,
    Injected,
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
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol import wire
from warcouncil.protocol.acts import Approve, Lockstep, Reissue, Remove, Reseat, Withdraw
from warcouncil.protocol.doors import Turned
from warcouncil.protocol.replies import RefusalCode, Welcome
from warcouncil.protocol.requests import (
    Beat,
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    Hello,
    Look,
    Propose,
    Request,
    Respond,
    Resync,
    Rule,
    Say,
    Watch,
    Write,
)
from warcouncil.protocol.words import Role, TableId

TICK_RECORD_MS = 1000

ALLOWED: dict[Role, frozenset[type]] = {
    Role.SEAT: frozenset({Beat, Resync, Declare, Draft, Say, Propose, Respond, Call, Write, HandOver, Claim}),
    Role.WATCHER: frozenset({Beat, Resync, Claim}),
    Role.STAND_IN: frozenset({Beat, Resync, Declare}),
    Role.UMPIRE: frozenset({Beat, Resync, Rule, Watch, Look}),
    Role.OBSERVER: frozenset({Beat, Resync, Watch, Look}),
    Role.TECHNICAL: frozenset({Beat, Resync, Rule}),
    Role.DISPLAY: frozenset({Beat, Resync, Watch}),
}
"""Which requests a role may make. Hello opens a session and is never made in one."""

UNKNOWN = "This arbiter does not know you; join with your code."

SeatRequest = Declare | Draft | Say | Propose | Respond | Call | Write | HandOver | Claim


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
        self.hall = Hall()
        self._sign = sign
        self._verify_key = verify_key
        self._load = load
        self._seating = Seating(self.hall)
        self.repeats = Repeats()
        self.course = Course(self.hall, self._seating, Injects(()))
        self._steering = Steering(self.hall, self._seating, self.course, self.repeats)
        self._desk = Desk("", sign, self.hall.sessions)
        self._ticked_at = -TICK_RECORD_MS

    # --- what the shell asks --------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The exercise's name."""
        return self.hall.plan.exercise

    @property
    def tables(self) -> dict[TableId, Table]:
        """The tables by their number."""
        return self.hall.tables

    @property
    def sessions(self) -> Sessions:
        """Who is linked."""
        return self.hall.sessions

    @property
    def keys(self) -> Mapping[str, Holder]:
        """The keys that may come in, and what each is for."""
        return self.hall.roster.keys

    @property
    def codes(self) -> tuple[CodeCard, ...]:
        """Every code and what it admits to, in the order of the tables."""
        return self.hall.roster.codes

    def card(self, plate: str) -> CodeCard | Turned:
        """Give the code that a plate names and what it admits to now, or why the door stays shut."""
        return self.hall.roster.card(plate)

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
            for number, table in self.hall.tables.items()
            for seat, bot in table.bots.items()
        )

    def table_of(self, stimulus: Stimulus) -> TableId:
        """Give the table that a stimulus concerns; 0: the exercise, and what must never be skipped in a resume."""
        match stimulus:
            case Due() | Faulted() | Started() | Injected() | Shown():
                return stimulus.table
            case Received(
                body=Rule(act=Reseat() | Remove() | Reissue() | Lockstep() | Approve() | Withdraw())
            ):
                return TableId(0)
            case Received(body=Rule() | Look() as body):
                grave = (
                    self.hall.consoles.second_umpire
                    and isinstance(body, Rule)
                    and isinstance(body.act, GRAVE_ACTS)
                )
                return TableId(0) if grave else body.table
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
            case Received(body=Rule(act=Approve() as act)) if act.number in self.hall.consoles.waiting:
                return self.hall.consoles.waiting[act.number][1].table
        holder = self.keys.get(getattr(stimulus, "key", ""))
        return (
            self.table_of(stimulus) or self.hall.consoles.drawing or (holder.table if holder else TableId(0))
        )

    # --- the machine ----------------------------------------------------------------------------------------------

    def handle(self, stimulus: Stimulus) -> Outcome:  # noqa: C901, PLR0912  # one branch a stimulus
        """Take in what happened and give what follows. Never raises but for a fault in a table's rules."""
        match stimulus:
            case Received():
                return self._received(stimulus)
            case Due():
                return _kept(self.course.due(self.tables[stimulus.table], stimulus.at))
            case Ticked():
                return self._ticked(stimulus.at)
            case Greeted():
                return self._greeted(stimulus)
            case Started():
                return _kept(self.course.started(self.tables[stimulus.table], stimulus.at))
            case Injected():
                return _kept(self.course.injected(stimulus))
            case Handed():
                return _kept(self._seating.handed(stimulus))
            case Shown():
                sends = self.hall.consoles.redraw(self.tables[stimulus.table], stimulus.at)
                return Outcome(effects=tuple(sends))
            case Admitted():
                return _kept(self._seating.admitted(stimulus))
            case CodeFailed():
                return self._seating.code_failed(stimulus)
            case Coded():
                return _kept(self._seating.coded(stimulus))
            case Began():
                return _kept(self._began(stimulus))
            case Faulted():
                return _kept(self.course.faulted(stimulus))
            case Resumed():
                self._ticked_at = stimulus.at
                self._seating.resumed(stimulus.at)
                return Outcome(True)
            case _ as never:
                assert_never(never)

    def _began(self, began: Began) -> list[Effect]:
        self.hall.plan = began
        self._desk = Desk(began.exercise, self._sign, self.hall.sessions)
        self.course = Course(self.hall, self._seating, Injects(began.injects))
        self._steering = Steering(self.hall, self._seating, self.course, self.repeats)
        self.hall.roster.begin(began)
        self.hall.consoles.lockstep, self.hall.consoles.second_umpire = began.lockstep, began.second_umpire
        closings: list[Effect] = []
        watched = any(inject.when for inject in began.injects)
        for plan in began.tables:
            game = self._load(plan.game)
            table = Table(plan, game, counts_phases=bool(began.injects), watched=watched)
            self.hall.tables[plan.table] = table
            closings.append(table.begin(began.at))
            if began.start != "now":
                table.await_start(began.at)
        return closings

    # --- who comes and goes ---------------------------------------------------------------------------------------

    def _greeted(self, greeted: Greeted) -> Outcome:
        holder = self.keys.get(greeted.key)
        if holder is None:
            frame = projector.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN)
            return Outcome(effects=(Send(greeted.key, greeted.route, frame),))
        session = Session(greeted.key, greeted.route, greeted.token, holder, greeted.at)
        was_linked = holder.role is Role.SEAT and self.hall.sessions.linked(holder.table, holder.seat)
        self.hall.sessions.open(session)
        effects: list[Effect] = [session.mail(wire.dump(self._welcome(session)))]
        effects += self._whole(session, greeted.at)
        if holder.role is Role.SEAT and not was_linked:
            effects += self._seating.presence(holder)
        return Outcome(effects=tuple(effects))

    def _welcome(self, session: Session) -> Welcome:
        holder = session.holder
        if not holder.seat:
            return Welcome(
                exercise=self.name, role=holder.role, session=session.token, verify_key=self._verify_key
            )
        table = self.hall.tables[holder.table]
        seat = table.seats[holder.seat]
        return Welcome(
            exercise=self.name,
            role=holder.role,
            session=session.token,
            table=table.number,
            seat=seat.id,
            team=seat.team,
            seat_title=seat.title,
            team_title=seat.team.replace("_", " ").title(),
            duty=seat.duty,
            game=table.game.name,
            game_title=table.game.title,
            designer=table.game.designer,
            summary=table.game.summary,
            commitment=commitment(self.name, table.plan),
            verify_key=self._verify_key,
        )

    def _whole(self, session: Session, at: int) -> list[Send]:
        """Give a session everything from the beginning."""
        holder = session.holder
        if holder.seat:
            return [projector.whole_view(self.hall.tables[holder.table], session, at, self.hall.sessions)]
        return self.hall.consoles.whole(session, self.name, at)

    def _ticked(self, at: int) -> Outcome:
        effects: list[Effect] = []
        for session in tuple(self.hall.sessions):
            if session.linked and at - session.heard_at > SILENCE_MS_MAX:
                session.linked = False
                if session.holder.role is Role.SEAT:
                    effects += self._seating.presence(session.holder)
        for table in self.hall.tables.values():
            self.hall.consoles.stalled(table, now=table.waits_for_umpire(at, self.hall.plan.grace_ms))
        effects += self.hall.consoles.tick(at)
        running = any(table.deadline(0) is not None for table in self.hall.tables.values())
        durable = running and at - self._ticked_at >= TICK_RECORD_MS
        if durable:
            self._ticked_at = at
        return Outcome(durable, tuple(effects))

    # --- requests -------------------------------------------------------------------------------------------------

    def _received(self, received: Received) -> Outcome:
        session = self.hall.sessions.get(received.key)
        holder = self.keys.get(received.key)
        if session is None or holder is None or session.token != received.session:
            return Outcome(effects=(self._no_session(received),))
        session.heard_at, session.route = received.at, received.route
        effects: list[Effect] = []
        if not session.linked:
            session.linked = True
            if holder.role is Role.SEAT:
                effects += self._seating.presence(holder)
        try:
            durable, more = self.perform(received.at, received.key, received.body)
            effects += more
        except Refused as refused:
            durable = False
            request = getattr(received.body, "id", "")
            effects.append(
                projector.aside(session, refused.code, refused.text, request=request, rule=refused.rule)
            )
        return Outcome(durable, tuple(effects))

    def _no_session(self, received: Received) -> Send:
        """Answer someone who is in no session of his: unknown, fenced by a newer window, or still to say hello."""
        if received.key not in self.keys:
            frame = projector.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN)
        elif self.hall.sessions.get(received.key) is not None:
            frame = projector.refusal_frame(RefusalCode.FENCED, "Your seat was opened in another window.")
        else:
            frame = projector.refusal_frame(RefusalCode.STALE, "Say hello first.")
        return Send(received.key, received.route, frame)

    def perform(self, at: int, key: str, body: Request) -> tuple[bool, list[Effect]]:
        """Carry out a request of an admitted key: whether it is to be journalled, and what follows. Raises Refused.

        A resume calls it for every request in the journal.
        """
        holder = self.keys[key]
        if type(body) not in ALLOWED[holder.role]:
            raise Refused(RefusalCode.NOT_ALLOWED, "That is not for you to ask.")
        session = self.hall.sessions.get(key)
        match body:
            case Beat():
                table = self.hall.tables.get(holder.table)
                return False, [projector.alive(session, table, at)] if session else []
            case Resync():
                return False, list(self._whole(session, at)) if session else []
            case Rule() | Watch() | Look():
                return self._steering.perform(at, key, body)
            case Hello():
                raise AssertionError("Hello opens a session")
            case _:
                return self._seat(at, key, holder, body)

    def _seat(self, at: int, key: str, holder: Holder, body: SeatRequest) -> tuple[bool, list[Effect]]:
        session = self.hall.sessions.get(key)
        table = self.hall.tables[holder.table]
        seat = table.seats[holder.seat]
        match body:
            case Declare():
                self._check_driver(table, seat, holder)
                new, receipt = self._desk.declare(table, seat, body)
                self.hall.consoles.touch(table.number)
                return new, [session.mail(wire.dump(receipt))] if session else []
            case Draft():
                return table.draft(seat.id, body.gate, body.answer), []
            case _ if self.repeats.known(body.id):
                return False, done(session, body.id)
            case Claim() if holder.role is Role.SEAT:
                effects = self._seating.take_back(table, at, seat)
            case Claim():
                effects = self._seating.claim(at, key, holder)
            case HandOver():
                effects = self._seating.hand_over(key, holder)
            case _:
                effects = list(self._speak(table, at, seat, body))
        self.repeats.remember(body.id)
        self.hall.consoles.touch(table.number)
        return True, [*done(session, body.id), *effects]

    def _speak(
        self, table: Table, at: int, seat: Seat, body: Say | Propose | Respond | Call | Write
    ) -> list[Send]:
        match body:
            case Say():
                return self._desk.say(table, at, seat, body)
            case Propose():
                return self._desk.propose(table, at, seat, body)
            case Respond():
                return self._desk.respond(table, at, seat, body)
            case Call():
                self._desk.call(table, at, seat, body)
                return []
            case Write():
                words = self._desk.write(table, at, seat, body)
                self.hall.note(table, at, f"{seat.title} replied: {words}")
                return []
            case _ as never:
                assert_never(never)

    def _check_driver(self, table: Table, seat: Seat, holder: Holder) -> None:
        bot = seat.id in table.bots
        if bot and holder.role is Role.SEAT:
            raise Refused(RefusalCode.NOT_DRIVER, "A bot plays your seat; take it back first.")
        if not bot and holder.role is Role.STAND_IN:
            raise Refused(RefusalCode.NOT_DRIVER, "The seat was given back.")


def _kept(effects: list[Effect]) -> Outcome:
    """Give the outcome of a stimulus that the journal keeps."""
    return Outcome(True, tuple(effects))
