"""How an umpire writes an amount of time: +60, -30, 90s, 2m, 1:30."""

from __future__ import annotations

import re

SECONDS_MAX = 3600
STEP_SECONDS = 30

_FORM = re.compile(r"([+\-−–]?)\s*(?:(\d{1,3}):([0-5]\d)|(\d{1,4})\s*(s|sec|m|min)?)")


class BadSeconds(Exception):
    """A text that is no amount of time. The message says how to write one."""


def parse_seconds(text: str) -> int:
    """Read an amount of time. Raises BadSeconds."""
    found = _FORM.fullmatch(text.strip().lower())
    if found is None:
        raise BadSeconds("Write seconds or minutes, such as +60, -30, 2m or 1:30.")
    sign, minutes, rest, number, unit = found.groups()
    seconds = 60 * int(minutes) + int(rest) if minutes else int(number) * (60 if unit in ("m", "min") else 1)
    if not 0 < seconds <= SECONDS_MAX:
        raise BadSeconds("At least a second and at most an hour, please.")
    return seconds if sign in ("", "+") else -seconds


def seconds_text(seconds: int) -> str:
    """Write an amount of time as `parse_seconds` reads it."""
    return f"{seconds:+d}"
