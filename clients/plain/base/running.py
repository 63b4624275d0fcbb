"""Runs a client in plain lines on a link, standard input and standard output, until it is over.

Input is read unbuffered, in a thread that never delays the end. A line that is too long is refused as a
whole. At the end of input, the client still waits for answers to what it sent.
"""

from __future__ import annotations

import asyncio
import io
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TextIO

from warcouncil.clients.link.base.line import Line
from warcouncil.clients.link.base.streams import take_any_text
from warcouncil.clients.plain.base.teller import LEFT, LOST, LineClient
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

BYTES_MAX = 8000
"""The longest typed line."""
TICK_SECONDS = 0.2
PATIENCE_SECONDS = 10.0
"""How long the client waits at its end for answers to what it sent."""
PIECE = 4096
Typed = str | None
"""A typed line, or None if the input has ended."""


class LineReader:
    """Splits bytes into lines. A line that is too long becomes the line TOO_LONG."""

    TOO_LONG = "/too-long"

    def __init__(self) -> None:
        self._kept = b""
        self._skips = False

    def take(self, data: bytes) -> list[str]:
        """Return the lines that are complete now. Empty data means the end."""
        self._kept += data
        *whole, rest = self._kept.split(b"\n")
        if not data and rest:
            whole, rest = [*whole, rest], b""
        lines = []
        for each in whole:
            if not self._skips:
                lines.append(
                    self.TOO_LONG
                    if len(each) > BYTES_MAX
                    else clean(each.decode("utf-8", "replace"), BYTES_MAX)
                )
            self._skips = False
        if len(rest) > BYTES_MAX:
            if not self._skips:
                lines.append(self.TOO_LONG)
            self._skips, rest = True, b""
        self._kept = rest
        return lines


def read_input(read: Callable[[], bytes], put: Callable[[Typed], bool]) -> None:
    """Read pieces to the end and forward each line.

    `put` may block. It returns whether more lines are wanted.
    """
    reader = LineReader()
    while True:
        try:
            data = read()
        except (OSError, ValueError):
            data = b""  # the terminal is gone
        if not all(put(line) for line in reader.take(data)):
            return
        if not data:
            put(None)
            return


def stdin_reader() -> Callable[[], bytes]:
    """Return a function that reads pieces of standard input unbuffered.

    A thread inside the buffer could not be abandoned at the end.
    """
    raw = sys.stdin.buffer.raw  # type: ignore[union-attr]  # a file's buffer has one
    return lambda: raw.read(PIECE) or b""


def stdout_writer(out: TextIO) -> Callable[[Iterable[str]], None]:
    """Return a function that writes lines at once.

    A pipe gets UTF-8. A terminal gets ? for characters that it cannot show.
    """
    take_any_text(out)
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(line_buffering=True)

    def write(lines: Iterable[str]) -> None:
        for line in lines:
            out.write(f"{line}\n")
        out.flush()

    return write


class Running:
    """One client on one connection (`Line`). `write` writes its lines of text, and `read` returns pieces of
    the input.
    """

    def __init__(
        self,
        line: Line,
        teller: LineClient,
        *,
        now_ms: Callable[[], int],
        read: Callable[[], bytes],
        write: Callable[[Iterable[str]], None],
    ) -> None:
        self._line = line
        self._teller = teller
        self._now_ms = now_ms
        self._read = read
        self._write = write
        self._typed: asyncio.Queue[Typed] = asyncio.Queue(maxsize=16)
        self._can_read = asyncio.Event()
        self._can_read.set()

    async def run(self) -> int:
        """Run to the end. Return the exit status."""
        self._start_reading()
        tasks = [asyncio.create_task(work()) for work in (self._listen, self._tick, self._take_lines)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            return await self._finish()
        except asyncio.CancelledError:  # Ctrl+C was pressed, or the terminal is gone
            with suppress(OSError):
                self._leave()
            raise
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _start_reading(self) -> None:
        loop = asyncio.get_running_loop()

        def put(typed: Typed) -> bool:
            coming = self._typed.put(typed)
            try:
                asyncio.run_coroutine_threadsafe(coming, loop).result()
            except (RuntimeError, CancelledError):  # Everything is over, and no task reads any longer
                coming.close()
                return False
            return True

        threading.Thread(target=read_input, args=(self._read, put), daemon=True).start()

    async def _listen(self) -> None:
        while self._teller.status is None:
            news = await self._line.receive()
            self._teller.feed(news, self._now_ms())
            self._pass_on()

    async def _tick(self) -> None:
        while self._teller.status is None:
            await asyncio.sleep(TICK_SECONDS)
            self._teller.tick(self._now_ms())
            self._pass_on()

    async def _take_lines(self) -> None:
        while self._teller.status is None:
            await self._can_read.wait()
            typed = await self._typed.get()
            if typed is None:
                self._leave()
                return
            if typed == LineReader.TOO_LONG:
                self._teller.say(say("plain.line_too_long", n=BYTES_MAX))
            else:
                self._teller.typed(typed, self._now_ms())
            self._pass_on()

    def _leave(self) -> None:
        """Leave in the same way as the leave command, unless the client has left already."""
        if self._teller.status is None:
            self._teller.leave()
            self._pass_on()

    def _pass_on(self) -> None:
        """Send all new requests and write all new lines. Decide whether typed lines may be read."""
        teller = self._teller
        for request in teller.requests:
            self._line.send(request)
        lines, teller.lines, teller.requests = teller.lines, [], []
        if lines:
            self._write(lines)
        if teller.holds_input:
            self._can_read.clear()
        else:
            self._can_read.set()

    async def _finish(self) -> int:
        """Wait a limited time for outstanding answers. Return the exit status."""
        teller = self._teller
        left = teller.status if teller.status is not None else LEFT
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while teller.waits and left == LEFT:
                    teller.feed(await self._line.receive(), self._now_ms())
                    self._pass_on()
        if teller.waits:
            teller.say(say("plain.unanswered"))
            self._pass_on()
            return LOST
        return left
