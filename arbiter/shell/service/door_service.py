"""The door as the service runs it. A client is informed only after its admission is on the disk.

An arbiter that may not act admits no client. An arbiter that has ended sends nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.stimuli import Admitted, CodeCard, Guessed, Guesser, Stimulus
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.network.door import Door
from warcouncil.arbiter.shell.network.sockets import Sockets, take
from warcouncil.arbiter.shell.service.lease_guard import LeaseGuard

GUESSERS_MAX = 5
"""How many addresses a report names when wrong codes come from many."""


class DoorKeeper:
    """The door, its socket, and its reports to the exercise. `settle` handles stimuli and records them."""

    def __init__(
        self,
        exercise: Exercise,
        sockets: Sockets,
        clock: ExerciseClock,
        lease_guard: LeaseGuard,
        *,
        server_key: str,
        settle: Callable[[Iterable[Stimulus]], bool],
    ) -> None:
        self._exercise = exercise
        self._sockets = sockets
        self._clock = clock
        self._lease_guard = lease_guard
        self._settle = settle
        self._shut = False
        self._door = Door(exercise, server_key, send=self._send, admit=self.admit, guessed=self._guessed)

    @property
    def turned_away(self) -> int:
        """How many clients were turned away."""
        return self._door.turned_away

    def take(self) -> None:
        """Take the messages that wait at the door."""
        for incoming in take(self._sockets.door, with_address=self._sockets.has_addresses):
            if not self._shut and self._lease_guard.holds():
                self._door.open_to(incoming)

    def admit(self, key: str, card: CodeCard, address: str) -> bool:
        """Admit a key. Return False if that is not recorded, because the lease lapsed meanwhile. Then no client may be informed."""
        if not self._lease_guard.holds():
            return False
        admitted = Admitted(
            at=self._clock.now(),
            key=key,
            holder=card.holder,
            plate=card.code.plate,
            address=self._whence(address),
        )
        return self._settle([admitted]) and key in self._exercise.keys

    def close(self) -> None:
        """Stop admitting."""
        self._shut = True
        self._door.close()

    def _guessed(self, wrong: dict[str, int]) -> None:
        """Report wrong codes to the umpires, by the address that they came from."""
        most = sorted(wrong, key=lambda address: -wrong[address])
        worst = tuple(
            Guesser(address=self._whence(address), wrong=wrong[address]) for address in most[:GUESSERS_MAX]
        )
        self._settle([Guessed(at=self._clock.now(), worst=worst, others=len(most) - len(worst))])

    def _whence(self, address: str) -> str:
        return self._sockets.real_address(address) if address else ""

    def _send(self, route: bytes, data: bytes) -> None:
        if not self._shut:
            self._sockets.send(self._sockets.door, route, data)
            self._sockets.again()
