"""Addresses: where the arbiter of a seat may be.

Laws: a round goes through every address, the one that let us in last first, unless it has fallen silent; one that did not answer rests for two rounds, unless
all do, and comes last after that; where only one is known there is nothing to choose.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from warcouncil.clients.link.door.door import Address, DoorError, parse_address
from warcouncil.protocol.words import ADDRESSES_MAX

PATIENCE_SECONDS = (0.7, 1.4, 3.0)
"""So long one of several addresses has for its handshake: the first time, the second, and from then on."""
REST_ROUNDS = 2
"""So many rounds go past one that did not answer: a machine that hangs is not to keep us from the one that takes over."""


def addresses_of(texts: Iterable[str]) -> tuple[Address, ...]:
    """Read addresses that came from elsewhere; what is none is passed over."""
    found: list[Address] = []
    for text in texts:
        with suppress(DoorError):
            found.append(parse_address(text))
    return tuple(found)


class Addresses:
    """The addresses at which an exercise may be found, the likeliest first."""

    def __init__(self, addresses: Iterable[Address]) -> None:
        self.known: tuple[Address, ...] = ()
        self._unmet: dict[Address, int] = {}
        """How many times in a row each of them has not answered."""
        self._rests: dict[Address, int] = {}
        """How many rounds more go past it."""
        self._awaited: set[Address] = set()
        """Where nobody was since we were let in last, or all others once that one is silent: who is there now has begun to lead, and a
        whole room comes to him."""
        self._left: list[Address] = []
        """What is left of this round, and first of it where we are trying."""
        self._know(addresses)
        self.begin()

    @property
    def now(self) -> Address:
        """Give the address that is tried."""
        return self._left[0]

    @property
    def several(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.known) > 1

    @property
    def patience_seconds(self) -> float:
        """Say how long this address has for its handshake, where there are others."""
        if self.now in self._awaited:
            return PATIENCE_SECONDS[-1]
        return PATIENCE_SECONDS[min(self._unmet.get(self.now, 0), len(PATIENCE_SECONDS) - 1)]

    def begin(self) -> None:
        """Begin a round."""
        awake = sorted((each for each in self.known if each not in self._rests), key=self._unmet.__contains__)
        self._rests = {address: left - 1 for address, left in self._rests.items() if left > 1}
        self._left = awake or [*self.known]

    def met(self) -> None:
        """Somebody with the right key is there, whatever he will say."""
        self._unmet.pop(self.now, None)

    def pass_over(self, *, rests: bool) -> bool:
        """Go on to the next address; whether a new round begins with it. `rests`: nothing came of waiting at this one."""
        here = self._left.pop(0)
        if not rests:
            self._awaited.add(here)
        elif here in self._awaited:
            self._awaited.remove(here)
        else:
            self._unmet[here] = self._unmet.get(here, 0) + 1
            self._rests[here] = REST_ROUNDS
        if self._left:
            return False
        self.begin()
        return True

    def fell_silent(self) -> None:
        """Whoever let us in here says nothing any more: he comes last in the round that begins, for another may lead by now."""
        here = self.now
        self.begin()
        self._left = [*(each for each in self._left if each != here), here]
        self._awaited.update(each for each in self.known if each != here)

    def welcomed(self) -> None:
        """We were let in where we are: there we shall look first."""
        here = self.now
        self._know((here, *self.known))
        self._rests.pop(here, None)
        self._awaited.clear()
        self.begin()

    def told(self, addresses: Iterable[Address]) -> None:
        """Take in where the exercise may be found besides. Let it be called where we were let in."""
        self._know((self.now, *addresses, *self.known))
        self.begin()

    def _know(self, addresses: Iterable[Address]) -> None:
        self.known = tuple(dict.fromkeys(addresses))[:ADDRESSES_MAX]
