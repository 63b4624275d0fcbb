"""Outputs in any encoding: each accepts every text, and shows ? for a character that it cannot show."""

from __future__ import annotations

import io
from typing import TextIO


def take_any_text(out: TextIO) -> None:
    """Set an output to accept every text.

    A pipe or a file gets UTF-8, whatever the system's encoding is. A terminal keeps its encoding, and gets ? for
    characters that it cannot show.
    """
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding=out.encoding if out.isatty() else "utf-8", errors="replace")
