"""LiveWindow: a terminal window that is redrawn regularly and reads single keys.

The caller never waits for the terminal. A thread writes the output. It drops output that a blocked terminal
does not accept, and all output after the terminal is closed.
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

from warcouncil.clients.seat.model.typing_guard import TypingGuard

if sys.platform == "win32":
    import msvcrt
else:
    import termios

DRAW_SECONDS = 1.0
LISTEN_SECONDS = 0.1
"""How often keys are polled if no descriptor reports them."""
PEN_SECONDS = 0.5
HIDE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the window, and everything that has scrolled out of it."""

Draw = Callable[[int, int, str], list[str]]
"""Returns the lines of the status, for the columns and lines of the window and a question (or "")."""


class LiveWindow(ABC):
    """A window that is drawn while `is_drawn`. Call `open` in a loop, and `close` at the end."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._loop = asyncio.get_running_loop()
        self._keys = _Keys(self._loop, self.typed)
        self._guard = TypingGuard()
        self._timer: asyncio.TimerHandle | None = None
        self.pen = _Pen()
        self.is_drawn = True
        """Whether the window shows the status. If not, other printed text stays in the window."""
        self._question = ""

    @property
    def question(self) -> str:
        """The question that waits for a key, or "" if there is none."""
        return self._question

    @question.setter
    def question(self, question: str) -> None:
        """Ask a question. In its first moment it accepts no answer."""
        self._question = question
        if question:
            self._guard.raise_at(self._now_ms())

    def open(self) -> None:
        """Start to read keys and Ctrl-C."""
        try:
            self._loop.add_signal_handler(signal.SIGINT, self.interrupt)
        except NotImplementedError:  # not available on Windows
            signal.signal(signal.SIGINT, lambda *_: self._loop.call_soon_threadsafe(self.interrupt))
        self._tick()

    def close(self, *_: object) -> None:
        """Restore the terminal."""
        if self._timer:
            self._timer.cancel()
        self._keys.close()
        if self.is_drawn:
            self.pen.write(HIDE)
        self.pen.close()

    def interrupt(self) -> None:
        """Handle Ctrl-C: ask the first time, and stop the second time."""
        self.typed("y" if self.question else "q")

    def typed(self, key: str) -> None:
        """Handle a key that a person pressed.

        A question accepts no key in its first moment, and no key that has been held since then. Such a key was meant
        for something else.
        """
        if self.question and self.is_held_off():
            return
        self.press(key)

    def is_held_off(self) -> bool:
        """Record a key. Return whether the open question is too new to accept it."""
        now_ms = self._now_ms()
        held = self._guard.holds(now_ms)
        self._guard.press(now_ms)
        return held

    def _now_ms(self) -> int:
        return round(self._loop.time() * 1000)

    @abstractmethod
    def press(self, key: str) -> None:
        """Handle a key."""

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
    """Writes to the terminal from a thread. Output that the terminal does not accept in time is dropped."""

    def __init__(self) -> None:
        self._waiting: Queue[str | None] = Queue(8)
        self._thread = Thread(target=self._run, name="host-window", daemon=True)
        self._thread.start()

    def write(self, text: str) -> None:
        """Queue a text, if there is room for it."""
        with suppress(Full):
            self._waiting.put_nowait(text)

    def close(self) -> None:
        """Write the queued texts, if that does not take long."""
        with suppress(Full):
            self._waiting.put(None, timeout=PEN_SECONDS)
        self._thread.join(PEN_SECONDS)

    def _run(self) -> None:
        while (text := self._waiting.get()) is not None:
            try:
                sys.stdout.write(text)
                sys.stdout.flush()
            except (
                OSError,
                ValueError,
            ):  # The terminal has disappeared, and the exercise continues without it
                break
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()


class _Keys:
    """Reads single keys while our process is in the foreground, and restores the terminal at the end."""

    def __init__(self, loop: asyncio.AbstractEventLoop, press: Callable[[str], None]) -> None:
        self._loop = loop
        self._press = press
        self._fd = sys.stdin.fileno()
        self._before: list[Any] | None = None
        self._hears = False
        self._poll: asyncio.TimerHandle | None = None

    @property
    def is_ours(self) -> bool:
        """Return whether the terminal exists and our process is in the foreground."""
        if sys.platform == "win32":
            return True
        try:
            return os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:
            return False

    def look(self) -> None:
        """Start to read keys when our process comes to the foreground. Stop when it goes to the background."""
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
        """Stop reading keys, and restore the terminal."""
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
        if not came:  # The terminal has disappeared
            self._deafen()
        elif not came.startswith(b"\x1b"):  # Arrow keys and similar ones have no meaning here
            for key in came.decode("ascii", "ignore"):
                self._press(key)

    def _one_by_one(self) -> None:
        """Set the terminal to single keys without echo. Disable Ctrl-S, which would block our output."""
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
    """Return whether a person can use this process, because it has a terminal and is in the foreground."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except OSError:
        return False
