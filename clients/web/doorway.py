"""The doorway: takes a page's four steps to the arbiter's door. The exchange runs in the page: the code never comes here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from warcouncil.clients.link.door import Address, Again, DoorError, Visit
from warcouncil.clients.web.pace import Pace
from warcouncil.clients.web.tickets import WebTicket
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.doors import Admit, HexBytes, Kind, Knock, Plate, Proof, Reveal, Turned, parse_plate
from warcouncil.protocol.words import Model

PATIENCE_SECONDS = 12.0
"""The door waits 10 seconds for a proof; after that nobody needs the connection."""
VISITS_MAX = 1024
VISITS_OF_ONE_MAX = 32
KNOCKS_PER_SECOND, KNOCKS_AT_ONCE = 4.0, 40
"""Of one address, behind which a classroom may sit."""
ANYBODY = "127.0.0.1"
"""Where a visitor comes from whom the flood wall cannot tell from others: nobody is held back for another."""
ADDRESSES_MAX = 10_000


class Knocking(Model):
    """What a page sends to /knock."""

    plate: Plate
    kind: Literal[Kind.SEAT, Kind.PROJECTOR]
    element: HexBytes


class ProofGiven(Model):
    """What a page sends to /proof."""

    visit: HexBytes
    proof: HexBytes


class AtDoor(Model):
    """The answer to a knock: the visit to name in the proof, our key at the arbiter, and the door's own answer."""

    visit: str
    key: str
    reveal: Reveal


class LetIn(Model):
    """The answer to a proof that was right. The page checks the door's own before it believes any of it."""

    admit: Admit


class TurnedWhy(Model):
    """Why it came to nothing: the door's reason, or `gone` when there is no arbiter of ours."""

    why: Turned | Literal["gone"]
    text: str


class TurnedBack(Model):
    """The answer to whoever is not let in."""

    turned: TurnedWhy


@dataclass(slots=True)
class _AtProof:
    visit: Visit
    address: str
    plate: str
    kind: Kind
    server_key: str
    leaving: asyncio.TimerHandle


class Doorway:
    """Visits to the door of one arbiter. `source_of` gives the address from which to speak for a visitor ("": any), so that
    the door slows the guesses of his address and of nobody else's."""

    def __init__(self, arbiter: Address, door_port: int, source_of: Callable[[str], str]) -> None:
        self._arbiter = arbiter
        self._door_port = door_port
        self._source_of = source_of
        self._loop = asyncio.get_running_loop()
        self._guests: dict[str, _AtProof] = {}
        self._under_way: dict[str, int] = {}
        """How many visits of an address are open, those included that wait for the door's first answer."""
        self._paces: dict[str, Pace] = {}

    @property
    def under_way(self) -> int:
        """How many visits are open."""
        return sum(self._under_way.values())

    async def knock(self, asked: Knocking, address: str) -> AtDoor | TurnedBack:
        """Take the first step for somebody at an address."""
        if not self._may_knock(address):
            return _busy()
        plate = parse_plate(asked.plate)
        visit = Visit(
            self._arbiter,
            lambda _line: None,
            door_port=self._door_port,
            source=self._source_of(address),
        )
        self._under_way[address] = self._under_way.get(address, 0) + 1
        stays = False
        try:
            came = await _asked(visit, Knock(plate=plate, key=visit.public, element=asked.element))
            if isinstance(came, Reveal):
                stays = True
                return self._wait_for_proof(visit, asked.kind, plate, address, came)
            return came if isinstance(came, TurnedBack) else _gone()
        finally:
            if not stays:
                self._leave(visit, address)

    async def prove(self, asked: ProofGiven) -> tuple[LetIn, WebTicket] | TurnedBack:
        """Take the last step, once."""
        guest = self._guests.pop(asked.visit, None)
        if guest is None:
            return _busy()
        guest.leaving.cancel()
        try:
            came = await _asked(guest.visit, Proof(plate=guest.plate, kind=guest.kind, proof=asked.proof))
        finally:
            self._leave(guest.visit, guest.address)
        if not isinstance(came, Admit):
            return came if isinstance(came, TurnedBack) else _gone()
        ticket = WebTicket(
            plate=guest.plate,
            kind=guest.kind,
            exercise=came.exercise,
            server_key=guest.server_key,
            public=guest.visit.public,
            secret=guest.visit.secret,
        )
        return LetIn(admit=came), ticket

    def close(self) -> None:
        """Let everybody at the door go."""
        for name in [*self._guests]:
            self._forget(name)

    def _wait_for_proof(self, visit: Visit, kind: Kind, plate: str, address: str, reveal: Reveal) -> AtDoor:
        name = secrets.token_hex(16)
        leaving = self._loop.call_later(PATIENCE_SECONDS, self._forget, name)
        self._guests[name] = _AtProof(visit, address, plate, kind, reveal.server_key, leaving)
        return AtDoor(visit=name, key=visit.public, reveal=reveal)

    def _forget(self, name: str) -> None:
        guest = self._guests.pop(name)
        guest.leaving.cancel()
        self._leave(guest.visit, guest.address)

    def _leave(self, visit: Visit, address: str) -> None:
        visit.close()
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
        pace = self._paces.setdefault(address, Pace(KNOCKS_PER_SECOND, KNOCKS_AT_ONCE))
        return pace.take(self._loop.time())


async def _asked(visit: Visit, step: Knock | Proof) -> Reveal | Admit | TurnedBack:
    try:
        return await visit.ask(step)
    except Again:
        return _busy()
    except DoorError as fault:
        return _turned(fault.why, str(fault)) if fault.why else _gone()


def _busy() -> TurnedBack:
    return _turned(Turned.BUSY, say("door.many_joining_later"))


def _gone() -> TurnedBack:
    return _turned("gone", say("door.arbiter_away"))


def _turned(why: Turned | Literal["gone"], text: str) -> TurnedBack:
    return TurnedBack(turned=TurnedWhy(why=why, text=text))
