"""PlainConsole: an umpire's console in plain lines.

It writes tables, clocks and alarms as they change, and reads orders with their reasons.
"""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.plain.base.sheets import element_lines
from warcouncil.clients.plain.base.teller import LEFT, LineClient, meant, not_known
from warcouncil.clients.plain.console.orders import VERBS, BadOrder, Ordered, read_order
from warcouncil.clients.plain.console.wall import RoomTeller, alarm_line, seat_lines, table_line
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.umpire.acts.act_results import what_became
from warcouncil.clients.umpire.acts.act_target import weighs
from warcouncil.clients.umpire.model.alarms import ranked_alarms
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.labels import code_words, list_lines
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.clients.umpire.model.wing import ROLES
from warcouncil.clients.umpire.screens.act_choices import reasons
from warcouncil.clients.umpire.screens.debriefing import debrief_words, offer
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import said, say
from warcouncil.protocol.wire.consoles import CodeIssued
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import MessageId, SeatId, TableId, clean, typed_number

WRONG_CARD = 2
SHOWS: dict[str, str] = {
    "status": "console.does_status",
    "seats": "console.does_seats",
    "look": "console.does_look",
    "injects": "console.does_injects",
    "alarms": "console.does_alarms",
    "orders": "console.does_orders",
    "news": "console.does_news",
    "wait": "console.does_wait",
    "help": "console.does_help",
    "leave": "display.key_leave",
}
"""The words of the console that are not orders, each with the catalogue's key for what it does."""
GIVES_UP = "-"

LINK_WORDS = {
    LinkState.UP: "plain.link_up",
    LinkState.DOWN: "plain.link_down",
    LinkState.SHUT: "plain.link_shut",
    LinkState.ENDED: "plain.link_ended",
}


