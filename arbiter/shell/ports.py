"""Ports that are free: what a standby sees to before it counts on them, and lets go again."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

from warcouncil.arbiter.shell.floodwall import LOOPBACK
from warcouncil.arbiter.shell.hosting import ListenPlace
from warcouncil.arbiter.shell.listening import listening
from warcouncil.arbiter.shell.wires import PAIR_TRIES, Taken


def chosen(place: ListenPlace, *, web: bool) -> ListenPlace:
    """Give a place with ports that are free now: those that are asked for, or (0) any. Raises Taken."""
    for tries_left in range(PAIR_TRIES if not place.port else 1, 0, -1):
        try:
            return _tried(place, web=web)
        except Taken:
            if tries_left == 1:
                raise
    raise AssertionError("there is a last try")


def _tried(place: ListenPlace, *, web: bool) -> ListenPlace:
    with ExitStack() as held:
        port = _bound(held, place.host, place.port)
        _bound(held, place.host, port + 1, first=port)
        web_port = _bound(held, place.host, place.web_port, option="--web-port") if web else 0
        if place.metrics_port:
            _bound(held, LOOPBACK, place.metrics_port, option="--metrics")
        return replace(place, port=port, web_port=web_port)


def _bound(held: ExitStack, host: str, port: int, *, first: int = 0, option: str = "--port") -> int:
    """Bind to a port, as a wall will, and give it. Raises Taken."""
    one = held.enter_context(listening(host, port, first=first, option=option))
    return int(one.getsockname()[1])
