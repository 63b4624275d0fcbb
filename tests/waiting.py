"""Waits in tests: until a condition is true, and never without a bound."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
SECONDS_MAX = 60.0
"""How long a test waits for a condition, unless it says otherwise. A loaded machine is slow."""
PAUSE_SECONDS = 0.01


async def until_true(
    condition: Callable[[], T],
    what: str = "",
    *,
    seconds: float = SECONDS_MAX,
    pause_seconds: float = PAUSE_SECONDS,
) -> T:
    """Wait by the loop's clock until a condition holds, and return its value. The failure names `what`, or quotes the condition."""
    now = asyncio.get_running_loop().time
    end, last = now() + seconds, time.monotonic() + max(seconds, SECONDS_MAX)
    while not (found := condition()):
        # A virtual clock does not run while nothing sleeps: the machine's clock bounds the wait too.
        assert now() < end, _missed(condition, what, seconds)
        assert time.monotonic() < last, _missed(condition, what, seconds)
        await asyncio.sleep(pause_seconds)
    return found


def wait_until_true(condition: Callable[[], T], what: str = "", *, seconds: float = SECONDS_MAX) -> T:
    """Wait where no loop runs until a condition holds, and return its value. The failure names `what`, or quotes the condition."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, _missed(condition, what, seconds)
        time.sleep(PAUSE_SECONDS)
    return found


def _missed(condition: Callable[[], object], what: str, seconds: float) -> str:
    return f"not within {seconds:g} seconds: {what or inspect.getsource(condition).strip()}"
