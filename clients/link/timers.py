"""Timers by their names: one of a name runs at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """What is to be done later. Use it inside a running loop."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Do something after so many seconds, in place of what was to be done under that name."""
        self.stop(name)
        self._running[name] = asyncio.get_running_loop().call_later(seconds, call)

    def stop(self, *names: str) -> None:
        """Do not do it."""
        for name in names:
            timer = self._running.pop(name, None)
            if timer:
                timer.cancel()

    def stop_all(self) -> None:
        """Do nothing of what was to be done."""
        self.stop(*tuple(self._running))
