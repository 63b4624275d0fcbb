"""Runs an interactive program, and ends it when its terminal is gone.

Closing a window sends a hang-up signal, but `make` and other programs block it. A program whose shell was killed
receives no signal at all. So a thread also checks the terminal, because the loop itself may be blocked.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any, NoReturn, TypeVar


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end and return the result.

    It never uses the default loop of Windows, which cannot wait for our sockets.
    """
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)


EXIT_GONE = 129
"""The exit code of a program that got a hang-up signal."""


def end_at_once() -> NoReturn:
    """End the process of a closed window after everything in it has ended in order.

    A normal interpreter shutdown takes ten times as long, and many windows are often closed together.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    atexit._run_exitfuncs()  # These handlers wait until the last messages are sent
    os._exit(EXIT_GONE)


if sys.platform != "win32":
    import termios

T = TypeVar("T")

LOOK_SECONDS = 0.2
LEAVE_CPU_SECONDS = 2.0
"""How much processor time a task may use to end. After that the process ends without it."""
LEAVE_SECONDS = 10.0
"""How long a task may take to end, even if it only waits. A busy machine may need this long."""
HANG_UPS = tuple(
    int(found)
    for name in ("SIGHUP", "SIGTERM", "SIGBREAK")
    if (found := getattr(signal, name, None)) is not None
)
"""The signals for a program whose window is closed.

On Windows, SIGBREAK is followed by the end of the program.
"""


def run_at_terminal(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end and return the result.

    When the terminal is gone, cancel the task and raise SystemExit.
    """
    watch = _Watch(_terminal())
    try:
        result = run(_watched(main, watch))
    except asyncio.CancelledError:
        if watch.gone.is_set():
            raise SystemExit(EXIT_GONE) from None
        raise
    if watch.gone.is_set():
        raise SystemExit(EXIT_GONE)
    return result


async def _watched(main: Coroutine[Any, Any, T], watch: _Watch) -> T:
    task = asyncio.ensure_future(main)
    with watch.over(task):
        return await task


class _Watch:
    """Watches a terminal while a task runs. `gone` says that the terminal was lost and the task was cancelled."""

    def __init__(self, terminal: int | None) -> None:
        self.gone = Event()
        self._terminal = terminal
        self._parent = _parent()
        self._done = Event()

    @contextmanager
    def over(self, task: asyncio.Future[Any]) -> Iterator[None]:
        """Watch the terminal and handle the signals until the task is over."""
        loop = asyncio.get_running_loop()

        def leave() -> None:
            if not self.gone.is_set():
                self.gone.set()
                task.cancel()

        def leave_soon(*_: object) -> None:
            with suppress(RuntimeError):  # The loop may be closed already
                loop.call_soon_threadsafe(leave)

        Thread(target=self._look, args=(leave_soon,), name="terminal", daemon=True).start()
        with _hearing(loop, leave, leave_soon):
            try:
                yield
            finally:
                self._done.set()

    def _look(self, leave: Callable[[], None]) -> None:
        """Cancel the task if its terminal is lost. End the process if the task does not end by itself."""
        while not self.gone.wait(LOOK_SECONDS):
            if self._done.is_set():
                return
            if self._terminal is not None and is_lost(self._terminal, self._parent):
                leave()
                break
        began, used = time.monotonic(), time.process_time()
        while not is_overdue(time.process_time() - used, time.monotonic() - began):
            time.sleep(LOOK_SECONDS)
        os._exit(EXIT_GONE)


def is_overdue(used_seconds: float, passed_seconds: float) -> bool:
    """Return whether a task has used up its time to end, in processor time or by the wall clock."""
    return used_seconds >= LEAVE_CPU_SECONDS or passed_seconds >= LEAVE_SECONDS


def is_lost(terminal: int, parent: int) -> bool:
    """Return whether a terminal is gone, or belongs to other programs because our parent process is dead.

    `parent` is the process that started us. On Windows, terminals cannot be checked. There the system ends a
    program when its window closes.
    """
    if sys.platform == "win32":
        return False
    try:
        termios.tcgetattr(terminal)
        return _parent() != parent and os.tcgetpgrp(terminal) != os.getpgrp()
    except (termios.error, OSError):
        return True


@contextmanager
def _hearing(
    loop: asyncio.AbstractEventLoop, leave: Callable[[], None], leave_soon: Callable[..., None]
) -> Iterator[None]:
    """Call `leave` on a hang-up signal, even if the parent process blocked the signal."""
    before: dict[int, Any] = {}
    for number in HANG_UPS:
        with suppress(ValueError):  # Signal handlers can be set only in the main thread
            before[number] = signal.getsignal(number)
            try:
                loop.add_signal_handler(number, leave)
            except NotImplementedError:  # not available on Windows
                signal.signal(number, leave_soon)
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(ValueError, NotImplementedError):
                loop.remove_signal_handler(number)
            with suppress(ValueError, TypeError):
                signal.signal(number, handler)


def _terminal() -> int | None:
    """Return the file descriptor of our terminal, if there is one."""
    for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        with suppress(OSError, ValueError):
            if stream is not None and stream.isatty():
                return stream.fileno()
    return None


def _parent() -> int:
    return os.getppid()
