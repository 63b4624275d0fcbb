"""Where a standby is to be, as a plan or a command line names it. Its port is the arbiter's own, where none is given."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.link.door.door import Address, DoorError, parse_address
from warcouncil.protocol.words import ADDRESSES_MAX

STANDBYS_MAX = ADDRESSES_MAX - 1
"""A card names so many besides the arbiter itself."""


def standby_fault(text: str) -> str:
    """Say why a text names no place of a standby; "" where it does."""
    try:
        parse_address(text)
    except DoorError as fault:
        return str(fault)
    return ""


def standbys_of(texts: Iterable[str], port: int) -> tuple[Address, ...]:
    """Give the addresses of standbys whose arbiter listens at this port. The texts were looked at before."""
    return tuple(dict.fromkeys(_at(text, port) for text in texts))


def _at(text: str, port: int) -> Address:
    address = parse_address(text)
    return address if _names_a_port(text.strip()) else Address(address.host, port)


def _names_a_port(text: str) -> bool:
    return (
        ("]:" in text) if text.startswith("[") or text.count(":") > 1 else ":" in text.removeprefix("tcp://")
    )
