"""Consoles: the status of every table, the room of a watched table, and the alarms.

Consoles get news at a tick and after their own acts, not at every stimulus. This saves time when many tables change
together. In a larger room the tables take turns, so that the arbiter has time for the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from warcouncil.arbiter.core.people.roster import Roster
from warcouncil.arbiter.core.people.second_umpire import Seconds, asked_for
from warcouncil.arbiter.core.people.sessions import Session, Sessions
from warcouncil.arbiter.core.table.lockstep import StepKeeper
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import messages, seat_view, table_status
from warcouncil.arbiter.core.views.alarms import RoomAlarms
from warcouncil.arbiter.core.views.table_status import ExtraStatus
from warcouncil.arbiter.core.words.outcome import Refused, Send
from warcouncil.arbiter.core.words.stimuli import Admitted, FileRead, Guessed
from warcouncil.protocol.sentences.sentence import say, sentence
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import (
    Alarm,
    Alarms,
    Debriefing,
    Standby,
    Standbys,
    TableStatus,
    Wall,
    WebAddress,
)
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import Role, TableId

SHIELDED = frozenset({Role.TECHNICAL, Role.DISPLAY})
"""The roles that follow the exercise but may not know any secret of a game."""

KNOWS_ALL = frozenset({Role.UMPIRE, Role.OBSERVER})
"""The roles that may know the progress of a debrief. The duration of a debrief shows how much happened."""

TABLES_A_TICK = 80
"""How many tables are updated at a tick."""
CALLS_SHOWN_MAX = 80
"""How many calls and replies of a table are shown at once. This many calls of the maximum length fit into a frame
with all other data about the seats.
"""


class Consoles:
    """The part of an exercise that serves consoles."""

    def __init__(
        self,
        tables: Mapping[TableId, Table],
        sessions: Sessions,
        roster: Roster,
        lockstep: StepKeeper,
        seconds: Seconds,
    ) -> None:
        self._lockstep = lockstep
        self._seconds = seconds
        self._tables = tables
        self._sessions = sessions
        self._roster = roster
        self._room_alarms = RoomAlarms()
        self._results = False
        """Whether projectors show the results of the room."""
        self.web: WebAddress | None = None
        """The address for browsers. It is not part of the exercise. The program that runs the arbiter sets it."""
        self.standbys: tuple[Standby, ...] = ()
        """The present standbys, and how far each is behind."""
        self._debriefing: Debriefing | None = None
        """The progress of the last debrief that an umpire ordered, or None if none was ordered since this arbiter
        started.
        """
        self._changed: dict[TableId, None] = {}
        self._told: dict[tuple[TableId, Role], tuple[object, ...]] = {}
        """The last status of a table that was sent to the roles with limited knowledge."""
        self._alarms_changed = False
        self._turn = 0
        self._stalled: set[TableId] = set()
        """Tables whose clock has run out and that wait for silent seats or for an umpire."""
        self.undrawn: dict[TableId, None] = {}
        """Tables whose room must be drawn again for the consoles that watch it."""
        self.drawing = TableId(0)
        """The table whose room or public sheet is being drawn. If its rules fail meanwhile, this table is held."""
        self.blind: set[TableId] = set()
        """Tables whose public sheet could not be drawn. Until an umpire rules there, consoles see only the other data
        of these tables.
        """

    def touch(self, table: TableId) -> None:
        """Record that something changed at a table."""
        self._changed[table] = None

    def stalled(self, tables: Iterable[TableId]) -> None:
        """Record which tables wait for silent seats now."""
        now = set(tables)
        for number in sorted(now ^ self._stalled):
            self.touch(number)
        self._stalled = now

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        """The alarms that belong to no table."""
        return self._room_alarms.alarms

    # --- messages -------------------------------------------------------------------------------------------------

    def whole(self, session: Session, name: str, at: int) -> list[Send]:
        """Return everything that a console may see now."""
        wall = Wall(exercise=name, tables=(), at_ms=at, second_umpire=self._seconds.wanted, web=self.web)
        sends = [session.mail(wire.dump(wall))]
        role = session.holder.role
        if self.alarms and role is not Role.DISPLAY:
            sends.append(session.mail(wire.dump(Alarms(alarms=self.alarms))))
        if self.standbys and role is not Role.DISPLAY:
            sends.append(session.mail(wire.dump(Standbys(standbys=self.standbys))))
        if self._debriefing is not None and role in KNOWS_ALL:
            sends.append(session.mail(wire.dump(self._debriefing)))
        for table in self._tables.values():
            if session.sees(table.number):
                sends.append(session.mail(self._status(table, at, session)))
                here = [other.holder.role for other in self._sessions.consoles(table.number)]
                if role in SHIELDED and here.count(role) == 1:
                    self._news(table, role)
        watched = self._tables.get(session.watching or TableId(0))
        return sends if watched is None else [*sends, *self.watch(session, watched, at)]

    def watch(self, session: Session, table: Table, at: int) -> list[Send]:
        """Return the complete room of a table for a console, or its public view for a projector."""
        if session.holder.role is not Role.DISPLAY:
            return [self._room(table, session, at, whole=True)]
        self.drawing = table.number
        view = messages.public_view(table, session, at, self._sessions)
        self.drawing = TableId(0)
        return [view]

    def _room(self, table: Table, session: Session, at: int, *, whole: bool) -> Send:
        self.drawing = table.number
        room = table_status.room(table, session, at, whole=whole, blind=table.number in self.blind)
        self.drawing = TableId(0)
        return room

    def failed(self, table: TableId) -> None:
        """Record that a table's rules failed. If its room was being drawn, its sheet is not drawn again."""
        if self.drawing == table:
            self.blind.add(table)
        self.drawing = TableId(0)

    def ruled(self, table: TableId) -> None:
        """Record that an umpire ruled at a table. Its room is drawn again, even if its rules failed before."""
        self.blind.discard(table)
        self.touch(table)

    def tick(self, at: int) -> list[Send]:
        """Return the changes at the tables whose turn it is, for every console.

        The turns depend only on the tables' places. So the time of a message reveals nothing about other tables.
        """
        turns = max(1, -(-len(self._tables) // TABLES_A_TICK))
        self._turn = (self._turn + 1) % turns
        mine = tuple(self._tables)[self._turn :: turns]
        sends = [send for number in mine if number in self._changed for send in self.flush(at, only=number)]
        return [*sends, *self._tell_alarms()] if self._room_alarms.settle(at) else sends

    def guessed(self, guessed: Guessed) -> list[Send]:
        """Return the alarm about wrong codes, for all consoles except projectors."""
        self._room_alarms.take(guessed)
        return self._tell_alarms()

    def file_read(self, read: FileRead) -> list[Send]:
        """Return the alarm that a command read the exercise file, for all consoles except projectors."""
        self._room_alarms.file_read(read)
        return self._tell_alarms()

    def used_again(self, admitted: Admitted, first: Admitted, whose: str) -> list[Send]:
        """Return the alarm about a card's second use, for all consoles except projectors."""
        self._room_alarms.used_again(admitted, first, whose)
        return self._tell_alarms()

    def loss_accepted(self) -> None:
        """Record that the host accepted the loss of records. No console is linked yet."""
        self._room_alarms.accepted()

    def left_out(self, records: Sequence[int]) -> None:
        """Record an alarm about records that a resume could not replay. Consoles get it when they link."""
        self._room_alarms.left_out(records)

    def backed(self, fault: str, about: str = "backup") -> list[Send]:
        """Return the alarm about copies of the exercise file, the file itself or the host's address, for all consoles
        except projectors."""
        return self._tell_alarms() if self._room_alarms.backed(fault, about) else []

    def stand_by(self, standbys: Sequence[Standby]) -> list[Send]:
        """Return the list of standbys, for all consoles except projectors. A lost standby raises an alarm."""
        before, self.standbys = self.standbys, tuple(standbys)
        changed = self._room_alarms.stand_by([one.name for one in before], [one.name for one in standbys])
        sends = self._tell_alarms() if changed else []
        return sends if self.standbys == before else [*sends, *self._tell(Standbys(standbys=self.standbys))]

    def led_by_another(self) -> None:
        """Record that a former standby leads now, if there was one. No other standby is known yet."""
        if self.standbys:
            self._room_alarms.led_by_another()
        self.standbys = ()

    def check_alarm(self, number: int) -> None:
        """Check that there is an alarm with this number that belongs to no table. Raises Refused."""
        self._room_alarms.check(number)

    def put_away(self, number: int) -> None:
        """Dismiss an alarm that belongs to no table, if there is one."""
        self._room_alarms.put_away(number)
        self._alarms_changed = True

    def show_results(self, *, shown: bool) -> None:
        """Show the results of the room on projectors, or stop that."""
        self._results = shown
        for number in self._tables:
            self.touch(number)

    def check_not_writing(self) -> None:
        """Check that no debrief is being written. Raises Refused."""
        if self._debriefing is not None and self._debriefing.state == "writing":
            raise Refused(RefusalCode.NOT_ALLOWED, sentence("rulings.debrief_in_work"))

    def debriefed(self, news: Debriefing) -> list[Send]:
        """Return the progress of the debrief, for umpires and observers."""
        self._debriefing = news
        body = wire.dump(news)
        return [session.mail(body) for session in self._sessions if session.holder.role in KNOWS_ALL]

    def _tell_alarms(self) -> list[Send]:
        self._alarms_changed = False
        return self._tell(Alarms(alarms=self.alarms))

    def _tell(self, news: Alarms | Standbys) -> list[Send]:
        """Return a message for all consoles except projectors."""
        body = wire.dump(news)
        to = [s for s in self._sessions if not s.holder.seat and s.holder.role is not Role.DISPLAY]
        return [session.mail(body) for session in to]

    def flush(self, at: int, only: TableId | None = None) -> list[Send]:
        """Return the changes at all tables that each console may see, or only at the table `only`."""
        sends = self._tell_alarms() if self._alarms_changed else []
        for number in tuple(self._changed) if only is None else (only,):
            self._changed.pop(number, None)
            table = self._tables[number]
            made: dict[Role, bytes] = {}
            sessions = self._sessions.consoles(number)
            shielded = {session.holder.role for session in sessions} & SHIELDED
            quiet = {role for role in shielded if not self._news(table, role)}
            for session in sessions:
                role = session.holder.role
                if role in quiet:
                    continue
                if role not in made:
                    made[role] = self._status(table, at, session)
                sends.append(session.mail(made[role]))
                if session.watching == number and role is not Role.DISPLAY:
                    self.undrawn[number] = None
        return sends

    def redraw(self, table: Table, at: int) -> list[Send]:
        """Return the new content of a table's room, for the consoles that watch it."""
        self.undrawn.pop(table.number, None)
        return [
            self._room(table, session, at, whole=False)
            for session in self._sessions.consoles(table.number)
            if session.watching == table.number and session.holder.role is not Role.DISPLAY
        ]

    def _news(self, table: Table, role: Role) -> bool:
        """Return whether a role with limited knowledge has news. Without news it gets no message, because any message
        would reveal that something happened, such as a sealed order.
        """
        status = self._table_status(table, 0, role)
        seats = tuple(seat.model_copy(update={"silent_ms": 0}) for seat in status.seats)
        told = (status.model_copy(update={"clock": None, "seats": seats}), table.clock)
        before = self._told.get((table.number, role))
        self._told[table.number, role] = told
        return told != before

    def _status(self, table: Table, at: int, session: Session) -> bytes:
        return wire.dump(self._table_status(table, at, session.holder.role))

    def _table_status(self, table: Table, at: int, role: Role) -> TableStatus:
        """Return the status of a table, as far as a console's role may know it."""
        extra: ExtraStatus = {"lockstep": self._lockstep.phases, "results": self._results}
        if role in KNOWS_ALL:
            extra["alarms"] = self._alarms(table)
            extra["held"] = table_status.held(table)
            extra["waits"] = table.now.complete or table.number in self._stalled
        else:
            extra["paused"] = seat_view.paused(table)
        with_seats = role is not Role.DISPLAY
        status = table_status.status(table, at, self._sessions, self._roster, extra, seats=with_seats)
        if role is not Role.TECHNICAL:
            return status
        hidden = {"asked": False, "sealed": False, "voided": False, "missed": 0}
        seats = tuple(seat.model_copy(update=hidden) for seat in status.seats)
        return status.model_copy(update={"seats": seats})

    def _alarms(self, table: Table) -> tuple[Alarm, ...]:
        number, held = table.number, table_status.held(table)
        stands = [Alarm(table=number, text=held)] if held else []
        calls = [
            Alarm(table=number, text=call.text, call=call.number, seat=call.seat, reply=call.is_reply)
            for call in table.talk.calls
            if call.waits
        ]
        if more := len(calls[CALLS_SHOWN_MAX:]):
            text = say("warnings.more_calls", count=more)
            calls[CALLS_SHOWN_MAX:] = [Alarm(table=number, text=text)]
        waiting = [
            Alarm(
                table=number,
                text=say("warnings.second_umpire", what=asked_for(asked.body.act), reason=asked.body.reason),
                approval=ask,
            )
            for ask, asked in self._seconds.waiting.items()
            if asked.body.table == number
        ]
        return (*stands, *self._silent(table), *calls, *waiting)

    def _silent(self, table: Table) -> tuple[Alarm, ...]:
        if table.number not in self._stalled:
            return ()
        names = ", ".join(table.seats[seat].title for seat in table.now.silent)
        return (Alarm(table=table.number, text=say("warnings.clock_out", who=names)),)
