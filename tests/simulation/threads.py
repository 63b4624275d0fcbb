"""Threads in virtual time: a wait in one stops its process alone, and ends at its time."""

from __future__ import annotations

from collections.abc import Callable

from greenlet import GreenletExit, getcurrent, greenlet  # type: ignore[import-untyped]  # it has no types

from tests.simulation.loop import Process


def wait(process: Process, seconds: float) -> None:
    """Make a thread of a process wait.

    Outside a thread (in the loop itself) the whole process is stopped meanwhile.
    """
    here = getcurrent()
    if here.parent is None:
        process.stop_until(max(process.time.now, process.stopped_until) + seconds)
        return
    process.time.after(seconds, here.switch, process=process)
    here.parent.switch()


class SimThread:
    """A thread of a process: it runs until it waits."""

    def __init__(self, target: Callable[[], object], process: Process) -> None:
        self.ident: int | None = None
        self._process = process
        self._target = target
        self._run: greenlet | None = None

    def start(self) -> None:
        """Start the thread."""
        self.ident = 1
        self._process.threads.append(self)
        self._process.time.after(0, self._begin, process=self._process)

    def join(self) -> None:
        """End the thread, because no event in the future concerns it."""
        self.kill()

    def kill(self) -> None:
        """End it, unless it is the one that says so."""
        if self._run is not None and not self._run.dead and self._run is not getcurrent():
            self._run.throw(GreenletExit)

    def _begin(self) -> None:
        self._run = greenlet(self._target)
        self._run.switch()


class SimEvent:
    """An event that a thread waits for."""

    def __init__(self, process: Process) -> None:
        self._process, self._is_set = process, False

    def set(self) -> None:
        """Set the event."""
        self._is_set = True

    def wait(self, seconds: float) -> bool:
        """Wait for the event, for this time at most."""
        if not self._is_set:
            wait(self._process, seconds)
        return self._is_set
