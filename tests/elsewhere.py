"""Which product files have no file of tests of their own name, and where their tests stand: elsewhere.txt, read."""

from __future__ import annotations

from pathlib import Path

LIST = Path(__file__).with_name("elsewhere.txt")


def elsewhere() -> dict[str, str]:
    """Give each file that is an exception, with the file of its tests."""
    lines = LIST.read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line and line[0] not in "#="]
    return {row[0]: row[1] for row in rows}
