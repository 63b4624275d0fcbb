"""Listening by TCP, without ZeroMQ: a port that is ours from the moment at which it is given."""

from __future__ import annotations

import socket
import sys

from warcouncil.arbiter.shell.wires import Taken, bind_fault


def listening(host: str, port: int, *, first: int = 0, option: str = "--port") -> socket.socket:
    """Give what listens at a port (0: any free one). Raises Taken."""
    return _made(host, port, first, option, listens=True)


def bound(host: str, port: int, *, first: int = 0, option: str = "--port") -> socket.socket:
    """Give what holds a port (0: any free one) at which nobody listens yet. Raises Taken."""
    return _made(host, port, first, option, listens=False)


def _made(host: str, port: int, first: int, option: str, *, listens: bool) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(("0.0.0.0" if host == "*" else host, port))  # noqa: S104  # as it was asked for
        if listens:
            made.listen()
    except OSError as error:
        made.close()
        text = error.strerror or str(error)
        raise Taken(bind_fault(host, port, error.errno, text, first=first, option=option)) from None
    return made
