"""Doorway: relays a page's steps to the arbiter's door.

The exchange runs in the page, so the gateway never receives the code.

A page that was admitted gets nothing before it has confirmed the arbiter's proof (`sit`). An abandoned visit
is forgotten soon after its connection closes. Every visit is forgotten after a limited time.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator
from warcouncil.clients.link.door.door import Address, DoorError, TryAgain, Visit
from warcouncil.clients.web.limits import Rate
from warcouncil.clients.web.tickets import WebTicket
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.doors import (
    Admit,
    HexBytes,
    Kind,
    Knock,
    Plate,
    Proof,
    Reveal,
    Turned,
    parse_plate,
)
from warcouncil.protocol.words import Model

PATIENCE_SECONDS = 12.0
"""How long a visit waits for the page's next step. The door itself waits 10 seconds for a proof."""
LINGER_SECONDS = 3.0
"""How long a visit outlives the connection on which it began.

Some browsers use another connection for each request.
"""
VISITS_MAX = 1024
VISITS_OF_ONE_MAX = 32
KNOCKS_PER_SECOND, KNOCKS_AT_ONCE = 4.0, 40
"""The limit for one address. A whole classroom may share one."""
ANYBODY = "127.0.0.1"
"""The address of visitors that the gateway cannot distinguish.

There is no limit for this address, so that no visitor is blocked because of another.

Each connection has one visit, which does not outlive it. The flood wall, which limits the connections of an
address, limits the visits too.
"""
ADDRESSES_MAX = 10_000
Peer = tuple[str, int]
"""The remote end of a connection, as the gateway sees it."""


class Knocking(Model):
    """The body of a request to /knock."""

    plate: Annotated[Plate, AfterValidator(parse_plate)]
    kind: Literal[Kind.SEAT, Kind.PROJECTOR]
    element: HexBytes


class ProofGiven(Model):
    """The body of a request to /proof."""

    visit: HexBytes
    proof: HexBytes


class SittingDown(Model):
    """The body of a request to /sit. It is sent after the page has checked the arbiter's proof."""

    visit: HexBytes


class AtDoor(Model):
    """The answer to a knock: the number of the visit for later steps, our key at the arbiter, and the answer
    of the arbiter's door.
    """

    visit: str
    key: str
    reveal: Reveal


class LetIn(Model):
    """The answer to a correct proof. The page checks the proof of the door before it trusts any part of the answer."""

    admit: Admit


class TurnedWhy(Model):
    """Why a visit failed. It is the reason of the door, or `gone` if our arbiter does not answer.

    `kind` is the kind of client that the card admits, if it is another one.
    """

    why: Turned | Literal["gone"]
    text: str
    kind: Kind | None = None


class TurnedBack(Model):
    """The answer to a page that is not admitted."""

    turned: TurnedWhy


@dataclass(slots=True)
class _Visitor:
    """A page at the door. `ticket` is the ticket for its seat, which is set when it is admitted."""

    visit: Visit
    peer: Peer
    plate: str
    kind: Kind
    server_key: str
    ticket: WebTicket | None = None


