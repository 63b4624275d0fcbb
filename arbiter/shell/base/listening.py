"""Connections over TCP without ZeroMQ: a port that is ours from the moment it is given, and the end of a connection that is silent for too long.

The flood wall is a process of its own that begins with every arbiter: it takes what it needs from here, and nothing of the wire.

A server that stands still keeps its machine's network answering: no timeout of the network notices.
"""

from __future__ import annotations

import errno as errors
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic

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


LOOK_SECONDS = 0.2


class IdleWatch:
    """Watches one connection at a time. `limit_seconds`: so long an answer may take."""

    def __init__(self, limit_seconds: float) -> None:
        self.limit_seconds = limit_seconds
        self._lock = Lock()
        self._line: socket.socket | None = None
        self._since: float | None = None
        self._over = Event()
        Thread(target=self._watch, name="silence", daemon=True).start()

    def take(self, file_number: int) -> None:
        """Watch this connection from now on, by an end of its own: the other may be closed and its number given away."""
        found = socket.socket(fileno=file_number)
        with self._lock:
            self._drop()
            self._line = found.dup()
        self._line.setblocking(
            False
        )  # as its driver has it, who would wait for more than came; a copy begins otherwise, for both
        found.detach()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Say that an answer is waited for."""
        self._since = monotonic()
        try:
            yield
        finally:
            with self._lock:
                self._since = None

    def close(self) -> None:
        """Watch no more."""
        self._over.set()
        with self._lock:
            self._drop()

    def _watch(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            with self._lock:
                since = self._since
                if self._line and since is not None and monotonic() - since > self.limit_seconds:
                    with suppress(OSError):
                        self._line.shutdown(socket.SHUT_RDWR)
                    self._drop()

    def _drop(self) -> None:
        if self._line:
            self._line.close()
            self._line = None
