"""AddressWatch checks every few seconds at which addresses the host can be reached, and reports changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import typed

LOOK_SECONDS = 3.0
LONELY = (
    "NO OTHER MACHINE CAN REACH THIS HOST: it has no network address. Connect the cable or the Wi-Fi of the room."
    " The host looks again every few seconds."
)

Addresses = tuple[Address, ...]


def is_lonely(addresses: Sequence[Address]) -> bool:
    """Return whether an address can be reached only from this machine."""
    return all(address.host in ("127.0.0.1", "::1") for address in addresses)


def change_words(before: Sequence[Address], now: Sequence[Address], *, local: bool) -> str:
    """Return a sentence about a change of addresses. With `local`, the host serves only this machine."""
    if is_lonely(now) and not local:
        return LONELY
    return (
        f"the host is now at {listed(now)} (before: {listed(before)}). New connections need the new address."
    )


def listed(addresses: Sequence[Address]) -> str:
    """Return addresses in the form that people type."""
    return "   or   ".join(typed(address) for address in addresses)


class AddressWatch:
    """Watches the addresses of a running host. `look` returns the present ones."""

    def __init__(
        self, look: Callable[[], Addresses], changed: Callable[[Addresses, Addresses], object]
    ) -> None:
        self._look = look
        self._changed = changed
        self.now = look()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look until `end` is called."""
        self._task = asyncio.get_running_loop().create_task(self._watch())

    def end(self, *_: object) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()

    def again(self, found: Addresses) -> None:
        """Record the present addresses."""
        if set(found) != set(self.now):
            before, self.now = self.now, found
            self._changed(before, found)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.again(await asyncio.to_thread(self._look))
