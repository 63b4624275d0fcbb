"""The gateway: what lets browsers sit down at an arbiter, as ordinary clients. Whoever starts the arbiter says how it is run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from structlog import BoundLogger


@dataclass(frozen=True, slots=True)
class GatewayPlace:
    """Where a gateway reaches the arbiter, its seats and its door, and where it is to listen itself; port 0: any free one."""

    arbiter_host: str
    arbiter_port: int
    door_port: int
    host: str
    port: int


class WebGateway(Protocol):
    """Runs one gateway."""

    async def start(self, place: GatewayPlace) -> int:
        """Start it, and give its port. Raises Taken when it cannot begin."""

    async def watch(self, log: BoundLogger) -> None:
        """Put another in the place of one that died, for as long as this runs."""

    def stop(self) -> None:
        """End it; what it has to say to its pages it says before."""
