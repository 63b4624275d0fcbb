"""The exercise: every table, every key, one pure machine. `handle(stimulus) -> outcome`.

Laws: the stimuli that were accepted are the whole truth, replaying them gives the same exercise; who speaks is the key
that the link proved; what may be asked of the arbiter stands in one table, and what is not in it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from arbiter.core import projector
from arbiter.core.effects import Closed, Effect, Outcome, Send, StandIn
from arbiter.core.refused import Refused
from arbiter.core.requests import Desk
from arbiter.core.rulings import rule
from arbiter.core.sessions import SILENCE_MS_MAX, Session, Sessions
from arbiter.core.stimuli import (
    Admitted,
    Began,
    CodeCard,
    CodeFailed,
    Due,
    Faulted,
    Greeted,
    Holder,
    Received,
    Resumed,
    Stimulus,
    Ticked,
)
from arbiter.core.table import Table
from games import registry
from games.kit.game import AnyGame
from games.kit.seats import Seat
from protocol import wire
from protocol.doors import CODE_FAILURES_MAX, Turned
from protocol.messages import (
    Alarm,
    Beat,
    Call,
    Declare,
    Done,
    Fenced,
    Hello,
    Look,
    Propose,
    RefusalCode,
    Request,
    Respond,
    Resync,
    Role,
    Rule,
    Say,
    Seen,
    StoryLine,
    Wall,
    Watch,
    Welcome,
)
from protocol.words import TableId, clean

TICK_RECORD_MS = 1000
REMEMBERED_MAX = 4096
"""So many of the newest ids of requests are remembered, so that a repeat has one effect."""

ALLOWED: dict[Role, frozenset[type]] = {
    Role.SEAT: frozenset({Beat, Resync, Declare, Say, Propose, Respond, Call}),
    Role.STAND_IN: frozenset({Beat, Resync, Declare}),
    Role.UMPIRE: frozenset({Beat, Resync, Rule, Watch, Look}),
}
"""Which requests a role may make. Hello opens a session and is never made in one."""

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
        self.name = ""
        self.tables: dict[TableId, Table] = {}
        self.sessions = Sessions()
        self._sign = sign
        self._verify_key = verify_key
        self._load = load
        self._keys: dict[str, Holder] = {}
        self._codes: dict[str, CodeCard] = {}
        self._failures: dict[str, int] = {}
        self._grace_ms = 0
        self._desk = Desk("", sign, self.sessions)
        self._done: dict[str, None] = {}
        self._changed: dict[TableId, None] = {}
        self._ticked_at = -TICK_RECORD_MS

    # --- what the shell asks --------------------------------------------------------------------------------------

    @property
    def keys(self) -> Mapping[str, Holder]:
        """The keys that may come in, and what each is for."""
        return self._keys

    def card(self, plate: str) -> CodeCard | Turned:
        """Give the code that a plate names, or why the door stays shut."""
        card = self._codes.get(plate)
        if card is None:
            return Turned.WRONG_CODE
        if self._failures.get(plate, 0) >= CODE_FAILURES_MAX:
            return Turned.BURNT
        holder = card.holder
        if holder.role is Role.SEAT and self.sessions.linked(holder.table, holder.seat):
            return Turned.DRIVEN
        return card

    @property
    def codes(self) -> tuple[CodeCard, ...]:
        """Every code and what it admits to, in the order of the tables."""
        return tuple(self._codes.values())

    def deadline(self) -> int | None:
        """Give when the next clock runs out; a time gone by when something is due now."""
        times = [0 if table.complete else table.deadline(self._grace_ms) for table in self.tables.values()]
        return min((time for time in times if time is not None), default=None)

    def due(self, at: int) -> tuple[TableId, ...]:
        """Give the tables whose gate closes now."""
        return tuple(
            number for number, table in self.tables.items() if table.complete or table.due(at, self._grace_ms)
        )

    def stand_ins(self) -> tuple[StandIn, ...]:
        """Give the bots that play seats, to be started after a resume."""
        return tuple(
            StandIn(number, seat, bot)
            for number, table in self.tables.items()
            for seat, bot in table.bots.items()
        )

    def table_of(self, stimulus: Stimulus) -> TableId:
        """Give the table that a stimulus concerns; 0: the exercise."""
        match stimulus:
            case Due() | Faulted():
                return stimulus.table
            case Received():
                if isinstance(stimulus.body, Rule | Look | Watch):
                    return stimulus.body.table
                holder = self._keys.get(stimulus.key)
                return holder.table if holder else TableId(0)
            case _:
                return TableId(0)

    # --- the machine ----------------------------------------------------------------------------------------------

    def handle(self, stimulus: Stimulus) -> Outcome:  # one branch a stimulus
        """Take in what happened and give what follows. Never raises but for a fault in a table's rules."""
        match stimulus:
            case Received():
                return self._received(stimulus)
            case Due():
                return Outcome(True, tuple(self.close(self.tables[stimulus.table], stimulus.at)))
            case Ticked():
                return self._ticked(stimulus.at)
            case Greeted():
                return self._greeted(stimulus)
            case Admitted():
                return Outcome(True, tuple(self._admitted(stimulus)))
            case CodeFailed():
                return self._code_failed(stimulus)
            case Began():
                return Outcome(True, tuple(self._began(stimulus)))
            case Faulted():
                return Outcome(True, tuple(self._faulted(stimulus)))
            case Resumed():
                self._ticked_at = stimulus.at
                return Outcome(True)
            case _ as never:
                assert_never(never)

    def _began(self, began: Began) -> list[Effect]:
        self.name = began.exercise
        self._grace_ms = began.grace_ms
        self._desk = Desk(self.name, self._sign, self.sessions)
        self._codes = {card.code.plate: card for card in began.codes}
        self.tables = {plan.table: Table(plan, self._load(plan.game)) for plan in began.tables}
        return [table.begin(began.at) for table in self.tables.values()]

    def close(self, table: Table, at: int) -> list[Effect]:
        """Close a table's gate and send every seat its view."""
        known = len(table.story)
        closed: Closed = table.close(at)
        self._changed[table.number] = None
        return [closed, *projector.broadcast(table, at, self.sessions, since=known)]

    def _faulted(self, fault: Faulted) -> list[Effect]:
        table = self.tables[fault.table]
        table.held = f"held after a fault, number {fault.alarm}"
        self._changed[table.number] = None
        return [
            *projector.broadcast(table, fault.at, self.sessions, since=len(table.story)),
            *self.flush(fault.at),
        ]

    # --- who comes and goes ---------------------------------------------------------------------------------------

    def _admitted(self, admitted: Admitted) -> list[Effect]:
        holder = admitted.holder
        effects: list[Effect] = []
        if holder.role is not Role.UMPIRE:
            effects += self._revoke(holder)
            self._changed[holder.table] = None
        self._keys[admitted.key] = holder
        self._failures.pop(admitted.plate, None)
        return effects

    def _revoke(self, holder: Holder) -> list[Send]:
        """Take the former keys of the same holder away; their links are told."""
        sends: list[Send] = []
        for key in [key for key, held in self._keys.items() if held == holder]:
            del self._keys[key]
            session = self.sessions.get(key)
            if session is not None:
                sends.append(session.mail(wire.dump(Fenced(text="Somebody else sits at this seat now."))))
                self.sessions.drop(key)
        return sends

    def _code_failed(self, failed: CodeFailed) -> Outcome:
        self._failures[failed.plate] = self._failures.get(failed.plate, 0) + 1
        card = self._codes.get(failed.plate)
        if card is not None and card.holder.table in self.tables:
            self._changed[card.holder.table] = None
        return Outcome(True)

    def _greeted(self, greeted: Greeted) -> Outcome:
        holder = self._keys.get(greeted.key)
        if holder is None:
            frame = projector.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN)
            return Outcome(effects=(Send(greeted.key, greeted.route, frame),))
        session = Session(greeted.key, greeted.route, greeted.token, holder, greeted.at)
        was_linked = holder.role is Role.SEAT and self.sessions.linked(holder.table, holder.seat)
        self.sessions.open(session)
        effects: list[Effect] = [session.mail(wire.dump(self._welcome(session)))]
        effects += self._whole(session, greeted.at)
        if holder.role is Role.SEAT and not was_linked:
            effects += self._presence(holder)
        return Outcome(effects=tuple(effects))

    def _welcome(self, session: Session) -> Welcome:
        holder = session.holder
        if holder.role is Role.UMPIRE:
            return Welcome(
                exercise=self.name, role=holder.role, session=session.token, verify_key=self._verify_key
            )
        table = self.tables[holder.table]
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
            verify_key=self._verify_key,
        )

    def _whole(self, session: Session, at: int) -> list[Send]:
        """Give a session everything from the beginning."""
        holder = session.holder
        if holder.role is not Role.UMPIRE:
            return [projector.whole_view(self.tables[holder.table], session, at, self.sessions)]
        sends = [session.mail(wire.dump(Wall(exercise=self.name, tables=())))]
        sends += [session.mail(self._status(table, at)) for table in self.tables.values()]
        if session.watching in self.tables:
            sends.append(self._room(session, self.tables[session.watching], at, whole=True))
        return sends

    def _presence(self, holder: Holder) -> list[Send]:
        table = self.tables[holder.table]
        self._changed[table.number] = None
        return projector.team_changed(table, table.seats[holder.seat], self.sessions)

    def _ticked(self, at: int) -> Outcome:
        effects: list[Effect] = []
        for session in tuple(self.sessions):
            if session.linked and at - session.heard_at > SILENCE_MS_MAX:
                session.linked = False
                if session.holder.role is Role.SEAT:
                    effects += self._presence(session.holder)
        effects += self.flush(at)
        running = any(table.deadline(0) is not None for table in self.tables.values())
        durable = running and at - self._ticked_at >= TICK_RECORD_MS
        if durable:
            self._ticked_at = at
        return Outcome(durable, tuple(effects))

    # --- requests -------------------------------------------------------------------------------------------------

    def _received(self, received: Received) -> Outcome:
        session = self.sessions.get(received.key)
        holder = self._keys.get(received.key)
        if session is None or holder is None or session.token != received.session:
            return Outcome(effects=(self._no_session(received),))
        session.heard_at, session.route = received.at, received.route
        effects: list[Effect] = []
        if not session.linked:
            session.linked = True
            if holder.role is Role.SEAT:
                effects += self._presence(holder)
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
        if received.key not in self._keys:
            frame = projector.refusal_frame(RefusalCode.UNKNOWN_KEY, UNKNOWN)
        elif self.sessions.get(received.key) is not None:
            frame = projector.refusal_frame(RefusalCode.FENCED, "Your seat was opened in another window.")
        else:
            frame = projector.refusal_frame(RefusalCode.STALE, "Say hello first.")
        return Send(received.key, received.route, frame)

    def perform(self, at: int, key: str, body: Request) -> tuple[bool, list[Effect]]:
        """Carry out a request of an admitted key: whether it is to be journalled, and what follows. Raises Refused.

        A resume calls it for every request in the journal.
        """
        holder = self._keys[key]
        if type(body) not in ALLOWED[holder.role]:
            raise Refused(RefusalCode.NOT_ALLOWED, "That is not for you to ask.")
        session = self.sessions.get(key)
        match body:
            case Beat():
                table = self.tables.get(holder.table)
                return False, [projector.alive(session, table, at)] if session else []
            case Resync():
                return False, list(self._whole(session, at)) if session else []
            case Rule() | Watch() | Look():
                return self._umpire(at, session, body)
            case Declare() | Say() | Propose() | Respond() | Call():
                return self._seat(at, session, holder, body)
            case Hello():
                raise AssertionError("Hello opens a session")
            case _ as never:
                assert_never(never)

    def _seat(
        self, at: int, session: Session | None, holder: Holder, body: Declare | Say | Propose | Respond | Call
    ) -> tuple[bool, list[Effect]]:
        table = self.tables[holder.table]
        seat = table.seats[holder.seat]
        if isinstance(body, Declare):
            self._check_driver(table, seat, holder)
            new, receipt = self._desk.declare(table, seat, body)
            self._changed[table.number] = None
            return new, [session.mail(wire.dump(receipt))] if session else []
        if self._repeated(body.id):
            return False, _done(session, body.id)
        match body:
            case Say():
                sends = self._desk.say(table, at, seat, body)
            case Propose():
                sends = self._desk.propose(table, at, seat, body)
            case Respond():
                sends = self._desk.respond(table, at, seat, body)
            case Call():
                self._desk.call(table, at, seat, body)
                sends = []
            case _ as never:
                assert_never(never)
        self._remember(body.id)
        self._changed[table.number] = None
        return True, [*_done(session, body.id), *sends]

    def _check_driver(self, table: Table, seat: Seat, holder: Holder) -> None:
        bot = seat.id in table.bots
        if bot and holder.role is Role.SEAT:
            raise Refused(RefusalCode.NOT_DRIVER, "A bot plays your seat; ask the umpire to give it back.")
        if not bot and holder.role is Role.STAND_IN:
            raise Refused(RefusalCode.NOT_DRIVER, "The seat was given back.")

    # --- umpires --------------------------------------------------------------------------------------------------

    def _umpire(
        self, at: int, session: Session | None, body: Rule | Watch | Look
    ) -> tuple[bool, list[Effect]]:
        match body:
            case Watch():
                if body.table and body.table not in self.tables:
                    raise Refused(RefusalCode.NO_SUCH, f"There is no table {body.table}.")
                if session is None:
                    return True, []
                session.watching = body.table or None
                table = self.tables.get(body.table)
                return True, [self._room(session, table, at, whole=True)] if table else []
            case Look():
                return True, self._look(at, session, body)
            case Rule():
                if self._repeated(body.id):
                    return False, _done(session, body.id)
                effects = self._rule(at, body)
                self._remember(body.id)
                return True, [*_done(session, body.id), *effects, *self.flush(at)]
            case _ as never:
                assert_never(never)

    def _look(self, at: int, session: Session | None, body: Look) -> list[Effect]:
        table = self._table(body.table)
        seat = table.seat(body.seat)
        if session is None:
            return []
        view = projector.view(table, seat, at, self.sessions, role=Role.SEAT, since=None, lines_max=60)
        return [session.mail(wire.dump(Seen(id=body.id, table=table.number, seat=seat.id, view=view)))]

    def _table(self, number: TableId) -> Table:
        table = self.tables.get(number)
        if table is None:
            raise Refused(RefusalCode.NO_SUCH, f"There is no table {number}.")
        return table

    def _rule(self, at: int, body: Rule) -> list[Effect]:
        table = self._table(body.table)
        ruled = rule(table, at, body)
        minutes, seconds = divmod(at // 1000, 60)
        line = StoryLine(heading=f"{minutes}:{seconds:02d}", text=f"{ruled.words} ({clean(body.reason)})")
        table.rulings.append(line)
        self._changed[table.number] = None
        effects: list[Effect] = []
        if ruled.clock:
            effects += projector.clock_changed(table, at, self.sessions)
        if ruled.notice:
            seats, notice = ruled.notice
            effects += projector.to_table(table, self.sessions, wire.dump(notice), seats)
        if ruled.stand_in:
            effects += self._driver_changed(table, ruled.stand_in)
        if ruled.close:
            effects += self.close(table, at)
        elif ruled.views:
            effects += projector.broadcast(table, at, self.sessions, since=len(table.story))
        return effects

    def _driver_changed(self, table: Table, stand_in: StandIn) -> list[Effect]:
        effects: list[Effect] = [stand_in]
        if not stand_in.bot:
            effects += self._revoke(Holder(role=Role.STAND_IN, table=table.number, seat=stand_in.seat))
        return [*effects, *projector.team_changed(table, table.seats[stand_in.seat], self.sessions)]

    def flush(self, at: int) -> list[Send]:
        """Give the umpires what changed at the tables since the last time."""
        umpires = self.sessions.umpires()
        changed, self._changed = self._changed, {}
        sends: list[Send] = []
        for number in changed if umpires else ():
            table = self.tables[number]
            body = self._status(table, at)
            for session in umpires:
                sends.append(session.mail(body))
                if session.watching == number:
                    sends.append(self._room(session, table, at, whole=False))
        return sends

    def _status(self, table: Table, at: int) -> bytes:
        joined = {h.seat for h in self._keys.values() if h.table == table.number and h.role is Role.SEAT}
        return wire.dump(projector.status(table, at, self.sessions, joined, self._alarms(table)))

    def _alarms(self, table: Table) -> tuple[Alarm, ...]:
        held = [Alarm(table=table.number, text=table.held)] if table.held else []
        calls = [
            Alarm(table=table.number, text=call.text, call=call.number, seat=call.seat)
            for call in table.talk.calls
            if not call.answer
        ]
        burnt = [
            Alarm(
                table=table.number, text="five wrong codes: the seat's card is burnt", seat=card.holder.seat
            )
            for plate, card in self._codes.items()
            if card.holder.table == table.number and self._failures.get(plate, 0) >= CODE_FAILURES_MAX
        ]
        return (*held, *calls, *burnt)

    def _room(self, session: Session, table: Table, at: int, *, whole: bool) -> Send:
        return projector.room(table, session, at, whole=whole)

    # --- repeats --------------------------------------------------------------------------------------------------

    def _repeated(self, request: str) -> bool:
        return request in self._done

    def _remember(self, request: str) -> None:
        self._done[request] = None
        if len(self._done) > REMEMBERED_MAX:
            del self._done[next(iter(self._done))]


def _done(session: Session | None, request: str) -> list[Effect]:
    return [session.mail(wire.dump(Done(id=request)))] if session else []
