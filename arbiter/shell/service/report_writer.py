"""ReportWriter: writes the debrief (report, data tables and verification) when an umpire orders it.

It never works in the arbiter's loop. It reads a copy of the file and only reports its progress.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from warcouncil.protocol.wire.consoles import Debriefing

Hears = Callable[[Debriefing], None]
"""Receives reports of progress, from any thread."""


class ReportWriter(Protocol):
    """Writes the debrief."""

    def write(self, hears: Hears) -> None:
        """Start to write, without waiting. Further calls are ignored while it writes."""


class NoReportWriter:
    """The report writer of an arbiter that has none."""

    def write(self, hears: Hears) -> None:
        """Report that this arbiter writes no debrief."""
        text = "This host writes no debrief. After it has stopped, run `warcouncil debrief FILE`."
        hears(Debriefing(state="failed", text=text))
