"""How much a run tries: a little by day, all of it at night (the environment variable WARCOUNCIL_PROFILE says `night`)."""

from __future__ import annotations

import os

BY_NIGHT = os.environ.get("WARCOUNCIL_PROFILE") == "night"


def games(by_day: int = 40, at_night: int = 2000) -> int:
    """Give how many random games (worlds, damages, kills) a test plays."""
    return at_night if BY_NIGHT else by_day


def turns(choices: tuple[int, ...], number: int, of: int) -> tuple[int, ...]:
    """Give which of several choices number so many `of` all tries: at night, and of few, each of them; by day of many, in turn."""
    return choices if BY_NIGHT or of <= 4 else (choices[number % len(choices)],)


def seconds(clock: float, short: int = 12) -> float:
    """Give how long a test lets a clock run in which nothing happens: to its end at night, otherwise a short while."""
    return clock if BY_NIGHT else min(clock, short)
