"""A console on a terminal of its own, as its umpire has it: its output goes through the terminal and is
counted.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Any

import psutil  # type: ignore[import-untyped]  # it comes without types

ROWS, COLUMNS = 60, 200


class ConsoleWindow:
    """`python -m tests.bench.overseer` in a window; its order and its answers go beside it."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        heard, to = os.pipe()
        back, told = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.overseer", str(heard), str(told)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            pass_fds=(heard, told),
            start_new_session=True,  # a key in the terminal is for us, and we stop it
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )
        for descriptor in (slave, heard, told):
            os.close(descriptor)
        self.drawn_bytes = 0
        self._last = b""
        self._reader = Thread(target=self._look, args=(master,), daemon=True)
        self._reader.start()
        self._to, self._back = os.fdopen(to, "w"), os.fdopen(back)
        self._known = psutil.Process(self._process.pid)
        self.ready = self.ask(order)

    def __enter__(self) -> ConsoleWindow:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(BrokenPipeError):
            self._to.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._back.close()
        self._reader.join()

    def ask(self, words: Mapping[str, Any]) -> Any:
        """Write a line to the window, and return its answer."""
        self._to.write(json.dumps(words) + "\n")
        self._to.flush()
        line = self._back.readline()
        if not line:
            raise RuntimeError(f"the console has ended: {self._last.decode(errors='replace')}")
        return json.loads(line)

    def cpu_seconds(self) -> float:
        """Return its processor time so far."""
        times = self._known.cpu_times()
        return float(times.user + times.system)

    def rss_mb(self) -> float:
        """Return its memory."""
        return float(self._known.memory_info().rss) / 2**20

    def _look(self, master: int) -> None:
        """Read its output, as a terminal does, until it ends."""
        with suppress(OSError):
            while came := os.read(master, 1 << 16):
                self.drawn_bytes += len(came)
                self._last = (self._last + came)[-2000:]
        os.close(master)
