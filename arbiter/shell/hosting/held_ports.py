"""Ports that a standby reserves before it listens there.

No other program can use them, and clients are refused meanwhile.
"""

from __future__ import annotations

import socket
from contextlib import ExitStack
from dataclasses import replace

from warcouncil.arbiter.shell.base.listening import PAIR_TRIES, AddressTaken, bound, listening
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace
from warcouncil.arbiter.shell.network.flood_wall import LOOPBACK


class HeldPorts:
    """The ports of a place, reserved until they are released. They are the requested ones or, for 0, any free ones."""

    def __init__(self, place: ListenPlace, *, web: bool, option: str = "") -> None:
        """Reserve the ports. `option` is the command-line option that an error names for all ports. Raises AddressTaken.

        Without `option`, the error names the option of the port that is in use.
        """
        self._option = option
        self._held = ExitStack()
        self.place = self._chosen(place, web=web)
        """The place with its ports."""

    def let_go(self) -> None:
        """Release the ports, so that the arbiter can listen there at once."""
        self._held.close()

    def _chosen(self, place: ListenPlace, *, web: bool) -> ListenPlace:
        try:
            port = self._pair(place.host, place.port)
            web_port = self._hold(place.host, place.web_port, option="--web-port") if web else 0
            if place.metrics_port:
                self._hold(LOOPBACK, place.metrics_port, option="--metrics")
        except AddressTaken:
            self.let_go()
            raise
        return replace(place, port=port, web_port=web_port)

    def _pair(self, host: str, asked: int) -> int:
        """Reserve a port and the next one, and return the first. For 0, try again if only one of two is free."""
        for tries_left in range(1 if asked else PAIR_TRIES, 0, -1):
            try:
                port = self._hold(host, asked)
                self._hold(host, port + 1, first=port)
            except AddressTaken:
                self.let_go()
                if tries_left == 1:
                    raise
            else:
                return port
        raise AssertionError("there is a last try")

    def _hold(self, host: str, port: int, *, first: int = 0, option: str = "--port") -> int:
        """Check that this process could listen at a port, reserve it without listening, and return it. Raises
        AddressTaken."""
        option = self._option or option
        with listening(host, port, first=first, option=option) as tried:
            port = int(tried.getsockname()[1])
        held: socket.socket = self._held.enter_context(bound(host, port, first=first, option=option))
        return int(held.getsockname()[1])
