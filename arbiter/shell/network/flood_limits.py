"""Limits for one address and one connection at the flood wall, and the counts of each address."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address

from warcouncil.arbiter.shell.base.rate_limit import Bucket
from warcouncil.arbiter.shell.network.address_aliases import AddressAliases

ADDRESSES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one address and one connection. Only bytes towards the arbiter count.

    At the door, all connections of an address share one limit of bytes. A join takes 3 KiB, and all clients of
    a classroom may share one address.
    """

    connections: int = 64
    fresh_per_second: float = 32.0
    fresh_at_once: int = 128
    first_byte_seconds: float = 2.0
    bytes_per_second: float = 64 * 1024
    bytes_at_once: float = 256 * 1024
    bytes_in_all: int = 2 * 1024 * 1024
    door_bytes_per_second: float = 32 * 1024
    door_bytes_at_once: float = 256 * 1024
    pages: int = 256
    fresh_pages_per_second: float = 64.0
    fresh_pages_at_once: int = 512
    """How many new browser connections an address may open at once. Each page opens up to six to load."""
    in_turn: bool = True
    """Whether a browser connection waits while others are admitted. Addresses with fewer connections come first."""


NEAR = Limits(
    connections=10_000,
    fresh_per_second=2000,
    fresh_at_once=10_000,
    bytes_per_second=64 * 1024 * 1024,
    bytes_at_once=64 * 1024 * 1024,
    bytes_in_all=1 << 62,
    door_bytes_per_second=64 * 1024 * 1024,
    door_bytes_at_once=64 * 1024 * 1024,
    pages=10_000,
    fresh_pages_per_second=2000,
    fresh_pages_at_once=10_000,
    in_turn=False,
)
"""Limits for this machine itself, which runs demonstrations, bots and benchmarks."""


@dataclass(slots=True)
class PeerCount:
    """The connections of one kind from an address: how many there are, how many there may be, and how fast new ones may come."""

    most: int
    fresh: Bucket
    now: int = 0

    def enter(self, now: float) -> bool:
        """Count a new connection. Return False if the address has reached its limit."""
        if self.now >= self.most or not self.fresh.take(now):
            return False
        self.now += 1
        return True


@dataclass(slots=True)
class PeerAddress:
    """The counts of an address. The connections of clients and of browsers are limited separately."""

    clients: PeerCount
    browsers: PeerCount
    door: Bucket
    alias: str = ""


@dataclass(slots=True)
class Addresses:
    """All addresses that connections came from. With `aliases` None, this system has only one loopback address."""

    far: Limits = field(default_factory=Limits)
    near: Limits = NEAR
    aliases: AddressAliases | None = None
    _known: dict[str, PeerAddress] = field(default_factory=dict)

    def limits(self, address: str) -> Limits:
        """Return the limits for an address."""
        return self.near if ip_address(address.partition("%")[0]).is_loopback else self.far

    def known(self, address: str) -> PeerAddress:
        """Return the counts of an address."""
        known = self._known.get(address)
        if known is None:
            if len(self._known) >= ADDRESSES_MAX:
                self._forget()
            limits = self.limits(address)
            known = self._known[address] = PeerAddress(
                PeerCount(limits.connections, Bucket(limits.fresh_per_second, limits.fresh_at_once)),
                PeerCount(limits.pages, Bucket(limits.fresh_pages_per_second, limits.fresh_pages_at_once)),
                Bucket(limits.door_bytes_per_second, limits.door_bytes_at_once),
            )
        return known

    def alias(self, address: str, known: PeerAddress) -> str:
        """Return the alias of an address. Return "" if there are no aliases."""
        if not known.alias and self.aliases is not None:
            known.alias = self.aliases.give(address)
        return known.alias

    def _forget(self) -> None:
        here = self._known.items()
        for address in [one for one, known in here if not known.clients.now and not known.browsers.now]:
            del self._known[address]
