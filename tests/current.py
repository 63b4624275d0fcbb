"""Checks that a committed file equals the program's present output, and names the command that renews it."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SHOWN_CHARS_MAX = 160
"""How much of a line is shown. A line of the transcript has thousands of characters."""
MISSING = "(no line)"


def check_current(file: Path, now: str, command: str) -> None:
    """Check that a file holds this text. Fail with the first line that differs and the command that renews the file."""
    if fault := out_of_date(file, now, command):
        pytest.fail(fault, pytrace=False)


def out_of_date(file: Path, now: str, command: str) -> str:
    """Return what is out of date in a file and the command that renews it; "" when the file holds this text."""
    name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
    committed = file.read_text("utf-8")
    if committed == now:
        return ""
    pairs = zip_longest(committed.splitlines(), now.splitlines(), fillvalue=MISSING)
    number, (before, after) = next(
        ((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]),
        (committed.count("\n"), ("the end of the file", "another end of the file")),
    )
    at = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    start = max(0, at - SHOWN_CHARS_MAX // 4)
    cut = slice(start, start + SHOWN_CHARS_MAX)
    return (
        f"{name} is out of date. If you meant the change, run `{command}` and look at its diff.\n"
        f"Line {number} is: {before[cut]}\nIt would be: {after[cut]}"
    )
