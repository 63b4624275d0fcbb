"""AddressAliases: loopback addresses by which the door behind the flood wall distinguishes clients.

Only the wall sees the clients' addresses. The arbiter sees loopback. So the wall connects to the door from a loopback
address that it assigns to the client's address. It reports each assignment once.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

ALIASES_MAX = 250 << 16
"""The number of aliases, from 127.1.0.0 on. The first is random, so that a new wall does not soon repeat the aliases
of the wall that it replaces."""


class AddressAliases:
    """Assigns aliases. `tell(alias, address)` reports the address of each alias before the alias is used."""

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._next = secrets.randbelow(ALIASES_MAX)

    def give(self, address: str) -> str:
        """Return a new alias for an address."""
        alias = _alias(self._next)
        self._next = (self._next + 1) % ALIASES_MAX
        self._tell(alias, address)
        return alias


def can_alias() -> bool:
    """Return whether this system lets a program connect from any loopback address. Some systems have only one."""
    with socket.socket() as probe:
        try:
            probe.bind((_alias(0), 0))
        except OSError:
            return False
    return True


def is_alias(address: str) -> bool:
    """Return whether an address is an alias. Programs of this machine use 127.0.0.0 to 127.0.255.255, which are no
    aliases."""
    return address.startswith("127.") and not address.startswith("127.0.")


def _alias(number: int) -> str:
    return f"127.{1 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"
