"""The gateway: what lets browsers sit down at an arbiter, as ordinary clients. Whoever starts the arbiter says how it is run."""

from __future__ import annotations

import socket
from dataclasses import dataclass, replace
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


def settled(place: GatewayPlace) -> GatewayPlace:
    """Give the same place with a port that is said, for one that is started later."""
    if place.port:
        return place
    with socket.create_server((place.host, 0)) as found:
        return replace(place, port=int(found.getsockname()[1]))


class WebGateway(Protocol):
    """Runs one gateway."""

    async def start(self, place: GatewayPlace) -> int:
        """Start it, and give its port. Raises Taken when it cannot begin."""

    def later(self, place: GatewayPlace) -> None:
        """Have `watch` start it, so that no seat waits for it. Its port must be said."""

    async def watch(self, log: BoundLogger) -> None:
        """Put another in the place of one that died, for as long as this runs."""

    def stop(self) -> None:
        """End it; what it has to say to its pages it says before."""
