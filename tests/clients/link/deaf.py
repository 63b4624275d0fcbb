"""Addresses without an answer: one refuses, one accepts a connection and is silent, one drops all packets."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

KINDS = ("refused", "frozen", "swallowed")


@contextmanager
def deaf(kind: str) -> Iterator[int]:
    """Hold a port that never answers, in one of these ways. Yield the port below it, to which the door belongs."""
    with ExitStack() as stack:
        held = stack.enter_context(socket.socket())
        held.bind(("127.0.0.1", 0))
        place: tuple[str, int] = held.getsockname()
        if kind == "frozen":
            held.listen(100)
        elif kind == "swallowed":
            held.listen(0)
            while True:  # until the queue of those who wait is full, and what comes then is dropped
                waiting = stack.enter_context(socket.socket())
                waiting.setblocking(False)
                waiting.connect_ex(place)
                if _is_full(place):
                    break
        yield place[1]


def _is_full(place: tuple[str, int]) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.1)
        try:
            probe.connect(place)
        except TimeoutError:
            return True
    return False
