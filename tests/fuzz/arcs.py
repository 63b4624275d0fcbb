"""Arcs: the pairs of product lines that ran after each other, and their number.

A counted value does not depend on the machine's speed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

Local = Callable[[FrameType, str, Any], Any]
_LINES_MAX = 1 << 16
_ARC = 1 << 40


class TooLong(BaseException):
    """Too many lines were run for one input: it takes no bounded time. No `except Exception` may catch it."""


class Arcs:
    """The arcs of one run after another: `counts` and `steps` are those of the last."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.steps = 0
        """How many lines ran."""
        self._most = 0
        self._before = 0
        self._known: dict[int, tuple[CodeType, Local | None]] = {}

    @contextmanager
    def counted(self, steps_max: int) -> Iterator[None]:
        """Count what runs meanwhile. Raises TooLong."""
        self.counts, self.steps, self._most, self._before = {}, 0, steps_max, 0
        others = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(others)

    def features(self) -> Iterator[int]:
        """Return the features of the last run: its arcs, each with its approximate count."""
        for arc, count in self.counts.items():
            yield arc * 32 + min(count.bit_length(), 31)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Local | None:
        code = frame.f_code
        known = self._known.get(id(code))
        if known is None:
            ours = frame.f_globals.get("__name__", "").startswith("warcouncil.")
            known = (
                code,
                self._local(len(self._known)) if ours else None,
            )  # it is held, so that no other has its id
            self._known[id(code)] = known
        return known[1]

    def _local(self, number: int) -> Local:
        base = (number + 1) * _LINES_MAX

        def line(frame: FrameType, event: str, arg: Any) -> Local:
            if event == "line":
                here = base + frame.f_lineno
                arc = self._before * _ARC + here
                self._before = here
                self.counts[arc] = self.counts.get(arc, 0) + 1
                self.steps += 1
                if self.steps > self._most:
                    raise TooLong
            return line

        return line
