"""How a link comes up, is lost, and comes up again by itself.

Law: each connection is fresh, with a routing id of the library's own, so that no frame of an older one comes through it.
"""

from __future__ import annotations

import asyncio
import random
from abc import abstractmethod
from enum import Enum, auto
from typing import Self

from warcouncil.clients.link.keyring import Ticket
from warcouncil.clients.link.line import Line, LinkChange, LinkState, News
from warcouncil.clients.link.timers import Timers
from warcouncil.clients.link.wire import End, Wire
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.replies import Refusal, RefusalCode, Welcome
from warcouncil.protocol.requests import Hello, Leave
from warcouncil.protocol.wire import encode_request

IDLE_BEAT_SECONDS = 1.0
"""The beat of a link that sends at once (a bot's): only to show that it lives."""
WELCOME_SECONDS = 3.0
BACKOFF_SECONDS = (0.1, 1.0)
"""How soon it is tried again at first, and in the end: a room is to be back within seconds of its arbiter."""
DOWN_AFTER_SECONDS = 1.0
"""A break that heals within this is not worth a word to the person."""


class LinkStage(Enum):
    """How far it has come."""

    SEEKING = auto()
    """No connection, or one that was not yet welcomed."""
    UP = auto()
    ENDED = auto()
    """The exercise was ended: nothing is sought."""
    SHUT = auto()


class Seeking(Line):
    """A line that seeks its arbiter. What goes over it, its subclass says."""

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        self._stage = LinkStage.SEEKING
        self._told = LinkState.DOWN
        self._wire: Wire | None = None
        self._session = ""
        self._beat_seconds = IDLE_BEAT_SECONDS
        self._tries = 0
        self._timers = Timers()

    # --- what goes over it ----------------------------------------------------------------------------------------

    @abstractmethod
    def _hello(self) -> Hello:
        """Give what is said first on a new connection; what belonged to the old one is forgotten."""

    @abstractmethod
    def _forget(self) -> tuple[str, ...]:
        """Ask for nothing any more; give the ids of what was asked."""

    @abstractmethod
    def _frame(self, sealed: bytes) -> None:
        """Take in a frame."""

    @abstractmethod
    def _beat(self) -> None:
        """Send the frame of this beat."""

    @abstractmethod
    def _pass_on(self, item: News) -> None:
        """Tell whoever listens."""

    # --- the line -------------------------------------------------------------------------------------------------

    def start(self) -> Self:
        """Begin to seek the arbiter."""
        self._loop = asyncio.get_running_loop()
        self._timers.start("down", DOWN_AFTER_SECONDS, self._tell_down)
        self._connect()
        return self

    def again(self) -> None:
        """Seek the arbiter again, after the exercise was ended."""
        if self._stage is LinkStage.ENDED:
            self._stage, self._tries = LinkStage.SEEKING, 0
            self._tell_down(say("link.seeking"))
            self._connect()

    def close(self) -> None:
        """Let the link go for good."""
        self._stage = LinkStage.SHUT
        self._timers.stop_all()
        if self._wire:
            self._wire.close()

    def leave(self) -> None:
        """Say good-bye, so that the place is not taken for linked any longer, and let the link go for good.

        Before the welcome we do not know our session: the good-bye then follows the hello, and ends what that opened.
        """
        if self._stage in (LinkStage.SEEKING, LinkStage.UP) and self._wire:
            self._wire.send(encode_request(Leave(), self._session))
            self._wire.close(parting=True)
        self.close()

    # --- coming up and going down ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        """Make a fresh connection: its routing id is the library's, and no old frame can come through it."""
        self._drop_wire()
        self._session = ""
        ticket = self.ticket
        self._wire = Wire(
            host=ticket.host,
            port=ticket.port,
            server_key=ticket.server_key,
            public=ticket.public,
            secret=ticket.secret,
            on_frame=self._frame,
            on_end=self._ended,
        )
        self._wire.send(encode_request(self._hello()))
        self._timers.start("welcome", WELCOME_SECONDS, self._lost)

    def _ended(self, end: End) -> None:
        if end is End.DENIED:
            self._shut(say("link.unknown"))
        else:
            self._lost()

    def _lost(self) -> None:
        """The connection is no good: try again soon, later each time, never all clients at the same moment."""
        if self._stage in (LinkStage.SHUT, LinkStage.ENDED):
            return
        self._drop_wire()
        self._timers.stop("beat", "welcome")
        if self._stage is LinkStage.UP:
            self._stage = LinkStage.SEEKING
            self._timers.start("down", DOWN_AFTER_SECONDS, self._tell_down)
        low, high = BACKOFF_SECONDS
        wait = min(high, low * 2**self._tries) * random.uniform(0.5, 1.0)  # noqa: S311  # only spreads a rush
        self._tries += 1
        self._timers.start("connect", wait, self._connect)

    def _up(self, welcome: Welcome, session: str) -> None:
        self._timers.stop("welcome", "down")
        self._stage = LinkStage.UP
        self._session, self._tries = session, 0
        self._beat_seconds = welcome.beat_seconds
        if self._told is not LinkState.UP:
            self._told = LinkState.UP
            self._pass_on(LinkChange(LinkState.UP))
        self._timers.start("beat", self._period * random.uniform(0.1, 1.0), self._beat)  # noqa: S311  # only spreads a rush

    def _shut(self, text: str) -> None:
        if self._stage is not LinkStage.SHUT:
            self.close()
            self._pass_on(LinkChange(LinkState.SHUT, text))

    def _end(self, text: str) -> None:
        """Take leave: the exercise was ended in order, so nobody is there to be sought."""
        if self._stage is not LinkStage.SHUT:
            self._stage = LinkStage.ENDED
            self._timers.stop_all()
            self._drop_wire()
            for request in self._forget():
                self._refuse(request, RefusalCode.CLOSED, say("link.ended"))
            self._pass_on(LinkChange(LinkState.ENDED, text))

    def _tell_down(self, text: str = "") -> None:
        self._told = LinkState.DOWN
        self._pass_on(LinkChange(LinkState.DOWN, text or say("link.down")))

    def _refuse(self, request: str, code: RefusalCode, text: str) -> None:
        self._pass_on(Refusal(id=request, code=code, text=text))

    @property
    def _period(self) -> float:
        return self._beat_seconds or IDLE_BEAT_SECONDS

    def _now(self) -> float:
        return self._loop.time()

    def _drop_wire(self) -> None:
        if self._wire:
            self._wire.close()
            self._wire = None
