"""Seeking: how a link connects, is lost, and connects again to its arbiter's present address.

There is one connection at a time. Each has a new routing id from the library, so that no frame of an older one comes
through it. An arbiter with a lower epoch than one that welcomed us is not accepted.
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
    """Delayed calls by name. Use it inside a running loop."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after some seconds. It replaces the call that has this name."""
        self.stop(name)
        self._running[name] = asyncio.get_running_loop().call_later(seconds, call)

    def stop(self, *names: str) -> None:
        """Cancel the calls with these names."""
        for name in names:
            timer = self._running.pop(name, None)
            if timer:
                timer.cancel()

    def stop_all(self) -> None:
        """Cancel all calls."""
        self.stop(*tuple(self._running))


IDLE_BEAT_SECONDS = 1.0
"""The beat of a link that sends at once, such as a bot's. It only shows that the link is alive."""
WELCOME_SECONDS = 3.0
BACKOFF_SECONDS = (0.1, 1.0)
"""The pause before the first and before later attempts. A room must be back within seconds of its arbiter."""
UNKNOWN_SECONDS = 3.0
"""How long arbiters must report our key as unknown, if several could lead.

An arbiter that no longer leads does not know keys that were admitted later.
"""
DOWN_AFTER_SECONDS = 1.0
"""A connection that returns within this time is not reported to the person as lost."""


class LinkStage(Enum):
    """The stages of a link."""

    SEEKING = auto()
    """There is no connection, or none that was welcomed yet."""
    UP = auto()
    ENDED = auto()
    """The exercise was ended. The link does not reconnect."""
    SHUT = auto()


