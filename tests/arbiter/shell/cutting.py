"""A proxy between an arbiter and its database that can cut the connection at any byte, or stop it silently."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from types import TracebackType

Cut = Callable[[bytes, int], int | None]
"""Takes all bytes of one direction and how many of them are new. Returns after how many new bytes to cut."""
WORD = b"COMMIT"
NUMBER = re.compile(rb"(K\0\0\0\x0c).{4}", re.DOTALL)
"""The message with which a server tells the number of a session after the login."""


def never(_all: bytes, _new: int) -> int | None:
    """Relay every byte."""
    return None


class Wire:
    """Listens on loopback and relays to a server.

    `asking` and `answering` decide, once, where the next connection is cut.
    """

    def __init__(self, host: str, port: int) -> None:
        self._there = host, port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self.asking: Cut = never
        self.answering: Cut = never
        self.cuts = 0
        self.is_silent = False
        """Whether a cut connection stays open without passing bytes."""
        self.is_gone = False
        """Whether every new connection is refused."""
        self.renumbers = False
        """Whether it changes the number of each session, as poolers do."""
        self._kept: list[socket.socket] = []
        self._newest: socket.socket | None = None
        self._asked = b""
        """All requests on the connection that committed last.

        The connection of a kept lease never commits.
        """
        Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: tuple[type[BaseException], BaseException, TracebackType]) -> None:
        self._door.close()
        for one in self._kept:
            one.close()

    def before_the_commit(self, after: int) -> None:
        """Cut `after` bytes after the next COMMIT began to be sent."""
        since = len(self._asked)

        def cut(everything: bytes, new: int) -> int | None:
            place = everything.find(WORD, since)
            return None if place < 0 else max(0, place + after - (len(everything) - new))

        self.asking, self.answering = cut, never

    def in_the_answer(self, after: int) -> None:
        """Cut `after` bytes after the answer to the next COMMIT began to arrive."""
        since = len(self._asked)
        self.asking = never
        self.answering = lambda _all, _new: after if WORD in self._asked[since:] else None

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                if self.is_gone:
                    near.close()
                    continue
                far = socket.create_connection(self._there)
                self._kept += [near, far]
                Thread(target=self._pass, args=(near, far, True), daemon=True).start()
                Thread(target=self._pass, args=(far, near, False), daemon=True).start()

    def _pass(self, here: socket.socket, there: socket.socket, is_asking: bool) -> None:
        everything = b""
        with suppress(OSError):
            while new := here.recv(65536):
                if self.renumbers and not is_asking:
                    new = NUMBER.sub(rb"\g<1>none", new)
                everything += new
                if is_asking and (here is self._newest or WORD in new):
                    self._newest, self._asked = here, everything
                cut = None
                if self._newest in (here, there):
                    cut = (self.asking if is_asking else self.answering)(everything, len(new))
                if cut is not None:
                    self.asking = self.answering = never
                    self.cuts += 1
                    there.sendall(new[:cut])
                    break
                there.sendall(new)
        if self.is_silent:
            return
        for one in (here, there):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
