"""Console: the board, its links, and the umpire's selection. All screens share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from warcouncil.clients.link.base.line import Line, LinkChange, LinkState, News
from warcouncil.clients.link.base.links import Links, links_of
from warcouncil.clients.umpire.acts.act_results import what_became
from warcouncil.clients.umpire.drawing.answer_box import Fill
from warcouncil.clients.umpire.model.alarms import RankedAlarm, ranked_alarms
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.labels import code_words
from warcouncil.clients.umpire.model.orders import Fate, Order
from warcouncil.clients.umpire.model.table_order import WallSort, arranged
from warcouncil.clients.umpire.model.wing import PhasesOf, none_known
from warcouncil.clients.widgets.window.pasting import KeyRhythm
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.wire.consoles import CodeIssued
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import GateNo, MessageId, TableId, clean


class Remark:
    """The message about the last key.

    It disappears when it is no longer true, and does not come back.
    """

    def __init__(self) -> None:
        self._why: Callable[[], str] = str

    def say(self, text: str) -> None:
        """Set a message that stays. If `text` is "", set none."""
        self._why = lambda: text

    def explain(self, why: Callable[[], str]) -> str:
        """Set the message that `why` returns, now and each time it is read, until `why` returns "".

        Return the message.
        """
        self._why = why
        return self.text

    @property
    def text(self) -> str:
        """The message while it is true, or else ""."""
        text = self._why()
        if not text:
            self._why = str
        return text


class Console:
    """The state of one umpire's console."""

    def __init__(
        self,
        line: Line | Links,
        make_id: Callable[[], MessageId],
        now_ms: Callable[[], int],
        fill: Fill,
        phases_of: PhasesOf = none_known,
    ) -> None:
        self.fill = fill
        """Returns the object with which an umpire fills in a player's answer line by line."""
        self.links = links_of(line)
        self.board = Board(make_id, self.links.names, phases_of)
        self.now_ms = now_ms
        self.sort = WallSort.NUMBER
        self.wanted = ""
        self.marked: set[TableId] = set()
        self.cursor = TableId(0)
        self.remark = Remark()
        """The message about the last key. An order removes it."""
        self.newest: list[RankedAlarm] = []
        self.rhythm = KeyRhythm()
        """How the last keys were typed: pressed, repeated or pasted."""

    def take(self, wing: str, news: News) -> None:
        """Record news from a wing, and send the requests that follow from it."""
        self.send(self.board.feed(news, self.now_ms(), wing))
        if isinstance(news, LinkChange) and news.state is LinkState.UP and news.text:
            self.remark.say(self.board.wings[wing].says(clean(news.text)))
        if isinstance(news, CodeIssued):
            code = code_words(news, self.board.web_at(news.table))
            self.remark.say(say("umpire.tell_code", code=code))

    def send(self, requests: Iterable[Request]) -> None:
        """Send requests, each to its wing."""
        for request in requests:
            self.links.send(self.board.to_wing(request), request)

    def look_round(self) -> None:
        """Collect the alarms again, and keep the cursor and the marks on existing tables."""
        self.newest = ranked_alarms(self.board, self.now_ms())
        self.marked &= set(self.board.tables)
        shown = self.shown()
        if self.cursor not in shown:
            self.cursor = shown[0] if shown else TableId(0)

    def shown(self) -> tuple[TableId, ...]:
        """Return the tables on the wall, in order."""
        return arranged(
            self.board, self.now_ms(), sort=self.sort, wanted=self.wanted, ranked_alarms=self.newest
        )

    def give(self, act: Act, touched: Mapping[TableId, GateNo], reason: str, wing: str = "") -> str:
        """Order an act at the tables that it concerns, or in the room. If `wing` is named, only its room is
        meant.

        Return "" if the order was sent, or else the reason why not.
        """
        if not self.board.up:
            return say("umpire.no_connection")
        if not touched:
            return say("umpire.touches_none")
        self.remark.say("")
        self.send(self.board.rule(act, touched, reason, self.now_ms(), wing))
        return ""

    def last_order(self) -> tuple[str, Fate | None]:
        """Return the result of the last order, or a later message of the console."""
        if self.board.trouble:
            return self.board.trouble, Fate.REFUSED
        if said := self.remark.text:
            return said, None
        orders: list[Order] = self.board.orders
        return what_became(self.board, orders[-1]) if orders else ("", None)