class Doorway:
    """Relays the joining steps of browser pages to one arbiter, with one connection for each visit.

    `source_of` returns the local address to use for a visitor, or "" for any address. The arbiter then slows
    down only the guesses from that visitor's address.
    """

    def __init__(self, arbiter: Address, door_port: int, source_of: Callable[[str], str]) -> None:
        self._arbiter = arbiter
        self._door_port = door_port
        self._source_of = source_of
        self._loop = asyncio.get_running_loop()
        self._guests: dict[str, _Visitor] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        """The timers after which visitors are forgotten."""
        self._begun: dict[Peer, str] = {}
        """The visit that began on each connection, until its proof has come."""
        self._knocking: dict[Peer, asyncio.Task[Reveal | Admit | TurnedBack]] = {}
        """The requests that wait for the door's first answer."""
        self._under_way: dict[str, int] = {}
        """How many visits of an address are open."""
        self._paces: dict[str, Rate] = {}

    @property
    def under_way(self) -> int:
        """How many visits are open."""
        return sum(self._under_way.values())

    async def knock(self, asked: Knocking, peer: Peer) -> AtDoor | TurnedBack:
        """Carry out the first step for a page. An earlier visit on this connection is forgotten."""
        if peer in self._begun:
            self._leave(self._take(self._begun[peer]))
        if not self._may_knock(peer[0]):
            return _busy()
        source = self._source_of(peer[0])
        visit = Visit(self._arbiter, lambda _line: None, door_port=self._door_port, source=source)
        guest = _Visitor(visit, peer, asked.plate, asked.kind, "")
        self._under_way[peer[0]] = self._under_way.get(peer[0], 0) + 1
        try:
            came = await self._first(guest, Knock(plate=asked.plate, key=visit.public, element=asked.element))
            if isinstance(came, Reveal):
                guest.server_key = came.server_key
                name = self._begun[peer] = secrets.token_hex(16)
                self._wait(name, guest)
                return AtDoor(visit=name, key=visit.public, reveal=came)
            return came if isinstance(came, TurnedBack) else _gone()
        finally:
            if peer not in self._begun:
                self._leave(guest)

    async def prove(self, asked: ProofGiven) -> LetIn | TurnedBack:
        """Carry out the last step at the door, once.

        The admitted page gets nothing yet, because it has not checked the arbiter.
        """
        guest = self._guests.get(asked.visit)
        if guest is None or guest.ticket is not None:
            return _busy()
        self._take(asked.visit)
        try:
            came = await _asked(guest.visit, Proof(plate=guest.plate, kind=guest.kind, proof=asked.proof))
            if not isinstance(came, Admit):
                return came if isinstance(came, TurnedBack) else _gone()
            guest.ticket = WebTicket(
                plate=guest.plate,
                kind=guest.kind,
                exercise=came.exercise,
                server_key=guest.server_key,
                public=guest.visit.public,
                secret=guest.visit.secret,
            )
            guest.visit.close()
            self._wait(asked.visit, guest)
            return LetIn(admit=came)
        finally:
            if guest.ticket is None:
                self._leave(guest)

    def sit(self, asked: SittingDown) -> WebTicket | TurnedBack:
        """Return the ticket for the page that was admitted, once."""
        guest = self._guests.get(asked.visit)
        if guest is None or guest.ticket is None:
            return _busy()
        self._leave(self._take(asked.visit))
        return guest.ticket

    def disconnected(self, peer: Peer) -> None:
        """Record that a connection is lost.

        Its pending step is cancelled, and its visit is soon forgotten.
        """
        if peer in self._knocking:
            self._knocking[peer].cancel()
        if peer in self._begun:
            name = self._begun[peer]
            self._leaving[name].cancel()
            self._leaving[name] = self._loop.call_later(LINGER_SECONDS, self._forget, name)

    def close(self) -> None:
        """End all visits."""
        for asking in self._knocking.values():
            asking.cancel()
        for name in [*self._guests]:
            self._forget(name)

    async def _first(self, guest: _Visitor, knock: Knock) -> Reveal | Admit | TurnedBack:
        asking = self._knocking[guest.peer] = self._loop.create_task(_asked(guest.visit, knock))
        try:
            await asyncio.wait([asking])
        finally:
            del self._knocking[guest.peer]
            asking.cancel()
        return _gone() if asking.cancelled() else asking.result()

    def _wait(self, name: str, guest: _Visitor) -> None:
        """Wait for the next step of a visitor for a limited time."""
        self._guests[name] = guest
        self._leaving[name] = self._loop.call_later(PATIENCE_SECONDS, self._forget, name)

    def _take(self, name: str) -> _Visitor:
        """Stop the timer of a visitor and return the visitor."""
        self._leaving.pop(name).cancel()
        guest = self._guests.pop(name)
        if self._begun.get(guest.peer) == name:
            del self._begun[guest.peer]
        return guest

    def _forget(self, name: str) -> None:
        self._leave(self._take(name))

    def _leave(self, guest: _Visitor) -> None:
        guest.visit.close()
        address = guest.peer[0]
        self._under_way[address] -= 1
        if not self._under_way[address]:
            del self._under_way[address]

    def _may_knock(self, address: str) -> bool:
        if self.under_way >= VISITS_MAX:
            return False
        if address == ANYBODY:
            return True
        if self._under_way.get(address, 0) >= VISITS_OF_ONE_MAX:
            return False
        if len(self._paces) >= ADDRESSES_MAX:
            self._paces.clear()
        pace = self._paces.setdefault(address, Rate(KNOCKS_PER_SECOND, KNOCKS_AT_ONCE))
        return pace.take(self._loop.time())


async def _asked(visit: Visit, step: Knock | Proof) -> Reveal | Admit | TurnedBack:
    try:
        return await visit.ask(step)
    except TryAgain:
        return _busy()
    except DoorError as fault:
        return _turned(fault.why, str(fault), fault.kind) if fault.why else _gone()


def _busy() -> TurnedBack:
    return _turned(Turned.BUSY, say("door.many_joining_later"))


def _gone() -> TurnedBack:
    return _turned("gone", say("door.arbiter_away"))


def _turned(why: Turned | Literal["gone"], text: str, kind: Kind | None = None) -> TurnedBack:
    return TurnedBack(turned=TurnedWhy(why=why, text=text, kind=kind))
