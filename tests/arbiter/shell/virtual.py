"""A loop whose time passes only in waiting. An hour takes no time, and each run is the same."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

T = TypeVar("T")


class _Waits(selectors.DefaultSelector):
    """A selector that advances the time where a loop would wait."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the ready keys, without waiting."""
        found = super().select(0 if timeout is not None else None)
        if not found and timeout is not None and timeout > 0:
            self.now += timeout
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop. `pass_by` advances the time as work would."""

    def __init__(self) -> None:
        self._waits = _Waits()
        super().__init__(self._waits)

    def time(self) -> float:
        """Return the time."""
        return self._waits.now

    def pass_by(self, seconds: float) -> None:
        """Advance the time at once."""
        self._waits.now += seconds


class AtOnce(Executor):
    """An executor that does its work at the call."""

    def __init__(self, *_args: object, **_names: object) -> None:
        pass

    def submit(self, fn: Callable[..., T], /, *args: Any, **names: Any) -> Future[T]:
        """Run it."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **names))
        return future


def virtually(made: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(made)
