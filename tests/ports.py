"""Ports for programs that must be told beforehand where they listen."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from random import SystemRandom

HOST = "127.0.0.1"
LISTENED = range(15_000, 32_000)
"""Below those that systems give to whoever connects: no other program gets one of these between our look and its use."""


def free_pair() -> int:
    """Give a port that is free, as is the one above."""
    return free_ports(2)


def free_ports(count: int) -> int:
    """Give the first of so many neighbouring ports that are free."""
    while True:
        first = SystemRandom().choice(LISTENED)
        with ExitStack() as held:
            try:
                for port in range(first, first + count):
                    held.enter_context(socket.socket()).bind((HOST, port))
            except OSError:
                continue
            return first
