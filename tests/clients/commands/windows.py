"""Terminals for tests: a program runs in its own window, which is then closed, or dies with its starter."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from warcouncil.clients.seat.model.typing_guard import GUARD_MS

PATIENCE_SECONDS = 60.0
ON_SCREEN = b"\x1b[?2004h"
"""The bytes that a program writes when it has taken the whole window, and listens."""
Hearing = Literal["hears", "deaf", "untold"]
_LAUNCH = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, signal.SIG_IGN if sys.argv[1] == "deaf" else signal.SIG_DFL)
if sys.argv[1] == "untold":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
os.execvp(sys.argv[2], sys.argv[2:])
"""


class Window:
    """A terminal with a program in it, alone in its session."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.shown = b""
        self._master = master
        self._is_open = True

    def until(self, wanted: bytes) -> None:
        """Wait until something was written to the window."""
        while wanted not in self.shown:
            assert select.select([self._master], [], [], PATIENCE_SECONDS)[0], self.shown[-2000:]
            assert self.take(), self.shown[-2000:]

    def wait_out_the_guard(self) -> None:
        """Wait for the first moment of a question, in which it takes no answer."""
        self.wait(GUARD_MS / 1000 + 0.2)

    def wait(self, seconds: float) -> None:
        """Read the output for a number of seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._master], [], [], left)[0]:
                assert self.take(), self.shown[-2000:]

    def take(self) -> bool:
        """Read what was written. Return False if the program has ended."""
        with suppress(OSError):
            came = os.read(self._master, 65536)
            self.shown += came
            return bool(came)
        return False

    def type(self, keys: bytes) -> None:
        """Type a text."""
        os.write(self._master, keys)

    @contextmanager
    def drained(self) -> Iterator[None]:
        """Read the output while the loop runs."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._master, self.take)
        try:
            yield
        finally:
            loop.remove_reader(self._master)

    def close(self) -> None:
        """Close the window, as with its button."""
        if self._is_open:
            self._is_open = False
            os.close(self._master)

    def inmates(self) -> list[int]:
        """Return the processes of the window's session, and those with a session of their own."""
        found: dict[int, tuple[int, int]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                _, _, rest = (folder / "stat").read_text().rpartition(") ")
                state, parent, _, session = rest.split()[:4]
                if state != "Z":
                    found[int(folder.name)] = int(parent), int(session)
        own = {pid for pid, (_, session) in found.items() if session == self.process.pid}
        while more := {pid for pid, (parent, _) in found.items() if parent in own} - own:
            own |= more
        return sorted(own)


@contextmanager
def window(*words: str, env: Mapping[str, str] | None = None, hearing: Hearing = "hears") -> Iterator[Window]:
    """Run a command in a window of its own. When the window is closed, the command is told. Or its starter has
    ignored the signal (deaf), or the command is never told.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-c", _LAUNCH, hearing, *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", **(env or {})},
    )
    os.close(slave)
    opened = Window(process, master)
    try:
        yield opened
    finally:
        inmates = opened.inmates()
        opened.close()
        for pid in inmates:
            with suppress(ProcessLookupError):
                os.kill(pid, 9)
        process.wait(PATIENCE_SECONDS)


def ended(pids: list[int]) -> list[int]:
    """Wait for the end of processes. Return those that have not ended after the time limit."""
    left = []
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        if not select.select([handle], [], [], PATIENCE_SECONDS)[0]:
            left.append(pid)
        os.close(handle)
    return left
