"""The board: all that an umpire's console knows, and the requests it makes.

No screen, no socket and no clock of its own: news comes in with the time it came, and ids are made by whoever owns it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from warcouncil.clients.link.line import LinkChange, LinkState, News, Shout
from warcouncil.clients.umpire.closely import Looking, RoomBook
from warcouncil.clients.umpire.orders import Fate, Order, Ruling
from warcouncil.clients.widgets.tablenow import TableNow
from warcouncil.protocol.acts import Act
from warcouncil.protocol.consoles import (
    Alarm,
    Alarms,
    CodeIssued,
    Debriefing,
    Room,
    Seen,
    Standby,
    Standbys,
    TableStatus,
    Wall,
    WebAddress,
)
from warcouncil.protocol.replies import (
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
from warcouncil.protocol.requests import Look, Request, Rule, Watch
from warcouncil.protocol.views import Company, Notice, Spoken, View
from warcouncil.protocol.words import REASON_CHARS_MAX, GateNo, MessageId, Role, SeatId, TableId, clean

ORDERS_MAX = 200
"""So many orders are remembered; older ones are in the journal."""
REASONS_MAX = 8
CODES_MAX = 20
ROLES = (Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL)
"""Whom the console serves."""


class Board:
    """What the console knows. Feed it news; it gives back what must be asked for in turn."""

    def __init__(self, make_id: Callable[[], MessageId]) -> None:
        self._make_id = make_id
        self.exercise = ""
        self.trouble = ""
        """What went wrong that belongs to no order, in words."""
        self.link = LinkChange(LinkState.DOWN, "not linked yet")
        self.tables: dict[TableId, TableNow] = {}
        self.role = Role.UMPIRE
        self.lockstep: tuple[str, ...] = ()
        """The phases that no table passes before all have sealed."""
        self.second_umpire = False
        self.web: WebAddress | None = None
        """Where browsers come in; None: they do not."""
        self.results = False
        """Whether projectors show the results of the room."""
        self.alarms: tuple[Alarm, ...] = ()
        """What needs an umpire and belongs to no table."""
        self.standbys: tuple[Standby, ...] = ()
        """Those who stand by to go on without this arbiter."""
        self.debriefing: Debriefing | None = None
        """How the debrief comes on that was ordered last; None: none was, as far as is known here."""
        self.codes: list[CodeIssued] = []
        """The new codes that were asked for here, newest last. They are secret."""
        self.called_ms: dict[tuple[TableId, int], int] = {}
        """When each waiting call was first heard of."""
        self.watched = TableId(0)
        self.room: RoomBook | None = None
        self.looking: Looking | None = None
        self.orders: list[Order] = []
        self._reasons: dict[str, list[str]] = {}
        self._pending: dict[MessageId, Ruling] = {}

    # --- news ---------------------------------------------------------------------------------------------------

    def feed(self, news: News, now_ms: int) -> tuple[Request, ...]:
        """Take in what the link brings. Give the requests that follow from it."""
        match news:
            case LinkChange():
                self._link(news, now_ms)
            case Welcome():
                return self._welcome(news)
            case Wall() | TableStatus():
                return self._tables(news, now_ms)
            case Room():
                self._room(news, now_ms)
            case Seen():
                self._seen(news, now_ms)
            case Done() | Refusal():
                self._answer(news)
            case Fenced():
                self._link(LinkChange(LinkState.SHUT, news.text), now_ms)
            case Farewell():
                self._link(LinkChange(LinkState.ENDED, news.text), now_ms)
            case Alarms() | Standbys() | Debriefing() | CodeIssued():
                self._of_the_room(news)
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
                | Shout()
            ):
                pass  # for seats
            case _:
                assert_never(news)
        return ()

    def _link(self, change: LinkChange, now_ms: int) -> None:
        """Take note of the link. While it is down, clocks stand here and orders wait to be sent; shut for good, they are
        never answered."""
        if change.state is not LinkState.UP and self.up:
            self.tables = {number: now.stopped(now_ms) for number, now in self.tables.items()}
            if self.room is not None and self.room.injects is not None:
                self.room.injects = self.room.injects.stopped(now_ms)
        self.link = change
        if change.state in (LinkState.SHUT, LinkState.ENDED):
            for ruling in self._pending.values():
                ruling.fate = Fate.UNKNOWN
            self._pending.clear()

    def _welcome(self, welcome: Welcome) -> tuple[Request, ...]:
        self.exercise = welcome.exercise
        self.role = welcome.role
        if welcome.role not in ROLES:
            self.trouble = "This card is for a seat, not for an umpire: use `warcouncil join` with it."
            return ()
        self.trouble = ""
        if self.looking is None or self.looking.waits:
            return ()
        return (self.look(self.looking.table, self.looking.seat),)

    def _tables(self, news: Wall | TableStatus, now_ms: int) -> tuple[Request, ...]:
        """Take in the wall, or one table of it. A wall without tables is followed by each of them."""
        if isinstance(news, Wall):
            self.exercise = news.exercise
            self.alarms, self.standbys = (), ()
            if self.debriefing is not None and self.debriefing.state == "writing":
                self.debriefing = None  # an arbiter that still writes it says so again
            self.second_umpire, self.web = news.second_umpire, news.web
            if news.tables:
                self.tables = {}
        statuses = news.tables if isinstance(news, Wall) else (news,)
        for status in statuses:
            self._table(status, now_ms)
        self.tables = dict(sorted(self.tables.items()))
        return self._look_again()

    def _table(self, status: TableStatus, now_ms: int) -> None:
        self.tables[status.table] = TableNow(status, now_ms)
        self.lockstep, self.results = status.lockstep, status.results
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

    def _of_the_room(self, news: Alarms | Standbys | Debriefing | CodeIssued) -> None:
        match news:
            case Alarms():
                self.alarms = news.alarms
            case Standbys():
                self.standbys = news.standbys
            case Debriefing():
                self.debriefing = news
            case CodeIssued():
                self.codes = [*self.codes, news][-CODES_MAX:]

    def _settle(self, id_: str, fate: Fate, code: RefusalCode | None = None, text: str = "") -> bool:
        ruling = self._pending.pop(MessageId(id_), None)
        if ruling is None:
            return False
        ruling.fate, ruling.code, ruling.text = fate, code, clean(text)
        return True

    def _answer(self, answer: Done | Refusal) -> None:
        if isinstance(answer, Done):
            self._settle(answer.id, Fate.DONE)
        elif self._settle(answer.id, Fate.REFUSED, answer.code, answer.text):
            return
        elif self.looking is not None and self.looking.id == answer.id:
            self.looking.refused, self.looking.waits = clean(answer.text), False
        else:
            self.trouble = clean(answer.text)

    # --- looking ------------------------------------------------------------------------------------------------

    def watch(self, table: TableId) -> Watch:
        """Follow a table closely; 0: none."""
        if table != self.watched:
            self.room = None
        self.watched = table
        return Watch(table=table)

    def look(self, table: TableId, seat: SeatId) -> Look:
        """Ask for exactly what a seat has; no seat: for all that is so there. Looking is journalled."""
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
        """Look again when what the seat has must have changed: each look is journalled, so not oftener."""
        looking = self.looking
        if looking is None or self._sign(looking.table, looking.seat) == looking.asked_at:
            return ()
        return (self.look(looking.table, looking.seat),)

    # --- ruling -------------------------------------------------------------------------------------------------

    def rule(self, act: Act, gates: Mapping[TableId, GateNo], reason: str, now_ms: int) -> tuple[Rule, ...]:
        """Order an act at these tables, each for the question that was seen there (0: any). Remember the reason."""
        reason = clean(reason, REASON_CHARS_MAX)
        order = Order(self.orders[-1].number + 1 if self.orders else 1, act, reason, now_ms)
        for table, gate in gates.items():
            request = Rule(id=self._make_id(), table=table, gate=gate, act=act, reason=reason)
            order.rulings[request.id] = self._pending[request.id] = Ruling(request)
        self.orders.append(order)
        for old in self.orders[:-ORDERS_MAX]:
            for id_ in old.rulings:
                self._pending.pop(id_, None)
        del self.orders[:-ORDERS_MAX]
        known = self._reasons.setdefault(act.act, [])
        self._reasons[act.act] = [reason, *(each for each in known if each != reason)][:REASONS_MAX]
        return tuple(ruling.request for ruling in order.rulings.values())

    def reasons(self, kind: str, offered: Iterable[str] = ()) -> tuple[str, ...]:
        """Give the reasons to offer for a kind of act: the latest given first, then those always offered."""
        return tuple(dict.fromkeys([*self._reasons.get(kind, ()), *offered]))[:REASONS_MAX]

    # --- the room at large --------------------------------------------------------------------------------------

    @property
    def linked(self) -> tuple[int, int]:
        """How many seats are linked or played by a bot, and how many there are."""
        seats = [seat for now in self.tables.values() for seat in now.status.seats]
        return sum(seat.linked or seat.bot for seat in seats), len(seats)

    @property
    def up(self) -> bool:
        """Whether the link stands."""
        return self.link.state is LinkState.UP
