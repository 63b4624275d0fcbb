"""The addresses of standbys, from a plan or a command line.

If no port is written, a standby has the arbiter's port.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.link.door.door import Address, DoorError, parse_address
from warcouncil.protocol.words import ADDRESSES_MAX

STANDBYS_MAX = ADDRESSES_MAX - 1
"""How many standbys a card names besides the arbiter."""


def standby_fault(text: str) -> str:
    """Return why a text is not the address of a standby, or "" if it is."""
    try:
        parse_address(text)
    except DoorError as fault:
        return str(fault)
    return ""


def standbys_of(texts: Iterable[str], port: int) -> tuple[Address, ...]:
    """Return the addresses of standbys whose arbiter listens on this port.

    The caller must have checked the texts.
    """
    return tuple(dict.fromkeys(_at(text, port) for text in texts))


def _at(text: str, port: int) -> Address:
    address = parse_address(text)
    return address if _names_a_port(text.strip()) else Address(address.host, port)


def _names_a_port(text: str) -> bool:
    return (
        ("]:" in text) if text.startswith("[") or text.count(":") > 1 else ":" in text.removeprefix("tcp://")
    )
