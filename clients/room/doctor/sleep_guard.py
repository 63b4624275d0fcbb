"""SleepGuard keeps a host awake while a clock of any table runs, and warns if this is impossible."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from structlog import BoundLogger
from warcouncil.clients.room.doctor.wakefulness import Kept, Wakefulness

T = TypeVar("T")

LOOK_SECONDS = 1.0
REST_SECONDS = 60.0
"""How long no clock may have run before the machine may sleep. Between two questions, no clock runs for a moment."""


class SleepGuard:
    """Watches the clocks of a running exercise. `runs` returns whether any clock runs now."""

    def __init__(self, runs: Callable[[], bool], wakefulness: Wakefulness, log: BoundLogger) -> None:
        self._runs = runs
        self._wakefulness = wakefulness
        self._log = log
        self._task: asyncio.Task[None] | None = None
        self.kept: Kept | None = None
        """The locks that keep the machine awake. The value is None if the machine may sleep because no clock runs."""

    @property
    def warning(self) -> str:
        """The warning that the machine may fall asleep now, or "" if the machine stays awake, or if no
        clock runs.
        """
        return self.kept.words if self.kept else ""

    def begin(self) -> None:
        """Watch until `end` is called."""
        self._task = asyncio.get_running_loop().create_task(self._watch())

    def end(self, *_: object) -> None:
        """Stop watching, and allow the machine to sleep."""
        if self._task is not None:
            self._task.cancel()
        self._wakefulness.release()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        ran = -REST_SECONDS
        while True:
            if self._runs():
                ran = loop.time()
                if self.kept is None:
                    self.kept = await self._do(self._wakefulness.hold)
                    self._say(self.kept)
            elif self.kept is not None and loop.time() - ran >= REST_SECONDS:
                self.kept = None
                await self._do(self._wakefulness.release)
                self._log.info("this machine may sleep: no clock runs")
            await asyncio.sleep(LOOK_SECONDS)

    def _say(self, kept: Kept) -> None:
        if kept.words:
            self._log.warning(kept.words)
        else:
            self._log.info("this machine is kept awake while clocks run", kind=", ".join(kept.by))

    async def _do(self, work: Callable[[], T]) -> T:
        return work() if self._wakefulness.needs_this_thread else await asyncio.to_thread(work)
