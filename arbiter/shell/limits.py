"""What one address and one connection may do at the flood wall, and what is counted of each address."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.arbiter.shell.gauge import Bucket


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address and one connection may do. Bytes count towards the arbiter; those of the door are an address's,
    with all its connections: a join takes 3 KiB, and a classroom may have one address."""

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
    """Connections of browsers: each opens up to six of its own to load its page."""
    in_turn: bool = True
    """Whether browsers' connections wait while others, whose addresses brought fewer, are let in."""


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
"""For this machine itself: demonstrations, bots, benchmarks."""


@dataclass(slots=True)
class PeerCount:
    """The connections of an address that are of one kind: how many there are and may be, and how fast new ones may come."""

    most: int
    fresh: Bucket
    now: int = 0

    def enter(self, now: float) -> bool:
        """Count a new one; False: the address has had enough."""
        if self.now >= self.most or not self.fresh.take(now):
            return False
        self.now += 1
        return True


@dataclass(slots=True)
class PeerAddress:
    """What is known of an address: its clients' connections, and its browsers', which take nothing from each other."""

    clients: PeerCount
    browsers: PeerCount
    door: Bucket
    alias: str = ""
