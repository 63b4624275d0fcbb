"""Listening by TCP, without ZeroMQ: a port that is ours from the moment at which it is given, and what is said where there is none.

The flood wall is a process of its own that begins with every arbiter: it takes what it needs from here, and nothing of the wire.
"""

from __future__ import annotations

import errno as errors
import socket
import sys
from contextlib import suppress

from warcouncil.arbiter.shell.base import os_errors

PORT_MAX = 65535
PAIR_TRIES = 50
"""So often any free pair of ports is sought, one above the other."""
_OF_C_LIBRARY = sys.platform == "win32"
"""ZeroMQ has the numbers of the C library, and on Windows these are not the system's."""
_IN_USE = {errors.EADDRINUSE, *((100,) if _OF_C_LIBRARY else ())}
_NOT_OURS = {errors.EADDRNOTAVAIL, errors.ENODEV, *((101,) if _OF_C_LIBRARY else ())}
"""What is said of a port that another program has, and of an address that no interface has (by ZeroMQ also of what is no address)."""


class AddressTaken(Exception):
    """An address cannot be listened on. The text is one line."""


def listening(host: str, port: int, *, first: int = 0, option: str = "--port") -> socket.socket:
    """Give what listens at a port (0: any free one). Raises Taken."""
    return _made(host, port, first, option, listens=True)


def bound(host: str, port: int, *, first: int = 0, option: str = "--port") -> socket.socket:
    """Give what holds a port (0: any free one) at which nobody listens yet, and where nobody else can. Raises Taken."""
    made = _made(host, port, first, option, listens=False)
    if sys.platform != "win32":
        # One that lets others have its address, and does not listen, keeps no one from listening there who lets others have it too.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
    return made


def _made(host: str, port: int, first: int, option: str, *, listens: bool) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(("0.0.0.0" if host == "*" else host, port))  # noqa: S104  # as it was asked for
        if listens:
            made.listen()
    except (OSError, OverflowError, UnicodeError) as error:  # no number for a port, or no name for a machine
        made.close()
        raise AddressTaken(bind_fault(host, port, error, first=first, option=option)) from None
    return made


def bind_fault(host: str, port: int, why: Exception, *, first: int = 0, option: str = "--port") -> str:
    """Say in one line why an address cannot be listened on. `why`: what was raised, by whichever library; `first`: the port that was asked
    for, where it was one of two; `option`: what asks for another."""
    number = getattr(why, "errno", None)
    if number is None and isinstance(why, OSError):
        number = _errno_of_binding(host, port)
    if number in _IN_USE:
        above = f" (one above --port {first}: both are needed)" if first not in (0, port) else ""
        return f"port {port} is in use on {host}{above}; stop the other program or give another {option}"
    if number in _NOT_OURS or isinstance(why, (socket.gaierror, UnicodeError)):
        return f"{host} is not an address of this machine; give another --bind"
    if isinstance(why, OverflowError):
        return f"there is no port {port}, for the highest is {PORT_MAX}; give another {option}"
    reason = os_errors.why(OSError(number, "") if number else OSError())
    return f"cannot listen on {host} port {port} ({reason}); give another {option}"


def _errno_of_binding(host: str, port: int) -> int | None:
    """Return the number of the error with which an address cannot be bound; None: it can. asyncio has none on Python 3.13."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.bind(address)
    except OSError as error:
        return error.errno
    return None


def raise_file_limit() -> None:
    """Let this process hold as many connections as the system allows it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems name a limit that they do not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
