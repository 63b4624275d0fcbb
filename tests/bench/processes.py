"""Servers in processes of their own: started with one line of JSON, measured from outside, stopped in any case."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any

import psutil  # type: ignore[import-untyped]  # it comes without types

_STOP_SECONDS = 10


class DidNotStart(RuntimeError):
    """A server ended before it answered its order."""


class ServerProcess:
    """`python -m module`: it reads its order from standard input, answers with one line, and ends with its input."""

    def __init__(
        self, program: str, order: Mapping[str, Any], *, runner: Sequence[str] = (sys.executable, "-m")
    ) -> None:
        """`runner`: what runs the program where it is no module of ours. Raises DidNotStart."""
        self._process = subprocess.Popen(
            [*runner, program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a key in the terminal is for us, and we stop it
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            self.stop()
            raise DidNotStart(f"{program} did not start")
        self.ready: dict[str, Any] = json.loads(line)
        self._known = psutil.Process(self._process.pid)

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def ask(self, words: Mapping[str, Any]) -> Any:
        """Write a line to it, and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("it has ended")
        return json.loads(line)

    def last_words(self) -> dict[str, Any]:
        """End its input, and return its last line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        words: dict[str, Any] = json.loads(self._process.stdout.readline())
        return words

    def cpu_seconds(self) -> float:
        """Return the processor time of the server and its children so far."""
        total = 0.0
        for process in self._family():
            with suppress(psutil.Error):
                times = process.cpu_times()
                total += times.user + times.system
        return total

    def rss_mb(self) -> float:
        """Return the memory of the server itself, without its children."""
        return float(self._known.memory_info().rss) / 2**20

    def child(self, word: str) -> psutil.Process:
        """Return its child with this word in its command."""
        return next(one for one in self._known.children(recursive=True) if word in one.cmdline())

    def stop(self) -> None:
        """End it, gently if it can be."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _family(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            return [self._known, *self._known.children(recursive=True)]
        return [self._known]


def busy_seconds() -> float:
    """Return the processor time of the whole machine so far."""
    times = psutil.cpu_times()
    return float(times.user + times.nice + times.system)
