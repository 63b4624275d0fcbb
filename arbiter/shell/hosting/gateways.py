"""The gateway: it connects browsers to an arbiter as ordinary clients.

The program that starts the arbiter decides how it runs.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass, replace
from typing import Protocol

from structlog import BoundLogger


@dataclass(frozen=True, slots=True)
class GatewayPlace:
    """The arbiter's address, the ports for seats and door, and the address where the gateway listens. Port 0 means
    any free one."""

    arbiter_host: str
    arbiter_port: int
    door_port: int
    host: str
    port: int


def settled(place: GatewayPlace) -> GatewayPlace:
    """Return the same place with a port number, for a gateway that is started later. Port 0 is replaced by a free port."""
    if place.port:
        return place
    with socket.create_server((place.host, 0)) as found:
        return replace(place, port=int(found.getsockname()[1]))


class WebGateway(Protocol):
    """Runs one gateway."""

    async def start(self, place: GatewayPlace) -> int:
        """Start it, and return its port. Raises AddressTaken if it cannot start."""

    def later(self, place: GatewayPlace) -> None:
        """Leave the start of a gateway to `watch`, so that no seat waits for it. `place.port` must not be 0."""

    async def watch(self, log: BoundLogger) -> None:
        """Replace the gateway whenever it dies, until this task is cancelled."""

    def stop(self) -> None:
        """Stop it. It first sends the last messages to its pages."""