class Seeking(Line):
    """A line (connection) that finds its arbiter again by itself. Subclasses define the messages on it."""

    def __init__(self, ticket: Ticket, *, roams: bool = True) -> None:
        self.ticket = ticket
        self._roams = roams
        self._places = Addresses((Address(ticket.host, ticket.port), *addresses_of(ticket.elsewhere)))
        self._seen_at: Address | None = None
        """The address where we were welcomed last."""
        self._unknown_since: float | None = None
        self._stage = LinkStage.SEEKING
        self._told = LinkState.DOWN
        self._wire: Wire | None = None
        self._session = ""
        self._beat_seconds = IDLE_BEAT_SECONDS
        self._tries = 0
        self._timers = Timers()

    # --- messages, for subclasses ---------------------------------------------------------------------------------

    @abstractmethod
    def _hello(self) -> Hello:
        """Return the first message on a new connection. Forget all data of the old one."""

    @abstractmethod
    def _forget(self) -> tuple[str, ...]:
        """Drop all requests. Return their ids."""

    @abstractmethod
    def _frame(self, sealed: bytes) -> None:
        """Handle a frame."""

    @abstractmethod
    def _beat(self) -> None:
        """Send the frame of this beat."""

    @abstractmethod
    def _pass_on(self, item: News) -> None:
        """Put a news item into the queue of the reader."""

    # --- the line -------------------------------------------------------------------------------------------------

    def start(self) -> Self:
        """Start connecting to the arbiter."""
        self._loop = asyncio.get_running_loop()
        self._timers.start("down", DOWN_AFTER_SECONDS, self._tell_down)
        self._connect()
        return self

    def again(self) -> None:
        """Look for the arbiter again after the exercise was ended."""
        if self._stage is LinkStage.ENDED:
            self._stage, self._tries = LinkStage.SEEKING, 0
            self._tell_down(say("link.seeking"))
            self._connect()

    def close(self) -> None:
        """Close the link permanently."""
        self._stage = LinkStage.SHUT
        self._timers.stop_all()
        if self._wire:
            self._wire.close()

    def leave(self) -> None:
        """Send a good-bye, so that the seat is no longer shown as linked. Then close the link permanently.

        Before the welcome the session is unknown. The good-bye then follows the hello and ends the session
        that it opened. If the connection was just lost, the good-bye uses a new connection and the old session.
        """
        if self._stage is LinkStage.SEEKING and self._wire is None and self._session:
            self._wire = self._new_wire()
        if self._stage in (LinkStage.SEEKING, LinkStage.UP) and self._wire:
            self._wire.send(encode_request(Leave(), self._session))
            self._wire.close(parting=True)
        self.close()

    # --- coming up and going down ---------------------------------------------------------------------------------

    def _connect(self) -> None:
        """Open a fresh connection.

        ZeroMQ gives the connection a new routing id, so no frame of an old connection can arrive on it.
        """
        self._drop_wire()
        self._session = ""
        self._wire = self._new_wire()
        self._wire.send(encode_request(self._hello()))
        patience = self._places.patience_seconds if self._places.several else WELCOME_SECONDS
        self._timers.start("welcome", patience, self._unanswered)

    def _way(self) -> Address:
        """Return the address of the next connection."""
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
        """Allow the arbiter more time, because it answers and a whole room may be connecting."""
        if self._stage is LinkStage.SEEKING and self._places.several:
            self._places.met()
            self._timers.start("welcome", WELCOME_SECONDS, self._unanswered)

    def _unanswered(self) -> None:
        """Leave this address, because no welcome came."""
        self._lost(rests=True)

    def _ended(self, end: End) -> None:
        if end is End.DENIED:
            self._unknown()
        else:
            self._lost()

    def _unknown(self) -> None:
        """Handle an arbiter that does not know our key.

        Its answer is believed at once if this arbiter welcomed us before, or if its address is the only one.
        """
        if self._unknown_since is None:
            self._unknown_since = self._now()
        said_for = self._now() - self._unknown_since
        if self._places.several and self._stage is LinkStage.SEEKING and said_for < UNKNOWN_SECONDS:
            self._lost()
        else:
            self._shut(say("link.unknown"))

    def _lost(self, *, rests: bool = False) -> None:
        """Drop the connection and try the next address.

        After a round of all addresses, the pause grows. It is random, so that clients do not come at the same moment.
        With `rests`, this address is not tried again at once.
        """
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
        """Return whether the arbiter that welcomes us leads, as far as we know."""
        return welcome.epoch >= self.ticket.epoch

    def _settle_down(self, welcome: Welcome) -> str:
        """Record where and in which epoch we were welcomed.

        Return a sentence if another machine leads now, or else "".
        """
        here, before, epoch = self._places.now, self._seen_at, self.ticket.epoch
        self._seen_at, self._unknown_since = here, None
        self._places.welcomed()
        self._told_elsewhere(welcome.elsewhere, welcome.epoch)
        moved = before not in (None, here) and welcome.epoch > epoch
        return say("link.elsewhere", address=str(here)) if moved else ""

    def _told_elsewhere(self, addresses: Iterable[str], epoch: int) -> None:
        """Store the other addresses of the arbiter, for now and for after a restart."""
        if self._roams:
            self._places.told(
                reversed(addresses_of(addresses))
            )  # Its own addresses come first, and it may be the one that is lost
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
        """Stop, because the exercise was ended in order and no arbiter remains."""
        if self._stage is not LinkStage.SHUT:
            self._stage = LinkStage.ENDED
            self._timers.stop_all()
            self._drop_wire()
            for request in self._forget():
                self._refuse(request, RefusalCode.CLOSED, say("link.ended"))
            self._pass_on(LinkChange(LinkState.ENDED, text))

    def _host_stops(self, text: str) -> None:
        """Report why the arbiter stops, and look for it. It may come back, here or on another machine."""
        if self._stage is LinkStage.UP:
            self._lost()
            self._timers.stop("down")
            self._tell_down(text)

    def _tell_down(self, text: str = "") -> None:
        self._told = LinkState.DOWN
        self._pass_on(LinkChange(LinkState.DOWN, text or self._down_words()))

    def _down_words(self) -> str:
        """Return a sentence about the absent arbiter.

        If no arbiter ever answered, name its exercise, because the key may be from another day.
        """
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
