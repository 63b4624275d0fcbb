"""A client's process: the real link and the real desk, and a random user of it who fills in, seals, changes
their mind and speaks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any

from warcouncil.clients.link.base.line import LinkAlarm, LinkState, News
from warcouncil.clients.link.base.machine import new_id
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.connect.seeking import LinkStage
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.link.identity.receipts import Receipts
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Alive, Clock, Done, Receipt, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Declare, Request
from warcouncil.protocol.wire.wire import WireError, decode_reply, encode_request
from warcouncil.protocol.words import SeatId, TableId

from tests.simulation.loop import Process, Time
from tests.simulation.promises import Promises

PATIENCE = (0.1, 2.5)
"""The time between two actions of a user, in seconds."""
BURST = 4
"""The most lines of a talkative user that wait for an answer: a link sends one at each beat, and a seat may
say ten in ten seconds.
"""
DOUBTS = 0.4
"""How often a user asks again for something, at each action."""
WHIMS = 0.3
"""How often a user takes back that they are ready, at each action."""


class Seat(Process):
    """A user at a seat. `receipts` are the ones kept on the user's machine, even when the window is gone."""

    def __init__(
        self,
        time: Time,
        name: str,
        ticket: Ticket,
        receipts: Receipts,
        *,
        promises: Promises,
        mind: Random,
        origin: float,
        rate: float,
    ) -> None:
        super().__init__(time, name, origin=origin, rate=rate)
        self.key, self.ticket, self.receipts = ticket.public, ticket, receipts
        self.mind, self.promises = mind, promises
        self.link: Link | None = None
        self.desk = Desk(new_id)
        self.seals_alone = False
        """Whether the user does nothing but seal."""
        self.sent: deque[bytes] = deque(maxlen=1)
        """The recent frames of the user, for a spy on their machine."""
        self.voice: Random | None = None
        """The stream that decides when they say many lines at once; None: they never do."""
        self.doubts: Random | None = None
        """The stream that decides when they ask again for what they have asked before; None: they never do."""
        self.whims: Random | None = None
        """The stream that decides when they take back that they are ready; None: they never do."""
        self.past: deque[Request] = deque(maxlen=1)
        """Their newest requests, in any window."""
        self.others: tuple[SeatId, ...] = ()
        """The other seats of the table."""
        self.refusals: dict[RefusalCode, int] = {}
        self.quiet = False
        """Whether the user has stopped."""
        self._news: Coroutine[Any, Any, News] | None = None
        self._awaited: Any = None

    @property
    def now_ms(self) -> int:
        """Return the time of the user's screen."""
        return int(self.loop.time() * 1000)

    @property
    def opened_elsewhere(self) -> bool:
        """Whether another window of the seat took its place."""
        return self.desk.link.state is LinkState.SHUT and self.desk.link.text == say("link.fenced")

    @property
    def _session(self) -> str:
        return self.link._session if self.link is not None else ""

    @property
    def is_shut(self) -> bool:
        """Whether the link has ended for good."""
        return self.link is not None and self.link._stage in (LinkStage.SHUT, LinkStage.ENDED)

    def knows_of(self, lost: bytes) -> bool:
        """Return whether the link knows that this frame of its session exists, or has what came after it."""
        link = self.link
        plain = link._unsealer.open(lost) if link is not None else None
        if link is None or plain is None:
            return True
        message, order = decode_reply(plain), link._order
        return message.session != link._session or order.gap or order.seen >= max(message.n, message.last)

    def sit_down(self) -> None:
        """Start the client."""
        self.link = Link(self.ticket, receipts=self.receipts).start()
        self._think()

    def die(self) -> None:
        """Close the window, as a kill does."""
        if self.dead:
            return
        super().die()
        if self._news is not None:
            self._news.close()
        if self.link is not None:
            self.link.close()

    # --- in ---------------------------------------------------------------------------------------------------------

    def turned(self) -> None:
        """Process the messages of the link."""
        if self.link is None or self.dead:
            return
        while True:
            if self._news is None:
                self._news = self.link.receive()
            elif self._awaited is not None and not self._awaited.done():
                return
            try:
                self._awaited = self._news.send(None)
            except StopIteration as came:
                self._news = self._awaited = None
                self._hear(came.value)

    def _hear(self, news: News) -> None:
        self.desk.feed(news, self.now_ms)
        if isinstance(news, Receipt | Done | View | Alive | Clock):
            self.promises.hears(self.key + self.name, self.hears)
        match news:
            case Receipt():
                self.promises.receipt(self.key, news, self._session)
            case Done():
                self.promises.done(self.key, news, self._session)
            case View() if self.desk.welcome is not None:
                self.promises.view(TableId(self.desk.welcome.table), news)
            case Refusal() if self.is_shut:
                pass  # The link itself says so, of what it will never ask.
            case Refusal():
                self.promises.refused(self.key, news, self._session)
                self.refusals[news.code] = self.refusals.get(news.code, 0) + 1
                if news.code in (RefusalCode.MALFORMED, RefusalCode.WRONG_VERSION):
                    self.promises.broken("understood", f"{self.name} was refused: {news.text}")
            case LinkAlarm():
                self.promises.broken("trust", f"{self.name} was alarmed: {news.text}")
            case _:
                pass

    # --- out --------------------------------------------------------------------------------------------------------

    def _think(self) -> None:
        low, high = PATIENCE
        self.loop.call_later(self.mind.uniform(low, high), self._act)

    def _act(self) -> None:
        if not self.quiet:
            acts: tuple[Callable[[], Request | None], ...] = (
                self._seal,
                self._seal,
                self._seal,
                self._say,
                self._deal,
                self._other,
            )
            act = self._seal if self.seals_alone else self.mind.choice(acts)
            self._send(self.desk.ready() if not self.desk.briefed else act())
            if self.whims is not None and self.whims.random() < WHIMS:
                self._send(self._take_back())
            self._ask_again()
            if self.voice is not None and self.link is not None:
                for _ in range(BURST - len(self.link._asked._unanswered)):
                    self._send(self._say(self.voice))
        self._think()

    def _ask_again(self) -> None:
        """Ask for something once more under its id, whatever became of it.

        A link does so by itself after a cut. A declaration must not replace one that waits for its answer.
        """
        if self.doubts is None or not self.past or self.link is None or self.is_shut:
            return
        if self.doubts.random() >= DOUBTS:
            return
        body = self.doubts.choice(self.past)
        waiting = self.link._asked._unanswered.values()
        if not (isinstance(body, Declare) and any(isinstance(one, Declare) for one in waiting)):
            self._send(body, again=True)

    def _send(self, body: Request | None, *, again: bool = False) -> None:
        if body is not None and self.link is not None:
            self.promises.asks(self.key, body)
            if getattr(body, "id", "") and not again:
                self.past.append(body)
            with suppress(WireError):
                self.sent.append(encode_request(body, self.link._session))
            self.link.send(body)

    def _seal(self) -> Request | None:
        view = self.desk.view
        if view is None or view.form is None or self.desk.locked(self.now_ms):
            return None
        if self.desk.sealed is not None and self.mind.random() < 0.7:
            return None
        answer = fill(view.form, Dice(self.mind.randbytes(16)))
        if self.mind.random() < 0.1:
            return self.desk.draft(answer, self.now_ms)
        return self.desk.declare(answer, self.now_ms)

    def _take_back(self) -> Request | None:
        """Take back that the seat is ready, even if the answer has no receipt yet."""
        view, desk = self.desk.view, self.desk
        if view is None or not view.readiness or (desk.sealed or desk.sending) is None:
            return None
        return desk.declare({}, self.now_ms)

    def _say(self, mind: Random | None = None) -> Request | None:
        mind = mind or self.mind
        talks = [talk for talk in self.desk.talks.values() if self.desk.is_open(talk, self.now_ms)]
        if not talks:
            return None
        text = mind.choice(("Now!", "We hold the bridge.", "\U0001f3b2 no", "è vero"))
        return self.desk.say(mind.choice(talks).id, text, self.now_ms)

    def _deal(self) -> Request | None:
        waiting = self.desk.waiting_deals
        if waiting:
            return self.desk.respond(self.mind.choice(waiting).number, accept=self.mind.random() < 0.5)
        return None

    def _other(self) -> Request | None:
        if self.doubts is None:
            return self.desk.wants_rules()
        match self.mind.randrange(5):
            case 0:
                return self.desk.wants_rules()
            case 1:
                return self.desk.call(self.mind.choice(("Who is first?", "We cannot read this.")))
            case 2:
                asked = [notice.number for notice in self.desk.notices if notice.number]
                return self.desk.write(self.mind.choice(asked), "At once.") if asked else None
            case _:
                may = self.others and not self.desk.no_deals(self.now_ms)
                return self.desk.propose(self.mind.choice(self.others), "Two for one.") if may else None
