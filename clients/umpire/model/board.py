"""Board: all that an umpire's console knows, and the requests that it makes.

It uses no screen, no socket and no clock. The caller supplies ids and the time of each news item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from warcouncil.clients.link.base.line import LinkAlarm, LinkChange, LinkState, News
from warcouncil.clients.link.base.links import ONE
from warcouncil.clients.umpire.model.detail import Looking, RoomBook
from warcouncil.clients.umpire.model.orders import Fate, Order, Ruling
from warcouncil.clients.umpire.model.turns import Turns, room_switches, switches
from warcouncil.clients.umpire.model.wing import ROLES, PhasesOf, Wing, Wings, lockstep_for, none_known
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.wording.saying import refused, say
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.acts.room_acts import Lockstep
from warcouncil.protocol.table.views import Company, Notice, Spoken, View
from warcouncil.protocol.wire.consoles import (
    Alarms,
    CodeIssued,
    Debriefing,
    Room,
    Seen,
    Standbys,
    TableStatus,
    Wall,
    WebAddress,
)
from warcouncil.protocol.wire.replies import (
    Alive,
    Clock,
    Deals,
    Done,
    DrawShown,
    Elsewhere,
    Farewell,
    Fenced,
    Hint,
    Receipt,
    Refusal,
    RefusalCode,
    TableRules,
    Team,
    Welcome,
)
from warcouncil.protocol.wire.requests import Look, Request, Rule, Watch
from warcouncil.protocol.words import REASON_CHARS_MAX, GateNo, MessageId, SeatId, TableId, clean

ORDERS_MAX = 200
"""How many orders are kept. Older orders are in the journal."""
REASONS_MAX = 8
CODES_MAX = 20


class Board(Wings):
    """All that the console knows. Feed it news, and send the requests that it returns."""

    def __init__(
        self,
        make_id: Callable[[], MessageId],
        wings: Iterable[str] = (ONE,),
        phases_of: PhasesOf = none_known,
    ) -> None:
        super().__init__(wings)
        self._phases_of = phases_of
        self._make_id = make_id
        self.trouble = ""
        """A message about an error that belongs to no order."""
        self.tables: dict[TableId, TableNow] = {}
        self.codes: list[CodeIssued] = []
        """The new codes that were requested here, newest last. They are secret."""
        self.called_ms: dict[tuple[TableId, int], int] = {}
        """The time when each waiting call was first received."""
        self.watched = TableId(0)
        self.room: RoomBook | None = None
        self.looking: Looking | None = None
        self.orders: list[Order] = []
        self.turns = Turns()
        """The states that one key switches on and off, and when they changed last."""
        self._reasons: dict[str, list[str]] = {}
        self._pending: dict[tuple[str, MessageId], Ruling] = {}

    # --- news ---------------------------------------------------------------------------------------------------

    def feed(self, news: News, now_ms: int, wing: str = ONE) -> tuple[Request, ...]:
        """Record news from the link of a wing. Return the requests that follow from it."""
        of = self.wings[wing]
        match news:
            case LinkChange():
                self._link(of, news, now_ms)
            case Welcome():
                return self._welcome(of, news)
            case Wall() | TableStatus():
                return self._tables(of, news, now_ms)
            case Room():
                self._room(news, now_ms)
            case Seen():
                self._seen(news, now_ms)
            case Done() | Refusal():
                self._answer(of, news)
            case Fenced():
                self._link(of, LinkChange(LinkState.SHUT, news.text), now_ms)
            case Farewell():
                self._link(of, LinkChange(LinkState.ENDED, news.text), now_ms)
            case Alarms() | Standbys() | Debriefing() | CodeIssued():
                self._of_the_room(of, news)
            case (
                View()
                | Receipt()
                | Spoken()
                | Clock()
                | Notice()
                | Team()
                | Deals()
                | DrawShown()
                | Elsewhere()
                | Company()
                | TableRules()
                | Hint()
                | Alive()
                | LinkAlarm()
            ):
                pass  # These are for seats
            case _:
                assert_never(news)
        return ()

    def _link(self, of: Wing, change: LinkChange, now_ms: int) -> None:
        """Record the state of a link.

        While it is down, its clocks stop here and orders wait to be sent. If it is closed permanently, waiting orders
        are never answered.
        """
        if change.state is not LinkState.UP and of.up:
            mine = {number: now.stopped(now_ms) for number, now in self.tables.items() if now.wing == of.name}
            self.tables |= mine
            if self.room is not None and self.room.table in mine and self.room.injects is not None:
                self.room.injects = self.room.injects.stopped(now_ms)
        of.linked(change, now_ms)
        self.agree()
        if of.over:
            for key in [key for key in self._pending if key[0] == of.name]:
                self._pending.pop(key).fate = Fate.UNKNOWN

    def _welcome(self, of: Wing, welcome: Welcome) -> tuple[Request, ...]:
        of.exercise = welcome.exercise
        of.role = welcome.role
        self.agree()
        if welcome.role not in ROLES:
            self._trouble(of, say("umpire.seats_card"))
            return ()
        self.trouble = ""
        if self.looking is None or self.looking.waits or self.wing_at(self.looking.table) != of.name:
            return ()
        return (self.look(self.looking.table, self.looking.seat),)

    def _trouble(self, of: Wing, text: str) -> None:
        self.trouble = of.says(text)

    def _tables(self, of: Wing, news: Wall | TableStatus, now_ms: int) -> tuple[Request, ...]:
        """Record a `Wall` or the status of one of its tables. If a `Wall` comes without tables, each of them
        follows.
        """
        if isinstance(news, Wall):
            of.walled(news)
            if news.tables:
                self.tables = {number: now for number, now in self.tables.items() if now.wing != of.name}
        statuses = news.tables if isinstance(news, Wall) else (news,)
        for status in statuses:
            self._table(of, status, now_ms)
        self.agree()
        self.turns.hear(room_switches(self.results, self.lockstep, self.turns.of_room()), now_ms)
        self.tables = dict(sorted(self.tables.items()))
        return self._look_again()

    def _table(self, of: Wing, status: TableStatus, now_ms: int) -> None:
        of.seen(status)
        if self.wing_at(status.table) not in (None, of.name):
            other = self.wing_at(status.table) or ""
            self._trouble(of, say("umpire.two_tables", wing=other, table=status.table))
            return
        self.tables[status.table] = TableNow(status, now_ms, of.name)
        self.turns.hear(switches(status), now_ms)
        calls = {(status.table, alarm.call) for alarm in status.alarms if alarm.call}
        for gone in [key for key in self.called_ms if key[0] == status.table and key not in calls]:
            del self.called_ms[gone]
        for key in sorted(calls):
            self.called_ms.setdefault(key, now_ms)

    def _room(self, room: Room, now_ms: int) -> None:
        if room.table != self.watched:
            return
        if room.whole or self.room is None or self.room.table != room.table:
            self.room = RoomBook(room, now_ms)
        else:
            self.room.take(room, now_ms)

    def _seen(self, seen: Seen, now_ms: int) -> None:
        if self.looking is not None and self.looking.id == seen.id:
            self.looking.view = seen.view
            self.looking.heard_ms = now_ms
            self.looking.refused, self.looking.waits = "", False

    def _of_the_room(self, of: Wing, news: Alarms | Standbys | Debriefing | CodeIssued) -> None:
        match news:
            case Alarms():
                of.alarms = news.alarms
            case Standbys():
                of.standbys = news.standbys
            case Debriefing():
                of.debriefing = news
            case CodeIssued():
                self.codes = [*self.codes, news][-CODES_MAX:]

    def _settle(
        self, key: tuple[str, str], fate: Fate, code: RefusalCode | None = None, text: str = ""
    ) -> bool:
        ruling = self._pending.pop((key[0], MessageId(key[1])), None)
        if ruling is None:
            return False
        ruling.fate, ruling.code, ruling.text = fate, code, clean(text)
        return True

    def _answer(self, of: Wing, answer: Done | Refusal) -> None:
        """Settle the requests of one wing. An answer does not settle a request to another wing."""
        key = (of.name, answer.id)
        if isinstance(answer, Done):
            self._settle(key, Fate.DONE)
        elif self._settle(key, Fate.REFUSED, answer.code, refused(answer)):
            return
        elif self.looking is not None and self.looking.id == answer.id:
            self.looking.refused, self.looking.waits = refused(answer), False
        else:
            self._trouble(of, refused(answer))

    # --- looking ------------------------------------------------------------------------------------------------

    def watch(self, table: TableId) -> Watch:
        """Return the request to follow a table closely. With 0 no table is followed."""
        if table != self.watched:
            self.room = None
        self.watched = table
        return Watch(table=table)

    def look(self, table: TableId, seat: SeatId) -> Look:
        """Return the request to see exactly what a seat sees.

        Without a seat, it asks for the full truth of the table. The journal records each look.
        """
        old = self.looking
        fresh = Looking(table, seat, self._make_id(), self._sign(table, seat))
        if old is not None and (old.table, old.seat) == (table, seat):
            fresh.view, fresh.heard_ms = old.view, old.heard_ms
        self.looking = fresh
        return Look(id=fresh.id, table=table, seat=seat)

    def look_away(self) -> None:
        """Stop looking at a seat."""
        self.looking = None

    def _sign(self, table: TableId, seat: SeatId) -> tuple[object, ...]:
        now = self.tables.get(table)
        if now is None:
            return ()
        status, found = now.status, now.seat(seat)
        if not seat:
            return (status.gate, status.ended)
        if found is None:
            return ()
        mine = (found.asked, found.sealed, found.voided, found.bot)
        return (status.gate, status.paused, status.held, status.ended, *mine)

    def _look_again(self) -> tuple[Request, ...]:
        """Return the request to look again, if the view of the seat must have changed.

        It is not sent more often, because the journal records each look.
        """
        looking = self.looking
        if looking is None or self._sign(looking.table, looking.seat) == looking.asked_at:
            return ()
        return (self.look(looking.table, looking.seat),)

    # --- ruling -------------------------------------------------------------------------------------------------

    def rule(
        self, act: Act, gates: Mapping[TableId, GateNo], reason: str, now_ms: int, wing: str = ""
    ) -> tuple[Rule, ...]:
        """Order an act at these tables and remember the reason. Return the rulings to send.

        Each ruling is for the gate that was seen at its table. Gate 0 means any gate. Table 0 is the room of
        every wing, or of the named wing. No message goes to a wing that does not answer.
        """
        reason = clean(reason, REASON_CHARS_MAX)
        order = Order(self.orders[-1].number + 1 if self.orders else 1, act, reason, now_ms)
        places = [(table, gate, of) for table, gate in gates.items() for of in self._arbiters_of(table, wing)]
        for table, gate, of in places:
            there = self._in_wing(act, of)
            request = Rule(id=self._make_id(), table=table, gate=gate, act=there, reason=reason)
            ruling = order.rulings[request.id] = Ruling(request, of.name)
            if of.name and not of.up:
                ruling.fate, ruling.text = Fate.REFUSED, say("umpire.wing_not_sent", wing=of.called)
            else:
                self._pending[of.name, request.id] = ruling
        self.orders.append(order)
        for old in self.orders[:-ORDERS_MAX]:
            for id_, ruling in old.rulings.items():
                self._pending.pop((ruling.wing, id_), None)
        del self.orders[:-ORDERS_MAX]
        known = self._reasons.setdefault(act.act, [])
        self._reasons[act.act] = [reason, *(each for each in known if each != reason)][:REASONS_MAX]
        return tuple(ruling.request for ruling in order.rulings.values() if ruling.fate is Fate.WAITING)

    def _in_wing(self, act: Act, of: Wing) -> Act:
        """Return the form of an act for one wing."""
        if not isinstance(act, Lockstep):
            return act
        here = [now.status for now in self.tables.values() if now.wing == of.name]
        elsewhere = [now.status for now in self.tables.values() if now.wing != of.name]
        return lockstep_for(act, here, elsewhere, self._phases_of)

    def _arbiters_of(self, table: TableId, wing: str) -> list[Wing]:
        """Return the wings to which a ruling goes.

        It is the wing of its table. A ruling for the room goes to all wings, or to the named one.
        """
        name = self.wing_at(table) if table else wing or None
        return [*self.wings.values()] if name is None else [self.wings[name]]

    def to_wing(self, request: Request) -> str:
        """Return the wing to which a request goes. It is the wing of the request's table, or the wing for
        which it was made.
        """
        if isinstance(request, Rule):
            made = (
                order.rulings[request.id] for order in reversed(self.orders) if request.id in order.rulings
            )
            return next(ruling.wing for ruling in made)
        table = request.table if isinstance(request, Look | Watch) else TableId(0)
        return self.wing_at(table) or next(iter(self.wings))

    def web_at(self, table: TableId) -> WebAddress | None:
        """Return the address for browsers of the players at a table. Return None if there is none."""
        return self.wings[self.wing_at(table) or next(iter(self.wings))].web

    def wing_at(self, table: TableId) -> str | None:
        """Return the wing of a table. Return None if it is unknown."""
        now = self.tables.get(table)
        return now.wing if now is not None else None

    def reasons(self, kind: str, offered: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the reasons that are offered for a kind of act: the last ones first, then the standard ones."""
        return tuple(dict.fromkeys([*self._reasons.get(kind, ()), *offered]))[:REASONS_MAX]

    # --- the room at large --------------------------------------------------------------------------------------

    @property
    def linked(self) -> tuple[int, int]:
        """How many seats are linked or played by a bot, and how many there are.

        Seats of a wing that does not answer do not count as linked.
        """
        known = [(seat, now) for now in self.tables.values() for seat in now.status.seats]
        there = sum((seat.linked or seat.bot) and not (now.away and now.wing) for seat, now in known)
        return there, len(known)
