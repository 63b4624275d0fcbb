"""The event loop and the terminal of an interactive program: when the terminal is gone, the program ends.

A window that is closed hangs up, but `make` and others shut that out, and who was started by a shell that is killed hears
nothing at all. So besides hearing the signals a thread looks after the terminal: the loop may be waiting for it.
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
    """Run to the end and give the result. On Windows the loop that asyncio would take cannot wait for our sockets."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)


EXIT_GONE = 129
"""As of a program that was hung up on."""


def end_at_once() -> NoReturn:
    """End the process of a window that was closed, once all in it has ended in order.

    To take an interpreter apart costs ten times what the leaving did, and many windows are often closed together.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    atexit._run_exitfuncs()  # last words are on their way until these have run
    os._exit(EXIT_GONE)


if sys.platform != "win32":
    import termios

T = TypeVar("T")

LOOK_SECONDS = 0.2
LEAVE_CPU_SECONDS = 2.0
"""So much of the processor what runs has for its end, before the process is ended without it: on a busy machine it takes long …"""
LEAVE_SECONDS = 10.0
"""… but no longer than this, though it should only wait."""
HANG_UPS = tuple(
    int(found)
    for name in ("SIGHUP", "SIGTERM", "SIGBREAK")
    if (found := getattr(signal, name, None)) is not None
)
"""What the system says to a program whose window is closed (SIGBREAK on Windows, which ends it by itself soon after)."""


def run_at_terminal(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end and give the result. When the terminal is gone what runs is cancelled, and SystemExit is raised."""
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
    """Looks after a terminal while a task runs. `gone`: it was lost, and the task was cancelled."""

    def __init__(self, terminal: int | None) -> None:
        self.gone = Event()
        self._terminal = terminal
        self._parent = _parent()
        self._done = Event()

    @contextmanager
    def over(self, task: asyncio.Future[Any]) -> Iterator[None]:
        """Look, and hear the signals, until the task is over."""
        loop = asyncio.get_running_loop()

        def leave() -> None:
            if not self.gone.is_set():
                self.gone.set()
                task.cancel()

        def leave_soon(*_: object) -> None:
            with suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(leave)

        Thread(target=self._look, args=(leave_soon,), name="terminal", daemon=True).start()
        with _hearing(loop, leave, leave_soon):
            try:
                yield
            finally:
                self._done.set()

    def _look(self, leave: Callable[[], None]) -> None:
        """End the process, if its terminal is lost and it does not end by itself."""
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
    """Tell whether what was to end has had its time: so much of the processor, or so much on the wall."""
    return used_seconds >= LEAVE_CPU_SECONDS or passed_seconds >= LEAVE_SECONDS


def is_lost(terminal: int, parent: int) -> bool:
    """Tell whether a terminal is gone, or belongs to others since who started us is dead.

    `parent`: the process that started us. Where terminals cannot be asked the system ends a program with its window.
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
    """Take a hang-up as a word to leave, though whoever started us shut it out."""
    before: dict[int, Any] = {}
    for number in HANG_UPS:
        with suppress(ValueError):  # only the main thread hears signals
            before[number] = signal.getsignal(number)
            try:
                loop.add_signal_handler(number, leave)
            except NotImplementedError:  # Windows
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
    """Give the descriptor of our terminal, if there is one."""
    for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        with suppress(OSError, ValueError):
            if stream is not None and stream.isatty():
                return stream.fileno()
    return None


def _parent() -> int:
    return os.getppid()
