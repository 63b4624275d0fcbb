"""ChildReportWriter: a child process writes the debrief, and a thread reads its progress."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread, current_thread
from time import monotonic

from pydantic import ValidationError
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.service.report_writer import Hears
from warcouncil.clients.commands.common.exercise_location import given
from warcouncil.clients.link.base.os_errors import why
from warcouncil.protocol.wire.consoles import Debriefing

NEWS_SECONDS = 0.5
"""The least time between two progress reports to consoles."""
PARTING_SECONDS = 5.0
"""How long the child process may take to remove unfinished files."""
LOOK_SECONDS = 0.2
UNDER_WAY = ("writing", "analysing")
CUT_SHORT = Debriefing(
    state="failed", text="The report writer stopped before the report was complete. No part of it was kept."
)

if sys.platform == "win32":
    APART = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    APART = 0
"""Signals of the host's window, such as Ctrl-C, reach the host only. The child ends when its standard input closes."""


class ChildReportWriter:
    """Writes debriefs of an exercise file, one at a time, and then analyses them.

    A new debrief ends the analysis of the previous one. Its results until then are kept and used.
    """

    def __init__(self, where: Path | Location) -> None:
        self.home = home_of(where)
        self._thread: Thread | None = None
        self._child: subprocess.Popen[str] | None = None
        self._lock = Lock()
        self._left = False
        self.last = CUT_SHORT
        """The last state that the child reported."""

    def write(self, hears: Hears) -> None:
        """Start to write, unless a debrief is being written already."""
        if self.writes and self.last.state != "analysing":
            return
        before, self.last = self._thread, Debriefing(state="writing")
        self._thread = Thread(target=self._run, args=(hears, before), name="report writer", daemon=True)
        self._thread.start()

    @property
    def writes(self) -> bool:
        """Whether a debrief is being written or analysed."""
        return self._thread is not None and self._thread.is_alive()

    def finish(self, say: Callable[[str], None]) -> None:
        """Wait for the debrief that is being written or analysed, and report where it is.

        Ctrl-C stops it, and unfinished files are removed. A complete debrief stays, even if its analysis is
        stopped.
        """
        if not self.writes:
            return
        thread = self._thread
        assert thread is not None
        try:
            say(
                "The debrief is written, and the analysis still runs. Ctrl-C stops the analysis."
                if self.last.state == "analysing"
                else "The debrief is still being written. Ctrl-C stops it."
            )
            while thread.is_alive():
                thread.join(LOOK_SECONDS)
        except KeyboardInterrupt:
            self.close()
        say(told(_ended(self.last)))

    def close(self) -> None:
        """Stop the debrief that is being written."""
        self._left = True
        self._stop()
        if self._thread is not None:
            self._thread.join(PARTING_SECONDS)

    def _stop(self) -> None:
        """Stop the child, if there is one."""
        with self._lock:
            child = self._child
        if child is not None:
            _end(child)

    # --- in the thread ------------------------------------------------------------------------------------------------

    def _run(self, hears: Hears, before: Thread | None) -> None:
        if before is not None and before.is_alive():
            self._stop()
            before.join()
        news, since = self.last, -NEWS_SECONDS
        try:
            for fresh in self._news():
                is_new = fresh.state != news.state
                news = self._told(fresh)
                if news.state in UNDER_WAY and (is_new or monotonic() - since >= NEWS_SECONDS):
                    since = monotonic()
                    self._hear(hears, news)
        except OSError as error:
            news = Debriefing(state="failed", text=f"The report writer could not be started: {why(error)}.")
        self._hear(hears, self._told(_ended(news)))

    def _told(self, news: Debriefing) -> Debriefing:
        """Store the last state, unless a newer debrief was ordered."""
        if current_thread() is self._thread:
            self.last = news
        return news

    def _hear(self, hears: Hears, news: Debriefing) -> None:
        """Report the state, unless a newer debrief was ordered."""
        if current_thread() is self._thread:
            hears(news)

    def _news(self) -> Iterator[Debriefing]:
        with self._lock:
            if self._left:
                return
            child = self._child = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-m", "warcouncil.clients.commands.afterwards.report_process"),
                    str(self.home),
                ],
                env=given(self.home),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                creationflags=APART,
                start_new_session=True,
            )
        assert child.stdout is not None
        try:
            for line in child.stdout:
                with suppress(ValidationError):
                    yield Debriefing.model_validate_json(line)
        finally:
            _end(child)
            child.stdout.close()


def _end(child: subprocess.Popen[str]) -> None:
    assert child.stdin is not None
    with suppress(OSError):
        child.stdin.close()
    try:
        child.wait(PARTING_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _ended(news: Debriefing) -> Debriefing:
    """Return the state of a debrief whose process has ended."""
    if news.state == "writing":
        return CUT_SHORT
    if news.state == "analysing":
        left = f"{news.text}. Its analysis stopped at {news.percent} %. The next debrief continues it"
        return Debriefing(state="written", percent=100, text=left)
    return news


def told(news: Debriefing) -> str:
    """Return the result as one line."""
    if news.state == "written":
        return f"The debrief is in {news.text}"
    return f"The debrief was not written: {news.text}"
