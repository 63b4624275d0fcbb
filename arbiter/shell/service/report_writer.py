"""ReportWriter writes report, tables and verification when an umpire orders the debrief.

Law: it never works in the arbiter's loop; it reads a copy of the file, and only says how it comes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from warcouncil.protocol.wire.consoles import Debriefing

Hears = Callable[[Debriefing], None]
"""Hears how it comes on, from any thread."""


class ReportWriter(Protocol):
    """Writes the debrief."""

    def write(self, hears: Hears) -> None:
        """Begin to write, and do not wait. While it writes it begins nothing else."""


class NoReportWriter:
    """For an arbiter that has nobody to write."""

    def write(self, hears: Hears) -> None:
        """Say so."""
        text = "This arbiter writes none; when it has stopped, `warcouncil debrief FILE` does."
        hears(Debriefing(state="failed", text=text))
