"""A window at a terminal that is drawn again and again, and hears single keys.

Law: whoever draws never waits for the window. What is drawn goes through a thread, and what a terminal that stands still does
not take is dropped; a terminal that is gone is written to no more.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from typing import Any

if sys.platform == "win32":
    import msvcrt
else:
    import termios

DRAW_SECONDS = 1.0
LISTEN_SECONDS = 0.1
"""So often keys are looked for where no descriptor tells of them."""
PEN_SECONDS = 0.5
HIDE = "\x1b[2J\x1b[3J\x1b[H"
"""The window is emptied, what has scrolled out of it too."""

Draw = Callable[[int, int, str], list[str]]
"""Gives the lines of the status, from the columns and lines there are, and a question (or none)."""


class LiveWindow(ABC):
    """A window that is drawn while it `shows` something else than what was written there. `open` it in a loop; `close` it with what
    it tells of."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._loop = asyncio.get_running_loop()
        self._keys = _Keys(self._loop, self.press)
        self._timer: asyncio.TimerHandle | None = None
        self.pen = _Pen()
        self.is_drawn = True
        """Whether the status is shown, and not a text that was written."""
        self.question = ""
        """What is asked, and waits for a key."""

    def open(self) -> None:
        """Begin to hear keys and Ctrl-C."""
        try:
            self._loop.add_signal_handler(signal.SIGINT, self.interrupt)
        except NotImplementedError:  # Windows
            signal.signal(signal.SIGINT, lambda *_: self._loop.call_soon_threadsafe(self.interrupt))
        self._tick()

    def close(self, *_: object) -> None:
        """Give the terminal back."""
        if self._timer:
            self._timer.cancel()
        self._keys.close()
        if self.is_drawn:
            self.pen.write(HIDE)
        self.pen.close()

    def interrupt(self) -> None:
        """Take a Ctrl-C: ask, and the second time do what it asks for."""
        self.press("y" if self.question else "q")

    @abstractmethod
    def press(self, key: str) -> None:
        """Take a key."""

    def redraw(self) -> None:
        """Draw the status, if it is shown."""
        if not self.is_drawn or not self._keys.is_ours:
            return
        columns, lines = shutil.get_terminal_size()
        drawn = self._draw(columns - 1, lines, self.question)
        self.pen.write("\x1b[H" + "\n".join(f"{line}\x1b[K" for line in drawn) + "\x1b[J")

    def _tick(self) -> None:
        self._timer = self._loop.call_later(DRAW_SECONDS, self._tick)
        self._keys.look()
        self.redraw()


class _Pen:
    """Writes to the terminal from a thread; what it cannot take in time is dropped."""

    def __init__(self) -> None:
        self._waiting: Queue[str | None] = Queue(8)
        self._thread = Thread(target=self._run, name="host-window", daemon=True)
        self._thread.start()

    def write(self, text: str) -> None:
        """Let something be written, if there is room for it."""
        with suppress(Full):
            self._waiting.put_nowait(text)

    def close(self) -> None:
        """Write what waits, if that does not take long."""
        with suppress(Full):
            self._waiting.put(None, timeout=PEN_SECONDS)
        self._thread.join(PEN_SECONDS)

    def _run(self) -> None:
        while (text := self._waiting.get()) is not None:
            try:
                sys.stdout.write(text)
                sys.stdout.flush()
            except (OSError, ValueError):  # the terminal is gone: the exercise goes on without
                break
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()


class _Keys:
    """Hears single keys while the terminal is ours, and puts it back as it was."""

    def __init__(self, loop: asyncio.AbstractEventLoop, press: Callable[[str], None]) -> None:
        self._loop = loop
        self._press = press
        self._fd = sys.stdin.fileno()
        self._before: list[Any] | None = None
        self._hears = False
        self._poll: asyncio.TimerHandle | None = None

    @property
    def is_ours(self) -> bool:
        """Tell whether the terminal is there, and we are in the foreground."""
        if sys.platform == "win32":
            return True
        try:
            return os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:
            return False

    def look(self) -> None:
        """Begin to hear when the terminal has become ours, and cease when it is ours no more."""
        if sys.platform == "win32":
            if not self._hears:
                self._hears = True
                self._look_for_keys()
        elif self.is_ours and not self._hears:
            self._one_by_one()
            self._hears = True
            self._loop.add_reader(self._fd, self._read)
        elif not self.is_ours:
            self._deafen()

    def close(self) -> None:
        """Hear no more, and put the terminal back as it was."""
        if self._poll:
            self._poll.cancel()
        self._deafen()
        if sys.platform != "win32" and self._before is not None and self.is_ours:
            with suppress(termios.error, OSError):
                termios.tcsetattr(self._fd, termios.TCSANOW, self._before)

    def _deafen(self) -> None:
        if self._hears and sys.platform != "win32":
            self._loop.remove_reader(self._fd)
            self._hears = False

    def _read(self) -> None:
        if not self.is_ours:
            self._deafen()
            return
        try:
            came = os.read(self._fd, 1024)
        except OSError:
            came = b""
        if not came:  # the terminal is gone
            self._deafen()
        elif not came.startswith(b"\x1b"):  # arrows and the like mean nothing here
            for key in came.decode("ascii", "ignore"):
                self._press(key)

    def _one_by_one(self) -> None:
        """Let keys come one by one and unseen; nobody can stop our output by Ctrl-S."""
        if sys.platform == "win32":
            return
        with suppress(termios.error, OSError):
            mode = termios.tcgetattr(self._fd)
            self._before = self._before or [*mode]
            mode[0] &= ~termios.IXON
            mode[3] &= ~(termios.ICANON | termios.ECHO)
            termios.tcsetattr(self._fd, termios.TCSANOW, mode)

    def _look_for_keys(self) -> None:
        if sys.platform == "win32":
            self._poll = self._loop.call_later(LISTEN_SECONDS, self._look_for_keys)
            while msvcrt.kbhit():
                self._press(msvcrt.getwch())


def at_terminal() -> bool:
    """Tell whether somebody sits before this host: it has a terminal, and is not in the background."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except OSError:
        return False
