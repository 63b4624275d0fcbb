"""Seeking: how a link comes up, is lost, and comes up again wherever its arbiter is then.

Laws: each connection is fresh, with a routing id of the library's own, so that no frame of an older one comes through it; there is one at a
time; and whoever leads in a lower epoch than one that welcomed us is not believed.
"""

from __future__ import annotations

import asyncio
import random
from abc import abstractmethod
from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Self

from warcouncil.clients.link.base.line import Line, LinkChange, LinkState, News
from warcouncil.clients.link.base.wire import End, Wire
from warcouncil.clients.link.door.addresses import Addresses, addresses_of
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.link.identity.keyring import Ticket, renew
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.replies import Refusal, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import Hello, Leave
from warcouncil.protocol.wire.wire import encode_request
from warcouncil.protocol.words import clean


class Timers:
    """What is to be done later. Use it inside a running loop."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Do something after so many seconds, in place of what was to be done under that name."""
        self.stop(name)
        self._running[name] = asyncio.get_running_loop().call_later(seconds, call)

    def stop(self, *names: str) -> None:
        """Do not do it."""
        for name in names:
            timer = self._running.pop(name, None)
            if timer:
                timer.cancel()

    def stop_all(self) -> None:
        """Do nothing of what was to be done."""
        self.stop(*tuple(self._running))


IDLE_BEAT_SECONDS = 1.0
"""The beat of a link that sends at once (a bot's): only to show that it lives."""
WELCOME_SECONDS = 3.0
BACKOFF_SECONDS = (0.1, 1.0)
"""How soon it is tried again at first, and in the end: a room is to be back within seconds of its arbiter."""
UNKNOWN_SECONDS = 3.0
"""So long it must be said that our key is unknown, where several arbiters may say it: one that leads no longer has not heard of
who came since."""
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

    def __init__(self, ticket: Ticket, *, roams: bool = True) -> None:
        self.ticket = ticket
        self._roams = roams
        self._places = Addresses((Address(ticket.host, ticket.port), *addresses_of(ticket.elsewhere)))
        self._seen_at: Address | None = None
        """Where we were welcomed last."""
        self._unknown_since: float | None = None
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

        Before the welcome we do not know our session: the good-bye then follows the hello, and ends what that opened. Where the
        connection was lost just now, it goes over one of its own, in the session that we had.
        """
        if self._stage is LinkStage.SEEKING and self._wire is None and self._session:
            self._wire = self._new_wire()
        if self._stage in (LinkStage.SEEKING, LinkStage.UP) and self._wire:
            self._wire.send(encode_request(Leave(), self._session))
            self._wire.close(parting=True)
        self.close()

    # --- coming up and going down ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        """Make a fresh connection: its routing id is the library's, and no old frame can come through it."""
        self._drop_wire()
        self._session = ""
        self._wire = self._new_wire()
        self._wire.send(encode_request(self._hello()))
        patience = self._places.patience_seconds if self._places.several else WELCOME_SECONDS
        self._timers.start("welcome", patience, self._unanswered)

    def _way(self) -> Address:
        """Give where the next connection goes."""
        return self._places.now

    def _new_wire(self) -> Wire:
        ticket, place = self.ticket, self._way()
        return Wire(
            host=place.host,
            port=place.port,
            server_key=ticket.server_key,
            public=ticket.public,
            secret=ticket.secret,
            on_frame=self._frame,
            on_end=self._ended,
            on_met=self._met,
        )

    def _met(self) -> None:
        """Somebody is there: he may take his time now, for a whole room may be coming in."""
        if self._stage is LinkStage.SEEKING and self._places.several:
            self._places.met()
            self._timers.start("welcome", WELCOME_SECONDS, self._unanswered)

    def _unanswered(self) -> None:
        """Nothing came of waiting here."""
        self._lost(rests=True)

    def _ended(self, end: End) -> None:
        if end is End.DENIED:
            self._unknown()
        else:
            self._lost()

    def _unknown(self) -> None:
        """Our key is not known, says who answers. He who welcomed us is believed at once, and else whoever is the only one we know."""
        if self._unknown_since is None:
            self._unknown_since = self._now()
        said_for = self._now() - self._unknown_since
        if self._places.several and self._stage is LinkStage.SEEKING and said_for < UNKNOWN_SECONDS:
            self._lost()
        else:
            self._shut(say("link.unknown"))

    def _lost(self, *, rests: bool = False) -> None:
        """The connection is no good: try the next address, and after a round of them again soon, later each time, never all clients at
        the same moment. `rests`: it is no use to come back here at once."""
        if self._stage in (LinkStage.SHUT, LinkStage.ENDED):
            return
        self._drop_wire()
        self._timers.stop("beat", "welcome")
        if self._stage is LinkStage.UP:
            self._stage = LinkStage.SEEKING
            self._timers.start("down", DOWN_AFTER_SECONDS, self._tell_down)
            if rests:
                self._places.fell_silent()
        elif not self._places.pass_over(rests=rests):
            self._timers.start("connect", 0.0, self._connect)
            return
        low, high = BACKOFF_SECONDS
        wait = min(high, low * 2**self._tries) * random.uniform(0.5, 1.0)  # noqa: S311  # only spreads a rush
        self._tries += 1
        self._timers.start("connect", wait, self._connect)

    def _up(self, welcome: Welcome, session: str) -> None:
        self._timers.stop("welcome", "down")
        self._stage = LinkStage.UP
        self._session, self._tries = session, 0
        self._beat_seconds = welcome.beat_seconds
        moved = self._settle_down(welcome)
        if self._told is not LinkState.UP or moved:
            self._told = LinkState.UP
            self._pass_on(LinkChange(LinkState.UP, moved))
        self._timers.start("beat", self._period * random.uniform(0.1, 1.0), self._beat)  # noqa: S311  # only spreads a rush

    def _believes(self, welcome: Welcome) -> bool:
        """Tell whether who welcomes us leads, as far as we know."""
        return welcome.epoch >= self.ticket.epoch

    def _settle_down(self, welcome: Welcome) -> str:
        """Take note of where we were welcomed, in which epoch; say it in words where another machine leads now."""
        here, before, epoch = self._places.now, self._seen_at, self.ticket.epoch
        self._seen_at, self._unknown_since = here, None
        self._places.welcomed()
        self._told_elsewhere(welcome.elsewhere, welcome.epoch)
        moved = before not in (None, here) and welcome.epoch > epoch
        return say("link.elsewhere", address=str(here)) if moved else ""

    def _told_elsewhere(self, addresses: Iterable[str], epoch: int) -> None:
        """Know where the arbiter may be found besides, from now on and after a restart."""
        if self._roams:
            self._places.told(
                reversed(addresses_of(addresses))
            )  # its own come first, and it is the one that may be lost
        here, *others = self._places.known
        fresh = {
            "host": here.host,
            "port": here.port,
            "elsewhere": tuple(map(str, others)),
            "epoch": max(epoch, self.ticket.epoch),
        }
        if any(getattr(self.ticket, name) != value for name, value in fresh.items()):
            self.ticket = self.ticket.model_copy(update=fresh)
            renew(self.ticket)

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
        self._pass_on(LinkChange(LinkState.DOWN, text or self._down_words()))

    def _down_words(self) -> str:
        """Say that the arbiter is away; of one that was never there, also which: it may be that of another day."""
        if self._seen_at is not None:
            return say("link.down")
        address = Address(self.ticket.host, self.ticket.port)
        return say("link.not_found", exercise=clean(self.ticket.exercise), address=str(address))

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