class PlainConsole(LineClient):
    """An umpire's console in plain lines."""

    def __init__(self, make_id: Callable[[], MessageId]) -> None:
        super().__init__()
        self.board = Board(make_id)
        self._room = RoomTeller(self.board)
        self._link: LinkChange | None = None
        self._greeted = False
        self._news = True
        self._waiting: Ordered | None = None
        """The order that waits for its reason."""
        self._told: dict[int, Fate] = {}
        self._told_tables = False
        self._listing = TableId(0)
        """The table whose injects were requested."""
        self._told_debrief: tuple[str, ...] = ()
        self.holds_input = True  # Until the tables have come

    # --- news -----------------------------------------------------------------------------------------------------

    def hear(self, news: News, now_ms: int) -> None:
        """Handle a news item of the link, and write what is new."""
        self.send(*self.board.feed(news, now_ms))
        if self.board.link != self._link:
            self._link = self.board.link
            word = say(LINK_WORDS[self._link.state])
            self.say(say("console.link", word=word, text=self._link.text))
        if isinstance(news, Welcome):
            self._welcomed(news)
        if isinstance(news, CodeIssued):
            self.say(say("console.told_code", code=code_words(news, self.board.web)))
        self._tell(now_ms)

    def _welcomed(self, news: Welcome) -> None:
        if news.role not in ROLES:
            self.say(self.board.trouble)
            self.status = WRONG_CARD
        elif not self._greeted:
            self._greeted = True
            self.say(
                say("console.you_are", exercise=news.exercise, role=news.role.value),
                say("console.help_says"),
            )

    def tick(self, now_ms: int) -> None:
        """Write what changes with time alone, such as seats that have fallen silent."""
        self._tell(now_ms)

    def _tell(self, now_ms: int) -> None:
        self._tell_look()
        self._tell_injects()
        changed = self._room.tables(now_ms)
        self.say(*(changed if self._news else ()))
        alarms = self._room.alarms(ranked_alarms(self.board, now_ms))
        self.say(*alarms)
        if self.board.tables and (alarms or not self._told_tables):
            self._told_tables = True
            self.holds_input = False
        self._tell_debrief()
        if self.board.trouble and self.status is None:
            self.say(self.board.trouble)
            self.board.trouble = ""
        for order in self.board.orders:
            became = what_became(self.board, order)
            if self._told.get(order.number) != became[1] and became[1] is not Fate.WAITING:
                self._told[order.number] = became[1]
                self.say(say("console.order", n=order.number, became=became[0]))

    def _tell_debrief(self) -> None:
        """Announce each change of the debrief: it can be ordered, a part of it begins, or it has a result."""
        news = self.board.debriefing
        offered = offer(self.board, "debrief")
        sign = (news.state, news.part, news.text) if news else (offered,) * bool(offered)
        if sign != self._told_debrief:
            self._told_debrief = sign
            self.say(*([debrief_words(news)] if news else [offered] * bool(offered)))

    # --- lines ----------------------------------------------------------------------------------------------------

    def typed(self, text: str, now_ms: int) -> None:
        """Handle a typed line."""
        text = clean(text).removeprefix("/").strip()
        if self._waiting is not None:
            self._reason(text, now_ms)
            return
        word, _, rest = (text or "status").partition(" ")
        name = meant(word.lower(), [*VERBS, *SHOWS])
        if name in VERBS:
            self._order(name, rest.strip(), now_ms)
        elif name:
            _SHOWING[name](self, rest.strip().lower(), now_ms)
        else:
            self.say(say("console.help_lists") if text == "?" else not_known(word, [*VERBS, *SHOWS]))

    def _order(self, word: str, rest: str, now_ms: int) -> None:
        try:
            ordered = read_order(self.board, word, rest)
        except BadOrder as why:
            self.say(say("talk.not_done", why=str(why)))
            return
        self._waiting = ordered
        if ordered.reason and not weighs(self.board, ordered.target):
            self._waiting = None
            self._do(ordered, ordered.reason, now_ms)
            return
        if ordered.reason:
            self.say(*ordered.announced(self.board), say("console.sure", sign=GIVES_UP))
            return
        reasons = self._reasons(ordered)
        offered = " / ".join(f"{number} {reason}" for number, reason in enumerate(reasons, 1))
        self.say(*ordered.announced(self.board), say("console.why", reasons=offered, sign=GIVES_UP))

    def _reasons(self, ordered: Ordered) -> tuple[str, ...]:
        return reasons(self.board, ordered.target)

    def _reason(self, text: str, now_ms: int) -> None:
        ordered = self._waiting
        assert ordered is not None
        reasons = self._reasons(ordered)
        if not text:
            self.say(say("console.sure" if ordered.reason else "console.why_again", sign=GIVES_UP))
            return
        self._waiting = None
        if text == GIVES_UP or (ordered.reason and text.lower() != "yes"):
            self.say(say("console.nothing_done"))
            return
        if ordered.reason:
            self._do(ordered, ordered.reason, now_ms)
            return
        chosen = typed_number(text) or 0
        self._do(ordered, reasons[chosen - 1] if 0 < chosen <= len(reasons) else text, now_ms)

    def _do(self, ordered: Ordered, reason: str, now_ms: int) -> None:
        touched = ordered.target.touched(self.board)
        if not self.board.up:
            self.say(say("console.not_done_link"))
        elif not touched:
            self.say(say("console.not_done_none"))
        else:
            self.send(*self.board.rule(ordered.act, touched, reason, now_ms))

    # --- showing --------------------------------------------------------------------------------------------------

    def _status(self, rest: str, now_ms: int) -> None:
        nows = [now for table, now in self.board.tables.items() if not rest or str(table) == rest]
        linked, seats = self.board.linked
        if not rest:
            tables, exercise = say("display.tables", n=len(nows)), self.board.exercise
            self.say(say("console.status", exercise=exercise, tables=tables, linked=linked, seats=seats))
        self.say(*(table_line(now, now_ms) for now in nows))
        if rest and not nows:
            self.say(say("console.no_table", table=rest))

    def _seats(self, rest: str, now_ms: int) -> None:
        wanted = rest or (str(next(iter(self.board.tables))) if len(self.board.tables) == 1 else "")
        found = self._table(wanted)
        self.say(*(seat_lines(found, now_ms) if found is not None else [say("console.name_seats")]))

    def _table(self, text: str) -> TableNow | None:
        """Return the table with a typed number. Return None if the text is not a number, or no table has that
        number.
        """
        return self.board.tables.get(TableId(typed_number(text) or 0))

    def _look(self, rest: str, now_ms: int) -> None:
        first, _, name = rest.partition(" ")
        if len(self.board.tables) == 1 and not first.isdecimal():
            first, name = str(next(iter(self.board.tables))), rest
        now = self._table(first)
        seats = [str(each.seat) for each in now.status.seats] if now is not None else []
        if now is None or (name and name not in seats):
            self.say(
                say("console.name_look_seats", seats=listed(seats)) if seats else say("console.name_look")
            )
            return
        self.send(self.board.look(now.status.table, SeatId(name)))

    def _tell_look(self) -> None:
        """Write the result of a look, once."""
        looking = self.board.looking
        if looking is None or looking.waits:
            return
        self.board.look_away()
        if looking.view is None:
            self.say(say("umpire.not_shown", why=looking.refused))
            return
        who = looking.seat or say("console.everything")
        self.say(say("console.look_head", table=looking.table, who=who, title=looking.view.title))
        self.say(
            *(
                say("console.look", text=row.strip())
                for element in looking.view.sheet.elements
                for row in element_lines(element)
            )
        )
        if looking.seat and looking.view.form is not None:
            sealed = looking.view.sealed
            self.say(
                say("console.look_asked", question=looking.view.form.question),
                say("console.look_sealed", answer=answer_words(looking.view.form, sealed))
                if sealed is not None
                else say(
                    "console.look",
                    text=say("question.struck_out" if looking.view.voided else "question.unsealed"),
                ),
            )

    def _injects(self, rest: str, now_ms: int) -> None:
        wanted = rest or (str(next(iter(self.board.tables))) if len(self.board.tables) == 1 else "")
        table = next((each for each in self.board.tables if str(each) == wanted), None)
        if table is None:
            self.say(say("console.name_injects"))
            return
        self._listing = table
        self.send(self.board.watch(table))

    def _tell_injects(self) -> None:
        """Write the injects that were requested, once, and stop following their table."""
        room = self.board.room
        if self._listing and room is not None and room.table == self._listing:
            told = room.injects.told if room.injects is not None else None
            self.say(
                *(say("console.injects", table=self._listing, text=line.strip()) for line in list_lines(told))
            )
            self._listing = TableId(0)
            self.send(self.board.watch(TableId(0)))

    def _alarms(self, rest: str, now_ms: int) -> None:
        self.say(
            *(
                [alarm_line(ranked) for ranked in ranked_alarms(self.board, now_ms)]
                or [say("console.no_alarms")]
            )
        )

    def _orders(self, rest: str, now_ms: int) -> None:
        for order in self.board.orders:
            became = what_became(self.board, order)[0]
            self.say(say("console.order_why", n=order.number, became=became, reason=order.reason))
        if not self.board.orders:
            self.say(say("umpire.no_orders"))

    def _switch_news(self, rest: str, now_ms: int) -> None:
        self._news = rest != "off"
        self.say(say("console.news_on" if self._news else "console.news_off"))

    def _wait(self, rest: str, now_ms: int) -> None:
        self.holds_input = True

    def _help(self, rest: str, now_ms: int) -> None:
        for word, verb in VERBS.items():
            example = " ".join(filter(None, (word, "3", said(verb.takes), say("console.example_why"))))
            self.say(say("console.help_order", word=word, means=say(verb.means), example=example))
        self.say(say("console.help_tables"))
        self.say(*(say("console.help", word=word, means=say(means)) for word, means in SHOWS.items()))
        self.say(say("console.help_rest"))

    def leave(self) -> None:
        """Leave, and write that everything on the host continues."""
        self.say(say("console.leaving"))
        self.status = LEFT


_SHOWING: dict[str, Callable[[PlainConsole, str, int], None]] = {
    "status": PlainConsole._status,
    "seats": PlainConsole._seats,
    "look": PlainConsole._look,
    "injects": PlainConsole._injects,
    "alarms": PlainConsole._alarms,
    "orders": PlainConsole._orders,
    "news": PlainConsole._switch_news,
    "wait": PlainConsole._wait,
    "help": PlainConsole._help,
    "leave": lambda console, *_: console.leave(),
}
