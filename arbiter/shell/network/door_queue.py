"""DoorQueue: messages wait here for their turn at the door, so that a rush keeps no patient person out.

Each address has its turn in a round, and in an address each connection, first come first served; of one connection only
one message waits. So a thousand knocks on two connections have two turns, and whoever waits is reached however many
come after him.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

CONNECTIONS_MAX = 1024
"""So many connections of one address wait at most."""
WAITING_MAX = 8192

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Waiting(Generic[T]):
    """What waits: its connection and address, and when it came."""

    route: bytes
    address: str
    came: float
    what: T


class DoorQueue(Generic[T]):
    """The messages that wait. Time is the caller's, in seconds."""

    def __init__(self) -> None:
        self._rounds: dict[str, dict[bytes, Waiting[T]]] = {}
        self._rests: dict[str, float] = {}
        self._count = 0

    def add(self, waiting: Waiting[T], *, known: bool = False) -> bool:
        """Let a message wait. False: there is no room, or one of its connection waits already. Who is `known`, because
        he has had an answer, has room in any case."""
        here = self._rounds.get(waiting.address, {})
        full = len(here) >= CONNECTIONS_MAX or self._count >= WAITING_MAX
        if waiting.route in here or (full and not known):
            return False
        self._rounds.setdefault(waiting.address, here)[waiting.route] = waiting
        self._count += 1
        return True

    def waits(self, route: bytes, address: str) -> bool:
        """Tell whether a message of a connection waits."""
        return route in self._rounds.get(address, {})

    def rest(self, address: str, until: float) -> None:
        """Let an address have no turn before a time."""
        self._rests[address] = until

    def forgive(self, now: float) -> None:
        """Forget the rests that are over."""
        self._rests = {address: until for address, until in self._rests.items() if until > now}

    def take(self, now: float) -> Waiting[T] | None:
        """Give whose turn it is."""
        for address, here in self._rounds.items():
            if self._rests.get(address, now) > now:
                continue
            route = next(iter(here))
            taken = here.pop(route)
            del self._rounds[address]
            if here:
                self._rounds[address] = here
            self._count -= 1
            return taken
        return None

    def due(self, now: float) -> float | None:
        """Give when the next turn may be had; None: nobody waits."""
        self.forgive(now)
        return min((self._rests.get(address, now) for address in self._rounds), default=None)
