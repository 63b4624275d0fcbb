"""TCP connections without ZeroMQ: reserves a port for this process at once, and ends a silent connection.

The flood wall is a separate process that starts with every arbiter. It imports this module and no module of the wire.

The network layer of a stuck server still answers, so no network timeout notices it.
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
"""How often to search for two free ports with consecutive numbers."""
_OF_C_LIBRARY = sys.platform == "win32"
"""ZeroMQ uses the error numbers of the C library. On Windows they differ from the system's."""
_IN_USE = {errors.EADDRINUSE, *((100,) if _OF_C_LIBRARY else ())}
_NOT_OURS = {errors.EADDRNOTAVAIL, errors.ENODEV, *((101,) if _OF_C_LIBRARY else ())}
"""Errors for a port that another program uses, and for an address that no interface has. ZeroMQ also uses the latter
for text that is no address."""


class AddressTaken(Exception):
    """The program cannot listen on an address. The text is one line."""


def listening(host: str, port: int, *, first: int = 0, option: str = "--port") -> socket.socket:
    """Open a socket that listens at a port. 0 means any free port. Raises AddressTaken."""
    return _made(host, port, first, option, listens=True)


def bound(host: str, port: int, *, first: int = 0, option: str = "--port") -> socket.socket:
    """Open a socket that reserves a port without listening, so that no other program can use it. 0 means any free
    port. Raises AddressTaken."""
    made = _made(host, port, first, option, listens=False)
    if sys.platform != "win32":
        # A socket that shares its address and does not listen would not keep out another one that also shares it
        # it.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
    return made


def _made(host: str, port: int, first: int, option: str, *, listens: bool) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(("0.0.0.0" if host == "*" else host, port))  # noqa: S104  # as the caller asked
        if listens:
            made.listen()
    except (
        OSError,
        OverflowError,
        UnicodeError,
    ) as error:  # The text is not a port number or not a machine name
        made.close()
        raise AddressTaken(bind_fault(host, port, error, first=first, option=option)) from None
    return made


def bind_fault(host: str, port: int, why: Exception, *, first: int = 0, option: str = "--port") -> str:
    """Return in one line why the program cannot listen on an address.

    `why` is the exception, of any library. `first` is the requested port, if this is the second port of a pair.
    `option` is the option that sets another port.
    """
    number = getattr(why, "errno", None)
    if number is None and isinstance(why, OSError):
        number = _errno_of_binding(host, port)
    if number in _IN_USE:
        above = f" (one above --port {first}: both are needed)" if first not in (0, port) else ""
        return f"port {port} is in use on {host}{above}. Stop the other program or give another {option}"
    if number in _NOT_OURS or isinstance(why, (socket.gaierror, UnicodeError)):
        return f"{host} is not an address of this machine. Give another --bind"
    if isinstance(why, OverflowError):
        return f"there is no port {port}: the highest is {PORT_MAX}. Give another {option}"
    reason = os_errors.why(OSError(number, "") if number else OSError())
    return f"cannot listen on {host} port {port} ({reason}). Give another {option}"


def _errno_of_binding(host: str, port: int) -> int | None:
    """Return the errno of binding to an address. Return None if it can be bound. asyncio reports no errno on Python
    3.13.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.bind(address)
    except OSError as error:
        return error.errno
    return None


def raise_file_limit() -> None:
    """Raise the limit of open files of this process, so that it can have as many connections as the system allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # Some systems name a limit that they do not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


LOOK_SECONDS = 0.2


class IdleWatch:
    """Watches one connection at a time, and ends it if an answer takes longer than `limit_seconds`."""

    def __init__(self, limit_seconds: float) -> None:
        self.limit_seconds = limit_seconds
        self._lock = Lock()
        self._line: socket.socket | None = None
        self._since: float | None = None
        self._over = Event()
        Thread(target=self._watch, name="silence", daemon=True).start()

    def take(self, file_number: int) -> None:
        """Watch this connection from now on, through a duplicate of its socket. The original may be closed and its
        number reused."""
        found = socket.socket(fileno=file_number)
        with self._lock:
            self._drop()
            self._line = found.dup()
        self._line.setblocking(
            False
            # A new duplicate is blocking, and both sockets share this setting. The driver would then wait for more data.
        )
        found.detach()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Mark the time during which an answer is expected."""
        self._since = monotonic()
        try:
            yield
        finally:
            with self._lock:
                self._since = None

    def close(self) -> None:
        """Stop watching."""
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
