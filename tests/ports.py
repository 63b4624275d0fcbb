"""Ports for programs that must be told beforehand where they listen."""

from __future__ import annotations

import socket
from random import SystemRandom

HOST = "127.0.0.1"
LISTENED = range(15_000, 32_000)
"""Below those that systems give to whoever connects: no other program gets one of these between our look and its use."""


def free_pair() -> int:
    """Give a port that is free, as is the one above."""
    while True:
        port = SystemRandom().choice(LISTENED)
        with socket.socket() as first, socket.socket() as second:
            try:
                first.bind((HOST, port))
                second.bind((HOST, port + 1))
            except OSError:
                continue
            return port
