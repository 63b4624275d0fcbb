"""Virtual time: one queue of all future calls, and for each process a loop of its own that asyncio's users
find. Laws: nothing waits and no two calls happen at once; calls of one moment happen in the order of their
requests; a dead process does nothing, and a stopped one makes its calls late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

Do = Callable[..., object]
_enter = asyncio._set_running_loop
THREAD_SECONDS = 0.002
"""How long work in a thread takes."""


class PowerCut(BaseException):
    """The process dies here."""


class Unreached(Exception):
    """A server does not answer: it is tried again."""


class Handle:
    """Something that will happen: what asyncio calls a timer handle."""

    __slots__ = ("args", "at", "call", "gone", "process")

    def __init__(self, process: Process | None, at: float, call: Do, args: tuple[object, ...]) -> None:
        self.process, self.at, self.call, self.args, self.gone = process, at, call, args, False

    def cancel(self) -> None:
        """Cancel it."""
        self.gone = True

    def cancelled(self) -> bool:
        """Whether it will not happen."""
        return self.gone

    def when(self) -> float:
        """Return its time on the clock of its process."""
        return self.process.reads(self.at) if self.process else self.at


class Time:
    """All that will happen, in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self.steps = 0
        self.process: Process | None = None
        """The process that runs now."""
        self._queue: list[tuple[float, int, Handle]] = []
        self._count = 0

    def at(self, when: float, call: Do, *args: object, process: Process | None = None) -> Handle:
        """Schedule a call, in a process or (None) in the world."""
        handle = Handle(process, max(when, self.now), call, args)
        self._put(handle.at, handle)
        return handle

    def after(self, seconds: float, call: Do, *args: object, process: Process | None = None) -> Handle:
        """Schedule a call after a while."""
        return self.at(self.now + seconds, call, *args, process=process)

    def run(self, until: float) -> None:
        """Make all calls until this time."""
        while self._queue and self._queue[0][0] <= until:
            when, _, handle = heappop(self._queue)
            process = handle.process
            if handle.gone or (process is not None and process.dead):
                continue
            self.now = when
            if process is not None and process.stopped_until > when:
                self._put(process.stopped_until, handle)
                continue
            self.steps += 1
            if process is None:
                handle.call(*handle.args)
            else:
                self.turn(process, handle.call, *handle.args)
        self.now = until

    def turn(self, process: Process, call: Do, *args: object) -> None:
        """Run a call of a process now. A power cut during it kills the process."""
        before, self.process = self.process, process
        _enter(process.loop)
        try:
            call(*args)
            process.turned()
        except PowerCut:
            process.die()
        finally:
            self.process = before
            _enter(before.loop if before else None)

    def _put(self, when: float, handle: Handle) -> None:
        self._count += 1
        heappush(self._queue, (when, self._count, handle))


class Process:
    """A process on some machine. Its monotonic clock began anywhere, and runs a little fast or slow; its wall clock says anything."""

    def __init__(self, time: Time, name: str, *, origin: float = 0.0, rate: float = 1.0) -> None:
        self.time, self.name = time, name
        self.dead = False
        self.stopped_until = 0.0
        self.wall_off_ms = 0
        self.hears = 0
        """The epoch of the arbiter from whom it hears just now."""
        self.threads: list[Any] = []
        self.on_gone: Callable[[], object] = bool
        """Is called when it has died."""
        self._origin, self._rate = origin, rate
        self.loop = ProcessLoop(self)  # type: ignore[abstract]  # what nothing of ours asks for is missing

    def reads(self, now: float) -> float:
        """Return the time of its monotonic clock, in seconds."""
        return self._origin + self._rate * now

    def true(self, shown: float) -> float:
        """Return the moment at which its monotonic clock shows this time."""
        return (shown - self._origin) / self._rate

    def turned(self) -> None:
        """Do what is done after every turn of it."""

    def die(self) -> None:
        """Stop the process: it does nothing from now on."""
        self.dead = True

    def stop_until(self, when: float) -> None:
        """Stand still, as by SIGSTOP, and do everything later."""
        self.stopped_until = max(self.stopped_until, when)


class ProcessLoop(asyncio.AbstractEventLoop):
    """The loop that whatever runs in a process finds: only what ours use."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def time(self) -> float:
        """Return the time of the process."""
        return self.process.reads(self.process.time.now)

    def call_soon(self, callback: Do, *args: Any, context: object = None) -> Any:  # type: ignore[override]  # ours are plain
        """Do it at once, after what is to be done at once already."""
        return self.process.time.after(0, callback, *args, process=self.process)

    def call_soon_threadsafe(self, callback: Do, *args: Any, context: object = None) -> Any:  # type: ignore[override]  # ours are plain
        """Do it at once."""
        return self.call_soon(callback, *args)

    def call_later(self, delay: float, callback: Do, *args: Any, context: object = None) -> Any:  # type: ignore[override]  # ours are plain
        """Do it later."""
        return self.call_at(self.time() + delay, callback, *args)

    def call_at(self, when: float, callback: Do, *args: Any, context: object = None) -> Any:  # type: ignore[override]  # ours are plain
        """Do it then, by the clock of the process."""
        return self.process.time.at(self.process.true(when), callback, *args, process=self.process)

    def create_future(self) -> asyncio.Future[Any]:
        """Make a future."""
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, **names: Any) -> Any:
        """Run a task."""
        return asyncio.Task(coro, loop=self)

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]  # ours are plain
        """Do it in a thread, which takes a moment."""
        done = self.create_future()

        def do() -> None:
            if not done.cancelled():
                done.set_result(func(*args))

        self.process.time.after(THREAD_SECONDS, do, process=self.process)
        return done

    def get_debug(self) -> bool:
        """Debugging is off."""
        return False

    def is_running(self) -> bool:
        """It runs as long as its process lives."""
        return not self.process.dead

    def is_closed(self) -> bool:
        """Return whether its process has died."""
        return self.process.dead

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """An unexpected error is a failure of the run, but not the rest of a dead process."""
        if not self.process.dead and "exception" in context:
            raise context["exception"]
