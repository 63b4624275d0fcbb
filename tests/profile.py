"""How long a run may take: the environment variable WARCOUNCIL_PROFILE says `ci` or `night`, nothing means a quick one."""

from __future__ import annotations

import os


def games(default: int = 60, ci: int = 200, night: int = 2000) -> int:
    """Give how many random games a test plays under the profile in force."""
    return {"ci": ci, "night": night}.get(os.environ.get("WARCOUNCIL_PROFILE", ""), default)


def seconds(clock: float, short: int = 12) -> float:
    """Give how long a test lets a clock run in which nothing happens: to its end at night, otherwise a short while."""
    return clock if os.environ.get("WARCOUNCIL_PROFILE") == "night" else min(clock, short)
