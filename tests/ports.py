"""Ports for programs that must know their port before they start."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from random import SystemRandom

HOST = "127.0.0.1"
LISTENED = range(15_000, 32_000)
"""The ports below those that systems give to connecting clients: no other program gets one of these between
our check and its use.
"""


def free_pair() -> int:
    """Return a port that is free, as is the one above."""
    return free_ports(2)


def free_ports(count: int) -> int:
    """Return the first of this number of neighbouring ports that are free."""
    while True:
        first = SystemRandom().choice(LISTENED)
        with ExitStack() as held:
            try:
                for port in range(first, first + count):
                    held.enter_context(socket.socket()).bind((HOST, port))
            except OSError:
                continue
            return first
