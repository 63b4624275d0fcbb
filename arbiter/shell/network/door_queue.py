"""DoorQueue: messages wait here for their turn at the door, so that a rush does not lock out patient clients.

The queue serves the addresses in rounds, and the connections of an address in order of arrival. Only one message of a
connection waits. So a thousand knocks on two connections get two turns, and a rush never blocks an earlier message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

CONNECTIONS_MAX = 1024
"""How many connections of one address may wait."""
WAITING_MAX = 8192

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Waiting(Generic[T]):
    """A waiting message: its connection and address, and its time of arrival."""

    route: bytes
    address: str
    came: float
    what: T


class DoorQueue(Generic[T]):
    """The messages that wait. The caller passes the time in seconds."""

    def __init__(self) -> None:
        self._rounds: dict[str, dict[bytes, Waiting[T]]] = {}
        self._rests: dict[str, float] = {}
        self._count = 0

    def add(self, waiting: Waiting[T], *, known: bool = False) -> bool:
        """Add a message. Return False if there is no room or its connection already has a waiting message.

        A client that already has an answer (`known`) always has room.
        """
        here = self._rounds.get(waiting.address, {})
        full = len(here) >= CONNECTIONS_MAX or self._count >= WAITING_MAX
        if waiting.route in here or (full and not known):
            return False
        self._rounds.setdefault(waiting.address, here)[waiting.route] = waiting
        self._count += 1
        return True

    def waits(self, route: bytes, address: str) -> bool:
        """Return whether a message of a connection waits."""
        return route in self._rounds.get(address, {})

    def rest(self, address: str, until: float) -> None:
        """Serve no message of an address before a time."""
        self._rests[address] = until

    def forgive(self, now: float) -> None:
        """Remove the rest times that are over."""
        self._rests = {address: until for address, until in self._rests.items() if until > now}

    def take(self, now: float) -> Waiting[T] | None:
        """Return the message whose turn it is, and remove it. Return None if no message may be served now."""
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
        """Return the time of the next turn. Return None if no message waits."""
        self.forgive(now)
        return min((self._rests.get(address, now) for address in self._rounds), default=None)
