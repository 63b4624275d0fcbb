"""A guest: a seat's user with a card and no key yet. They come in by the real door, and then play as all others do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from warcouncil.clients.link.door.door import Address, DoorError, join
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.protocol.proofs.doors import CodeText

from tests.simulation.seat import Seat

COMES_SECONDS = (0.0, 6.0)
"""How long after the beginning a guest knocks."""
AGAIN_SECONDS = (0.3, 1.5)
"""The time between two attempts of a guest."""
ANSWER_SECONDS = 2.0
"""How long a guest waits for a machine on which no arbiter answers."""
TRIES_MAX = 10_000
"""How often a guest knocks before a run counts as stuck."""
PATIENCE_SECONDS = 6.0
"""How long a guest waits at one door. The client itself would wait longer for its turn, as a host whose power was cut
does not say so."""


class Guest(Seat):
    """A user who knocks at the door of each machine in turn until one lets them in."""

    addresses: tuple[Address, ...] = ()
    code: CodeText
    keep: Callable[[Ticket], Ticket]
    """Keeps the ticket on the user's machine, also when the window is gone, and returns it as it is kept."""

    def sit_down(self) -> None:
        """Knock, and sit down once the door has opened."""
        self._coming = self.loop.create_task(self._come_in())
        self._coming.add_done_callback(_came)

    async def _come_in(self) -> None:
        await asyncio.sleep(self.mind.uniform(*COMES_SECONDS))
        for tried in range(TRIES_MAX):
            address = self.addresses[tried % len(self.addresses)]
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    ticket = await join(address, self.code, answer_seconds=ANSWER_SECONDS)
            except (DoorError, TimeoutError):
                await asyncio.sleep(self.mind.uniform(*AGAIN_SECONDS))
                continue
            self.promises.let_in(ticket.public)
            self.ticket, self.key = self.keep(ticket), ticket.public
            super().sit_down()
            return
        self.promises.broken("back", f"no door admitted {self.name} in {TRIES_MAX} tries")


def _came(coming: asyncio.Task[None]) -> None:
    """Raise what a task of asyncio keeps."""
    coming.result()
