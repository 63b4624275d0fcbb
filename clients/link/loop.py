"""The event loop of our processes: on every system one that can wait for ZeroMQ's sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end and give the result. On Windows the loop that asyncio would take cannot wait for our sockets."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)
