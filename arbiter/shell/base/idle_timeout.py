"""IdleWatch ends a connection on which the other side has sent nothing for too long.

A server that stands still keeps its machine's network answering: no timeout of the network notices.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic

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
