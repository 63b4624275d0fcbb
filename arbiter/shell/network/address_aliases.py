"""AddressAliases: loopback addresses by which the door behind the flood wall tells clients apart.

The wall sees addresses, the arbiter only loopback. So the wall connects to the door from a loopback address that stands
for the visitor's, and says beside, once, which stands for which.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

ALIASES_MAX = 250 << 16
"""127.1.0.0 and those after it. The first is chosen at random, so that a wall in another's place gives none again soon."""


class AddressAliases:
    """Gives aliases; `tell(alias, address)` says what each stands for before it is used."""

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._next = secrets.randbelow(ALIASES_MAX)

    def give(self, address: str) -> str:
        """Give an address an alias of its own."""
        alias = _alias(self._next)
        self._next = (self._next + 1) % ALIASES_MAX
        self._tell(alias, address)
        return alias


def can_alias() -> bool:
    """Tell whether this system lets a program speak from any loopback address; some know only one."""
    with socket.socket() as probe:
        try:
            probe.bind((_alias(0), 0))
        except OSError:
            return False
    return True


def is_alias(address: str) -> bool:
    """Tell an alias from the addresses by which this machine's own programs come (127.0.0.0 to 127.0.255.255)."""
    return address.startswith("127.") and not address.startswith("127.0.")


def _alias(number: int) -> str:
    return f"127.{1 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"
