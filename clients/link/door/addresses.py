"""Addresses: the places where the arbiter of a seat may be.

A round tries every address. The one that welcomed us last comes first, unless it no longer answers. An address that
did not answer is left out for two rounds, unless none answered. After that it comes last. A single address needs no
choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from warcouncil.clients.link.door.door import Address, DoorError, parse_address
from warcouncil.protocol.words import ADDRESSES_MAX

PATIENCE_SECONDS = (0.7, 1.4, 3.0)
"""How long each of several addresses may take for its handshake: the first time, the second time, and later."""
REST_ROUNDS = 2
"""For how many rounds an address that did not answer is left out.

A machine that hangs must not keep us from the one that takes over.
"""


def addresses_of(texts: Iterable[str]) -> tuple[Address, ...]:
    """Parse addresses from other machines. Invalid ones are skipped."""
    found: list[Address] = []
    for text in texts:
        with suppress(DoorError):
            found.append(parse_address(text))
    return tuple(found)


class Addresses:
    """The addresses of an exercise, the most likely one first."""

    def __init__(self, addresses: Iterable[Address]) -> None:
        self.known: tuple[Address, ...] = ()
        self._unmet: dict[Address, int] = {}
        """How many times in a row each address has not answered."""
        self._rests: dict[Address, int] = {}
        """For how many more rounds each address is left out."""
        self._awaited: set[Address] = set()
        """The addresses where no arbiter has answered since the last welcome.

        They are all other addresses once the arbiter that welcomed us no longer answers. An arbiter found
        there has just begun to lead, and a whole room connects to it.
        """
        self._left: list[Address] = []
        """The rest of this round. The first is being tried."""
        self._know(addresses)
        self.begin()

    @property
    def now(self) -> Address:
        """Return the address that is being tried."""
        return self._left[0]

    @property
    def several(self) -> bool:
        """Whether there is more than one address."""
        return len(self.known) > 1

    @property
    def patience_seconds(self) -> float:
        """Return how long this address may take for its handshake, if there are others."""
        if self.now in self._awaited:
            return PATIENCE_SECONDS[-1]
        return PATIENCE_SECONDS[min(self._unmet.get(self.now, 0), len(PATIENCE_SECONDS) - 1)]

    def begin(self) -> None:
        """Start a round."""
        awake = sorted((each for each in self.known if each not in self._rests), key=self._unmet.__contains__)
        self._rests = {address: left - 1 for address, left in self._rests.items() if left > 1}
        self._left = awake or [*self.known]

    def met(self) -> None:
        """Record that the handshake at this address succeeded, whatever the arbiter answers."""
        self._unmet.pop(self.now, None)

    def pass_over(self, *, rests: bool) -> bool:
        """Go on to the next address.

        Return whether a new round begins with it. `rests`: this address did not answer.
        """
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
        """Start a round in which the address that welcomed us comes last.

        It does not answer, and another arbiter may lead by now.
        """
        here = self.now
        self.begin()
        self._left = [*(each for each in self._left if each != here), here]
        self._awaited.update(each for each in self.known if each != here)

    def welcomed(self) -> None:
        """Record that we were welcomed at this address. It is tried first from now on."""
        here = self.now
        self._know((here, *self.known))
        self._rests.pop(here, None)
        self._awaited.clear()
        self.begin()

    def told(self, addresses: Iterable[Address]) -> None:
        """Add further addresses of the exercise. Call it after a welcome."""
        self._know((self.now, *addresses, *self.known))
        self.begin()

    def _know(self, addresses: Iterable[Address]) -> None:
        self.known = tuple(dict.fromkeys(addresses))[:ADDRESSES_MAX]
